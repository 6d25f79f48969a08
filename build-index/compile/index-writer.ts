import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { Builder } from 'flatbuffers';
import koffi from 'koffi';
import { FORMAT_VERSION, HEADER_BYTES, MAGIC, PAGE } from '../../src/index/format.ts';
import { Count } from '../../src/index/generated/letterbox/count.ts';
import { Manifest } from '../../src/index/generated/letterbox/manifest.ts';
import { Option } from '../../src/index/generated/letterbox/option.ts';
import { Section } from '../../src/index/generated/letterbox/section.ts';
import { Source } from '../../src/index/generated/letterbox/source.ts';
import { type Column, SECTIONS, type SectionName } from '../../src/index/sections.ts';
import type { SourceFile } from '../release/release.ts';

/** What the manifest says besides the sections. */
export interface ManifestContent {
  readonly release: string;
  readonly datum: string;
  readonly attribution: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly options: Readonly<Record<string, string>>;
  readonly sources: readonly SourceFile[];
}

interface WrittenSection {
  readonly name: SectionName;
  readonly offset: number;
  readonly length: number;
  readonly crc32: number;
}

const O_TMPFILE = 0o20200000;
const AT_FDCWD = -100;
const AT_SYMLINK_FOLLOW = 0x400;
const WRITE_BYTES = 1 << 24;

/**
 * Writes an index file. Until `finish`, the bytes are in a file without a name (O_TMPFILE), which vanishes with the process,
 * however it ends; where the file system has no such files, in `.<name>.<pid>.tmp`, which the next build removes.
 */
export class IndexWriter {
  readonly #out: string;
  readonly #temporary: string;
  readonly #descriptor: number;
  #named: boolean;
  #position = 0;
  readonly #sections: WrittenSection[] = [];

  /** Throws when the folder of `out` cannot be written to. */
  constructor(out: string) {
    this.#out = resolve(out);
    const folder = dirname(this.#out);
    this.#temporary = join(folder, `.${basename(this.#out)}.${process.pid}.tmp`);
    removeLeftovers(folder, basename(this.#out));
    const unnamed = openUnnamed(folder);
    this.#named = unnamed === null;
    this.#descriptor = unnamed ?? openSync(this.#temporary, 'wx+');
    const header = Buffer.alloc(HEADER_BYTES);
    header.set(MAGIC);
    header.writeUInt32LE(FORMAT_VERSION, MAGIC.length);
    this.#write(header);
  }

  /** Writes one section whole. */
  section<N extends SectionName>(name: N, column: Column<N>): void {
    const type = SECTIONS[name];
    this.#align();
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    this.#sections.push({ name, offset: this.#position, length: column.length, crc32: checksum(bytes) });
    if (column.BYTES_PER_ELEMENT !== { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 }[type])
      throw new Error(`section ${name} holds ${column.constructor.name}, expected ${type}`);
    this.#write(bytes);
  }

  /** Writes manifest and footer, makes the file durable and gives it its name. Answers the file's size. */
  finish(content: ManifestContent): number {
    this.#align();
    const manifest = encodeManifest(content, this.#sections);
    this.#write(manifest);
    const footer = Buffer.alloc(8 + MAGIC.length);
    footer.writeUInt32LE(crc32(manifest), 0);
    footer.writeUInt32LE(manifest.length, 4);
    footer.set(MAGIC, 8);
    this.#write(footer);
    fsyncSync(this.#descriptor);
    const { size } = fstatSync(this.#descriptor);
    if (!this.#named) linkTo(this.#descriptor, this.#temporary);
    this.#named = true;
    renameSync(this.#temporary, this.#out);
    this.#named = false;
    closeSync(this.#descriptor);
    syncFolder(dirname(this.#out));
    return size;
  }

  /** Gives up: nothing of the file remains. */
  abandon(): void {
    closeSync(this.#descriptor);
    if (this.#named) unlinkSync(this.#temporary);
  }

  #align(): void {
    const gap = (PAGE - (this.#position % PAGE)) % PAGE;
    if (gap > 0) this.#write(Buffer.alloc(gap));
  }

  #write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length)
      at += writeSync(this.#descriptor, bytes, at, Math.min(bytes.length - at, WRITE_BYTES), this.#position + at);
    this.#position += bytes.length;
  }
}

function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += WRITE_BYTES) crc = crc32(bytes.subarray(at, at + WRITE_BYTES), crc);
  return crc;
}

function openUnnamed(folder: string): number | null {
  if (process.platform !== 'linux') return null;
  try {
    return openSync(folder, O_TMPFILE | constants.O_RDWR, 0o644);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EOPNOTSUPP' || code === 'EISDIR' || code === 'EINVAL' || code === 'ENOENT') return null;
    throw error;
  }
}

function linkTo(descriptor: number, path: string): void {
  const linkat = koffi
    .load(null)
    .func('int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)');
  if (linkat(AT_FDCWD, `/proc/self/fd/${descriptor}`, AT_FDCWD, path, AT_SYMLINK_FOLLOW) !== 0)
    throw new Error(`${path}: linkat failed with errno ${koffi.errno()}`);
}

/** Removes what builds that were killed at a bad moment left behind. */
function removeLeftovers(folder: string, name: string): void {
  const prefix = `.${name}.`;
  for (const entry of readdirSync(folder)) {
    const pid =
      entry.startsWith(prefix) && entry.endsWith('.tmp') ? Number(entry.slice(prefix.length, -4)) : Number.NaN;
    if (Number.isInteger(pid) && !isRunning(pid)) unlinkSync(join(folder, entry));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function encodeManifest(content: ManifestContent, sections: readonly WrittenSection[]): Uint8Array {
  const builder = new Builder(1 << 14);
  const counts = Object.entries(content.counts).map(([name, value]) =>
    Count.createCount(builder, builder.createString(name), BigInt(value)),
  );
  const options = Object.entries(content.options).map(([name, value]) =>
    Option.createOption(builder, builder.createString(name), builder.createString(value)),
  );
  const sources = content.sources.map(({ path, size, sha256 }) =>
    Source.createSource(builder, builder.createString(path), BigInt(size), builder.createString(sha256)),
  );
  const entries = sections.map((section) =>
    Section.createSection(
      builder,
      builder.createString(section.name),
      builder.createString(SECTIONS[section.name]),
      BigInt(section.offset),
      BigInt(section.length),
      section.crc32,
    ),
  );
  Manifest.finishManifestBuffer(
    builder,
    Manifest.createManifest(
      builder,
      builder.createString(content.release),
      builder.createString(content.datum),
      builder.createString(content.attribution),
      Manifest.createCountsVector(builder, counts),
      Manifest.createOptionsVector(builder, options),
      Manifest.createSourcesVector(builder, sources),
      Manifest.createSectionsVector(builder, entries),
    ),
  );
  return builder.asUint8Array();
}
