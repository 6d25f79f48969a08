import koffi from 'koffi';
import { libc, mapShared } from '../../system/libc.ts';

const MADV_WILLNEED = 3;
const MADV_HUGEPAGE = 14;
const MADV_POPULATE_READ = 22;
/** Bytes of the smallest mapping that huge pages are asked for. */
const HUGE = 1 << 21;

/** A file in memory, read-only. Plain data: every thread of the process can make views of the same mapping. */
export interface Mapping {
  readonly address: bigint;
  /** Bytes. */
  readonly length: number;
}

/**
 * Maps the first `length` bytes of an open file read-only, shared with every process that maps
 * them. The mapping outlives the descriptor, and lasts until `unmap` or the end of the process.
 * Linux is asked to cache and map it in huge pages (madvise(2), MADV_HUGEPAGE) where the file
 * system can: answers jump about in the index, and most of their time would go into looking up
 * small pages. `path` is for messages. Throws an Error where the platform has no mmap, or the
 * kernel refuses.
 */
export function mapFile(path: string, descriptor: number, length: number): Mapping {
  return inHugePages({ address: mapShared(path, descriptor, 0, length, 'read'), length });
}

/**
 * Makes a mapping show another file with the same bytes: every thread sees those bytes before,
 * during and after, and views stay valid. Nothing of the former file remains mapped. Throws an
 * Error where the kernel refuses; the mapping may then be gone, and must not be read.
 */
export function remapFile(path: string, descriptor: number, { address, length }: Mapping): void {
  mapShared(path, descriptor, 0, length, 'read', address);
  inHugePages({ address, length });
}

function inHugePages(mapping: Mapping): Mapping {
  const { address, length } = mapping;
  if (process.platform === 'linux' && length >= HUGE) libc().madvise(address, length, MADV_HUGEPAGE);
  return mapping;
}

/** The bytes of a mapping at `offset` as an ArrayBuffer, without a copy. */
export function viewOf({ address }: Mapping, offset: number, length: number): ArrayBuffer {
  return length === 0 ? new ArrayBuffer(0) : koffi.view(address + BigInt(offset), length);
}

/**
 * Reads part of a mapping from its disk and maps its pages, so that no later access waits for them.
 * Blocks until they are there; before Linux 5.14 and on macOS it only asks for them. `offset` is a
 * multiple of the largest page size, 64 KiB.
 */
export function populate({ address, length }: Mapping, offset: number, bytes: number): void {
  const { madvise } = libc();
  const [start, most] = [address + BigInt(offset), Math.min(bytes, length - offset)];
  if (process.platform !== 'linux' || madvise(start, most, MADV_POPULATE_READ) !== 0)
    madvise(start, most, MADV_WILLNEED);
}

/**
 * Takes a mapping out of memory. Reading a view of it after that ends the process, so all views
 * must be garbage by then.
 */
export function unmap({ address, length }: Mapping): void {
  libc().munmap(address, length);
}
