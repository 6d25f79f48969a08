import { writeSync } from 'node:fs';
import koffi from 'koffi';
import { libc, mapShared } from '../../../system/libc.ts';

const LOCK_SHARED = 1;
const LOCK_EXCLUSIVE = 2;
const LOCK_NOW = 4;
const LOCK_NONE = 8;
const ZEROS = new Uint8Array(64 * 1024);

/**
 * Maps `length` bytes of a file at `offset` (a multiple of 64 KiB), shared with every thread and
 * process that maps them, until the process ends. The bytes must exist: touching a page beyond the
 * end kills the process. Throws an Error that names the file when the kernel refuses.
 */
export function mapCounters(path: string, descriptor: number, offset: number, length: number): ArrayBuffer {
  return koffi.view(mapShared(path, descriptor, offset, length, 'readWrite'), length);
}

/**
 * Takes the advisory lock of an open file (flock) without waiting; false when another holder is in
 * the way. A shared lock replaces an exclusive one, and back. The kernel releases it when the
 * process dies, however it dies; closing the descriptor is not enough while the file is mapped
 * through it.
 */
export function lockFile(descriptor: number, kind: 'exclusive' | 'shared'): boolean {
  return libc().flock(descriptor, (kind === 'exclusive' ? LOCK_EXCLUSIVE : LOCK_SHARED) | LOCK_NOW) === 0;
}

/** Releases the advisory lock of an open file. */
export function unlockFile(descriptor: number): void {
  libc().flock(descriptor, LOCK_NONE);
}

/**
 * Writes zeros, so that the file system allocates the blocks now: a full disk is then an error here
 * (ENOSPC), rather than a SIGBUS on a later store into the mapping. Throws the file system's error.
 */
export function writeZeros(descriptor: number, offset: number, length: number): void {
  for (let done = 0; done < length; )
    done += writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, length - done), offset + done);
}
