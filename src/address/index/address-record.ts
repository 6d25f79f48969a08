import { postcodeAt } from './locality-answer.ts';
import type { IndexColumns } from './sections.ts';

/** Elements of `addressRecord` for each address. */
export const ADDRESS_WORDS = 6;

/**
 * The elements of an address in `addressRecord`. They lie together because every answer reads all
 * of them: at national size each place that is read costs a wait for memory. What the search scans
 * is in columns of its own.
 */
export const ADDRESS = {
  /** Main geocode relative to its locality's origin; 0 where there is none. */
  lon: 0,
  lat: 1,
  /** Number at the id's end, or text id: see `idPrefixOf`. */
  idNumber: 2,
  /** Position in `boundarySet`. */
  boundarySet: 3,
  /** Start of its record in `detail`. */
  detail: 4,
  /** Four codes of eight bits, the lowest first: flags, geocode kind, postcode, id prefix. */
  codes: 5,
} as const;

/** Packs the codes of an address. */
export function packCodes(flags: number, geocodeKind: number, postcode: number, idPrefix: number): number {
  return (flags | (geocodeKind << 8) | (postcode << 16) | (idPrefix << 24)) >>> 0;
}

/** The codes of an address, packed. */
export function codesOf(index: IndexColumns, ordinal: number): number {
  return index.columns.addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.codes];
}

/** The flags of an address (address-flags.ts). */
export function flagsOf(index: IndexColumns, ordinal: number): number {
  return flagsIn(codesOf(index, ordinal));
}

/** Of packed codes: the flags (address-flags.ts). */
export function flagsIn(codes: number): number {
  return codes & 0xff;
}

/** Of packed codes: the kind of the main geocode, a position in `geocodeKindText`. */
export function geocodeKindIn(codes: number): number {
  return (codes >>> 8) & 0xff;
}

/** Of packed codes: the postcode, as a position among those of the locality. */
export function postcodeIn(codes: number): number {
  return (codes >>> 16) & 0xff;
}

/** Of packed codes: the prefix of the id, a position in `idPrefixText`; 0 where the id's number is a text id. */
export function idPrefixIn(codes: number): number {
  return codes >>> 24;
}

/** The number at the end of the id of an address, or its text id where the id has no prefix. */
export function idNumberOf(index: IndexColumns, ordinal: number): number {
  return index.columns.addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.idNumber];
}

/** The boundary set of an address. */
export function boundarySetOf(index: IndexColumns, ordinal: number): number {
  return index.columns.addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.boundarySet];
}

/** Where the record of an address begins in `detail`. */
export function detailStartOf(index: IndexColumns, ordinal: number): number {
  return index.columns.addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.detail];
}

/** The postcode of an address of that locality, as a number; NO_POSTCODE where it has none. */
export function postcodeOf(index: IndexColumns, ordinal: number, locality: number): number {
  return postcodeAt(index, locality, postcodeIn(codesOf(index, ordinal)));
}
