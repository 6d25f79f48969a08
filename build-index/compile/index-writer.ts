import { crc32 } from 'node:zlib';
import { Builder } from 'flatbuffers';
import { FORMAT_VERSION, HEADER_BYTES, MAGIC, PAGE } from '../../src/address/index/format.ts';
import { Count } from '../../src/address/index/generated/letterbox/count.ts';
import { Manifest } from '../../src/address/index/generated/letterbox/manifest.ts';
import { Option } from '../../src/address/index/generated/letterbox/option.ts';
import { Section } from '../../src/address/index/generated/letterbox/section.ts';
import { Source } from '../../src/address/index/generated/letterbox/source.ts';
import { mapFile } from '../../src/address/index/mmap.ts';
import {
  type Column,
  isOptional,
  SECTION_NAMES,
  SECTIONS,
  type SectionName,
} from '../../src/address/index/sections.ts';
import { WholeFile } from '../../src/system/whole-file.ts';
import type { SourceFile } from '../release/release.ts';
import type { WrittenSection, WrittenSections } from './written-sections.ts';

/** What the manifest says besides the sections. */
export interface ManifestContent {
  readonly release: string;
  readonly datum: string;
  readonly attribution: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly options: Readonly<Record<string, string>>;
  readonly sources: readonly SourceFile[];
}

interface CheckedSection extends WrittenSection {
  readonly crc32: number;
}

const CHECKSUM_BYTES = 1 << 24;

/** Writes an index file, which appears at its path whole or not at all. */
export class IndexWriter {
  readonly #out: string;
  readonly #file: WholeFile;
  readonly #sections: CheckedSection[] = [];

  /** Throws when no file can be put at `out`. */
  constructor(out: string) {
    this.#out = out;
    this.#file = new WholeFile(out);
    const header = Buffer.alloc(HEADER_BYTES);
    header.set(MAGIC);
    header.writeUInt32LE(FORMAT_VERSION, MAGIC.length);
    this.#file.write(header);
  }

  /** Writes one section whole. */
  section<N extends SectionName>(name: N, column: Column<N>): void {
    const type = SECTIONS[name];
    if (this.#sections.some((section) => section.name === name)) throw new Error(`section ${name} is written twice`);
    this.#align();
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    this.#sections.push({ name, offset: this.#file.length, length: column.length, crc32: checksum(bytes) });
    if (column.BYTES_PER_ELEMENT !== { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 }[type])
      throw new Error(`section ${name} holds ${column.constructor.name}, expected ${type}`);
    this.#file.write(bytes);
  }

  /** Maps what has been written so far; it can be read until `unmap`. */
  written(): WrittenSections {
    const mapping = mapFile(this.#out, this.#file.descriptor, this.#file.length);
    return { mapping, sections: this.#sections.map(({ name, offset, length }) => ({ name, offset, length })) };
  }

  /** Writes manifest and footer, makes the file durable and gives it its name. Answers the file's size. */
  finish(content: ManifestContent): number {
    const written = new Set<string>(this.#sections.map(({ name }) => name));
    const missing = SECTION_NAMES.filter((name) => !written.has(name) && !isOptional(name));
    if (missing.length > 0) throw new Error(`sections ${missing.join(', ')} are not written`);
    this.#align();
    const manifest = encodeManifest(content, this.#sections);
    this.#file.write(manifest);
    const footer = Buffer.alloc(8 + MAGIC.length);
    footer.writeUInt32LE(crc32(manifest), 0);
    footer.writeUInt32LE(manifest.length, 4);
    footer.set(MAGIC, 8);
    this.#file.write(footer);
    return this.#file.finish();
  }

  /** Gives up: nothing of the file remains. */
  abandon(): void {
    this.#file.abandon();
  }

  #align(): void {
    const gap = (PAGE - (this.#file.length % PAGE)) % PAGE;
    if (gap > 0) this.#file.write(Buffer.alloc(gap));
  }
}

function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += CHECKSUM_BYTES) crc = crc32(bytes.subarray(at, at + CHECKSUM_BYTES), crc);
  return crc;
}

function encodeManifest(content: ManifestContent, sections: readonly CheckedSection[]): Uint8Array {
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
