import { childOf, keyEnds, type NameTrie, wordAt } from './name-trie.ts';

const SPACE = 0x20;

/** A run of entries. */
export interface NamesBegun {
  readonly first: number;
  readonly end: number;
  /** Whether the key of the first is all that was sought. */
  readonly isExact: boolean;
}

const NONE: NamesBegun = { first: 0, end: 0, isExact: false };

/** The entries whose keys begin with one, or with `whole` have it as their first words. O(letters). */
export function namesBegun(trie: NameTrie, key: string, whole: boolean): NamesBegun {
  let node = 0;
  for (let i = 0; i < key.length; i++) {
    node = childOf(trie, node, key.charCodeAt(i));
    if (node < 0) return NONE;
  }
  const first = trie.low[node];
  const isExact = keyEnds(wordAt(trie.node, node));
  if (!whole) return { first, end: trie.high[node], isExact };
  // A space sorts before all other letters.
  const longer = childOf(trie, node, SPACE);
  return { first, end: longer < 0 ? first + (isExact ? 1 : 0) : trie.high[longer], isExact };
}
