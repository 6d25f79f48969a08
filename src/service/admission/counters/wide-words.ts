import type { WordViews } from './counter-file.ts';

/*
 * Words of 64 bits as numbers and back. `Atomics.load` makes a BigInt of each, and `Number` and
 * `BigInt` are calls of the engine: together they cost several times what copying the word and
 * reading its two halves does.
 */

const COPY = new BigInt64Array(1);
/** The halves of the copy, low half first: all platforms of the service are little-endian. */
const HALVES = new Int32Array(COPY.buffer);
const LOW_HALF = new Uint32Array(COPY.buffer, 0, 1);
const HALF = 2 ** 32;

/**
 * A word as a number, exact up to 2^53 from 0. Read plainly: what another thread has just written
 * may be missed, but the eight aligned bytes are of one moment.
 */
export function readWord(i64: WordViews['i64'], at64: number): number {
  COPY[0] = i64[at64]!;
  return HALVES[1]! * HALF + LOW_HALF[0]!;
}

/** The number that a word stands for, exact up to 2^53 from 0. */
export function numberOf(word: bigint): number {
  COPY[0] = word;
  return HALVES[1]! * HALF + LOW_HALF[0]!;
}

/** The word of a whole number from 0 to 2^53. */
export function wordOf(value: number): bigint {
  const high = Math.floor(value / HALF);
  HALVES[1] = high;
  LOW_HALF[0] = value - high * HALF;
  return COPY[0]!;
}
