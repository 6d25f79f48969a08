import { finished, HASH_START, hashed } from './letter-hash.ts';

/*
 * The table of streets by the words of their label, their place and its state: CSR from bucket to
 * elements, each a street in the lower bits, then whether a comma has to stand before the place, then
 * bits of the hash. There are 2^n buckets.
 */
const STREET_BITS = 22;
const STREET_MASK = 2 ** STREET_BITS - 1;
const APART = 2 ** STREET_BITS;
const TAG_SHIFT = STREET_BITS + 1;

/** Streets that the table can tell apart. */
export const MOST_LINES = 2 ** STREET_BITS;

const SPACE = 0x20;

/** The hash of words `from` up to `to`, their letters from `start[t]` to `end[t]`: 32 bits unsigned. */
export function hashOfWords(
  { letters, start, end }: { readonly letters: Uint8Array; readonly start: Int32Array; readonly end: Int32Array },
  from: number,
  to: number,
): number {
  let hash = HASH_START;
  for (let t = from; t < to; t++) {
    for (let i = start[t]; i < end[t]; i++) hash = hashed(hash, letters[i]);
    hash = hashed(hash, SPACE);
  }
  return finished(hash);
}

/** The bucket of a hash, of 2^n. */
export function bucketOfLine(hash: number, buckets: number): number {
  return hash & (buckets - 1);
}

/** The element of a street; `apart` says that its words are read in one way alone behind a comma before the place. */
export function packLine(street: number, apart: boolean, hash: number): number {
  return (((hash >>> TAG_SHIFT) << TAG_SHIFT) | (apart ? APART : 0) | street) >>> 0;
}

/** Whether the street of an element may have a hash. */
export function mayHaveHash(element: number, hash: number): boolean {
  return (element ^ hash) >>> TAG_SHIFT === 0;
}

/** The street of an element. */
export function streetInLine(element: number): number {
  return element & STREET_MASK;
}

/** Whether a comma has to stand before the place. */
export function needsComma(element: number): boolean {
  return (element & APART) !== 0;
}

/**
 * Elements of a row of `typedLine`: the hash of a label's words, `SMITH STREET`; the street, in the lower
 * bits, then which beginnings of its line lead to it and others that begin so alone (`isCertain`). A bucket
 * has its rows by hash, then by place and state.
 */
export const TYPED_ROW = 2;

const LENGTH_BITS = (32 - STREET_BITS) / 2;
const LENGTH_MASK = 2 ** LENGTH_BITS - 1;

/** No beginning of a line is certain, or none is excepted. */
export const NO_LENGTH = LENGTH_MASK;

/** Lengths of what is typed of `RICHMOND VIC `, below NO_LENGTH, with which a line is certain: from one on, but one. */
export interface Certainty {
  readonly from: number;
  readonly except: number;
}

/** The second element of a row. */
export function packTyped(street: number, { from, except }: Certainty): number {
  return ((from << (STREET_BITS + LENGTH_BITS)) | (except << STREET_BITS) | street) >>> 0;
}

/** Whether the line of a row is certain with so many letters of its place and state. */
export function isCertain(element: number, letters: number): boolean {
  const from = element >>> (STREET_BITS + LENGTH_BITS);
  return from !== NO_LENGTH && letters >= from && letters !== ((element >>> STREET_BITS) & LENGTH_MASK);
}
