import { endOf, lowerBound } from '../index/address.ts';
import { BEST_LENGTH, type NameTrie, POSTING_MASK, TERMINAL } from '../index/name-trie.ts';
import { BLANK_CARD } from '../index/street-card.ts';

/** How well-known a posting's thing is: the order of best lists (trie-builder.ts), equals by ordinal. */
export type Weight = (ordinal: number) => number;

/** Called with a posting and the street's card (street-card.ts); answers false to stop. A locality's card says nothing. */
export type OnPosting = (posting: number, card: number) => boolean;

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

const NO_CARDS = new Uint32Array(0);

/** Nodes that one walk may open. */
const MOST_NODES = 64;

/**
 * Visits all postings below a node in the order of weight, whatever their keys, until `visit` answers false: so that those below
 * a longer prefix come in the same order. A node's best list first; where it ends, what its children have besides, merged.
 * O(visited × log nodes opened). A thing with several keys may come several times.
 */
export function visitRanked(trie: NameTrie, node: number, weight: Weight, visit: OnPosting): void {
  const heap: Source[] = [];
  if (trie.low[node] < trie.high[node]) addNode(heap, trie, node, weight, Number.POSITIVE_INFINITY, -1);
  for (let opened = 0; heap.length > 0; ) {
    const top = heap[0];
    if (heap.length === 1) {
      const { list, cards, end } = top;
      const known = cards.length > 0;
      for (; top.at < end - 1; top.at++) if (!visit(list[top.at], known ? cards[top.at] : BLANK_CARD)) return;
      head(top, weight);
    }
    if (!visit(top.list[top.at], top.cards.length > 0 ? top.cards[top.at] : BLANK_CARD)) return;
    const { weight: last, ordinal } = top;
    if (++top.at < top.end) {
      head(top, weight);
      sink(heap, 0);
      continue;
    }
    const bottom = heap.pop() as Source;
    if (heap.length > 0) {
      heap[0] = bottom;
      sink(heap, 0);
    }
    if (top.node >= 0 && opened++ < MOST_NODES) open(heap, trie, top.node, weight, last, ordinal);
  }
}

/** Adds what a node has behind its best list: the postings of a key that ends there, and its children. */
function open(heap: Source[], trie: NameTrie, node: number, weight: Weight, last: number, ordinal: number): void {
  const { label, low, start, ranked, rankedCard, first } = trie;
  if ((label[node] & TERMINAL) !== 0)
    add(heap, trie, ranked, rankedCard, start[low[node]], start[low[node] + 1], -1, weight, last, ordinal);
  for (let child = Math.max(first[node], node + 1); child < endOf(first, node, label); child++)
    addNode(heap, trie, child, weight, last, ordinal);
}

function addNode(heap: Source[], trie: NameTrie, node: number, weight: Weight, last: number, ordinal: number): void {
  const best = lowerBound(trie.bestNode, node);
  if (trie.bestNode[best] !== node) {
    const count = rankedBelow(trie, node, weight);
    const cards = trie.rankedCard.length > 0 ? fewCards.slice(0, count) : NO_CARDS;
    add(heap, trie, few.slice(0, count), cards, 0, count, -1, weight, last, ordinal);
    return;
  }
  const from = best * BEST_LENGTH;
  let end = from + BEST_LENGTH;
  while (trie.best[end - 1] === 0xffff_ffff) end--;
  add(heap, trie, trie.best, trie.bestCard, from, end, node, weight, last, ordinal);
}

/** Adds the part of a ranked list that comes after a weight and ordinal. */
function add(
  heap: Source[],
  trie: NameTrie,
  list: Uint32Array,
  cards: Uint32Array,
  from: number,
  end: number,
  node: number,
  weight: Weight,
  last: number,
  ordinal: number,
): void {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = list[middle] & POSTING_MASK;
    const heavy = weight(other);
    if (heavy > last || (heavy === last && other <= ordinal)) low = middle + 1;
    else high = middle;
  }
  if (low === end) {
    if (node >= 0) open(heap, trie, node, weight, last, ordinal);
    return;
  }
  const source: Source = { list, cards, at: low, end, node, weight: 0, ordinal: 0 };
  head(source, weight);
  heap.push(source);
  rise(heap, heap.length - 1);
}

function head(source: Source, weight: Weight): void {
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

const few = new Uint32Array(BEST_LENGTH);
const fewCards = new Uint32Array(BEST_LENGTH);
const weights = new Float64Array(BEST_LENGTH);

/** Puts the few postings below a node without a best list into `few`, those of most weight first; answers how many they are. */
function rankedBelow({ low, high, start, ranked, rankedCard }: NameTrie, node: number, weight: Weight): number {
  const from = start[low[node]];
  const count = Math.min(start[high[node]] - from, BEST_LENGTH);
  for (let i = 0; i < count; i++) {
    const posting = ranked[from + i];
    const card = rankedCard.length > 0 ? rankedCard[from + i] : BLANK_CARD;
    const heavy = weight(posting & POSTING_MASK);
    let at = i;
    while (
      at > 0 &&
      (weights[at - 1] < heavy ||
        (weights[at - 1] === heavy && (few[at - 1] & POSTING_MASK) > (posting & POSTING_MASK)))
    ) {
      weights[at] = weights[at - 1];
      few[at] = few[at - 1];
      fewCards[at] = fewCards[at - 1];
      at--;
    }
    weights[at] = heavy;
    few[at] = posting;
    fewCards[at] = card;
  }
  return count;
}
