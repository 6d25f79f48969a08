import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Has Linux drop a file from its page cache, so that it is read from its disk again. Pages that a
 * process has mapped stay.
 * @throws Error where a twentieth of the file stays, or dd is not that of GNU
 */
export function dropFromCache(path: string): void {
  execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
  const left = cachedBytes(path);
  if (left !== null && left.cached > left.size / 20)
    throw new Error(`${path}: ${left.cached} bytes stay in the page cache; another process has them mapped`);
}

/** Null where fincore (util-linux) is not installed. */
function cachedBytes(path: string): { readonly cached: number; readonly size: number } | null {
  const { status, stdout } = spawnSync('fincore', ['--bytes', '--noheadings', '--output', 'RES,SIZE', path]);
  if (status !== 0) return null;
  const [cached, size] = stdout.toString().trim().split(/\s+/).map(Number);
  return { cached, size };
}
