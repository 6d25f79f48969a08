import koffi from 'koffi';

const PROT_READ = 1;
const MAP_SHARED = 1;
const MADV_HUGEPAGE = 14;
/** Bytes of the smallest mapping that huge pages are asked for. */
const HUGE = 1 << 21;
const MAP_FAILED = 0xffff_ffff_ffff_ffffn;

type Mmap = (
  address: null,
  length: number,
  protection: number,
  flags: number,
  descriptor: number,
  offset: number,
) => bigint;

type Madvise = (address: bigint, length: number, advice: number) => number;

let libcMmap: Mmap | null = null;
let libcMadvise: Madvise | null = null;

/** Bytes of a page of this machine's memory: 4096, and on arm64 also 16384 or 65536. Parts of a file are mapped from a multiple of it. */
function pageSize(): number {
  return (koffi.load(null).func('int getpagesize()') as () => number)();
}

/**
 * Asks Linux to cache and map the file in huge pages (madvise(2), MADV_HUGEPAGE), where its file system can: answers jump about in
 * the index, and most of their time would be spent on finding small pages. Where it cannot, nothing changes.
 */
function adviseHugePages(address: bigint, length: number): void {
  if (process.platform !== 'linux' || length < HUGE) return;
  libcMadvise ??= koffi.load(null).func('int madvise(void *address, size_t length, int advice)') as Madvise;
  libcMadvise(address, length, MADV_HUGEPAGE);
}

function mmap(): Mmap {
  if (process.platform !== 'linux' && process.platform !== 'darwin')
    throw new Error(`Letterbox maps its index with mmap, which ${process.platform} lacks; run it on Linux or macOS`);
  libcMmap ??= koffi
    .load(null)
    .func(
      'void *mmap(void *address, size_t length, int protection, int flags, int descriptor, int64_t offset)',
    ) as Mmap;
  return libcMmap;
}

/** A file whose parts can be mapped read-only. Mappings outlive its descriptor and last until the process ends. */
export interface MappableFile {
  /** The bytes at `offset`, shared with every process that maps them, as an ArrayBuffer without a copy. */
  map(offset: number, length: number): ArrayBuffer;
}

/**
 * Makes an open file mappable. `path` is for messages; `page` is the page size of the machine, which tests replace by a multiple of it. Throws
 * where the platform has no mmap.
 */
export function mappable(path: string, descriptor: number, page: number | null = null): MappableFile {
  const map = mmap();
  const multiple = page ?? pageSize();
  return {
    map(offset, length) {
      if (length === 0) return new ArrayBuffer(0);
      const before = offset % multiple;
      const address = BigInt(map(null, before + length, PROT_READ, MAP_SHARED, descriptor, offset - before));
      if (address === MAP_FAILED)
        throw new Error(`${path}: mmap of ${length} bytes at ${offset} failed with errno ${koffi.errno()}`);
      adviseHugePages(address, before + length);
      return koffi.view(address + BigInt(before), length);
    },
  };
}
