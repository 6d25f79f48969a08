import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ByteBuffer } from 'flatbuffers';
import { type Bytes, bytesOf } from './bytes.ts';
import { checksumText, FOOTER_BYTES, FORMAT_VERSION, HEADER_BYTES, MAGIC, PAGE } from './format.ts';
import { Manifest as ManifestBuffer } from './generated/letterbox/manifest.ts';
import { type Mapping, mapFile, unmap, viewOf } from './mmap.ts';
import {
  type Columns,
  type CopiedSectionName,
  ELEMENT_TYPES,
  type ElementType,
  HISTORY_SECTIONS,
  type IndexColumns,
  isCopied,
  isOptional,
  NO_HISTORY,
  SECTION_NAMES,
  SECTIONS,
  type SectionName,
} from './sections.ts';

/** One section as the manifest describes it; `offset` in bytes, `length` in elements. */
export interface SectionEntry {
  readonly name: SectionName;
  readonly type: ElementType;
  readonly offset: number;
  readonly length: number;
  readonly bytes: number;
  readonly crc32: number;
}

/** What an index file says of itself. */
export interface Manifest {
  readonly path: string;
  /** `2026.02`: the value of `sourceDataRelease`. */
  readonly release: string;
  readonly datum: string;
  readonly attribution: string;
  /** Records in the index, aliases included. */
  readonly addresses: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly options: Readonly<Record<string, string>>;
  readonly sources: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
  readonly sections: readonly SectionEntry[];
  readonly formatVersion: number;
  readonly fileBytes: number;
  /** CRC-32 of the manifest, which has that of every section: files that differ almost surely differ in it. */
  readonly checksum: number;
}

/** The sections that answers copy bytes of, by name. */
type CopiedSections = { readonly [N in CopiedSectionName]: Bytes };

/** An open index: the mapped columns. Nothing is built at opening. */
export interface AddressIndex extends IndexColumns {
  readonly path: string;
  readonly manifest: Manifest;
  readonly bytes: CopiedSections;
}

/**
 * A file that is not an index this program can read, and that trying again will not make one. The
 * message names it.
 */
export class UnusableIndex extends Error {
  override readonly name = 'UnusableIndex';
}

/**
 * Reads the manifest of an index file, and checks that the file is whole: magic, version, length,
 * the manifest's checksum, that the rest of its first page is zero, and that every section of this
 * version is there, inside the file and of its type. Throws an UnusableIndex whose message names
 * the file, the section where one is concerned, and both values.
 */
