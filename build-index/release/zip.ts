import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { compareTables, type TableName, tableNameOf } from './layout.ts';
import { CHUNK_BYTES, readAhead } from './read-ahead.ts';
import type { SourceFile, TableFile } from './release.ts';
import { ReleaseError } from './release-error.ts';
import { openZipDirectory } from './zip-reader.ts';

const STORED = 0;
/** What deflate makes of a byte at most (RFC 1951: a match of 258 bytes in two bits). */
const MOST_INFLATED = 1032;
/** Compressed bytes read at once, about a chunk when inflated. */
const COMPRESSED_CHUNK_BYTES = 1024 * 1024;

/** A zip of tables, its directory read and its entries left where they are. */
export interface Zip {
  readonly tables: readonly TableFile[];
  /** Zips inside, to point a lost user at. */
  readonly zips: readonly string[];
  /** Reads the whole file for its hash, once. */
  source(): Promise<SourceFile>;
  close(): Promise<void>;
}

/**
 * Opens a zip, zip64 included. Entries can be read several at a time, each several times.
 *
 * @throws ReleaseError when it is not a zip, is cut short, or a table in it is encrypted or packed
 * in a way that cannot be read
 */
export async function openZip(path: string): Promise<Zip> {
  const handle = await open(path).catch((error: Error) => {
    throw new ReleaseError(`${path} cannot be opened: ${error.message}`);
  });
  let directory: ZipFile | null = null;
  try {
    const tables: ZipTable[] = [];
    const zips: string[] = [];
    directory = await openZipDirectory(handle);
    for await (const entry of directory.eachEntry()) {
      const name = tableNameOf(entry.fileName);
      if (name !== null) tables.push(new ZipTable(name, entry, directory, handle));
      else if (/\.zip$/i.test(entry.fileName)) zips.push(entry.fileName);
    }
    const { size } = await handle.stat();
    for (const { path: entryPath, entry } of tables) {
      const { compressedSize, uncompressedSize, compressionMethod } = entry;
      // Before anybody makes room for so much.
      const most = Math.min(compressedSize, size) * (compressionMethod === STORED ? 1 : MOST_INFLATED);
      if (compressedSize > size || uncompressedSize > most)
        throw new ReleaseError(
          `${path}: ${entryPath} is damaged in the zip: it cannot be ${uncompressedSize} bytes packed as ${compressedSize}, in a file of ${size}`,
        );
      if (entry.canDecodeFileData()) continue;
      const how = entry.isEncrypted() ? 'encrypted' : `packed by method ${entry.compressionMethod}`;
      throw new ReleaseError(
        `${path}: ${entryPath} is ${how}, expected deflate (method 8): unpack it and point at the folder`,
      );
    }
    const opened = directory;
    let source: Promise<SourceFile> | null = null;
    return {
      tables: tables.sort((a, b) => compareTables(a, b) || (a.path < b.path ? -1 : 1)),
      zips,
      source: () => (source ??= hashFile(handle, path)),
      close: async () => {
        opened.close();
        await handle.close();
      },
    };
  } catch (error) {
    directory?.close();
    await handle.close();
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError(`${path} cannot be read as a zip, is it one and complete? ${(error as Error).message}`);
  }
}

async function hashFile(handle: FileHandle, path: string): Promise<SourceFile> {
  const { size } = await handle.stat();
  const hash = createHash('sha256');
  for await (const chunk of readAhead(handle, 0, size, path)) hash.update(chunk);
  return { path: basename(path), size, sha256: hash.digest('hex') };
}

/** A table file inside a zip, inflated as it is read. */
class ZipTable implements TableFile {
  readonly table: TableFile['table'];
  readonly state: TableFile['state'];
  readonly path: string;
  readonly size: number;
  readonly entry: Entry;
  readonly #directory: ZipFile;
  readonly #handle: FileHandle;

  constructor({ table, state }: TableName, entry: Entry, directory: ZipFile, handle: FileHandle) {
    this.table = table;
    this.state = state;
    this.path = entry.fileName;
    this.size = entry.uncompressedSize;
    this.entry = entry;
    this.#directory = directory;
    this.#handle = handle;
  }

  async *open(): AsyncGenerator<Buffer, void, undefined> {
    const { entry, path, size } = this;
    let found = 0;
    let checksum = 0;
    for await (const chunk of this.#content()) {
      found += chunk.length;
      if (found > size) break;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (found !== size) {
      throw new ReleaseError(
        `${path} is damaged in the zip: expected ${size} bytes, found ${found > size ? 'more' : found}`,
      );
    }
    if (checksum !== entry.crc32) {
      throw new ReleaseError(
        `${path} is damaged in the zip: expected checksum ${hex(entry.crc32)}, found ${hex(checksum)}`,
      );
    }
  }

  async *#content(): AsyncGenerator<Buffer, void, undefined> {
    const { entry, path } = this;
    const { fileDataStart } = await this.#directory
      .readLocalFileHeaderPromise(entry, { minimal: true })
      .catch((error: Error) => {
        throw new ReleaseError(`${path} is damaged in the zip: ${error.message}`);
      });
    if (entry.compressionMethod === STORED) {
      yield* readAhead(this.#handle, fileDataStart, entry.compressedSize, path);
    } else {
      yield* inflate(readAhead(this.#handle, fileDataStart, entry.compressedSize, path, COMPRESSED_CHUNK_BYTES), path);
    }
  }
}

/** Inflates on the thread pool, a chunk ahead of the consumer. */
async function* inflate(compressed: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer, void, undefined> {
  const inflating = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const closed = once(inflating, 'close').catch(() => {});
  const feeding = (async () => {
    for await (const chunk of compressed) {
      // One at a time: the chunk's buffer is reused for a later one.
      const written = new Promise<void>((resolve) => inflating.write(chunk, () => resolve()));
      await Promise.race([written, closed]);
      if (inflating.destroyed) return;
    }
    inflating.end();
  })().catch((error: Error) => {
    inflating.destroy(error);
  });
  try {
    for await (const chunk of inflating) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError(`${path} is damaged in the zip: ${(error as Error).message}`);
  } finally {
    inflating.destroy();
    await feeding;
  }
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
