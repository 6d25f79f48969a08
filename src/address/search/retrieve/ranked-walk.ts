import { firstNotBefore, lowerBound } from '../../index/address.ts';
import { endOfChildren, FEW_POSTINGS, firstChild, keyEnds, type NameTrie, wordAt } from '../../index/name-trie.ts';
import { endOfRows, POSTING_ROW, ROW_CARD, ROW_RANK } from '../../index/posting-row.ts';
import { ANY_NUMBER, mayHave } from '../../index/street-card.ts';
import { FEW, MOST_ROWS } from '../query/limits.ts';
import type { Workspace } from '../query/workspace.ts';

/** The answer after the last posting. */
export const NO_POSTING = -1;

/** Answers the next of some postings; NO_POSTING at their end or once no work is left. */
export type Postings = () => number;

/** Rows by rank (posting-row.ts), and the node whose further postings follow them, -1 for none. */
interface Source {
  readonly rows: Uint32Array;
  /** Positions in `rows`, of elements. */
  at: number;
  readonly end: number;
  readonly node: number;
  /** The rank of the row at `at`. */
  rank: number;
}

/** The state of a walk. */
interface RankedWalk {
  readonly trie: NameTrie;
  /** Rows of nodes without a best list, used by this walk alone. */
  readonly spare: Workspace['walk'];
  /** What the streets have to have: a street number, ANY_LOT, or nothing, ANY_NUMBER (street-card.ts). */
  readonly number: number;
  /** A heap of sources, the one whose next posting is best known on top. */
  readonly heap: Source[];
  /** Postings scanned, and nodes opened. */
  seen: number;
  opened: number;
}

/**
 * The postings below a node, the best known first, in the same order as below a longer prefix. Skips streets that
 * cannot have `number`. A street or place with several keys may come several times. One walk at a time: the next reuses
 * its rows. O(seen + answered × log nodes opened).
 */
export function rankedPostings({ walk: spare }: Workspace, trie: NameTrie, node: number, number: number): Postings {
  spare.from = 0;
  const walk: RankedWalk = { trie, spare, number, heap: [], seen: 0, opened: 0 };
  if (trie.low[node] < trie.high[node]) addNodes(walk, node, node + 1, -1);
  const { heap } = walk;
  return () => {
    while (heap.length > 0) {
      const posting = heap.length === 1 ? takeRest(walk, heap[0]) : takeTop(walk, heap[0]);
      if (posting !== NO_POSTING) return posting;
    }
    return NO_POSTING;
  };
}

/** Takes a posting from the only source; if it has none left that may answer, opens the node after it. */
function takeRest(walk: RankedWalk, source: Source): number {
  const { rows, end } = source;
  for (let at = source.at; at < end; at += POSTING_ROW) {
    walk.seen++;
    if (walk.number !== ANY_NUMBER && !mayHave(rows[at + ROW_CARD], walk.number)) continue;
    source.at = at + POSTING_ROW;
    return rows[at];
  }
  walk.heap.length = 0;
  openNext(walk, source);
  return NO_POSTING;
}

/** Takes the first posting of the top of several sources; NO_POSTING if it cannot answer. */
function takeTop(walk: RankedWalk, top: Source): number {
  const { heap } = walk;
  const posting = mayAnswer(walk, top) ? top.rows[top.at] : NO_POSTING;
  top.at += POSTING_ROW;
  if (top.at < top.end && seek(walk, top)) {
    top.rank = top.rows[top.at + ROW_RANK];
    sink(heap, 0);
    return posting;
  }
  const bottom = heap.pop() as Source;
  if (heap.length > 0) {
    heap[0] = bottom;
    sink(heap, 0);
  }
  openNext(walk, top);
  return posting;
}

/** Opens the node whose postings follow a source's rows, if any. */
function openNext(walk: RankedWalk, { rows, end, node }: Source): void {
  if (node < 0 || walk.opened === FEW || walk.seen >= MOST_ROWS) return;
  walk.opened++;
  open(walk, node, rows[end - POSTING_ROW + ROW_RANK]);
}

function mayAnswer({ number }: RankedWalk, { rows, at }: Source): boolean {
  return number === ANY_NUMBER || mayHave(rows[at + ROW_CARD], number);
}

