import type { NearNames } from './near-names.ts';
import type { AddressIndex } from './open.ts';

/** Bit of a posting: the thing goes by this name as an alias. */
export const BY_ALIAS = 0x8000_0000;

/** Bit of a posting: the key is another spelling of the name (`MT` for `MOUNT`), made for the search. */
export const BY_VARIANT = 0x4000_0000;

/** The ordinal of a posting. */
export const POSTING_MASK = 0x3fff_ffff;

/** A node with no more postings than these below it has no best list: they are sorted when they are asked for. */
export const FEW_POSTINGS = 64;
/** Postings of the longest best list. */
const MOST_BEST = 1024;

/** Postings in the best list of a node with more than FEW_POSTINGS below it: the more there are, the further it leads. */
export function bestLength(postings: number): number {
  return Math.min(MOST_BEST, Math.max(FEW_POSTINGS, postings >>> 4));
}

/** Elements of a node: its word, and its letters. */
export const NODE_WORDS = 2;

/**
 * The word of a node: the position of its first child in 23 bits, 0 without children; a bit for the last of its siblings; its letter in 7
 * bits; and a bit where a key ends.
 */
export function nodeWord(letter: number, ends: boolean, first: number, last: boolean): number {
  return ((ends ? KEY_ENDS : 0) | (letter << LETTER_SHIFT) | (last ? LAST_SIBLING : 0) | first) >>> 0;
}

/** Most nodes that a trie may have. */
export const MOST_NODES = 2 ** 23;
const CHILD_MASK = MOST_NODES - 1;
const LAST_SIBLING = 0x80_0000;
const LETTER_SHIFT = 24;
const KEY_ENDS = 0x8000_0000;

/** The first child of a node, by its word; 0 without one. */
export function firstChild(word: number): number {
  return word & CHILD_MASK;
}

/** The letter of a node, by its word; 0 of the root. */
export function letterOf(word: number): number {
  return (word >>> LETTER_SHIFT) & 0x7f;
}

/** Whether a key ends at a node, by its word. */
export function keyEnds(word: number): boolean {
  return (word & KEY_ENDS) !== 0;
}

/** The word of a node. */
export function wordAt(nodes: Uint32Array, node: number): number {
  return nodes[node * NODE_WORDS];
}

/** By letter: its bit among the letters of a node. Every A–Z and the space has one of its own, two digits share one. */
const LETTER_BITS = Uint8Array.from({ length: 128 }, (_, letter) =>
  letter === 0x20 ? 26 : letter >= 0x41 ? (letter - 0x41) & 31 : 27 + (((letter - 0x30) & 15) >>> 1),
);

/** What the letters of a node have for a child: they are the element behind its word. */
export function letterBit(letter: number): number {
  return (1 << LETTER_BITS[letter]) >>> 0;
}

/** Whether a node may have a child with a letter. Tells without a look at its children; never wrong where it says that it has none. */
export function mayGoOn(nodes: Uint32Array, node: number, letter: number): boolean {
  return ((nodes[node * NODE_WORDS + 1] >>> LETTER_BITS[letter]) & 1) !== 0;
}

/** The node behind the last of some siblings, by the first of them; 0 where there are none. O(siblings). */
export function endOfSiblings(nodes: Uint32Array, first: number): number {
  if (first === 0) return 0;
  const count = nodes.length / NODE_WORDS;
  let last = first;
  while (last < count && (wordAt(nodes, last) & LAST_SIBLING) === 0) last++;
  return Math.min(last + 1, count);
}

/**
 * A trie over search keys, for each node its word (`nodeWord`) and the letters of its children (`letterBit`): the children of a node stand together, by letter, and behind them what is below
 * the first of them, below the second, …: so that a walk down a name goes through memory in one direction, most of it in few cache lines. The
 * root is 0. Keys in byte order are the *entries*; those below node n are `low[n]` to `high[n]`. Entry e has the postings `start[e]` to `start[e + 1]`:
 * in `posting` by ordinal, in `ranked`, as rows (posting-row.ts), by weight. So everything below a node is one range of postings. (Fredkin 1960.)
 */
export interface NameTrie {
  readonly node: Uint32Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly start: Uint32Array;
  readonly posting: Uint32Array;
  readonly ranked: Uint32Array;
  /** Nodes that have a best list, ascending; the i-th has the rows `bestStart[i]` to `bestStart[i + 1]` of `best`. */
  readonly bestNode: Uint32Array;
  readonly bestStart: Uint32Array;
  readonly best: Uint32Array;
  /** CSR: the keys themselves. */
  readonly keyStart: Uint32Array;
  readonly key: Uint8Array;
  /** The names by what deletions leave of them. */
  readonly near: NearNames;
}

const tries = new WeakMap<AddressIndex, { readonly street: NameTrie; readonly locality: NameTrie }>();

/** The trie of street names (postings: street ordinals), and of locality names (locality ordinals). */
export function nameTries(index: AddressIndex): { readonly street: NameTrie; readonly locality: NameTrie } {
  let known = tries.get(index);
  if (known === undefined) {
    const { columns: c } = index;
    known = {
      street: {
        node: c.streetTrieNode,
        low: c.streetTrieLow,
        high: c.streetTrieHigh,
        start: c.streetEntryStart,
        posting: c.streetEntryPosting,
        ranked: c.streetEntryRanked,
        bestNode: c.streetBestNode,
        bestStart: c.streetBestStart,
        best: c.streetBest,
        keyStart: c.streetKeyStart,
        key: c.streetKey,
        near: { start: c.streetNearStart, entry: c.streetNear },
      },
      locality: {
        node: c.localityTrieNode,
        low: c.localityTrieLow,
        high: c.localityTrieHigh,
        start: c.localityEntryStart,
        posting: c.localityEntryPosting,
        ranked: c.localityEntryRanked,
        bestNode: c.localityBestNode,
        bestStart: c.localityBestStart,
        best: c.localityBest,
        keyStart: c.localityKeyStart,
        key: c.localityKey,
        near: { start: c.localityNearStart, entry: c.localityNear },
      },
    };
    tries.set(index, known);
  }
  return known;
}

/** The child of a node with a letter, or -1. O(children). */
export function childOf({ node: nodes }: NameTrie, node: number, letter: number): number {
  return mayGoOn(nodes, node, letter) ? childAmong(nodes, firstChild(wordAt(nodes, node)), letter) : -1;
}

/** The one of some siblings that has a letter, by the first of them, 0 where there are none; or -1. O(siblings). */
export function childAmong(nodes: Uint32Array, first: number, letter: number): number {
  if (first === 0) return -1;
  for (let child = first; child * NODE_WORDS < nodes.length; child++) {
    const word = wordAt(nodes, child);
    const other = letterOf(word);
    if (other >= letter) return other === letter ? child : -1;
    if ((word & LAST_SIBLING) !== 0) return -1;
  }
  return -1;
}
