/**
 * What the search asks of a street, in one cache line: a row of `streetRecord` has STREET_RECORD elements, at these places. All of
 * it stands in other columns too. After the last street comes one more row, whose starts are the ends of the columns.
 */
export const STREET_RECORD = 8;

export const RECORD_LOCALITY = 0;
/** The street's addresses: the first, and the one after the last. */
export const RECORD_START = 1;
export const RECORD_END = 2;
/** Type (16 bits), suffix (8), state (4), whether any address has a lot (1), from the lowest. */
export const RECORD_CODES = 3;
/** Principals of the locality, and of the street. */
export const RECORD_LOCALITY_COUNT = 4;
export const RECORD_COUNT = 5;
/** The first of its number ranges; those of the next street begin where its own end. */
export const RECORD_RANGE = 6;
/** The highest street number, the ends of ranges included; 0 without one. */
export const RECORD_HIGHEST = 7;

/** How well known a street is: the principals of its locality first, then its own. `row` is its first element in `streetRecord`. */
export function weightOf(record: Uint32Array, row: number): number {
  return record[row + RECORD_LOCALITY_COUNT] * 65536 + Math.min(65535, record[row + RECORD_COUNT]);
}

/** Bit of RECORD_CODES: an address of the street has a lot for its number. */
export const HAS_LOTS = 1 << 28;

/** A street's state, a position in STATE_ORDER, by its RECORD_CODES. */
export function stateOf(codes: number): number {
  return (codes >>> 24) & 0xf;
}