/** Goes to the next posting that may answer, or to the last if a node follows; answers whether there is either. */
function seek(walk: RankedWalk, source: Source): boolean {
  for (; source.at < source.end; source.at += POSTING_ROW) {
    walk.seen++;
    if (mayAnswer(walk, source)) return true;
  }
  source.at = source.end - POSTING_ROW;
  return source.node >= 0;
}

/** Adds what a node has beyond its best list: the postings of the key that ends there, and its children. */
function open(walk: RankedWalk, node: number, last: number): void {
  const { node: nodes, low, start, ranked } = walk.trie;
  if (keyEnds(wordAt(nodes, node))) add(walk, ranked, start[low[node]], endOfRows(start, low[node], ranked), -1, last);
  const first = firstChild(wordAt(nodes, node));
  const end = endOfChildren(nodes, node);
  addNodes(walk, Math.max(first, node + 1), end, last);
}

/** Adds the nodes from one to another. O(log nodes + those added). */
function addNodes(walk: RankedWalk, from: number, end: number, last: number): void {
  const { bestNode, bestStart, best } = walk.trie;
  let at = lowerBound(bestNode, from);
  for (let node = from; node < end; node++)
    if (bestNode[at] !== node) addFew(walk, node, last);
    else {
      add(walk, best, bestStart[at], endOfRows(bestStart, at, best), node, last);
      at++;
    }
}

/** Adds the rows that may answer below a node without a best list, and come after the rank visited last, by rank. */
function addFew(walk: RankedWalk, node: number, last: number): void {
  const { spare } = walk;
  const { low, high, start, ranked } = walk.trie;
  const fits = spare.from + FEW_POSTINGS * POSTING_ROW <= spare.rows.length;
  const rows = fits ? spare.rows : new Uint32Array(FEW_POSTINGS * POSTING_ROW);
  const from = fits ? spare.from : 0;
  const first = start[low[node]];
  const after = Math.min(start[high[node]], first + FEW_POSTINGS, ranked.length / POSTING_ROW);
  let end = from;
  for (let row = first * POSTING_ROW; row < after * POSTING_ROW; row += POSTING_ROW) {
    walk.seen++;
    const rank = ranked[row + ROW_RANK];
    if (rank <= last || !mayHave(ranked[row + ROW_CARD], walk.number)) continue;
    let at = end;
    for (; at > from && rows[at - POSTING_ROW + ROW_RANK] > rank; at -= POSTING_ROW)
      copyRow(rows, at - POSTING_ROW, at);
    rows[at] = ranked[row];
    rows[at + ROW_CARD] = ranked[row + ROW_CARD];
    rows[at + ROW_RANK] = rank;
    end += POSTING_ROW;
  }
  if (end === from) return;
  if (fits) spare.from = end;
  addSource(walk, { rows, at: from, end, node: -1, rank: 0 });
}

/** Adds the rows from one to another of a list by rank that come after the rank visited last. */
function add(walk: RankedWalk, rows: Uint32Array, from: number, end: number, node: number, last: number): void {
  const low = last < 0 ? from : firstNotBefore(from, end, (row) => rows[row * POSTING_ROW + ROW_RANK] <= last);
  if (low >= end) {
    if (node >= 0) open(walk, node, last);
    return;
  }
  addSource(walk, { rows, at: low * POSTING_ROW, end: end * POSTING_ROW, node, rank: 0 });
}

function addSource(walk: RankedWalk, source: Source): void {
  if (!seek(walk, source)) return;
  source.rank = source.rows[source.at + ROW_RANK];
  walk.heap.push(source);
  rise(walk.heap, walk.heap.length - 1);
}

function rise(heap: Source[], from: number): void {
  const source = heap[from];
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (source.rank >= heap[parent].rank) break;
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
    if (child + 1 < heap.length && heap[child + 1].rank < heap[child].rank) child++;
    if (heap[child].rank >= source.rank) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = source;
}

/** Copies a row without its place, which a walk does not need. */
function copyRow(rows: Uint32Array, from: number, to: number): void {
  rows[to] = rows[from];
  rows[to + ROW_CARD] = rows[from + ROW_CARD];
  rows[to + ROW_RANK] = rows[from + ROW_RANK];
}
