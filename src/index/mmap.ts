import koffi from 'koffi';

const PROT_READ = 1;
const MAP_SHARED = 1;
const MAP_FAILED = 0xffff_ffff_ffff_ffffn;

type Mmap = (
  address: null,
  length: number,
  protection: number,
  flags: number,
  descriptor: number,
  offset: number,
) => bigint;

let libcMmap: Mmap | null = null;

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
  /** The bytes at `offset` (a multiple of the page size), shared with every process that maps them, as an ArrayBuffer without a copy. */
  map(offset: number, length: number): ArrayBuffer;
}

/** Makes an open file mappable. `path` is for messages. Throws where the platform has no mmap. */
export function mappable(path: string, descriptor: number): MappableFile {
  const map = mmap();
  return {
    map(offset, length) {
      if (length === 0) return new ArrayBuffer(0);
      const address = map(null, length, PROT_READ, MAP_SHARED, descriptor, offset);
      if (BigInt(address) === MAP_FAILED)
        throw new Error(`${path}: mmap of ${length} bytes at ${offset} failed with errno ${koffi.errno()}`);
      return koffi.view(address, length);
    },
  };
}