export function readManifest(path: string): Manifest {
  const descriptor = openFile(path);
  try {
    return manifestOf(path, descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function manifestOf(path: string, descriptor: number): Manifest {
  const stats = fstatSync(descriptor);
  const { size } = stats;
  expectFile(path, stats);
  if (size === 0) throw new UnusableIndex(`${path} is empty: expected a Letterbox index`);
  const header = readAt(descriptor, 0, Math.min(size, PAGE));
  if (header.length < HEADER_BYTES || !startsWithMagic(header))
    throw new UnusableIndex(
      `${path}: not a Letterbox index: it begins with ${hex(header.subarray(0, 8))}, expected ${hex(MAGIC)}`,
    );
  const version = header.readUInt32LE(8);
  if (version !== FORMAT_VERSION)
    throw new UnusableIndex(
      `${path}: format version ${version}, this program reads version ${FORMAT_VERSION}; rebuild the index from its release`,
    );
  if (size < PAGE + FOOTER_BYTES)
    throw new UnusableIndex(`${path}: truncated: ${size} bytes, expected at least ${PAGE + FOOTER_BYTES}`);
  const stray = header.findIndex((byte, at) => at >= HEADER_BYTES && byte !== 0);
  if (stray >= 0)
    throw new UnusableIndex(
      `${path}: header is corrupt: byte ${stray} is ${hex(header.subarray(stray, stray + 1))}, expected 00`,
    );
  const footer = readAt(descriptor, size - FOOTER_BYTES, FOOTER_BYTES);
  if (!startsWithMagic(footer.subarray(8)))
    throw new UnusableIndex(`${path}: truncated: it ends with ${hex(footer.subarray(8))}, expected ${hex(MAGIC)}`);
  const length = footer.readUInt32LE(4);
  if (length > size - PAGE - FOOTER_BYTES)
    throw new UnusableIndex(`${path}: manifest of ${length} bytes in a file of ${size}`);
  const bytes = readAt(descriptor, size - FOOTER_BYTES - length, length);
  const checksum = footer.readUInt32LE(0);
  if (crc32(bytes) !== checksum)
    throw new UnusableIndex(
      `${path}: manifest is corrupt: checksum ${checksumText(crc32(bytes))}, expected ${checksumText(checksum)}`,
    );
  return decode(path, bytes, size - FOOTER_BYTES - length, size, checksum);
}

/**
 * Maps an index file read-only and answers its columns. O(sections), whatever the size. Throws as
 * `readManifest` does, and where mmap fails. The mapping lasts as long as this thread refers to any
 * of the columns: no answer can outlive its bytes. With the descriptor of a file that is open,
 * which stays open, `path` is for messages alone.
 */
export function openIndex(path: string, descriptor?: number): AddressIndex {
  const opened = descriptor ?? openFile(path);
  try {
    const { manifest, mapping } = mapIndexFile(path, opened);
    return indexOver(manifest, mapping, () => unmap(mapping));
  } finally {
    if (descriptor === undefined) closeSync(opened);
  }
}

/** An index file in memory. Plain data, which other threads of the process can be given. */
export interface MappedIndex {
  readonly manifest: Manifest;
  readonly mapping: Mapping;
}

/**
 * Maps an index file that is open; `path` is for messages. The descriptor stays open. Throws as
 * `readManifest` does.
 */
export function mapIndexFile(path: string, descriptor: number): MappedIndex {
  const manifest = manifestOf(path, descriptor);
  return { manifest, mapping: mapFile(path, descriptor, manifest.fileBytes) };
}

/**
 * The columns of an index that is mapped. `released` is called once, after this thread's last
 * reference to any of them is gone and it can no longer read the mapping; the garbage collector
 * decides when.
 */
export function indexOver(manifest: Manifest, mapping: Mapping, released: (() => void) | null = null): AddressIndex {
  const { path } = manifest;
  const columns: Partial<Record<SectionName, unknown>> = {};
  const bytes: Partial<Record<SectionName, Bytes>> = {};
  const views: ArrayBuffer[] = [];
  for (const section of manifest.sections) {
    const view = viewOf(mapping, section.offset, section.bytes);
    columns[section.name] = new ELEMENT_TYPES[section.type](view);
    if (isCopied(section.name)) bytes[section.name] = bytesOf(view);
    views.push(view);
  }
  for (const name of HISTORY_SECTIONS) {
    if (columns[name] !== undefined) continue;
    columns[name] = NO_HISTORY[name];
    if (isCopied(name)) bytes[name] = NO_BYTES;
  }
  if (released !== null) callWhenCollected(views, released);
  // Adding many names one by one makes V8 keep them in a hash table; a copy has them at fixed
  // places, for every later access.
  const complete = { ...columns } as Columns;
  return {
    path,
    manifest,
    columns: complete,
    bytes: { ...bytes } as CopiedSections,
  };
}

/**
 * The index of columns that no file has yet, so that it can be searched while it is made: its
 * manifest says nothing but how many addresses there are.
 */
export function indexInMemory(columns: Columns): AddressIndex {
  const path = 'an index in memory';
  const bytes: Partial<Record<SectionName, Bytes>> = {};
  for (const name of SECTION_NAMES) {
    const { buffer, byteOffset, byteLength } = columns[name];
    if (isCopied(name)) bytes[name] = bytesOf(buffer, byteOffset, byteLength);
  }
  const manifest: Manifest = {
    path,
    release: '',
    datum: '',
    attribution: '',
    addresses: columns.addressHead.length,
    counts: {},
    options: {},
    sources: [],
    sections: [],
    formatVersion: FORMAT_VERSION,
    fileBytes: 0,
    checksum: 0,
  };
  return { path, manifest, columns, bytes: { ...bytes } as CopiedSections };
}

const NO_BYTES = bytesOf(new ArrayBuffer(0));

/** Registries that are waiting: one that is itself collected never calls back. */
const waiting = new Set<FinalizationRegistry<null>>();

function callWhenCollected(objects: readonly object[], collected: () => void): void {
  let left = objects.length;
  const registry = new FinalizationRegistry<null>(() => {
    if (--left > 0) return;
    waiting.delete(registry);
    collected();
  });
  waiting.add(registry);
  for (const object of objects) registry.register(object, null);
}

function decode(path: string, bytes: Buffer, end: number, size: number, checksum: number): Manifest {
  const buffer = ManifestBuffer.getRootAsManifest(new ByteBuffer(bytes));
  const counts: Record<string, number> = {};
  for (let i = 0; i < buffer.countsLength(); i++)
    counts[text(buffer.counts(i)?.name())] = Number(buffer.counts(i)?.value());
  const options: Record<string, string> = {};
  for (let i = 0; i < buffer.optionsLength(); i++)
    options[text(buffer.options(i)?.name())] = text(buffer.options(i)?.value());
  const sources = Array.from({ length: buffer.sourcesLength() }, (_, i) => ({
    path: text(buffer.sources(i)?.path()),
    size: Number(buffer.sources(i)?.size()),
    sha256: text(buffer.sources(i)?.sha256()),
  }));
  const found = new Map<string, SectionEntry>();
  for (let i = 0; i < buffer.sectionsLength(); i++) {
    const section = buffer.sections(i);
    const name = text(section?.name());
    if (!(name in SECTIONS))
      throw new UnusableIndex(`${path}: section ${name} is not one of format version ${FORMAT_VERSION}`);
    const expected = SECTIONS[name as SectionName];
    if (section?.type() !== expected)
      throw new UnusableIndex(`${path}: section ${name} holds ${section?.type()}, expected ${expected}`);
    const offset = Number(section.offset());
    const length = Number(section.length());
    const byteLength = length * ELEMENT_TYPES[expected].BYTES_PER_ELEMENT;
    if (offset % PAGE !== 0)
      throw new UnusableIndex(`${path}: section ${name} begins at ${offset}, expected a multiple of ${PAGE}`);
    if (offset + byteLength > end)
      throw new UnusableIndex(
        `${path}: section ${name} ends at ${offset + byteLength}, past the sections' end at ${end}`,
      );
    found.set(name, {
      name: name as SectionName,
      type: expected,
      offset,
      length,
      bytes: byteLength,
      crc32: section.crc32(),
    });
  }
  const hasHistory = HISTORY_SECTIONS.some((name) => found.has(name));
  for (const name of SECTION_NAMES)
    if (!found.has(name) && (hasHistory || !isOptional(name)))
      throw new UnusableIndex(`${path}: section ${name} is missing`);
  return {
    path,
    release: text(buffer.release()),
    datum: text(buffer.datum()),
    attribution: text(buffer.attribution()),
    addresses: found.get('addressHead')?.length ?? 0,
    counts,
    options,
    sources,
    sections: [...found.values()],
    formatVersion: FORMAT_VERSION,
    fileBytes: size,
    checksum,
  };
}

/** Error codes for a path at which this user can open nothing, now or later. */
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'];

/**
 * Opens an index file for reading. Looks at it first, so as not to wait for a pipe that nothing
 * writes to. Throws an UnusableIndex that says so where there is no file, and the file system's
 * error where the failure may pass.
 */
export function openFile(path: string): number {
  try {
    expectFile(path, statSync(path));
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Throws an UnusableIndex for what is at a path but is not a file: a folder, a pipe, a device. */
export function expectFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new UnusableIndex(`${path} is not a file: expected a Letterbox index`);
}

/** What to throw after a failure to open a path: an UnusableIndex where trying again would not help. */
export function unusable(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UnusableIndex(`${path} does not exist: expected a Letterbox index`);
  return code !== undefined && NOT_THERE.includes(code) ? new UnusableIndex(message) : error;
}

/**
 * A section of an index file in memory of its own, read from the file: for what has to survive the
 * file being cut short. Throws where bytes are missing.
 */
export function readSection<N extends SectionName>(manifest: Manifest, descriptor: number, name: N): Columns[N] {
  const { type, offset, bytes } = manifest.sections.find((section) => section.name === name)!;
  const read = readAt(descriptor, offset, bytes);
  if (read.length < bytes)
    throw new UnusableIndex(
      `${manifest.path}: truncated: section ${name} ends at ${offset + bytes}, past the file's end`,
    );
  return new ELEMENT_TYPES[type](new Uint8Array(read).buffer) as Columns[N];
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const n = readSync(descriptor, bytes, at, length - at, position + at);
    if (n === 0) break;
    at += n;
  }
  return bytes.subarray(0, at);
}

function startsWithMagic(bytes: Buffer): boolean {
  return bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function text(value: string | null | undefined): string {
  return value ?? '';
}
