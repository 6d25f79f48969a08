import { read } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { checksumText } from './format.ts';
import type { Manifest } from './open.ts';

/** Bytes that are read at a time: some 0.1 ms of work. */
const CHUNK = 1 << 18;

const readBytes = promisify(read);

/**
 * Compares the bytes of every section of an open index file with its checksum. Answers a sentence about the first section that
 * differs, is cut off or cannot be read; null where all are sound. `pause` is awaited after each 256 KiB. The file is read, not its mapping: a
 * page that is gone would end the process there, and is an error here.
 */
export async function findDamage(
  { path, sections }: Manifest,
  descriptor: number,
  pause: () => Promise<unknown> = async () => {},
): Promise<string | null> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (const { name, offset, bytes, crc32: expected } of sections) {
    let found = 0;
    for (let at = 0; at < bytes; ) {
      const length = Math.min(CHUNK, bytes - at);
      try {
        const { bytesRead } = await readBytes(descriptor, chunk, 0, length, offset + at);
        if (bytesRead === 0)
          return `${path}: truncated: section ${name} ends at ${offset + bytes}, past the file's end`;
        found = crc32(chunk.subarray(0, bytesRead), found);
        at += bytesRead;
      } catch (error) {
        return `${path}: section ${name}: ${error instanceof Error ? error.message : error}`;
      }
      await pause();
    }
    if (found !== expected)
      return `${path}: section ${name} is corrupt: checksum ${checksumText(found)}, expected ${checksumText(expected)}`;
  }
  return null;
}
