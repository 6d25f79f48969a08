/** The hash of no letters. */
export const HASH_START = 0x811c_9dc5;

/** The hash of some letters and one more (FNV-1a, 32 bits). */
export function hashed(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x0100_0193);
}

/** A hash that is finished, 32 bits unsigned: its lowest bits select one of 2^n well. */
export function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** The bucket of a hash; `mask` is the number of buckets, a power of two, less one. */
export function bucketOfHash(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15) ^ (hash >>> 7)) & mask;
}
