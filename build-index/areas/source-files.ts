import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { SourceFile } from '../release/release.ts';
import { ReleaseError } from '../release/release-error.ts';

/**
 * Every file below a folder, subfolders included, as full paths in the order of their names. Throws
 * when the folder cannot be read.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ReleaseError(`${folder}: cannot be read as a folder (${error.code ?? error.message})`);
    },
  );
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** A file's name without folder and without extension, in lower case: what two files of one shapefile share. */
export function stem(path: string): string {
  return basename(path)
    .toLowerCase()
    .replace(/\.[^.]*$/, '');
}

/** The code page that the .cpg beside a .dbf names; null without one. */
export async function codePageOf(dbf: string): Promise<string | null> {
  const wanted = `${stem(dbf)}.cpg`;
  const file = (await readdir(dirname(dbf))).find((name) => name.toLowerCase() === wanted);
  return file === undefined ? null : (await readFile(join(dirname(dbf), file), 'latin1')).trim() || null;
}

/** Size and SHA-256 of the files that were read, for the manifest; paths relative to `folder`. */
export async function describeSources(folder: string, files: readonly string[]): Promise<SourceFile[]> {
  const sources: SourceFile[] = [];
  for (const file of files) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
    sources.push({ path: relative(folder, file), size: (await stat(file)).size, sha256: hash.digest('hex') });
  }
  return sources;
}
