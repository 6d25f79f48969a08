import { endOf, lowerBound } from '../index/address.ts';
import { endOfChildren, FEW_POSTINGS, firstChild, type NameTrie, POSTING_MASK, TERMINAL } from '../index/name-trie.ts';
import { ANY_NUMBER, BLANK_CARD, mayHave } from '../index/street-card.ts';

/** How well-known a posting's thing is: the order of best lists (trie-builder.ts), equals by ordinal. */
export type Weight = (ordinal: number) => number;

/** Called with a posting; answers false to stop. */
export type OnPosting = (posting: number) => boolean;

/** Postings in the order of weight, their cards, and the node that goes on where they end, -1 for none. */
interface Source {
  readonly list: Uint32Array;
  readonly cards: Uint32Array;
  at: number;
  readonly end: number;
  readonly node: number;
  /** Weight and ordinal of the posting at `at`. */
  weight: number;
  ordinal: number;
}

interface Walk {
  readonly trie: NameTrie;
  readonly weight: Weight;
  /** What the streets are asked for: a street number, ANY_NUMBER or ANY_LOT (street-card.ts). */
  readonly number: number;
  /** Sources, the one that goes on with the most weight first. */
  readonly heap: Source[];
  /** Postings that were looked at. */
  seen: number;
}

const NO_CARDS = new Uint32Array(0);

/** Nodes that one walk may open, and postings that it may look at before it opens no more. */
const MOST_NODES = 64;
const MOST_SEEN = 2048;

/**
 * Visits the postings below a node in the order of weight, whatever their keys, until `visit` answers false: so that those below
 * a longer prefix come in the same order. Streets that cannot have `number` are passed over by their cards. A node's best list first;
 * where it ends, what its children have besides, merged. O(seen + visited × log nodes opened). A thing with several keys may come
 * several times.
 */
export function visitRanked(trie: NameTrie, node: number, weight: Weight, number: number, visit: OnPosting): void {
  const heap: Source[] = [];
  const walk: Walk = { trie, weight, number, heap, seen: 0 };
  if (trie.low[node] < trie.high[node]) addNode(walk, node, Number.POSITIVE_INFINITY, -1);
  for (let opened = 0; heap.length > 0; ) {
    const top = heap[0];
    if (heap.length === 1) {
      if (!visitRest(walk, top, visit)) return;
      heap.length = 0;
    } else {
      if (mayAnswer(walk, top) && !visit(top.list[top.at])) return;
      if (top.at + 1 < top.end) {
        top.at++;
        if (seek(walk, top)) {
          head(walk, top);
          sink(heap, 0);
          continue;
        }
      }
      const bottom = heap.pop() as Source;
      if (heap.length > 0) {
        heap[0] = bottom;
        sink(heap, 0);
      }
    }
    if (top.node < 0 || opened === MOST_NODES || walk.seen >= MOST_SEEN) continue;
    opened++;
    const last = top.list[top.end - 1] & POSTING_MASK;
    open(walk, top.node, weight(last), last);
  }
}

/** Visits what is left of the only source; answers whether to go on. */
function visitRest(walk: Walk, source: Source, visit: OnPosting): boolean {
  walk.seen += source.end - source.at;
  for (; source.at < source.end; source.at++)
    if (mayAnswer(walk, source) && !visit(source.list[source.at])) return false;
  return true;
}

function mayAnswer({ number }: Walk, { cards, at }: Source): boolean {
  return number === ANY_NUMBER || cards.length === 0 || mayHave(cards[at], number);
}

/** Goes to the next posting that may answer, or to the last where a node goes on behind it; answers whether there is one. */
function seek(walk: Walk, source: Source): boolean {
  for (; source.at < source.end; source.at++) {
    walk.seen++;
    if (mayAnswer(walk, source)) return true;
  }
  source.at = source.end - 1;
  return source.node >= 0;
}

/** Adds what a node has behind its best list: the postings of a key that ends there, and its children. */
function open(walk: Walk, node: number, last: number, ordinal: number): void {
  const { label, low, start, ranked, rankedCard, children } = walk.trie;
  if ((label[node] & TERMINAL) !== 0)
    add(walk, ranked, rankedCard, start[low[node]], endOf(start, low[node], ranked), -1, last, ordinal);
  for (let child = Math.max(firstChild(children[node]), node + 1); child < endOfChildren(children[node]); child++)
    addNode(walk, child, last, ordinal);
}

function addNode(walk: Walk, node: number, last: number, ordinal: number): void {
  const { bestNode, bestStart, best, bestCard } = walk.trie;
  const at = lowerBound(bestNode, node);
  if (bestNode[at] === node) add(walk, best, bestCard, bestStart[at], endOf(bestStart, at, best), node, last, ordinal);
  else {
    const count = rankedBelow(walk, node);
    if (count > 0) add(walk, few.slice(0, count), NO_CARDS, 0, count, -1, last, ordinal);
  }
}

/** Adds the part of a ranked list that comes after a weight and ordinal. */
function add(
  walk: Walk,
  list: Uint32Array,
  cards: Uint32Array,
  from: number,
  end: number,
  node: number,
  last: number,
  ordinal: number,
): void {
  let low = from;
  let high = last === Number.POSITIVE_INFINITY ? from : end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = list[middle] & POSTING_MASK;
    const heavy = walk.weight(other);
    if (heavy > last || (heavy === last && other <= ordinal)) low = middle + 1;
    else high = middle;
  }
  if (low >= end) {
    if (node >= 0) open(walk, node, last, ordinal);
    return;
  }
  const source: Source = { list, cards, at: low, end, node, weight: 0, ordinal: 0 };
  if (!seek(walk, source)) return;
  head(walk, source);
  walk.heap.push(source);
  rise(walk.heap, walk.heap.length - 1);
}

function head({ weight }: Walk, source: Source): void {
  source.ordinal = source.list[source.at] & POSTING_MASK;
  source.weight = weight(source.ordinal);
}

function before(a: Source, b: Source): boolean {
  return a.weight > b.weight || (a.weight === b.weight && a.ordinal < b.ordinal);
}

function rise(heap: Source[], from: number): void {
  const source = heap[from];
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(source, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = source;
}

function sink(heap: Source[], from: number): void {
  const source = heap[from];
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child++;
    if (!before(heap[child], source)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = source;
}

const few = new Uint32Array(FEW_POSTINGS);
const weights = new Float64Array(FEW_POSTINGS);

/**
 * Puts the postings below a node without a best list into `few`, those that may answer, of most weight first; answers how many they
 * are.
 */
function rankedBelow(walk: Walk, node: number): number {
  const { low, high, start, ranked, rankedCard } = walk.trie;
  const from = start[low[node]];
  const end = Math.min(start[high[node]], from + FEW_POSTINGS, ranked.length);
  let count = 0;
  for (let i = from; i < end; i++) {
    walk.seen++;
    if (!mayHave(rankedCard.length > 0 ? rankedCard[i] : BLANK_CARD, walk.number)) continue;
    const posting = ranked[i];
    const ordinal = posting & POSTING_MASK;
    const heavy = walk.weight(ordinal);
    let at = count++;
    for (; at > 0; at--) {
      if (weights[at - 1] > heavy || (weights[at - 1] === heavy && (few[at - 1] & POSTING_MASK) <= ordinal)) break;
      weights[at] = weights[at - 1];
      few[at] = few[at - 1];
    }
    weights[at] = heavy;
    few[at] = posting;
  }
  return count;
}
