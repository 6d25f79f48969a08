import { readFileSync, realpathSync } from 'node:fs';

/** Memory of a process on Linux, bytes. */
export interface ProcessMemory {
  readonly resident: number;
  /** Its proportional share: shared pages are divided among their processes. */
  readonly proportional: number;
  /** Private pages that no file backs: heaps, stacks, buffers. */
  readonly anonymous: number;
  /**
   * Resident pages of one mapped file. They belong to the page cache, and are shared by all
   * processes that map the file.
   */
  readonly file: number;
}

/** The memory of a process that has a file mapped. */
export function processMemory(pid: number, path: string): ProcessMemory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
  const file = residentOf(pid, realpathSync(path));
  return { resident: bytes('Rss'), proportional: bytes('Pss'), anonymous: bytes('Anonymous'), file };
}

/** Bytes of a mapped file that a process has in memory. */
function residentOf(pid: number, path: string): number {
  let sum = 0;
  let isOfFile = false;
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isOfFile = line.endsWith(` ${path}`);
    else if (isOfFile && line.startsWith('Rss:')) sum += Number(/\d+/.exec(line)![0]) * 1024;
  }
  return sum;
}
