import type { NearNames } from './near-names.ts';
import type { AddressIndex } from './open.ts';

/** Bit of a node's label: a key ends here. */
export const TERMINAL = 0x80;

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

/** Bits of a node's `children` that hold the position of the first; those above hold how many they are. */
const CHILD_BITS = 26;
const CHILD_MASK = 2 ** CHILD_BITS - 1;

/** What `children` holds of a node whose children are the nodes from `from` to `to`. */
export function packChildren(from: number, to: number): number {
  return (((to - from) << CHILD_BITS) | from) >>> 0;
}

/** The first of a node's children, by what `children` holds of the node. */
export function firstChild(children: number): number {
  return children & CHILD_MASK;
}

/** The node behind the last of a node's children, by what `children` holds of the node. */
export function endOfChildren(children: number): number {
  return (children & CHILD_MASK) + (children >>> CHILD_BITS);
}

/**
 * A trie over search keys: the children of a node stand together, by label, and behind them what is below the first of them, below
 * the second, …: so that a walk down a name goes through memory in one direction, most of it in few cache lines. The root is 0. Keys in byte
 * order are the *entries*; those below node n are `low[n]` to `high[n]`. Entry e has the postings `start[e]` to `start[e + 1]`:
 * in `posting` by ordinal, in `ranked` by weight. So everything below a node is one range of postings. (Fredkin 1960.)
 */
export interface NameTrie {
  /** Of each node, as `packChildren`. */
  readonly children: Uint32Array;
  readonly label: Uint8Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly start: Uint32Array;
  readonly posting: Uint32Array;
  readonly ranked: Uint32Array;
  /** Nodes that have a best list, ascending; the i-th has `best[bestStart[i]]` to `best[bestStart[i + 1]]`. */
  readonly bestNode: Uint32Array;
  readonly bestStart: Uint32Array;
  readonly best: Uint32Array;
  /** Beside `ranked` and `best`: the streets' cards (street-card.ts). Localities have none: empty. */
  readonly rankedCard: Uint32Array;
  readonly bestCard: Uint32Array;
  /** CSR: the keys themselves. */
  readonly keyStart: Uint32Array;
  readonly key: Uint8Array;
  /** The names by what deletions leave of them. */
  readonly near: NearNames;
}

const NO_CARDS = new Uint32Array(0);
const tries = new WeakMap<AddressIndex, { readonly street: NameTrie; readonly locality: NameTrie }>();

/** The trie of street names (postings: street ordinals), and of locality names (locality ordinals). */
export function nameTries(index: AddressIndex): { readonly street: NameTrie; readonly locality: NameTrie } {
  let known = tries.get(index);
  if (known === undefined) {
    const { columns: c } = index;
    known = {
      street: {
        children: c.streetTrieChildren,
        label: c.streetTrieLabel,
        low: c.streetTrieLow,
        high: c.streetTrieHigh,
        start: c.streetEntryStart,
        posting: c.streetEntryPosting,
        ranked: c.streetEntryRanked,
        bestNode: c.streetBestNode,
        bestStart: c.streetBestStart,
        best: c.streetBest,
        rankedCard: c.streetRankedCard,
        bestCard: c.streetBestCard,
        keyStart: c.streetKeyStart,
        key: c.streetKey,
        near: { start: c.streetNearStart, entry: c.streetNear },
      },
      locality: {
        children: c.localityTrieChildren,
        label: c.localityTrieLabel,
        low: c.localityTrieLow,
        high: c.localityTrieHigh,
        start: c.localityEntryStart,
        posting: c.localityEntryPosting,
        ranked: c.localityEntryRanked,
        bestNode: c.localityBestNode,
        bestStart: c.localityBestStart,
        best: c.localityBest,
        rankedCard: NO_CARDS,
        bestCard: NO_CARDS,
        keyStart: c.localityKeyStart,
        key: c.localityKey,
        near: { start: c.localityNearStart, entry: c.localityNear },
      },
    };
    tries.set(index, known);
  }
  return known;
}

/** With more children than these, the one with a label is found by halving. */
const FEW_CHILDREN = 6;

/** The child of a node with a label, or -1. O(log children). */
export function childOf({ children, label }: NameTrie, node: number, letter: number): number {
  return childAmong(label, firstChild(children[node]), endOfChildren(children[node]), letter);
}

/** The one of some siblings, the nodes from `low` to `high`, that has a label; or -1. O(log siblings). */
export function childAmong(labels: Uint8Array, low: number, high: number, letter: number): number {
  let child = low;
  for (let size = high - low; size > FEW_CHILDREN; ) {
    const half = size >>> 1;
    if ((labels[child + half] & ~TERMINAL) <= letter) child += half;
    size -= half;
  }
  for (; child < high; child++) {
    const other = labels[child] & ~TERMINAL;
    if (other >= letter) return other === letter ? child : -1;
  }
  return -1;
}
