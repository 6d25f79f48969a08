import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads the directory of a zip. Closing the answer closes the file too, which stays open where this throws.
 *
 * @throws Error when it is not a zip, is cut short, or its records lead outside the file
 */
export async function openZipDirectory(handle: FileHandle): Promise<ZipFile> {
  const { size } = await handle.stat();
  return fromRandomAccessReaderPromise(new FileReader(handle, size), size, { autoClose: false });
}

/**
 * A file for yauzl, which asks for whatever range the bytes of a zip name: node:fs throws where
 * that is beyond what a file can have.
 */
class FileReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #size: number;

  constructor(handle: FileHandle, size: number) {
    super();
    this.#handle = handle;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#fill(buffer.subarray(offset, offset + length), position).then(
      () => setImmediate(callback, null, length),
      (error: Error) => setImmediate(callback, error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end));
  }

  override close(callback: (error: Error | null) => void): void {
    this.#handle.close().then(() => callback(null), callback);
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += CHUNK_BYTES) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
      await this.#fill(chunk, at);
      yield chunk;
    }
  }

  async #fill(buffer: Buffer, position: number): Promise<void> {
    if (position + buffer.length > this.#size)
      throw new Error(`it leads to byte ${position + buffer.length} of a file of ${this.#size} bytes`);
    for (let filled = 0; filled < buffer.length; ) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, position + filled);
      if (bytesRead === 0) throw new Error(`it ends at byte ${position + filled} of ${this.#size}`);
      filled += bytesRead;
    }
  }
}
