import type { NameTrie } from './name-trie.ts';

/** Sorts after every letter of a key; and the next, after the space but before every other letter. */
const AFTER_LETTERS = '\x7f';
const AFTER_SPACE = '!';

/** The first entry whose key is that one, or comes after it in byte order. O(log n). */
export function firstEntry({ keyStart, key: keys }: NameTrie, key: string): number {
  let low = 0;
  let high = keyStart.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(keys, keyStart[middle], keyStart[middle + 1], key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entry after the last whose key begins with that one; with `whole`, whose first words are that one. O(log n). */
export function entryAfter(trie: NameTrie, key: string, whole: boolean): number {
  return firstEntry(trie, key + (whole ? AFTER_SPACE : AFTER_LETTERS));
}

function isBelow(keys: Uint8Array, start: number, end: number, key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    if (start + i >= end) return true;
    const difference = keys[start + i] - key.charCodeAt(i);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
