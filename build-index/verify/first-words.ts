import { bucketOfWord, type FirstWords, firstWordEnd, isFirstWord, type Keys } from '../../src/index/first-words.ts';
import type { Columns } from '../../src/index/sections.ts';
import { at, type Check } from './check.ts';

/** The tables of keys by their first word. */
export const FIRST_WORD_CHECKS: readonly Check[] = (['building', 'lexicon'] as const).flatMap((kind): Check[] => [
  {
    section: `${kind}WordStart`,
    holds: 'its buckets are a power of two',
    find({ columns }) {
      const buckets = columns[`${kind}WordStart`].length - 1;
      return Number.isInteger(Math.log2(buckets)) ? null : `it has ${buckets} buckets, expected a power of two`;
    },
  },
  {
    section: `${kind}Word`,
    holds: 'every bucket has the first key of each of its words, ascending, and no other',
    find: ({ columns }) => wordFault(...tableOf(columns, kind)),
  },
]);

function tableOf(columns: Columns, kind: 'building' | 'lexicon'): [Keys, FirstWords] {
  return [
    { key: columns[`${kind}Key`], keyStart: columns[`${kind}KeyStart`] },
    { start: columns[`${kind}WordStart`], entry: columns[`${kind}Word`] },
  ];
}

function wordFault(keys: Keys, { start, entry }: FirstWords): string | null {
  const { key, keyStart } = keys;
  const mask = start.length - 2;
  const next = start.slice(0, mask + 1);
  for (let i = 0; i + 1 < keyStart.length; i++) {
    if (i > 0 && isFirstWord(keys, i, key, keyStart[i - 1], firstWordEnd(keys, i - 1))) continue;
    const bucket = bucketOfWord(key, keyStart[i], firstWordEnd(keys, i), mask);
    const position = next[bucket]++;
    if (position >= start[bucket + 1] || entry[position] !== i)
      return at(position, entry[position], `key ${i}, in bucket ${bucket}`);
  }
  const over = next.findIndex((position, bucket) => position !== start[bucket + 1]);
  return over < 0 ? null : at(next[over], entry[next[over]], `the end of bucket ${over}`);
}
