import { endOf } from '../../index/address.ts';
import { BY_ALIAS, BY_VARIANT, POSTING_MASK } from '../../index/name-trie.ts';
import { endOfRows, localityOfPlace, PLACE_LIMIT, POSTING_ROW, ROW_PLACE } from '../../index/posting-row.ts';
import type { Span } from '../parse/names/name-parse.ts';
import type { StreetList } from '../query/workspace.ts';
import type { Query } from './query.ts';

/** The streets of a locality with an entry's name, in a list that the next call reuses. O(log postings). */
export function streetsIn(query: Query, entry: number, locality: number): StreetList {
  const { localityStreetStart: start } = query.index.columns;
  return streetsAmong(query, entry, start[locality], start[locality + 1] - start[locality]);
}

/** The same for a locality by its run of streets: so many from `first` on. */
export function streetsAmong(query: Query, entry: number, first: number, streets: number): StreetList {
  query.work.named.count = 0;
  addStreets(query, entry, first, first + streets);
  return query.work.named;
}

function addStreets(query: Query, entry: number, first: number, last: number): void {
  const { posting, start } = query.streets;
  const end = endOf(start, entry, posting);
  let low = start[entry];
  for (let size = end - low; size > 1; ) {
    const half = size >>> 1;
    low += half & -(((posting[low + half - 1] & POSTING_MASK) - first) >>> 31);
    size -= half;
  }
  if (low < end && (posting[low] & POSTING_MASK) < first) low++;
  for (let i = low; i < end && (posting[i] & POSTING_MASK) < last; i++) addPosting(query.work.named, posting[i]);
}

/** Looking up a place costs as much as scanning this many consecutive postings. */
const ROWS_PER_PLACE = 6;

/**
 * The streets with an entry's name in any of the localities `places[from, to)`, which may be postings, in a list that
 * the next call reuses. O(postings of the entry + places), or O(places × log postings) if that is less.
 */
export function streetsInAny(query: Query, entry: number, places: Uint32Array, from: number, to: number): StreetList {
  const found = query.work.named;
  found.count = 0;
  const { start, ranked } = query.streets;
  const end = endOfRows(start, entry, ranked) * POSTING_ROW;
  if (end - start[entry] * POSTING_ROW > (to - from) * ROWS_PER_PLACE * POSTING_ROW) {
    const { localityStreetStart } = query.index.columns;
    for (let i = from; i < to; i++) {
      const place = places[i] & POSTING_MASK;
      addStreets(query, entry, localityStreetStart[place], localityStreetStart[place + 1]);
    }
    return found;
  }
  mark(query, places, from, to);
  for (let row = start[entry] * POSTING_ROW; row < end; row += POSTING_ROW)
    if (isMarked(query.work.asked, localityOfPlace(ranked[row + ROW_PLACE]))) addPosting(found, ranked[row]);
  return found;
}

/** Marks localities. O(places). */
function mark({ index, work: { asked } }: Query, places: Uint32Array, from: number, to: number): void {
  asked.fill(0, 0, (index.columns.localityEntry.length >>> 5) + 1);
  for (let i = from; i < to; i++) {
    const locality = places[i] & (PLACE_LIMIT - 1);
    asked[locality >>> 5] |= 1 << (locality & 31);
  }
}

function isMarked(asked: Uint32Array, locality: number): boolean {
  return (asked[locality >>> 5] & (1 << (locality & 31))) !== 0;
}

/** The localities with the name of a whole span. */
export function localitiesNamed(query: Query, span: Span): { ordinal: number; alias: boolean }[] {
  const { start, ranked, low } = query.localities;
  const entry = low[span.node];
  const named: { ordinal: number; alias: boolean }[] = [];
  const end = endOfRows(start, entry, ranked);
  for (let i = start[entry]; i < end; i++) {
    const posting = ranked[i * POSTING_ROW];
    named.push({ ordinal: posting & POSTING_MASK, alias: posting >= BY_ALIAS });
  }
  return named;
}

/** The streets with an entry's name in localities with the prefix of a node, in a list that the next call reuses. */
export function streetsInNamed(query: Query, entry: number, node: number): StreetList {
  const { low, high, start, posting } = query.localities;
  return streetsInAny(query, entry, posting, start[low[node]], Math.min(start[high[node]], posting.length));
}

/** Whether a posting is by an alias or another spelling. */
export function isOther(posting: number): boolean {
  return (posting & (BY_ALIAS | BY_VARIANT)) !== 0;
}

/** Adds a posting. */
export function addPosting(list: StreetList, posting: number): void {
  if (list.count === list.posting.length) {
    const longer = new Uint32Array(2 * list.count);
    longer.set(list.posting);
    list.posting = longer;
  }
  list.posting[list.count++] = posting;
}
