import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { checksumText, FOOTER_BYTES, HEADER_BYTES, PAGE } from '../../src/address/index/format.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { SECTION_NAMES, type SectionName } from '../../src/address/index/sections.ts';
import type { Check } from './check.ts';

const CHUNK = 1 << 24;

/** Every section's bytes have the CRC-32 that the manifest gives. */
export const CHECKSUM_CHECKS: readonly Check[] = SECTION_NAMES.map((section) => ({
  section,
  holds: 'its bytes have the checksum of the manifest',
  find(index) {
    const { buffer, byteOffset, byteLength } = index.columns[section];
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    let found = 0;
    for (let at = 0; at < bytes.length; at += CHUNK) found = crc32(bytes.subarray(at, at + CHUNK), found);
    const expected = entryOf(index, section).crc32;
    return found === expected ? null : `checksum ${checksumText(found)}, expected ${checksumText(expected)}`;
  },
}));

/**
 * Sections follow one another, each on the next page, and nothing but zeros lies between: no byte
 * of the file is unaccounted for.
 */
export const GAP_CHECKS: readonly Check[] = [
  {
    section: 'manifest',
    holds: 'only zeros follow the header',
    find: (index) => gapFault(index, HEADER_BYTES, PAGE, 'after the header'),
  },
  ...SECTION_NAMES.map(
    (section): Check => ({
      section,
      holds: 'the next section begins on the next page, after zeros',
      find(index) {
        const { offset, bytes } = entryOf(index, section);
        const end = offset + bytes;
        const next = Math.ceil(end / PAGE) * PAGE;
        const follows = index.manifest.sections.some((entry) => entry.offset === next) || manifestStart(index) === next;
        return follows ? gapFault(index, end, next, `after the section`) : `nothing begins at ${next}, where it ends`;
      },
    }),
  ),
];

function entryOf(index: AddressIndex, section: SectionName) {
  const entry = index.manifest.sections.find(({ name }) => name === section);
  if (entry === undefined) throw new Error(`the manifest has no section ${section}`);
  return entry;
}

function gapFault(index: AddressIndex, from: number, to: number, where: string): string | null {
  const gap = readBytes(index.path, from, to - from);
  const position = gap.findIndex((byte) => byte !== 0);
  return position < 0 ? null : `byte ${from + position} of the file, ${where}, is ${gap[position]}, expected 0`;
}

function manifestStart(index: AddressIndex): number {
  const end = index.manifest.fileBytes - FOOTER_BYTES;
  return end - readBytes(index.path, end + 4, 4).readUInt32LE(0);
}

function readBytes(path: string, position: number, length: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const read = readSync(descriptor, bytes, 0, length, position);
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}
