import { endOf } from '../../index/address.ts';
import { POSTING_MASK } from '../../index/name-trie.ts';
import { endOfRows, entryOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../index/posting-row.ts';
import { mayHave } from '../../index/street-card.ts';
import type { Span } from '../parse/names/spans.ts';
import {
  EXACT,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  LOCALITY_PREFIX,
} from '../query/grades.ts';
import type { StreetList } from '../query/workspace.ts';
import { localitiesNamed, streetsIn, streetsInAny, streetsInNamed } from '../retrieve/name-postings.ts';
import { localitiesOfPostcode } from '../retrieve/places/postcodes.ts';
import { isOfRun } from '../retrieve/places/state-streets.ts';
import { confirmBegunPlace, confirmPlace } from '../retrieve/query.ts';
import { mayKeep } from '../score/add-street.ts';
import { markAnswered } from '../score/candidates.ts';
import { type Collector, collect, fill, mostPerStreet } from './collector.ts';
import { MOST_SCANNED, wantedNumber } from './retrieval.ts';

/** Places whose names begin as typed, that are all scanned. */
const MOST_PLACES = 64;
/** The same, where none of them has the street by its own name: they may go by another, as `MT`, `NTH` and `SAINT` begin hundreds. */
const MOST_OTHER_NAMES = 2048;
/** Rows that are passed over for every street that is scanned: of a name that thousands have, few may have the number and the type. */
const ROWS_PER_STREET = 32;

/** Suggests the street of an entry in the place that was named, in its neighbours, or in places that begin so. */
export function suggestInPlaces(collector: Collector, entry: number, locality: Span): void {
  const { search, retrieval } = collector;
  const { number, lot } = retrieval.numbers.parse;
  const streets: number[] = [];
  if (locality.whole)
    for (const { ordinal, alias } of localitiesNamed(search, locality)) {
      const { posting, count } = streetsIn(search, entry, ordinal);
      for (let i = 0; i < count; i++) {
        collectThere(collector, posting[i], alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
        streets.push(posting[i] & POSTING_MASK);
      }
      if (count > 0) confirmPlace(search, locality, ordinal);
    }
  if (streets.length > 0 && streets.length < 3 && number === null && lot === null)
    for (const street of streets) fill(collector, street);
  if (streets.length === 0 && locality.whole) suggestNextDoor(collector, entry, locality);
  if (locality.end !== search.tokens.count || (locality.whole && !search.tokens.open)) return;
  suggestInPlacePrefix(collector, entry, locality);
}

/** Collects a street in the place that was given, or in one that begins so; answers how many of its addresses are new and without a flaw. */
function collectThere(collector: Collector, posting: number, grade: number): number {
  const { search, match } = collector;
  const from = search.candidates.length;
  const answered = collect(collector, posting, EXACT, grade, 0);
  markAnswered(search, match.parse, from);
  return answered;
}

/** Collects streets by the very name; answers how many of their addresses are new and without a flaw. */
function collectAll(collector: Collector, { posting, count }: StreetList, grade: number): number {
  let answered = 0;
  for (let i = 0; i < count; i++) answered += collect(collector, posting[i], EXACT, grade, 0);
  return answered;
}

/** Suggests the street in places whose names begin as typed, the best known first. */
function suggestInPlacePrefix(collector: Collector, entry: number, locality: Span): void {
  const { search, retrieval, match } = collector;
  const { low, high, start: placeStart } = search.localities;
  const { start, ranked } = search.streets;
  const first = low[locality.node];
  const last = high[locality.node];
  /** Streets that answer, one of several names once. */
  let found = 0;
  collector.last = -1;
  const places = placeStart[last] - placeStart[first];
  if (places > MOST_PLACES) {
    const end = endOfScan(collector, entry, MOST_SCANNED);
    const number = wantedNumber(retrieval);
    let left = MOST_SCANNED;
    for (let row = start[entry] * POSTING_ROW; row < end && left > 0 && found < retrieval.wanted; row += POSTING_ROW) {
      if (!mayKeep(search, match)) break;
      const name = entryOfPlace(ranked[row + ROW_PLACE]);
      if (name < first || name >= last) continue;
      confirmBegunPlace(search, locality, ranked[row]);
      if (!mayHave(ranked[row + ROW_CARD], number)) continue;
      if (!isOfRun(search.only, ranked[row])) continue;
      left--;
      const before = collector.last;
      if (collectThere(collector, ranked[row], LOCALITY_PREFIX) > 0 && collector.last !== before) found++;
    }
  }
  if (found === 0 && places <= MOST_OTHER_NAMES) {
    const { posting, count } = streetsInNamed(search, entry, locality.node);
    for (let i = 0; i < count; i++) {
      confirmBegunPlace(search, locality, posting[i]);
      const before = collector.last;
      if (collectThere(collector, posting[i], LOCALITY_PREFIX) > 0 && collector.last !== before) found++;
    }
  }
  if (found === 1 && mostPerStreet(retrieval.numbers) === 1) fill(collector, collector.last);
}

/** The end of the rows of a name, of which some streets are to be scanned: elements of `ranked`, at most ROWS_PER_STREET rows for each of these. */
export function endOfScan({ search: { streets } }: Collector, entry: number, most: number): number {
  const { start, ranked } = streets;
  return Math.min(endOfRows(start, entry, ranked), start[entry] + most * ROWS_PER_STREET) * POSTING_ROW;
}

/** Suggests the street in the neighbours of the place that was given: people say the suburb next door. */
function suggestNextDoor(collector: Collector, entry: number, locality: Span): void {
  const { search } = collector;
  const { localityNeighbour, localityNeighbourStart } = search.index.columns;
  for (const { ordinal } of localitiesNamed(search, locality)) {
    const from = localityNeighbourStart[ordinal];
    const to = endOf(localityNeighbourStart, ordinal, localityNeighbour);
    collectAll(collector, streetsInAny(search, entry, localityNeighbour, from, to), LOCALITY_NEIGHBOUR);
  }
}

/** Suggests the street of an entry in the places of a postcode; answers how many of its addresses are new and without a flaw. */
export function suggestInPostcode(collector: Collector, entry: number, postcode: number): number {
  const { search } = collector;
  let found = 0;
  for (const locality of localitiesOfPostcode(search.index, postcode))
    found += collectAll(collector, streetsIn(search, entry, locality), LOCALITY_ABSENT);
  return found;
}
