import { read } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { checksumText, PAGE } from './format.ts';
import type { Manifest } from './open.ts';

/** Bytes read at a time: about 0.1 ms of work. */
const CHUNK = 1 << 18;

const readBytes = promisify(read);

/**
 * Compares the bytes of every section of an open index file with its checksum, and those between
 * sections with zero. Answers a sentence about the first section that differs, is cut off or cannot
 * be read; null where all are sound. `pause` is awaited after each 256 KiB. The file is read rather
 * than its mapping, where a missing page would end the process.
 */
export async function findDamage(
  { path, sections }: Manifest,
  descriptor: number,
  pause: () => Promise<unknown> = async () => {},
): Promise<string | null> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (const { name, offset, bytes, crc32: expected } of sections) {
    const end = offset + bytes;
    const gap = (PAGE - (end % PAGE)) % PAGE;
    let found = 0;
    try {
      for (let at = offset; at < end; ) {
        const { bytesRead } = await readBytes(descriptor, chunk, 0, Math.min(CHUNK, end - at), at);
        if (bytesRead === 0) return `${path}: truncated: section ${name} ends at ${end}, past the file's end`;
        found = crc32(chunk.subarray(0, bytesRead), found);
        at += bytesRead;
        await pause();
      }
      if (found !== expected)
        return `${path}: section ${name} is corrupt: checksum ${checksumText(found)}, expected ${checksumText(expected)}`;
      const { bytesRead } = await readBytes(descriptor, chunk, 0, gap, end);
      const stray = chunk.subarray(0, bytesRead).findIndex((byte) => byte !== 0);
      if (stray >= 0) return `${path}: byte ${end + stray}, after section ${name}, is ${chunk[stray]}, expected 0`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== 'read') throw error;
      return `${path}: section ${name}: ${error instanceof Error ? error.message : error}`;
    }
  }
  return null;
}
