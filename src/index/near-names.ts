import { bucketOfHash, HASH_START, hashed } from './letter-hash.ts';

/** Letters at the beginning of a name that the table of near names looks at. */
export const NEAR_PREFIX = 8;

/** Letters of these that two names have in common, in order, where at most two edits lie between them. */
export const NEAR_COMMON = NEAR_PREFIX - 2;

/** Most buckets that one name is in: the ways to choose NEAR_COMMON of NEAR_PREFIX letters. */
export const MOST_NEAR_BUCKETS = 28;

/**
 * A table of names by what is left of them after deletions. Two names at most two edits apart (insertions, deletions,
 * substitutions, swaps of neighbours) have NEAR_COMMON letters in common, in order, among their first NEAR_PREFIX letters; so they
 * share a bucket. Bucket b has the entries `start[b]` to `start[b + 1]` of `entry`, ascending; of names that begin with the same
 * NEAR_PREFIX letters only the first. Names of fewer than NEAR_COMMON letters are in none. There are 2^n buckets.
 * (Deletion neighbourhoods: Mor and Fraenkel 1982; Bocek, Hunt and Stiller 2007; of prefixes: Garbe 2012.)
 */
export interface NearNames {
  readonly start: Uint32Array;
  readonly entry: Uint32Array;
}

/**
 * Writes the buckets of the letters from `from` to `end` into `buckets`, each once, and answers how many they are; `mask` is the
 * number of buckets less one. Allocates nothing.
 */
export function findNearBuckets(
  letters: Uint8Array,
  from: number,
  end: number,
  mask: number,
  buckets: Uint32Array,
): number {
  const length = Math.min(NEAR_PREFIX, end - from);
  const spare = length - NEAR_COMMON;
  let count = 0;
  for (let a = 0; a <= length; a++)
    for (let b = Math.min(a + 1, length); b <= length; b++) {
      if ((a < length ? 1 : 0) + (b < length ? 1 : 0) !== spare) continue;
      let hash = HASH_START;
      for (let i = 0; i < length; i++) if (i !== a && i !== b) hash = hashed(hash, letters[from + i]);
      const bucket = bucketOfHash(hash, mask);
      let known = 0;
      while (known < count && buckets[known] !== bucket) known++;
      if (known === count) buckets[count++] = bucket;
    }
  return count;
}
