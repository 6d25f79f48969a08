import { DELETION_PREFIX, deletionHashes, deletionItem, MOST_DELETION_HASHES } from '../../src/index/deletion-index.ts';
import { bucketOfHash } from '../../src/index/letter-hash.ts';
import { nameLetters } from '../../src/index/letters.ts';
import { nameTries } from '../../src/index/name-trie.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { at, type Check } from './check.ts';

/** The tables of names by what deletions leave of them. */
export const DELETION_INDEX_CHECKS: readonly Check[] = (['street', 'locality'] as const).flatMap((kind): Check[] => [
  {
    section: `${kind}NearStart`,
    holds: 'its buckets are a power of two',
    find(index) {
      const buckets = nameTries(index)[kind].deletions.start.length - 1;
      return Number.isInteger(Math.log2(buckets)) ? null : `it has ${buckets} buckets, expected a power of two`;
    },
  },
  {
    section: `${kind}Near`,
    holds: 'every bucket has the names that deletions lead to it, in ascending order, and no other',
    find: (index) => deletionFault(index, kind),
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

function deletionFault(index: AddressIndex, kind: 'street' | 'locality'): string | null {
  const { key, keyStart, deletions } = nameTries(index)[kind];
  const mask = deletions.start.length - 2;
  const next = deletions.start.slice(0, mask + 1);
  const hashes = new Uint32Array(MOST_DELETION_HASHES);
  let last = '';
  for (let name = 0; name + 1 < keyStart.length; name++) {
    const beginning = Buffer.from(
      key.subarray(keyStart[name], Math.min(keyStart[name + 1], keyStart[name] + DELETION_PREFIX)),
    ).toString('latin1');
    if (beginning.length === DELETION_PREFIX && beginning === last) continue;
    last = beginning;
    const count = deletionHashes(key, keyStart[name], keyStart[name + 1], hashes);
    for (let i = 0; i < count; i++) {
      const bucket = bucketOfHash(hashes[i], mask);
      const position = next[bucket]++;
      const item = deletionItem(name, hashes[i]);
      if (position >= deletions.start[bucket + 1] || deletions.entry[position] !== item)
        return at(position, deletions.entry[position], `${item}, entry ${name}, in bucket ${bucket}`);
    }
  }
  const over = next.findIndex((position, bucket) => position !== deletions.start[bucket + 1]);
  return over < 0 ? null : at(next[over], deletions.entry[next[over]], `the end of bucket ${over}`);
}
