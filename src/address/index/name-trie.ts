import type { DeletionIndex } from './deletion-index.ts';
import { bitCount } from './letters.ts';
import type { AddressIndex } from './open.ts';

/** Bit of a posting: the thing goes by this name as an alias. */
export const BY_ALIAS = 0x8000_0000;

/** Bit of a posting: the key is another spelling of the name (`MT` for `MOUNT`), made for the search. */
export const BY_VARIANT = 0x4000_0000;

/** The ordinal of a posting. */
export const POSTING_MASK = 0x3fff_ffff;

/** In `streetEntry` and `localityEntry`: the name has no search key. */
export const NO_ENTRY = 0xffff_ffff;

/** A node with at most this many postings below it has no best list: they are sorted when asked for. */
export const FEW_POSTINGS = 64;
/** Postings of the longest best list. */
const MOST_BEST = 1024;

/**
 * Postings in the best list of a node with more than FEW_POSTINGS below it: the more there are, the
 * longer the list.
 */
export function bestLength(postings: number): number {
  return Math.min(MOST_BEST, Math.max(FEW_POSTINGS, postings >>> 4));
}

/** Elements of a node: its word, and its letters. */
export const NODE_WORDS = 2;
/** Most nodes that a trie may have. */
export const NODE_LIMIT = 2 ** 24;

const CHILD_MASK = NODE_LIMIT - 1;
const LETTER_SHIFT = 24;
const KEY_ENDS = 0x8000_0000;

/**
 * The word of a node: the position of its first child in 24 bits, 0 without children; its letter in
 * 7 bits; a bit where a key ends.
 */
export function nodeWord(letter: number, ends: boolean, first: number): number {
  return ((ends ? KEY_ENDS : 0) | (letter << LETTER_SHIFT) | first) >>> 0;
}

/** The word of a node. */
export function wordAt(nodes: Uint32Array, node: number): number {
  return nodes[node * NODE_WORDS];
}

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

const A = 0x41;
const SPACE = 0x20;
const SPACE_BIT = 1 << 26;
const DIGITS_SHIFT = 27;
const LETTERS_MASK = SPACE_BIT - 1;

/**
 * The letters that the children of a node have, which stand in this order: a bit for the space, how
 * many digits in 4 bits, and a bit for each of A–Z. So the child of a letter is found without
 * reading its siblings.
 */
export function lettersOf(letters: readonly number[]): number {
  let packed = 0;
  for (const letter of letters)
    packed += letter >= A ? 1 << (letter - A) : letter === SPACE ? SPACE_BIT : 2 ** DIGITS_SHIFT;
  return packed;
}

/** Whether a node has a child with a letter; for a digit, a child with any digit. */
export function mayGoOn(nodes: Uint32Array, node: number, letter: number): boolean {
  const letters = nodes[node * NODE_WORDS + 1];
  if (letter >= A) return (letters & (1 << (letter - A))) !== 0;
  return letter === SPACE ? (letters & SPACE_BIT) !== 0 : letters >>> DIGITS_SHIFT !== 0;
}

/** The node after the last child of a node; 0 where it has none. */
export function endOfChildren(nodes: Uint32Array, node: number): number {
  const first = firstChild(wordAt(nodes, node));
  if (first === 0) return 0;
  const letters = nodes[node * NODE_WORDS + 1];
  return Math.min(firstLetter(first, letters) + bitCount(letters & LETTERS_MASK), nodes.length / NODE_WORDS);
}

/** The first child that is a letter: after a space and digits. */
function firstLetter(first: number, letters: number): number {
  return first + ((letters >>> 26) & 1) + (letters >>> DIGITS_SHIFT);
}

/**
 * A trie over search keys, for each node its word (`nodeWord`) and the letters of its children
 * (`lettersOf`). The children of a node stand together, by letter, followed by what is below
 * the first of them, below the second, …: so that a walk down a name goes through memory in one
 * direction, most of it in few cache lines. The root is 0. Keys in byte order are the *entries*;
 * those below node n are `low[n]` to `high[n]`. Entry e has the postings `start[e]` to `start[e +
 * 1]`: in `posting` by ordinal, in `ranked` by weight, as rows (posting-row.ts). So everything
 * below a node is one range of postings. (Fredkin 1960.)
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
  readonly deletions: DeletionIndex;
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
        deletions: { start: c.streetNearStart, entry: c.streetNear },
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
        deletions: { start: c.localityNearStart, entry: c.localityNear },
      },
    };
    tries.set(index, known);
  }
  return known;
}

/** The child of a node with a letter, or -1. O(1), and without a branch that depends on what the siblings are. */
export function childOf({ node: nodes }: NameTrie, node: number, letter: number): number {
  const letters = nodes[node * NODE_WORDS + 1];
  const first = firstChild(nodes[node * NODE_WORDS]);
  if (letter >= A) {
    const bit = 1 << (letter - A);
    return (letters & bit) === 0 ? -1 : firstLetter(first, letters) + bitCount(letters & (bit - 1));
  }
  if (letter === SPACE) return (letters & SPACE_BIT) === 0 ? -1 : first;
  const end = firstLetter(first, letters);
  for (let child = end - (letters >>> DIGITS_SHIFT); child < end; child++)
    if (letterOf(wordAt(nodes, child)) === letter) return child;
  return -1;
}
