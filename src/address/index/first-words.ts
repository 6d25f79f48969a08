import { endOf, firstNotBefore } from './address.ts';
import { bucketOfHash, HASH_START, hashed } from './letter-hash.ts';

const SPACE = 0x20;

/** Keys in byte order, of words with a space between: key i is `key[keyStart[i]]` to `key[keyStart[i + 1]]`. */
export interface Keys {
  readonly key: Uint8Array;
  readonly keyStart: Uint32Array;
}

/**
 * A table of keys by their first word: bucket b has `entry[start[b]]` to `entry[start[b + 1]]`,
 * each the first of the keys that begin with one word. There are 2^n buckets. So one look shows
 * that a word begins no key, where a binary search would take many.
 */
export interface FirstWords {
  readonly start: Uint32Array;
  readonly entry: Uint32Array;
}

/** The bucket of a word; `mask` is the number of buckets less one. */
export function bucketOfWord(letters: Uint8Array, from: number, end: number, mask: number): number {
  let hash = HASH_START;
  for (let i = from; i < end; i++) hash = hashed(hash, letters[i]);
  return bucketOfHash(hash, mask);
}

/** Where the first word of a key ends. */
export function firstWordEnd({ key, keyStart }: Keys, i: number): number {
  let end = keyStart[i];
  while (end < keyStart[i + 1] && key[end] !== SPACE) end++;
  return end;
}

/** The first key whose first word is these letters, or -1. If the word alone is a key, it is that one. O(letters). */
export function firstWith(keys: Keys, table: FirstWords, letters: Uint8Array, from: number, end: number): number {
  const { start, entry } = table;
  const bucket = bucketOfWord(letters, from, end, start.length - 2);
  for (let i = start[bucket]; i < endOf(start, bucket, entry); i++)
    if (isFirstWord(keys, entry[i], letters, from, end)) return entry[i];
  return -1;
}

/** Whether the first word of a key is these letters. */
export function isFirstWord(
  { key, keyStart }: Keys,
  i: number,
  letters: Uint8Array,
  from: number,
  end: number,
): boolean {
  const begin = keyStart[i];
  const length = end - from;
  const rest = keyStart[i + 1] - begin - length;
  if (rest < 0 || (rest > 0 && key[begin + length] !== SPACE)) return false;
  for (let k = 0; k < length; k++) if (key[begin + k] !== letters[from + k]) return false;
  return true;
}

/** The first of some keys in byte order that does not sort before a key. O(log keys). */
export function lowerName(names: Keys, key: string): number {
  return firstNotBefore(0, names.keyStart.length - 1, (i) => compareName(names, i, key) < 0);
}

/** Byte order of the i-th of some keys and a key. */
function compareName({ key: bytes, keyStart }: Keys, i: number, key: string): number {
  let at = keyStart[i];
  for (let k = 0; k < key.length; k++, at++) {
    if (at === keyStart[i + 1]) return -1;
    const order = bytes[at] - key.charCodeAt(k);
    if (order !== 0) return order;
  }
  return keyStart[i + 1] - at;
}

/** Whether the i-th of some keys begins with a key. */
export function beginsWith({ key: bytes, keyStart }: Keys, i: number, key: string): boolean {
  if (keyStart[i + 1] - keyStart[i] < key.length) return false;
  for (let k = 0; k < key.length; k++) if (bytes[keyStart[i] + k] !== key.charCodeAt(k)) return false;
  return true;
}

/** Whether the i-th of some keys is a key. */
export function isName(names: Keys, i: number, key: string): boolean {
  return names.keyStart[i + 1] - names.keyStart[i] === key.length && beginsWith(names, i, key);
}
