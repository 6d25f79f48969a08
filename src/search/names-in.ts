import { endOf } from '../index/address.ts';
import { MEANING } from '../index/lexicon.ts';
import { BY_ALIAS, BY_VARIANT, nameTries, POSTING_MASK } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { endOfRows, localityOfPlace, PLACE_LIMIT, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../index/posting-row.ts';
import { suffixOnCard, typeOnCard } from '../index/street-card.ts';
import { hasCode } from './lexicon.ts';
import type { Matcher } from './matcher.ts';
import type { Span } from './trie-walk.ts';

/** Calls `visit` for every street of a locality that goes by an entry's name. O(log postings). */
export function streetsIn(
  m: Matcher,
  entry: number,
  locality: number,
  visit: (street: number, other: boolean) => void,
): void {
  const { posting, start } = m.streets;
  const { localityStreetStart } = m.index.columns;
  const first = localityStreetStart[locality];
  const last = localityStreetStart[locality + 1];
  const end = endOf(start, entry, posting);
  let low = start[entry];
  for (let size = end - low; size > 1; ) {
    const half = size >>> 1;
    low += half & -(((posting[low + half - 1] & POSTING_MASK) - first) >>> 31);
    size -= half;
  }
  if (low < end && (posting[low] & POSTING_MASK) < first) low++;
  for (let i = low; i < end && (posting[i] & POSTING_MASK) < last; i++)
    visit(posting[i] & POSTING_MASK, isOther(posting[i]));
}

/** A bit for every locality that is asked for. All 0 between calls, which are never one within another. */
const asked = new Uint32Array(PLACE_LIMIT / 32);
/** It costs as much to look a place up as to pass over so many postings, which stand in a row. */
const ROWS_PER_PLACE = 6;

/**
 * Calls `visit` for every street that goes by an entry's name in any of the localities `places[from, to)`, which may be postings.
 * O(postings of the entry + places), or O(places × log postings) where that is less.
 */
export function streetsInAny(
  m: Matcher,
  entry: number,
  places: Uint32Array,
  from: number,
  to: number,
  visit: (street: number, other: boolean) => void,
): void {
  const { start, ranked } = m.streets;
  const end = endOfRows(start, entry, ranked) * POSTING_ROW;
  if (end - start[entry] * POSTING_ROW > (to - from) * ROWS_PER_PLACE * POSTING_ROW) {
    for (let i = from; i < to; i++) streetsIn(m, entry, places[i] & POSTING_MASK, visit);
    return;
  }
  for (let i = from; i < to; i++) mark(places[i] & POSTING_MASK, true);
  for (let row = start[entry] * POSTING_ROW; row < end; row += POSTING_ROW)
    if (isMarked(localityOfPlace(ranked[row + ROW_PLACE]))) visit(ranked[row] & POSTING_MASK, isOther(ranked[row]));
  for (let i = from; i < to; i++) mark(places[i] & POSTING_MASK, false);
}

function mark(locality: number, isAsked: boolean): void {
  const word = (locality & (PLACE_LIMIT - 1)) >>> 5;
  if (isAsked) asked[word] |= 1 << (locality & 31);
  else asked[word] = 0;
}

function isMarked(locality: number): boolean {
  return (asked[locality >>> 5] & (1 << (locality & 31))) !== 0;
}

/** Localities that go by the name of a whole span. */
export function localitiesNamed(m: Matcher, span: Span): { ordinal: number; alias: boolean }[] {
  const { start, ranked, low } = m.localities;
  const entry = low[span.node];
  const named: { ordinal: number; alias: boolean }[] = [];
  const end = endOfRows(start, entry, ranked);
  for (let i = start[entry]; i < end; i++) {
    const posting = ranked[i * POSTING_ROW];
    named.push({ ordinal: posting & POSTING_MASK, alias: posting >= BY_ALIAS });
  }
  return named;
}

/** Calls `visit` for every street of an entry's name in localities whose names begin with what leads to a node. */
export function streetsInNamed(
  m: Matcher,
  entry: number,
  node: number,
  visit: (street: number, other: boolean) => void,
): void {
  const { low, high, start, posting } = m.localities;
  streetsInAny(m, entry, posting, start[low[node]], Math.min(start[high[node]], posting.length), visit);
}

/** Whether a posting is by an alias or by another spelling. */
export function isOther(posting: number): boolean {
  return (posting & (BY_ALIAS | BY_VARIANT)) !== 0;
}

/** Streets of a name that are looked at for one of a type and suffix. */
const MOST_LOOKED = 64;

/** Whether a street of the name of a whole span has a type and a suffix, lexicon entries, as its card tells; of the best known. */
export function isStreetOf(index: AddressIndex, { node }: Span, type: number, suffix: number): boolean {
  const { low, start, ranked } = nameTries(index).street;
  const from = start[low[node]];
  const end = Math.min(endOfRows(start, low[node], ranked), from + MOST_LOOKED);
  for (let row = from * POSTING_ROW; row < end * POSTING_ROW; row += POSTING_ROW) {
    const card = ranked[row + ROW_CARD];
    if (
      hasCode(index, suffix, MEANING.streetSuffix, suffixOnCard(card)) &&
      hasCode(index, type, MEANING.streetType, typeOnCard(card))
    )
      return true;
  }
  return false;
}
