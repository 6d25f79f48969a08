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
/** What {@link parseUint} and {@link parseDatePresent} answer for a field that is something else. */
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

/** 0 for an empty date, 1 for one like `2021-07-07` (a time of day may follow), {@link MALFORMED} for anything else. */
export function parseDatePresent(row: Row, i: number): 0 | 1 | typeof MALFORMED {
  const { bytes } = row;
  const start = row.start[i];
  const end = row.end[i];
  if (start === end) return 0;
  if (end - start < 10) return MALFORMED;
  for (let p = start; p < start + 10; p++) {
    const at = p - start;
    if (at === 4 || at === 7) {
      if (bytes[p] !== MINUS) return MALFORMED;
    } else if (bytes[p] - ZERO < 0 || bytes[p] - ZERO > 9) return MALFORMED;
  }
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  if (month < 1 || month > 12 || day < 1 || day > 31) return MALFORMED;
  if (end - start === 10) return 1;
  return bytes[start + 10] === 0x20 || bytes[start + 10] === 0x54 ? 1 : MALFORMED;
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

function twoDigits(bytes: Uint8Array, p: number): number {
  return (bytes[p] - ZERO) * 10 + bytes[p + 1] - ZERO;
}
