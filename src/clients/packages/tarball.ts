import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'fflate';
import { packTar } from 'modern-tar';

/** What npm says of every file of a package, whatever it was: its time is 26 October 1985. */
const SAID = { mode: 0o644, uid: 0, gid: 0, uname: '', gname: '', mtime: new Date('1985-10-26T08:15:00Z') };

/**
 * The files of a folder as a package that npm installs. Its bytes depend on names and contents
 * alone: not on times, owners, modes or the folder's order, nor on the machine's zlib, which
 * compresses otherwise on another processor.
 */
export async function tarballOf(folder: string): Promise<Uint8Array> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const entries = paths.map((path) => {
    const body = readFileSync(path);
    const name = `package/${relative(folder, path).replaceAll('\\', '/')}`;
    return { header: { name, size: body.length, ...SAID }, body };
  });
  return gzipSync(await packTar(entries), { level: 9, mtime: 0 });
}
