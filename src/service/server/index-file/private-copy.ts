import { closeSync, openSync, read, unlinkSync, write } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import koffi from 'koffi';
import { libc } from '../../../system/libc.ts';

const MFD_CLOEXEC = 1;
/** Bytes that are copied at a time. */
const CHUNK = 1 << 22;
/** Bytes that a copy leaves free on the disk of the data folder, for the ledger. */
const DISK_LEFT = 2 ** 30;
/** The share of free memory that a copy may take. */
const MEMORY_SHARE = 0.8;

const readBytes = promisify(read);
const writeBytes = promisify(write);

/** A copy of a file that nobody else can open. The caller closes its descriptor. */
export interface PrivateCopy {
  readonly descriptor: number;
  /** A file without a name in the data folder, or memory that belongs to the descriptor. */
  readonly place: 'data folder' | 'memory';
}

/**
 * Copies the first `bytes` bytes of an open file into the data folder, if there is one, or else
 * into memory. Rejects with an Error with a sentence if neither has room.
 */
export async function copyPrivately(from: number, bytes: number, dataDir: string | null): Promise<PrivateCopy> {
  const onDisk = dataDir === null ? 'no data folder' : await tryCopy(from, bytes, () => openOnDisk(dataDir, bytes));
  if (typeof onDisk === 'number') return { place: 'data folder', descriptor: onDisk };
  const inMemory = await tryCopy(from, bytes, () => openInMemory(bytes));
  if (typeof inMemory === 'number') return { place: 'memory', descriptor: inMemory };
  throw new Error(`there is no room for a copy of ${bytes} bytes: ${onDisk}; ${inMemory}`);
}

/** A descriptor of the copy, or why there is none. */
async function tryCopy(from: number, bytes: number, open: () => number | Promise<number>): Promise<number | string> {
  let descriptor: number | null = null;
  try {
    descriptor = await open();
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, bytes));
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await readBytes(from, chunk, 0, Math.min(CHUNK, bytes - at), at);
      if (bytesRead === 0) throw new Error(`the file ends at ${at}`);
      for (let done = 0; done < bytesRead; )
        done += (await writeBytes(descriptor, chunk, done, bytesRead - done, at + done)).bytesWritten;
      at += bytesRead;
    }
    return descriptor;
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    return error instanceof Error ? error.message : String(error);
  }
}

async function openOnDisk(dataDir: string, bytes: number): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < bytes + DISK_LEFT) throw new Error(`${dataDir} has ${bavail * bsize} bytes free`);
  const path = join(dataDir, `.index-copy.${process.pid}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return descriptor;
}

function openInMemory(bytes: number): number {
  if (freemem() * MEMORY_SHARE < bytes) throw new Error(`there are ${freemem()} bytes of memory free`);
  const descriptor = libc().memfd_create('letterbox-index', MFD_CLOEXEC);
  if (descriptor < 0) throw new Error(`memfd_create failed with errno ${koffi.errno()}`);
  return descriptor;
}
