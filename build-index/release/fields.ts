import { isUtf8 } from 'node:buffer';

/** One row of a table, in bytes. The object and its arrays are reused for the next row: take what you need from it. */
export interface Row {
  /** Holds the row's fields; another buffer from row to row. */
  bytes: Buffer;
  /** Where the i-th wanted column starts in `bytes`, in the order of {@link Columns}. */
  readonly start: Int32Array;
  /** Where it ends, exclusive. A column that the file does not have is always empty. */
  readonly end: Int32Array;
  /** 1-based, the header being line 1. */
  line: number;
}

/** What {@link parseUint} answers for an empty field. */
export const EMPTY = -1;
/** What {@link parseUint} answers for a field that is something else. */
export const MALFORMED = -2;
/** What {@link parseCoordinate} and {@link parseInteger} answer for an empty field; for a malformed one it is NaN. */
export const EMPTY_NUMBER = Number.POSITIVE_INFINITY;

const ZERO = 0x30;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const COORDINATE_DECIMALS = 8;
const COORDINATE_UNIT = 10 ** COORDINATE_DECIMALS;
const LARGEST_DEGREES = Math.floor(Number.MAX_SAFE_INTEGER / COORDINATE_UNIT) - 1;

/** Whether the field is empty or its column absent. */
export function isEmpty(row: Row, i: number): boolean {
  return row.start[i] === row.end[i];
}

/** The field as a string, invalid UTF-8 as U+FFFD. Allocates: for names and messages, not for every row's numbers. */
export function fieldText(row: Row, i: number): string {
  return row.bytes.toString('utf8', row.start[i], row.end[i]);
}

/** The field's value when it is decimal digits only and at most 2^53 - 1; {@link EMPTY}; or {@link MALFORMED}. */
export function parseUint(row: Row, i: number): number {
  const { bytes } = row;
  const end = row.end[i];
  let p = row.start[i];
  if (p === end) return EMPTY;
  let value = 0;
  for (; p < end; p++) {
    const digit = bytes[p] - ZERO;
    if (digit < 0 || digit > 9) return MALFORMED;
    value = value * 10 + digit;
  }
  return value <= Number.MAX_SAFE_INTEGER ? value : MALFORMED;
}

/**
 * The field's value when it is an optional sign and digits, within ±(2^53 - 1); {@link
 * EMPTY_NUMBER}; NaN otherwise.
 */
export function parseInteger(row: Row, i: number): number {
  const { bytes } = row;
  const end = row.end[i];
  let p = row.start[i];
  if (p === end) return EMPTY_NUMBER;
  const sign = bytes[p];
  if (sign === MINUS || sign === PLUS) p++;
  if (p === end) return Number.NaN;
  let value = 0;
  for (; p < end; p++) {
    const digit = bytes[p] - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  if (value > Number.MAX_SAFE_INTEGER) return Number.NaN;
  return sign === MINUS ? 0 - value : value;
}

/**
 * A coordinate in degrees as an exact integer of 1e-8 degrees: `-37.77861483` is -3777861483. An optional sign, digits
 * with at most one point and at least one digit, no exponent; digits beyond the eighth decimal round half away from
 * zero. {@link EMPTY_NUMBER} for an empty field, NaN for anything else. No range is checked.
 */
export function parseCoordinate(row: Row, i: number): number {
  const { bytes } = row;
  const end = row.end[i];
  let p = row.start[i];
  if (p === end) return EMPTY_NUMBER;
  const sign = bytes[p];
  if (sign === MINUS || sign === PLUS) p++;
  const first = p;
  let degrees = 0;
  for (; p < end; p++) {
    const digit = bytes[p] - ZERO;
    if (digit < 0 || digit > 9) break;
    degrees = degrees * 10 + digit;
    if (degrees > LARGEST_DEGREES) return Number.NaN;
  }
  let digits = p - first;
  let fraction = 0;
  if (p < end) {
    if (bytes[p] !== DOT) return Number.NaN;
    p++;
    digits += end - p;
    let decimals = 0;
    let roundUp = 0;
    for (; p < end; p++) {
      const digit = bytes[p] - ZERO;
      if (digit < 0 || digit > 9) return Number.NaN;
      if (decimals < COORDINATE_DECIMALS) fraction = fraction * 10 + digit;
      else if (decimals === COORDINATE_DECIMALS && digit >= 5) roundUp = 1;
      decimals++;
    }
    for (; decimals < COORDINATE_DECIMALS; decimals++) fraction *= 10;
    fraction += roundUp;
  }
  if (digits === 0) return Number.NaN;
  const magnitude = degrees * COORDINATE_UNIT + fraction;
  return sign === MINUS ? 0 - magnitude : magnitude;
}

/**
 * Whether `bytes[start, end)` holds anything that is not UTF-8. ASCII, the common case, costs one
 * comparison a byte.
 */
export function hasInvalidUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let p = start; p < end; p++) {
    if (bytes[p] >= 0x80) return !isUtf8(bytes.subarray(p, end));
  }
  return false;
}
