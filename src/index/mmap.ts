import koffi from 'koffi';

const PROT_READ = 1;
const MAP_SHARED = 1;
const MADV_WILLNEED = 3;
const MADV_HUGEPAGE = 14;
const MADV_POPULATE_READ = 22;
/** Bytes of the smallest mapping that huge pages are asked for. */
const HUGE = 1 << 21;
const MAP_FAILED = 0xffff_ffff_ffff_ffffn;

interface Libc {
  mmap(address: null, length: number, protection: number, flags: number, descriptor: number, offset: number): bigint;
  munmap(address: bigint, length: number): number;
  madvise(address: bigint, length: number, advice: number): number;
}

let loaded: Libc | null = null;

function libc(): Libc {
  if (process.platform !== 'linux' && process.platform !== 'darwin')
    throw new Error(`Letterbox maps its index with mmap, which ${process.platform} lacks; run it on Linux or macOS`);
  if (loaded === null) {
    const library = koffi.load(null);
    loaded = {
      mmap: library.func(
        'void *mmap(void *address, size_t length, int protection, int flags, int descriptor, int64_t offset)',
      ) as Libc['mmap'],
      munmap: library.func('int munmap(void *address, size_t length)') as Libc['munmap'],
      madvise: library.func('int madvise(void *address, size_t length, int advice)') as Libc['madvise'],
    };
  }
  return loaded;
}

/** A file in memory, read-only. Plain data: every thread of the process can make views of the same mapping. */
export interface Mapping {
  readonly address: bigint;
  /** Bytes. */
  readonly length: number;
}

/**
 * Maps the first `length` bytes of an open file read-only, shared with every process that maps them. The mapping outlives the descriptor, and lasts
 * until `unmap` or the end of the process. Linux is asked to cache and map it in huge pages (madvise(2), MADV_HUGEPAGE) where the file system can:
 * answers jump about in the index, and most of their time would be spent on finding small pages. `path` is for messages. Throws an Error where the
 * platform has no mmap, or the kernel refuses.
 */
export function mapFile(path: string, descriptor: number, length: number): Mapping {
  const { mmap, madvise } = libc();
  const address = BigInt(mmap(null, length, PROT_READ, MAP_SHARED, descriptor, 0));
  if (address === MAP_FAILED) throw new Error(`${path}: mmap of ${length} bytes failed with errno ${koffi.errno()}`);
  if (process.platform === 'linux' && length >= HUGE) madvise(address, length, MADV_HUGEPAGE);
  return { address, length };
}

/** The bytes of a mapping at `offset` as an ArrayBuffer, without a copy. */
export function viewOf({ address }: Mapping, offset: number, length: number): ArrayBuffer {
  return length === 0 ? new ArrayBuffer(0) : koffi.view(address + BigInt(offset), length);
}

/**
 * Reads part of a mapping from its disk and maps its pages, so that nobody waits for them later. Blocks until they are there; before Linux 5.14 and on
 * macOS it only asks for them. `offset` is a multiple of the largest page size, 64 KiB.
 */
export function populate({ address, length }: Mapping, offset: number, bytes: number): void {
  const { madvise } = libc();
  const [start, most] = [address + BigInt(offset), Math.min(bytes, length - offset)];
  if (process.platform !== 'linux' || madvise(start, most, MADV_POPULATE_READ) !== 0)
    madvise(start, most, MADV_WILLNEED);
}

/** Takes a mapping out of memory. Whoever reads a view of it after that ends the process, so all of them must be garbage by then. */
export function unmap({ address, length }: Mapping): void {
  libc().munmap(address, length);
}
