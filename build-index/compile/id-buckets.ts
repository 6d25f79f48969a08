import { BUCKET_SLOTS, bucketOf, slotBits, tagOf } from '../../src/address/index/id-hash.ts';

const FULLNESS = 0.82;

/**
 * The section `idBucket`: every ordinal in the less full of the two buckets that its id may lie in.
 * Grows the table in the rare case that both are full. `hashOf` answers the hashId of an ordinal's
 * id.
 */
export function idBucketSection(count: number, hashOf: (ordinal: number) => number): Uint32Array {
  let buckets = Math.max(1, Math.ceil(count / (BUCKET_SLOTS * FULLNESS)));
  const hashes = new Uint32Array(count);
  for (let ordinal = 0; ordinal < count; ordinal++) hashes[ordinal] = hashOf(ordinal);
  for (;;) {
    const table = fill(buckets, hashes);
    if (table !== null) return table;
    buckets = Math.ceil(buckets * 1.08) + 1;
  }
}

function fill(buckets: number, hashes: Uint32Array): Uint32Array | null {
  const bits = slotBits(hashes.length);
  const table = new Uint32Array(buckets * BUCKET_SLOTS);
  const used = new Uint8Array(buckets);
  for (let ordinal = 0; ordinal < hashes.length; ordinal++) {
    const first = bucketOf(hashes[ordinal], 0, buckets);
    const second = bucketOf(hashes[ordinal], 1, buckets);
    const bucket = used[second] < used[first] ? second : first;
    if (used[bucket] === BUCKET_SLOTS) return null;
    table[bucket * BUCKET_SLOTS + used[bucket]++] = ((tagOf(hashes[ordinal], bits) << bits) | (ordinal + 1)) >>> 0;
  }
  return table;
}
