import { packStreetCodes } from './street-codes.ts';

/**
 * What the search asks of a street, in one cache line: a row of `streetRecord` has STREET_RECORD
 * elements, at these places. All of it follows from other columns. After the last street comes one
 * more row, whose starts are the ends of the columns.
 */
export const STREET_RECORD = 16;

export const RECORD_LOCALITY = 0;
/** The street's addresses: the first, and the one after the last. */
export const RECORD_START = 1;
export const RECORD_END = 2;
/**
 * Type and suffix (street-codes.ts), then state (4 bits), whether any address has a lot (1), ranges
 * of numbers (3; MANY_RANGES or more).
 */
export const RECORD_CODES = 3;
/** Principals of the locality, and of the street. */
export const RECORD_LOCALITY_COUNT = 4;
export const RECORD_COUNT = 5;
/** The first of its number ranges, a row of `streetRange`; those of the next street begin where its own end. */
export const RECORD_RANGE = 6;
/** The highest street number, the ends of ranges included; 0 without one. */
export const RECORD_HIGHEST = 7;

/**
 * 128 bits, from the lowest: for every street number, those within ranges included, the bit of its
 * remainder by 128 is set.
 */
const RECORD_NUMBERS = 8;
/** The record that stands for the street's first number; NO_FIRST where it takes more to tell. */
export const RECORD_FIRST = 12;
export const NO_FIRST = 0xffff_ffff;

/** Where among the street's addresses its numbers stand: three elements (number-guide.ts). */
export const RECORD_GUIDE = 13;

/** Elements of a row of `streetRange`: the first address that has the range, and the first and last number of it. */
export const RANGE_ROW = 3;

const RANGES_SHIFT = 29;
const MANY_RANGES = 7;

/** Packs what RECORD_CODES holds; `state` is a position in STATE_ORDER. */
export function packRecordCodes(type: number, suffix: number, state: number, lots: boolean, ranges: number): number {
  const rest = (lots ? HAS_LOTS : 0) | (Math.min(ranges, MANY_RANGES) << RANGES_SHIFT);
  return (packStreetCodes(type, suffix, state) | rest) >>> 0;
}

/**
 * The row of `streetRange` after the last of a street. Most streets have few ranges: then the next
 * row need not be read.
 */
export function endOfRanges(record: Uint32Array, row: number): number {
  const ranges = record[row + RECORD_CODES] >>> RANGES_SHIFT;
  if (ranges < MANY_RANGES) return record[row + RECORD_RANGE] + ranges;
  return record[row + STREET_RECORD + RECORD_RANGE];
}

/** Marks the street numbers from `first` to `last` in a row. */
export function markNumbers(record: Uint32Array, row: number, first: number, last: number): void {
  for (let number = first; number <= Math.min(last, first + 127); number++)
    record[row + RECORD_NUMBERS + ((number & 127) >>> 5)] |= 1 << (number & 31);
}

/**
 * Whether a street may have a number, alone or within a range, by its row. Never wrong when it says
 * no.
 */
export function mayHaveNumber(record: Uint32Array, row: number, number: number): boolean {
  if (number > record[row + RECORD_HIGHEST]) return false;
  return (record[row + RECORD_NUMBERS + ((number & 127) >>> 5)] & (1 << (number & 31))) !== 0;
}

/**
 * How well known a street is: the principals of its locality first, then its own. `row` is its
 * first element in `streetRecord`.
 */
export function weightOf(record: Uint32Array, row: number): number {
  return record[row + RECORD_LOCALITY_COUNT] * 65536 + Math.min(65535, record[row + RECORD_COUNT]);
}

/** More than the weight of any street: a locality has fewer than 2²⁴ principals. */
export const WEIGHT_LIMIT = 2 ** 40;

/** Bit of RECORD_CODES: an address of the street has a lot as its number. */
export const HAS_LOTS = 1 << 28;

/** A street's state, a position in STATE_ORDER, by its RECORD_CODES. */
export function stateOf(codes: number): number {
  return (codes >>> 24) & 0xf;
}
