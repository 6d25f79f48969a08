import { bucketOfHash } from '../../src/index/letter-hash.ts';
import { nameLetters } from '../../src/index/letters.ts';
import { nameTries } from '../../src/index/name-trie.ts';
import { findNearHashes, MOST_NEAR_HASHES, NEAR_PREFIX, nearItem } from '../../src/index/near-names.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { at, type Check } from './check.ts';

/** The tables of names by what deletions leave of them. */
export const NEAR_NAME_CHECKS: readonly Check[] = (['street', 'locality'] as const).flatMap((kind): Check[] => [
  {
    section: `${kind}NearStart`,
    holds: 'its buckets are a power of two',
    find(index) {
      const buckets = nameTries(index)[kind].near.start.length - 1;
      return Number.isInteger(Math.log2(buckets)) ? null : `it has ${buckets} buckets, expected a power of two`;
    },
  },
  {
    section: `${kind}Near`,
    holds: 'every bucket has the names that deletions lead to it, in ascending order, and no other',
    find: (index) => nearFault(index, kind),
  },
  {
    section: `${kind}Letters`,
    holds: 'every thing has the letters of the key that its entry has',
    find(index) {
      const { key, keyStart } = nameTries(index)[kind];
      const { columns } = index;
      const entries = columns[`${kind}Entry`];
      const letters = columns[`${kind}Letters`];
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i];
        const expected = entry === 0xffff_ffff ? 0 : nameLetters(key, keyStart[entry], keyStart[entry + 1]);
        if (letters[i] !== expected) return at(i, letters[i], expected);
      }
      return null;
    },
  },
]);

function nearFault(index: AddressIndex, kind: 'street' | 'locality'): string | null {
  const { key, keyStart, near } = nameTries(index)[kind];
  const mask = near.start.length - 2;
  const next = near.start.slice(0, mask + 1);
  const hashes = new Uint32Array(MOST_NEAR_HASHES);
  let last = '';
  for (let name = 0; name + 1 < keyStart.length; name++) {
    const beginning = Buffer.from(
      key.subarray(keyStart[name], Math.min(keyStart[name + 1], keyStart[name] + NEAR_PREFIX)),
    ).toString('latin1');
    if (beginning.length === NEAR_PREFIX && beginning === last) continue;
    last = beginning;
    const count = findNearHashes(key, keyStart[name], keyStart[name + 1], hashes);
    for (let i = 0; i < count; i++) {
      const bucket = bucketOfHash(hashes[i], mask);
      const position = next[bucket]++;
      const item = nearItem(name, hashes[i]);
      if (position >= near.start[bucket + 1] || near.entry[position] !== item)
        return at(position, near.entry[position], `${item}, entry ${name}, in bucket ${bucket}`);
    }
  }
  const over = next.findIndex((position, bucket) => position !== near.start[bucket + 1]);
  return over < 0 ? null : at(next[over], near.entry[next[over]], `the end of bucket ${over}`);
}
