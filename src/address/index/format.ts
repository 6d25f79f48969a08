/** First and last eight bytes of an index file. */
export const MAGIC = new Uint8Array([0x4c, 0x42, 0x58, 0x49, 0x4e, 0x44, 0x45, 0x58]);

/**
 * Version of the layout that sections.ts describes. A file of another version is refused at opening,
 * with both versions, and the index is built again from its release, never converted. Sections about
 * former releases (HISTORY_SECTIONS) may be absent, so adding them did not raise it.
 */
export const FORMAT_VERSION = 17;

/**
 * Sections begin on multiples of this. Where it is the page size of the machine, each is a mapping
 * of its own; where that is larger, they overlap.
 */
export const PAGE = 4096;

/** Bytes at the start: magic, then the format version as u32, little-endian; the first section begins at PAGE. */
export const HEADER_BYTES = 12;

/** Bytes at the end: CRC-32 of the manifest (u32), its length (u32), then the magic. */
export const FOOTER_BYTES = 16;

/** A CRC-32 as messages show it: eight hexadecimal digits. */
export function checksumText(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}

/** What a product built on G-NAF says (Open G-NAF End User Licence Agreement), and for the boundaries (CC BY 4.0). */
export const ATTRIBUTION =
  'Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of Australia under the ' +
  'Open Geo-coded National Address File (G-NAF) End User Licence Agreement. ' +
  'Incorporates or developed using Administrative Boundaries © Geoscape Australia licensed by the Commonwealth of ' +
  'Australia under Creative Commons Attribution 4.0 International licence (CC BY 4.0).';
