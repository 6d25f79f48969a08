import { codesOf, idNumberOf, idPrefixIn } from './address-record.ts';
import { HASH_START, hashed } from './letter-hash.ts';
import { readAddressAhead } from './read-ahead.ts';
import type { IndexColumns } from './sections.ts';
import { textEquals, textOf } from './text.ts';

/** Where `findId` leaves what it read ahead, so that the read is not optimised away. */
const seen = { entry: 0 };

/** Slots of a bucket of `idBucket`: one cache line. */
export const BUCKET_SLOTS = 16;

/** Most digits at the end of an id that are taken as its number. */
const MOST_DIGITS = 9;

/** A 32-bit hash of an id (FNV-1a over UTF-16 code units, then the finalizer of MurmurHash3). */
export function hashId(id: string): number {
  return mix(hashIdStart(id));
}

/** The hash so far of an id that begins with `start`, for hashIdDigits. */
export function hashIdStart(start: string): number {
  let h = HASH_START;
  for (let i = 0; i < start.length; i++) h = hashed(h, start.charCodeAt(i));
  return h;
}

/**
 * What `hashId` answers for an id whose start hashes to `hash` and that goes on with `value`, in
 * `digits` decimal digits.
 */
export function hashIdDigits(hash: number, value: number, digits: number): number {
  let h = hash;
  for (let scale = 10 ** (digits - 1); scale >= 1; scale /= 10) h = hashed(h, 48 + (Math.floor(value / scale) % 10));
  return mix(h);
}

/** Which bucket a hash may lie in; an id lies in its bucket 0 or its bucket 1. */
export function bucketOf(hash: number, choice: 0 | 1, buckets: number): number {
  return Math.floor(((choice === 0 ? hash : mix(hash ^ 0x9e3779b9)) / 0x1_0000_0000) * buckets);
}

/** Bits of a slot that hold ordinal + 1 (0: empty); those above hold a tag of the hash. */
export function slotBits(addresses: number): number {
  return 32 - Math.clz32(addresses);
}

/** The tag that a slot keeps of a hash, so that most other ids are told apart without reading them. */
export function tagOf(hash: number, bits: number): number {
  return bits >= 32 ? 0 : mix(hash ^ 0x7f4a7c15) >>> bits;
}

function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * The ordinal of the address with this id, or -1. Any string may be asked for. Reads one or two
 * buckets, and the id of the record whose tag agrees; allocates nothing for ids that end in digits.
 */
export function findId(index: IndexColumns, id: string): number {
  const { idBucket, addressHead } = index.columns;
  const bits = slotBits(addressHead.length);
  const hash = hashId(id);
  const tag = tagOf(hash, bits);
  const buckets = idBucket.length / BUCKET_SLOTS;
  const mask = bits >= 32 ? 0xffff_ffff : (1 << bits) - 1;
  const first = bucketOf(hash, 0, buckets);
  const second = bucketOf(hash, 1, buckets);
  // Both buckets are read at once; otherwise the wait for the second would follow that for the first.
  seen.entry = idBucket[second * BUCKET_SLOTS];
  for (let bucket = first; ; bucket = second) {
    const from = bucket * BUCKET_SLOTS;
    for (let slot = from; slot < from + BUCKET_SLOTS; slot++) {
      const entry = idBucket[slot];
      if (entry === 0) break;
      if (bits < 32 && entry >>> bits !== tag) continue;
      const ordinal = ((entry & mask) >>> 0) - 1;
      readAddressAhead(index, ordinal);
      if (idEquals(index, ordinal, id)) return ordinal;
    }
    if (bucket === second) return -1;
  }
}

function idEquals(index: IndexColumns, ordinal: number, id: string): boolean {
  const { idPrefixText, idPrefixDigits } = index.columns;
  const code = idPrefixIn(codesOf(index, ordinal));
  if (code === 0) return textEquals(index, idNumberOf(index, ordinal), id, 0, id.length);
  const digits = idPrefixDigits[code];
  const split = id.length - digits;
  if (split < 0 || digits > MOST_DIGITS) return false;
  let value = 0;
  for (let i = split; i < id.length; i++) {
    const digit = id.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return false;
    value = value * 10 + digit;
  }
  return value === idNumberOf(index, ordinal) && textEquals(index, idPrefixText[code], id, 0, split);
}

/** Code-unit order of two addresses' ids. Allocates only where their prefixes differ. */
export function compareIds(index: IndexColumns, a: number, b: number): number {
  const prefix = idPrefixIn(codesOf(index, a));
  if (prefix !== 0 && prefix === idPrefixIn(codesOf(index, b))) return idNumberOf(index, a) - idNumberOf(index, b);
  const x = idOf(index, a);
  const y = idOf(index, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The id of an address. Allocates. */
export function idOf(index: IndexColumns, ordinal: number): string {
  const { idPrefixText, idPrefixDigits } = index.columns;
  const code = idPrefixIn(codesOf(index, ordinal));
  const number = idNumberOf(index, ordinal);
  if (code === 0) return textOf(index, number);
  return textOf(index, idPrefixText[code]) + String(number).padStart(idPrefixDigits[code], '0');
}
