import {
  bucketOfWord,
  type FirstWords,
  firstWordEnd,
  isFirstWord,
  type Keys,
} from '../../src/address/index/first-words.ts';

/** The table of keys by their first word. O(keys). */
export function firstWordsOf(keys: Keys): FirstWords {
  const { key, keyStart } = keys;
  const leaders: number[] = [];
  for (let i = 0; i + 1 < keyStart.length; i++)
    if (i === 0 || !isFirstWord(keys, i, key, keyStart[i - 1], firstWordEnd(keys, i - 1))) leaders.push(i);
  let mask = 1;
  while (mask < leaders.length) mask = mask * 2 + 1;
  const buckets = leaders.map((i) => bucketOfWord(key, keyStart[i], firstWordEnd(keys, i), mask));
  const start = new Uint32Array(mask + 2);
  for (const bucket of buckets) start[bucket + 1]++;
  for (let bucket = 0; bucket <= mask; bucket++) start[bucket + 1] += start[bucket];
  const next = start.slice(0, mask + 1);
  const entry = new Uint32Array(leaders.length);
  leaders.forEach((leader, i) => {
    entry[next[buckets[i]]++] = leader;
  });
  return { start, entry };
}
