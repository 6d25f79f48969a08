import {
  DELETION_COMMON,
  DELETION_PREFIX,
  type DeletionIndex,
  deletionHashes,
  deletionItem,
  MOST_DELETION_HASHES,
  NAME_BITS,
} from '../../src/address/index/deletion-index.ts';
import { bucketOfHash } from '../../src/address/index/letter-hash.ts';
import type { NameTrie } from '../../src/address/index/name-trie.ts';

/** The table of near names over a trie's keys. O(keys). */
export function deletionIndexOf({ key, keyStart }: Pick<NameTrie, 'key' | 'keyStart'>): DeletionIndex {
  if (keyStart.length > 2 ** NAME_BITS)
    throw new Error(`${keyStart.length - 1} different names, expected fewer than ${2 ** NAME_BITS}`);
  const names = leadersOf(key, keyStart);
  let mask = 1;
  while (mask < names.length * (MOST_DELETION_HASHES / 2)) mask = mask * 2 + 1;
  const start = new Uint32Array(mask + 2);
  const hashes = new Uint32Array(MOST_DELETION_HASHES);
  const each = (visit: (bucket: number, name: number, hash: number) => void) => {
    for (const name of names) {
      const count = deletionHashes(key, keyStart[name], keyStart[name + 1], hashes);
      for (let i = 0; i < count; i++) visit(bucketOfHash(hashes[i], mask), name, hashes[i]);
    }
  };
  each((bucket) => {
    start[bucket + 1]++;
  });
  for (let bucket = 0; bucket <= mask; bucket++) start[bucket + 1] += start[bucket];
  const next = start.slice(0, mask + 1);
  const entry = new Uint32Array(start[mask + 1]);
  each((bucket, name, hash) => {
    entry[next[bucket]++] = deletionItem(name, hash);
  });
  return { start, entry };
}

/** Of names long enough, the first of those that begin with the same DELETION_PREFIX letters. */
function leadersOf(key: Uint8Array, keyStart: Uint32Array): number[] {
  const leaders: number[] = [];
  for (let name = 0; name + 1 < keyStart.length; name++)
    if (
      keyStart[name + 1] - keyStart[name] >= DELETION_COMMON &&
      !(name > 0 && sameBeginning(key, keyStart, name - 1, name))
    )
      leaders.push(name);
  return leaders;
}

function sameBeginning(key: Uint8Array, keyStart: Uint32Array, a: number, b: number): boolean {
  for (const name of [a, b]) if (keyStart[name + 1] - keyStart[name] < DELETION_PREFIX) return false;
  for (let i = 0; i < DELETION_PREFIX; i++) if (key[keyStart[a] + i] !== key[keyStart[b] + i]) return false;
  return true;
}
