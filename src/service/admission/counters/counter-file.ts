import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isProductName, MAX_PRODUCTS, PRODUCT_NAME_RULE } from '../product-names.ts';
import {
  BUCKETS,
  COUNTER_MAGIC,
  COUNTER_VERSION,
  FIRST_KINDS,
  HEADER,
  HEADER_BYTES,
  KINDS,
  type Kind,
  MAX_SEGMENTS,
  PRODUCT_NAME_BYTES,
  RECORD_BYTES,
  SEGMENT_BYTES,
  Unpublishable,
} from './layout.ts';
import { lockFile, mapCounters, unlockFile, writeZeros } from './shared-memory.ts';

/** The same bytes of the counter file, viewed as words of each size. */
export interface WordViews {
  readonly i32: Int32Array;
  readonly i64: BigInt64Array;
  readonly f64: Float64Array;
  readonly u8: Uint8Array;
}

/** The counter file, mapped: shared by the threads of the server and by the sidecar. */
export interface CounterFile {
  readonly path: string;
  /** 32 hexadecimal digits that no other counter file has. */
  readonly identity: string;
  /** Tells whether the path still leads to this file. */
  readonly inode: number;
  readonly header: WordViews;
  /** The n-th segment of a kind. Mapped on first use. Throws when there is no such segment. */
  segment(kind: Kind, n: number): WordViews;
  /** How many records of a kind there is room for. */
  capacity(kind: Kind): number;
  /**
   * Adds a segment of a kind. For the sidecar alone. Throws the file system's error when there is
   * no space: nothing has changed then.
   */
  grow(kind: Kind): void;
  /**
   * Takes the file's lock without waiting: `shared` for servers, `exclusive` for whoever must know
   * that no server is running.
   */
  lock(kind: 'exclusive' | 'shared'): boolean;
  /** Releases the lock and closes the descriptor. What is mapped stays mapped. */
  close(): void;
}

/**
 * Makes an empty counter file with one segment of each of the first kinds, in one step: it is
 * written under another name and renamed. An existing file is replaced; whoever has it open keeps
 * the old one.
 */
