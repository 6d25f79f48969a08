import { HASH_START, hashed } from './letter-hash.ts';

/** Letters at the beginning of a name that the table of near names looks at. */
export const DELETION_PREFIX = 8;

/** Most edits between two names for the index to find one by the other. */
export const DELETIONS = 2;

/** How many of these letters two names share, in order, if they are at most two edits apart. */
export const DELETION_COMMON = DELETION_PREFIX - DELETIONS;

/** Most ways to leave out letters of one name: to choose DELETION_COMMON from DELETION_PREFIX. */
export const MOST_DELETION_HASHES = 28;

/** There are fewer than 2^NAME_BITS names. */
export const NAME_BITS = 20;

/**
 * A table of names by what is left of them after deletions. Two names at most two edits apart
 * (insertions, deletions, substitutions, swaps of neighbours) have DELETION_COMMON letters in
 * common, in order, among their first DELETION_PREFIX letters; so they share a hash of these.
 * Bucket b has the items `start[b]` to `start[b + 1]` of `entry`, by name: a name in the low bits,
 * and the high bits of the hash that led there, which rule out most names that are there by chance.
 * Of names that begin with the same DELETION_PREFIX letters only the first is there; names of fewer
 * than DELETION_COMMON letters are not there at all. There are 2^n buckets. (Deletion
 * neighbourhoods: Mor and Fraenkel 1982; Bocek, Hunt and Stiller 2007; of prefixes: Garbe 2012.)
 */
export interface DeletionIndex {
  readonly start: Uint32Array;
  readonly entry: Uint32Array;
}

/** What the table keeps of a name at a hash. */
export function deletionItem(name: number, hash: number): number {
  return (((hash >>> NAME_BITS) << NAME_BITS) | name) >>> 0;
}

/** The name of an item if its bits agree with a hash; else -1. */
export function nameOfItem(item: number, hash: number): number {
  return (item ^ hash) >>> NAME_BITS === 0 ? item & ((1 << NAME_BITS) - 1) : -1;
}

/**
 * Writes the hashes of what deletions leave of the letters from `from` to `end` into `hashes`, each
 * once, and answers how many there are. Allocates nothing.
 */
export function deletionHashes(letters: Uint8Array, from: number, end: number, hashes: Uint32Array): number {
  const length = Math.min(DELETION_PREFIX, end - from);
  const spare = length - DELETION_COMMON;
  if (spare < 0) return 0;
  if (spare === 0) return addHash(hashes, 0, hashedTo(HASH_START, letters, from, from + length));
  let count = 0;
  let first = HASH_START;
  for (let a = 0; a < length; a++) {
    if (spare === 1) count = addHash(hashes, count, hashedTo(first, letters, from + a + 1, from + length));
    else {
      let second = first;
      for (let b = a + 1; b < length; b++) {
        count = addHash(hashes, count, hashedTo(second, letters, from + b + 1, from + length));
        second = hashed(second, letters[from + b]);
      }
    }
    first = hashed(first, letters[from + a]);
  }
  return count;
}

function hashedTo(start: number, letters: Uint8Array, from: number, end: number): number {
  let hash = start;
  for (let i = from; i < end; i++) hash = hashed(hash, letters[i]);
  return hash >>> 0;
}

/** Adds a hash that is not there yet; answers how many there are. */
function addHash(hashes: Uint32Array, count: number, hash: number): number {
  for (let i = 0; i < count; i++) if (hashes[i] === hash) return count;
  hashes[count] = hash;
  return count + 1;
}
