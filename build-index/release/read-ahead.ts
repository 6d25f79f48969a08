import type { FileHandle } from 'node:fs/promises';
import { ReleaseError } from './release-error.ts';

/** Bytes read at once: large enough that a disk streams and the work per chunk outweighs the switch between chunks. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Chunks that are read while the consumer works on the one it was given. */
const AHEAD = 2;

/**
 * The bytes `[start, start + length)` of a file in order, in chunks of `chunkBytes` and a shorter
 * last one. The next chunks are read while the consumer works. A chunk keeps its bytes until the
 * next one is asked for: three buffers serve a file of any size.
 *
 * @param name what messages call the file
 * @throws ReleaseError when the file ends early or cannot be read
 */
export async function* readAhead(
  handle: FileHandle,
  start: number,
  length: number,
  name: string,
  chunkBytes: number = CHUNK_BYTES,
): AsyncGenerator<Buffer, void, undefined> {
  const chunks = Math.ceil(length / chunkBytes);
  const buffers = Array.from({ length: Math.min(AHEAD + 1, chunks) }, () =>
    Buffer.allocUnsafeSlow(Math.min(chunkBytes, length)),
  );
  const reading: Promise<Buffer>[] = [];
  let next = 0;
  try {
    for (let i = 0; i < chunks; i++) {
      for (; next < Math.min(i + buffers.length, chunks); next++) {
        const offset = next * chunkBytes;
        const buffer = buffers[next % buffers.length]!;
        const chunk = readFully(handle, buffer, start + offset, Math.min(chunkBytes, length - offset), name);
        // Nobody waits for it yet: a failure is reported when it is this chunk's turn.
        chunk.catch(() => {});
        reading.push(chunk);
      }
      yield await reading.shift()!;
    }
  } finally {
    await Promise.allSettled(reading);
  }
}

async function readFully(
  handle: FileHandle,
  buffer: Buffer,
  position: number,
  length: number,
  name: string,
): Promise<Buffer> {
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle
      .read(buffer, filled, length - filled, position + filled)
      .catch((error: Error) => {
        throw new ReleaseError(`${name} cannot be read: ${error.message}`);
      });
    if (bytesRead === 0) {
      throw new ReleaseError(
        `${name} ends ${length - filled} bytes early, at byte ${position + filled}: was it cut short or changed while it was read?`,
      );
    }
    filled += bytesRead;
  }
  return buffer.subarray(0, length);
}
