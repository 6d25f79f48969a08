import koffi from 'koffi';

/** The protection argument of mmap(2), by what a mapping is used for. */
const PROTECTION = { read: 1, readWrite: 3 } as const;
const MAP_SHARED = 1;
const MAP_FIXED = 16;
const MAP_FAILED = 0xffff_ffff_ffff_ffffn;

/**
 * The functions of the C library that Node.js has no counterpart for, as in section 2 of the
 * manual. -1 is an error; `koffi.errno()` says which.
 */
export interface Libc {
  mmap(
    address: bigint | null,
    length: number,
    protection: number,
    flags: number,
    descriptor: number,
    offset: number,
  ): bigint | number;
  munmap(address: bigint, length: number): number;
  madvise(address: bigint, length: number, advice: number): number;
  flock(descriptor: number, operation: number): number;
  fcntl(descriptor: number, operation: number, type: 'int', argument: number): number;
  /** Linux only, as is `memfd_create`. */
  dup3(descriptor: number, onto: number, flags: number): number;
  memfd_create(name: string, flags: number): number;
  linkat(fromFolder: number, from: string, toFolder: number, to: string, flags: number): number;
  socket(domain: number, type: number, protocol: number): number;
  sendto(
    socket: number,
    data: Uint8Array,
    length: number,
    flags: number,
    address: Uint8Array,
    addressLength: number,
  ): number;
  getpeername(socket: number, address: Uint8Array, length: Uint32Array): number;
  /** Linux only. `value` is a `struct sock_fprog`. */
  setsockopt(socket: number, level: number, option: number, value: SocketProgram, length: number): number;
  close(descriptor: number): number;
  _exit(code: number): void;
}

/** A program of classic BPF: instructions of eight bytes each. */
interface SocketProgram {
  readonly len: number;
  readonly filter: Uint8Array;
}

/** Bytes of a `struct sock_fprog`. */
const SOCKET_PROGRAM_BYTES = 16;
const SOL_SOCKET = 1;
const SO_ATTACH_REUSEPORT_CBPF = 51;
const SO_DETACH_REUSEPORT_BPF = 68;

let loaded: Libc | null = null;

/** The C library of this process, looked up once per thread. Throws an Error on a platform without mmap. */
export function libc(): Libc {
  if (process.platform !== 'linux' && process.platform !== 'darwin')
    throw new Error(`Letterbox maps its files with mmap, which ${process.platform} lacks; run it on Linux or macOS`);
  loaded ??= load();
  return loaded;
}

function load(): Libc {
  const library = koffi.load(null);
  const declare = <Name extends keyof Libc>(prototype: string): Libc[Name] => library.func(prototype) as Libc[Name];
  return {
    mmap: declare<'mmap'>(
      'void *mmap(void *address, size_t length, int protection, int flags, int descriptor, int64_t offset)',
    ),
    munmap: declare<'munmap'>('int munmap(void *address, size_t length)'),
    madvise: declare<'madvise'>('int madvise(void *address, size_t length, int advice)'),
    flock: declare<'flock'>('int flock(int descriptor, int operation)'),
    fcntl: declare<'fcntl'>('int fcntl(int descriptor, int operation, ...)'),
    dup3: onLinux(() => declare<'dup3'>('int dup3(int descriptor, int onto, int flags)')),
    memfd_create: onLinux(() => declare<'memfd_create'>('int memfd_create(const char *name, unsigned int flags)')),
    linkat: declare<'linkat'>(
      'int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)',
    ),
    socket: declare<'socket'>('int socket(int domain, int type, int protocol)'),
    sendto: declare<'sendto'>(
      'long sendto(int socket, const void *data, size_t length, int flags, const void *address, uint32_t size)',
    ),
    getpeername: declare<'getpeername'>('int getpeername(int socket, void *address, void *length)'),
    setsockopt: onLinux(() => {
      // Unnamed: a type's name can be defined once per process, and this module may be loaded
      // again.
      const program = koffi.pointer(koffi.struct({ len: 'uint16_t', filter: 'void *' }));
      const parameters = ['int', 'int', 'int', program, 'uint32_t'];
      return library.func('setsockopt', 'int', parameters) as Libc['setsockopt'];
    }),
    close: declare<'close'>('int close(int descriptor)'),
    _exit: declare<'_exit'>('void _exit(int code)'),
  };
}

/** A function that only Linux has: on other platforms it always fails. */
function onLinux<F extends (...values: never[]) => number>(declare: () => F): F {
  return process.platform === 'linux' ? declare() : ((() => -1) as unknown as F);
}

/**
 * Maps bytes of an open file, shared with every thread and process that maps them, and answers their address. `offset` is a multiple of the largest
 * page size, 64 KiB. The mapping outlives the descriptor. With `at`, it takes the place of what is mapped there, in one step for all threads. Throws
 * an Error with the file's name when the kernel refuses.
 */
export function mapShared(
  path: string,
  descriptor: number,
  offset: number,
  length: number,
  protection: keyof typeof PROTECTION,
  at: bigint | null = null,
): bigint {
  const flags = at === null ? MAP_SHARED : MAP_SHARED | MAP_FIXED;
  const address = BigInt(libc().mmap(at, length, PROTECTION[protection], flags, descriptor, offset));
  if (address === MAP_FAILED)
    throw new Error(`${path}: mmap of ${length} bytes at ${offset} failed with errno ${koffi.errno()}`);
  return address;
}

/**
 * Ends this process without waiting for its threads, unlike `process.exit`: one of them may be
 * stuck on a disk that never answers. Linux and macOS.
 */
export function endNow(code: number): never {
  libc()._exit(code);
  return process.exit(code);
}

/**
 * Sets which of the sockets that share a port a new connection goes to, by a program of classic BPF
 * that returns its number in the order in which they began to listen (socket(7),
 * SO_ATTACH_REUSEPORT_CBPF); null for any of them. False where the kernel refuses.
 */
export function setReuseportProgram(descriptor: number, program: Uint8Array | null): boolean {
  const value = { len: (program?.length ?? 0) / 8, filter: program ?? new Uint8Array(8) };
  const option = program === null ? SO_DETACH_REUSEPORT_BPF : SO_ATTACH_REUSEPORT_CBPF;
  return libc().setsockopt(descriptor, SOL_SOCKET, option, value, SOCKET_PROGRAM_BYTES) === 0;
}