export function createCounterFile(path: string): void {
  const temporary = `${path}.${process.pid}.new`;
  const descriptor = openSync(temporary, 'w', 0o600);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    header.write(COUNTER_MAGIC, 0, 'latin1');
    header.writeInt32LE(COUNTER_VERSION, HEADER.VERSION * 4);
    header.writeInt32LE(FIRST_KINDS.length, HEADER.SEGMENTS * 4);
    randomBytes(16).copy(header, HEADER.IDENTITY_BYTE);
    for (let kind = 0; kind < FIRST_KINDS.length; kind++) header[HEADER.KINDS_BYTE + kind] = kind;
    writeSync(descriptor, header, 0, HEADER_BYTES, 0);
    writeZeros(descriptor, HEADER_BYTES, FIRST_KINDS.length * SEGMENT_BYTES);
    fsyncSync(descriptor);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** A counter file that cannot be used by any version: damaged, or not a counter file at all. */
export class DamagedCounterFile extends Error {
  override readonly name = 'DamagedCounterFile';
}

/** A counter file of a program whose record layout, operations or costs are different. */
export class OtherCounterVersion extends Error {
  override readonly name = 'OtherCounterVersion';
}

/**
 * Opens a counter file.
 *
 * @throws DamagedCounterFile when it is not a counter file or does not match its header,
 * OtherCounterVersion when it is of another version. The messages name the file, what was found and
 * what was expected.
 */
export function openCounterFile(path: string): CounterFile {
  const descriptor = openWritable(path);
  try {
    return mapCounterFile(path, descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function openWritable(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    throw new DamagedCounterFile(`${path}: not a counter file: it is a folder`);
  }
}

/**
 * Whether the constant part of an open file's header is as it was when the file was opened: if not,
 * no other program could open the file.
 */
export function headerIsWhole({ header, identity }: CounterFile): boolean {
  const bytes = Buffer.from(header.u8.subarray(0, HEADER.IDENTITY_BYTE + 16));
  return (
    bytes.toString('latin1', 0, COUNTER_MAGIC.length) === COUNTER_MAGIC &&
    bytes.readInt32LE(HEADER.VERSION * 4) === COUNTER_VERSION &&
    bytes.toString('hex', HEADER.IDENTITY_BYTE) === identity
  );
}

/** Makes a new name in a folder durable. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Where the header says how many records of a kind there are. */
const COUNTED = [
  ['keys', HEADER.KEYS],
  ['accounts', HEADER.ACCOUNTS],
  ['meters', HEADER.METERS],
] as const;

function mapCounterFile(path: string, descriptor: number): CounterFile {
  const found = fstatSync(descriptor);
  if (!found.isFile()) throw new DamagedCounterFile(`${path}: not a counter file: it is a pipe or device`);
  const { size, ino: inode } = found;
  const start = Buffer.alloc(16);
  const read = readSync(descriptor, start, 0, 16, 0);
  const magic = start.toString('latin1', 0, COUNTER_MAGIC.length);
  if (read < 16 || magic !== COUNTER_MAGIC)
    throw new DamagedCounterFile(
      `${path}: not a counter file: it begins with ${JSON.stringify(magic)}, expected "${COUNTER_MAGIC}"`,
    );
  const version = start.readInt32LE(HEADER.VERSION * 4);
  if (version !== COUNTER_VERSION)
    throw new OtherCounterVersion(
      `${path}: layout version ${version}, this program counts in version ${COUNTER_VERSION}`,
    );
  const count = start.readInt32LE(HEADER.SEGMENTS * 4);
  const expected = HEADER_BYTES + count * SEGMENT_BYTES;
  if (count < FIRST_KINDS.length || count > MAX_SEGMENTS || size < expected)
    throw new DamagedCounterFile(`${path}: truncated: ${size} bytes, expected ${expected} for ${count} segments`);

  const header = words(mapCounters(path, descriptor, 0, HEADER_BYTES));
  const byKind: WordViews[][] = KINDS.map(() => []);
  let mapped = 0;

  function mapNew(): void {
    const present = Atomics.load(header.i32, HEADER.SEGMENTS);
    for (; mapped < present; mapped++) {
      const kind = header.u8[HEADER.KINDS_BYTE + mapped]!;
      // One of each of the first kinds to begin with, and never a second segment of buckets.
      if (mapped < FIRST_KINDS.length ? kind !== mapped : kind < 1 || kind >= KINDS.length)
        throw new DamagedCounterFile(`${path}: segment ${mapped} is of kind ${kind}, which it cannot be`);
      byKind[kind]!.push(words(mapCounters(path, descriptor, HEADER_BYTES + mapped * SEGMENT_BYTES, SEGMENT_BYTES)));
    }
  }
  mapNew();
  for (const [kind, word] of COUNTED) {
    const records = Atomics.load(header.i32, word);
    const room = byKind[KINDS.indexOf(kind)]!.length * recordsPerSegment(kind);
    if (records < 0 || records > room)
      throw new DamagedCounterFile(`${path}: ${records} ${kind}, expected at most the ${room} that there is room for`);
  }

  return {
    path,
    inode,
    header,
    identity: Buffer.from(header.u8.subarray(HEADER.IDENTITY_BYTE, HEADER.IDENTITY_BYTE + 16)).toString('hex'),
    segment(kind, n) {
      const segments = byKind[KINDS.indexOf(kind)]!;
      if (n >= segments.length) mapNew();
      const segment = segments[n];
      if (segment === undefined) throw new Error(`${path}: there is no segment ${n} of ${kind}`);
      return segment;
    },
    capacity(kind) {
      mapNew();
      return byKind[KINDS.indexOf(kind)]!.length * recordsPerSegment(kind);
    },
    grow(kind) {
      const present = Atomics.load(header.i32, HEADER.SEGMENTS);
      if (present === MAX_SEGMENTS)
        throw new Error(`${path}: full: it has ${present} segments, which is all it can have`);
      writeZeros(descriptor, HEADER_BYTES + present * SEGMENT_BYTES, SEGMENT_BYTES);
      // Before the header says that it is there, in case the machine loses power.
      fsyncSync(descriptor);
      header.u8[HEADER.KINDS_BYTE + present] = KINDS.indexOf(kind);
      Atomics.store(header.i32, HEADER.SEGMENTS, present + 1);
      mapNew();
    },
    lock: (kind) => lockFile(descriptor, kind),
    close() {
      unlockFile(descriptor);
      closeSync(descriptor);
    },
  };
}

function words(buffer: ArrayBuffer): WordViews {
  return {
    i32: new Int32Array(buffer),
    i64: new BigInt64Array(buffer),
    f64: new Float64Array(buffer),
    u8: new Uint8Array(buffer),
  };
}

/** Records of a kind that one segment holds. */
export function recordsPerSegment(kind: Kind): number {
  return SEGMENT_BYTES / RECORD_BYTES[kind];
}

/** The segment that holds a record of a kind. */
export function segmentOf(file: CounterFile, kind: Kind, record: number): WordViews {
  return file.segment(kind, Math.floor(record / recordsPerSegment(kind)));
}

/** Where a record of a kind begins in its segment, in bytes. */
export function offsetOf(kind: Kind, record: number): number {
  return (record % recordsPerSegment(kind)) * RECORD_BYTES[kind];
}

/** The chain of keys that a SHA-256 belongs to, by its first word. */
export function bucketOf(firstWord: number): number {
  return firstWord & (BUCKETS - 1);
}

/** The products that the file has bits for, by bit. */
export function productNames(file: CounterFile): string[] {
  const count = Math.min(MAX_PRODUCTS, Math.max(0, Atomics.load(file.header.i32, HEADER.PRODUCTS)));
  return Array.from({ length: count }, (_, bit) => {
    const at = HEADER.PRODUCT_NAMES_BYTE + bit * PRODUCT_NAME_BYTES;
    const bytes = file.header.u8.subarray(at, at + PRODUCT_NAME_BYTES);
    return Buffer.from(bytes).toString('latin1').replace(/\0+$/, '');
  });
}

/**
 * The bit of a product, which it gets now if it has none. For the sidecar alone. Throws an
 * Unpublishable when the name is not valid, or there are too many products.
 */
export function productBit(file: CounterFile, name: string): number {
  const names = productNames(file);
  const known = names.indexOf(name);
  if (known >= 0) return known;
  if (!isProductName(name))
    throw new Unpublishable(`A product is called ${JSON.stringify(name)}, expected ${PRODUCT_NAME_RULE}`);
  if (names.length === MAX_PRODUCTS)
    throw new Unpublishable(
      `There are more than ${MAX_PRODUCTS} products, the last one "${name}"; a counter file can tell ${MAX_PRODUCTS} apart`,
    );
  file.header.u8.set(Buffer.from(name, 'latin1'), HEADER.PRODUCT_NAMES_BYTE + names.length * PRODUCT_NAME_BYTES);
  Atomics.store(file.header.i32, HEADER.PRODUCTS, names.length + 1);
  return names.length;
}
