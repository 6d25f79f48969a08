import { endOf } from '../../index/address.ts';
import { POSTING_MASK } from '../../index/name-trie.ts';
import { localitiesOfPostcode } from '../../index/postcodes.ts';
import { endOfRows, entryOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../index/posting-row.ts';
import { ANY_NUMBER, BLANK_CARD, mayHave } from '../../index/street-card.ts';
import { isSameStreet, isSuburb, type NameParse, type Span } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { COSTS } from '../query/costs.ts';
import {
  EXACT,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  LOCALITY_PREFIX,
  NUMBER_COST,
  NUMBER_OTHER,
  PREFIX,
} from '../query/grades.ts';
import { ENOUGH, FEW, MOST_ROWS, MOST_SCANNED, ROWS_PER_STREET } from '../query/limits.ts';
import type { StreetList } from '../query/workspace.ts';
import { localitiesNamed, streetsIn, streetsInAny, streetsInNamed } from '../retrieve/name-postings.ts';
import { streetsNamed } from '../retrieve/places/place-streets.ts';
import { isOfRun, type Names, streetsOfState } from '../retrieve/places/regions.ts';
import { confirmBegunPlace, confirmPlace, isConfirmed, isSpent } from '../retrieve/query.ts';
import { NO_POSTING } from '../retrieve/ranked-walk.ts';
import { nextStreet, streetsByNumber } from '../retrieve/street-scan.ts';
import { mayKeep } from '../score/add-street.ts';
import { markAnswered, type Search } from '../score/candidates.ts';
import { tokenRange } from '../text/tokens.ts';
import {
  type Collector,
  collect,
  collectorOf,
  fill,
  fitsType,
  leadsByUnit,
  type Surroundings,
  scanNear,
  scanPrefix,
  suggestUnits,
  wantedAnywhere,
} from './collector.ts';
import { asGoodAsAnyLeft, changedRetrieval, dearer, isNumbered, type Retrieval, wantedNumber } from './retrieval.ts';

/** Suggests addresses on the street that was named, or on streets that it is a prefix of. */
export function suggestStreet(search: Search, retrieval: Retrieval, parse: NameParse, suburb: boolean): void {
  const { street, locality } = parse;
  if (street === null) return;
  const { number, lot } = retrieval.numbers.parse;
  const bare = suburb && number === null && lot === null && parse.type < 0;
  const collector = collectorOf(search, dearer(retrieval, bare ? COSTS.streetLikeSuburb : 0), parse);
  const last = street.end === search.tokens.count && (search.tokens.open || !street.whole);
  if (street.whole && !(last && locality === null)) {
    const entry = search.streets.low[street.node];
    if (locality !== null) suggestInPlaces(collector, entry, locality);
    else suggestNamed(collector, entry);
  }
  if (last && locality === null) suggestPrefix(collector, street);
  else if (last && locality?.whole === true)
    for (const { ordinal, alias } of localitiesNamed(search, locality))
      collectPrefix(collector, street, ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
}

/** Adds what the i-th name parse leads to as a street, and those that only divide its name and type differently. */
export function suggestStreets(search: Search, retrieval: Retrieval, names: readonly NameParse[], i: number): void {
  const suburb = names.some(isSuburb);
  for (let at = i; at < names.length && isSameStreet(names[at], names[i]); at++)
    suggestStreet(search, retrieval, names[at], suburb);
}

/**
 * Suggests the street that was named in the neighbours of the place that was named; though the place itself has such a
 * street, and the number is not complete, only if the policy says so.
 */
export function suggestNextDoor(search: Search, retrieval: Retrieval, parse: NameParse): void {
  const { street, locality } = parse;
  if (street?.whole !== true || locality === null) return;
  const { parse: typed, open } = retrieval.numbers;
  const isWhole = typed.number !== null && !open && !retrieval.others;
  if (!search.policy.nextDoorToo && !isWhole && isConfirmed(search, tokenRange(locality.from, locality.end))) return;
  const collector = collectorOf(search, retrieval, parse);
  suggestInNeighbours(collector, search.streets.low[street.node], locality);
}

/**
 * Suggests the street that was named in other places of the postcode, if one is given, or `anywhere`: there only of the type
 * typed, as a street of another type in another place has nothing but a name in common with what was meant.
 */
export function suggestInOtherPlaces(search: Search, retrieval: Retrieval, parse: NameParse, anywhere: boolean): void {
  const { street } = parse;
  if (street?.whole !== true) return;
  const entry = search.streets.low[street.node];
  const { postcode } = retrieval.numbers.parse;
  const collector = collectorOf(search, retrieval, parse);
  collector.anywhere = LOCALITY_OTHER;
  if (anywhere) suggestOfType(collector, entry);
  else if (postcode !== null) suggestInPostcode(collector, entry, postcode.value);
}

/** Suggests the street of an entry in the postcode; anywhere if that has none, unless its digits were just typed. */
function suggestNamed(collector: Collector, entry: number): void {
  const { search, retrieval } = collector;
  const { postcode, postcodeOpen } = retrieval.numbers.parse;
  if (postcode !== null && !postcodeOpen) {
    if (suggestInPostcode(collector, entry, postcode.value) > 0) return;
    if (postcode.token === search.tokens.openAt) return;
  }
  suggestAnywhere(collector, entry);
}

/** Suggests the street of an entry anywhere; if no address has all that was typed, also streets of other types. */
function suggestAnywhere(collector: Collector, entry: number): void {
  suggestOfType(collector, entry);
  if (!collector.match.isMet) suggestOfOtherType(collector, entry);
}

/** Suggests the street of an entry anywhere, of the type typed. */
function suggestOfType(collector: Collector, entry: number): void {
  const { retrieval, match } = collector;
  const exact = retrieval.others && !retrieval.othersAnywhere && isNumbered(retrieval);
  if (exact) collector.retrieval = changedRetrieval(retrieval, { others: false });
  match.isMet = false;
  const found = scanAnywhere(collector, entry);
  if (found === 1 && retrieval.perStreet === 1) fill(collector, collector.last);
}

/** Collects from streets with a name and the type typed: around the point, in the state, anywhere; counts what fits. */
function scanAnywhere(collector: Collector, entry: number): number {
  const { search, retrieval, match } = collector;
  const state = wantedState(search, match.parse);
  const around = scanNear(collector, { low: entry, high: entry + 1 }, true);
  const wanted = wantedAnywhere(retrieval, around);
  let anywhere = scanName(collector, entry, state, wanted);
  if (state !== search.onlyState && mayKeep(search, match, COSTS.otherState))
    anywhere += scanName(collector, entry, -1, wanted - anywhere);
  return around.found + anywhere;
}

/** Suggests streets of another type or suffix than was typed, or without the number, if these may be kept. */
function suggestOfOtherType(collector: Collector, entry: number): void {
  const { search, retrieval, match, edits, anywhere } = collector;
  const { type, suffix, typesOpen } = match.parse;
  if (!retrieval.others && type < 0 && suffix < 0 && typesOpen === null) return;
  if (!mayKeep(search, match, COSTS.otherType)) return;
  const { start, ranked } = search.streets;
  const number = retrieval.others ? ANY_NUMBER : wantedNumber(retrieval);
  const only = edits > 0 ? streetsOfState(search.index, wantedState(search, match.parse)) : search.only;
  const wanted = Math.max(retrieval.wanted, retrieval.others ? 0 : ENOUGH);
  let found = 0;
  let left = Math.min(MOST_SCANNED, retrieval.mostScanned);
  const end = endOfScan(collector, entry, left);
  for (let row = start[entry] * POSTING_ROW; row < end && left > 0 && found < wanted; row += POSTING_ROW) {
    if (!isOfRun(only, ranked[row]) || !mayHave(ranked[row + ROW_CARD], number)) continue;
    left--;
    const before = search.candidates.length;
    collect(collector, ranked[row], EXACT, anywhere);
    if (search.candidates.length > before) found++;
  }
}

/** The state to search first: the one that records must have, or else the one given; -1 for any. */
function wantedState({ onlyState }: Search, { state }: NameParse): number {
  return onlyState >= 0 ? onlyState : state;
}

/** Collects from a state's streets with a name, first those that the number leads to; answers how many answer. */
function scanName(collector: Collector, entry: number, state: number, wanted: number): number {
  const { search, retrieval, match } = collector;
  const { parse } = match;
  const { start, ranked } = search.streets;
  const number = wantedNumber(retrieval);
  let found = 0;
  if (wanted <= 0) return 0;
  const led = streetsByNumber(search, { low: entry, high: entry + 1 }, { number, codes: retrieval.numbers, state });
  while (found < wanted) {
    const posting = nextStreet(led);
    if (posting === NO_POSTING) break;
    if (!fitsType(search, parse, posting & POSTING_MASK, BLANK_CARD)) continue;
    if (collect(collector, posting, EXACT, collector.anywhere) > 0) found++;
  }
  // Other streets lack the unit.
  if (search.last !== null && leadsByUnit(retrieval)) return found;
  const { from, to } = streetsOfState(search.index, state);
  // Few streets are scanned for other numbers, but rows of other states before them are skipped.
  const last = endOfScan(collector, entry, retrieval.others ? MOST_SCANNED : retrieval.mostScanned);
  let scanned = 0;
  let alike = 0;
  for (
    let row = start[entry] * POSTING_ROW;
    row < last &&
    found < wanted &&
    alike < retrieval.shown &&
    scanned < retrieval.mostScanned &&
    mayKeep(search, match);
    row += POSTING_ROW
  ) {
    const street = ranked[row] & POSTING_MASK;
    const card = ranked[row + ROW_CARD];
    if (street < from || street >= to || !mayHave(card, number) || !fitsType(search, parse, street, card)) continue;
    scanned++;
    const before = search.candidates.length;
    if (collect(collector, ranked[row], EXACT, collector.anywhere) > 0) found++;
    else alike += asGoodAsAnyLeft(search, retrieval, before);
  }
  return found;
}

function suggestPrefix(collector: Collector, street: Span): void {
  const { search, retrieval, match } = collector;
  const { low, high } = search.streets;
  const first = low[street.node];
  const names = { low: first, high: high[street.node] };
  const { postcode, postcodeOpen, number } = retrieval.numbers.parse;
  if (postcode !== null && !postcodeOpen)
    for (const locality of localitiesOfPostcode(search.index, postcode.value))
      collectPrefix(collector, street, locality, LOCALITY_ABSENT);
  const around = street.whole ? scanNearBoth(collector, names) : scanNear(collector, names, false);
  const wanted = wantedAnywhere(retrieval, around);
  const state = wantedState(search, match.parse);
  const run = streetsOfState(search.index, state);
  let others = collector;
  let found = 0;
  if (number !== null && leadsByUnit(retrieval)) {
    found += suggestUnits(collector, run, names);
    others = collectorOf(search, changedRetrieval(retrieval, { unitListed: true }), match.parse);
  }
  found += scanPrefix(others, street.node, state, wanted - found);
  if (number === null && around.found + found === 0) found = suggestUnits(collector, run, names);
  if (state !== search.onlyState) found += scanPrefix(others, street.node, -1, wanted - found);
  if (around.found + found === 1 && search.candidates.length === 1 && retrieval.perStreet === 1)
    fill(collector, collector.last);
}

/** Collects from the streets around the point: those with the very name typed, aliases too, then longer names. */
function scanNearBoth(collector: Collector, { low, high }: Names): Surroundings {
  const same = scanNear(collector, { low, high: low + 1 }, false);
  if (high === low + 1) return same;
  const longer = scanNear(collector, { low: low + 1, high }, false);
  return { found: same.found + longer.found, enough: same.enough && longer.enough };
}

/** Collects from the streets of one locality with the prefix. */
function collectPrefix(collector: Collector, street: Span, locality: number, grade: number): void {
  const { search } = collector;
  const { low, high } = search.streets;
  const { from, to } = streetsNamed(search, locality, { low: low[street.node], high: high[street.node] });
  for (let at = from; at < to; at++) collect(collector, at, PREFIX, grade);
}

/**
 * Suggests other numbers of the streets that were named, as poor matches, if the list has room: no street with the
 * prefix `217 GLENFERRIE` may have the number, and a misspelled one is not all there is to show. With words left over,
 * `6268 GREAT ALPINE ROAD, EUROBIN`, only if the list is empty. At most as many streets of a parse as are shown.
 */
export function suggestOtherNumbers(search: Search, retrieval: Retrieval, names: readonly NameParse[]): void {
  const { parse } = retrieval.numbers;
  if (parse.number === null && parse.lot === null) return;
  const { shown } = retrieval;
  const others = changedRetrieval(retrieval, {
    wanted: shown,
    mostScanned: shown,
    leastElsewhere: 0,
    others: true,
    othersAnywhere: true,
    floor: NUMBER_COST[NUMBER_OTHER],
  });
  for (let i = 0; i < names.length && !isSpent(search); i++) {
    const { street, unmatched } = names[i];
    if (unmatched > 0 && search.candidates.length > 0) return;
    if (street === null || (unmatched > 0 && !followsNumber(names[i], parse))) continue;
    suggestStreet(search, others, names[i], false);
    suggestNextDoor(search, others, names[i]);
  }
}

/** Whether a whole street name stands right after the number or lot: words left over are then another part. */
function followsNumber({ street }: NameParse, { number, last, lot }: NumberParse): boolean {
  const before = last ?? number ?? lot;
  return street?.whole === true && before !== null && street.from === before.token + 1;
}

/** Suggests the street of an entry in the place that was named, or in places with this prefix. */
function suggestInPlaces(collector: Collector, entry: number, locality: Span): void {
  const { search, retrieval } = collector;
  const flawless: number[] = [];
  const others: number[] = [];
  if (locality.whole)
    for (const { ordinal, alias } of localitiesNamed(search, locality)) {
      const { posting, count } = streetsIn(search, entry, ordinal);
      for (let i = 0; i < count; i++) {
        const answered = collectThere(collector, posting[i], alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
        if (!alias) (answered > 0 ? flawless : others).push(posting[i] & POSTING_MASK);
      }
      if (count > 0) confirmPlace(search, locality, ordinal);
    }
  const streets = flawless.length > 0 ? flawless : others;
  if (retrieval.perStreet === 1 && streets.length < 3) for (const street of streets) fill(collector, street);
  if (locality.end !== search.tokens.count || (locality.whole && !search.tokens.open)) return;
  suggestInPlacePrefix(collector, entry, locality);
}

/** Collects from a street in the place given, or in one with this prefix; answers like `collect`. */
function collectThere(collector: Collector, posting: number, grade: number): number {
  const { search, match } = collector;
  const from = search.candidates.length;
  const answered = collect(collector, posting, EXACT, grade);
  markAnswered(search, match.parse, from);
  return answered;
}

/** Collects from streets with the very name; answers like `collect`. */
function collectAll(collector: Collector, { posting, count }: StreetList, grade: number): number {
  let answered = 0;
  for (let i = 0; i < count; i++) answered += collect(collector, posting[i], EXACT, grade);
  return answered;
}

/** Suggests the street in places with the prefix typed, the best known first. */
function suggestInPlacePrefix(collector: Collector, entry: number, locality: Span): void {
  const { search, retrieval, match } = collector;
  const { low, high, start: placeStart } = search.localities;
  const { start, ranked } = search.streets;
  const first = low[locality.node];
  const last = high[locality.node];
  const isOfType = (posting: number, card: number) => fitsType(search, match.parse, posting & POSTING_MASK, card);
  /** Streets that answer, one with several names once. */
  let found = 0;
  collector.last = -1;
  const places = placeStart[last] - placeStart[first];
  if (places > FEW) {
    const end = endOfScan(collector, entry, MOST_SCANNED);
    const number = wantedNumber(retrieval);
    let left = MOST_SCANNED;
    for (let row = start[entry] * POSTING_ROW; row < end && left > 0 && found < retrieval.wanted; row += POSTING_ROW) {
      if (!mayKeep(search, match)) break;
      const name = entryOfPlace(ranked[row + ROW_PLACE]);
      if (name < first || name >= last) continue;
      if (isOfType(ranked[row], ranked[row + ROW_CARD])) confirmBegunPlace(search, locality, ranked[row]);
      if (!mayHave(ranked[row + ROW_CARD], number)) continue;
      if (!isOfRun(search.only, ranked[row])) continue;
      left--;
      const before = collector.last;
      if (collectThere(collector, ranked[row], LOCALITY_PREFIX) > 0 && collector.last !== before) found++;
    }
  }
  if (found === 0 && places <= MOST_ROWS) {
    const { posting, count } = streetsInNamed(search, entry, locality.node);
    for (let i = 0; i < Math.min(count, MOST_SCANNED); i++) {
      if (isOfType(posting[i], BLANK_CARD)) confirmBegunPlace(search, locality, posting[i]);
      const before = collector.last;
      if (collectThere(collector, posting[i], LOCALITY_PREFIX) > 0 && collector.last !== before) found++;
    }
  }
  if (found === 1 && retrieval.perStreet === 1) fill(collector, collector.last);
}

/** The end, in `ranked`, of the rows of a name to scan for `most` streets: at most ROWS_PER_STREET rows for each. */
function endOfScan({ search: { streets } }: Collector, entry: number, most: number): number {
  const { start, ranked } = streets;
  return Math.min(endOfRows(start, entry, ranked), start[entry] + most * ROWS_PER_STREET) * POSTING_ROW;
}

/** Suggests the street in the neighbours of the place given: people often name the suburb next door. */
function suggestInNeighbours(collector: Collector, entry: number, locality: Span): void {
  const { search } = collector;
  const { localityNeighbour, localityNeighbourStart } = search.index.columns;
  for (const { ordinal } of localitiesNamed(search, locality)) {
    const from = localityNeighbourStart[ordinal];
    const to = endOf(localityNeighbourStart, ordinal, localityNeighbour);
    collectAll(collector, streetsInAny(search, entry, localityNeighbour, from, to), LOCALITY_NEIGHBOUR);
  }
}

/** Suggests the street of an entry in the places of a postcode; answers like `collect`. */
function suggestInPostcode(collector: Collector, entry: number, postcode: number): number {
  const { search, anywhere } = collector;
  let found = 0;
  for (const locality of localitiesOfPostcode(search.index, postcode))
    found += collectAll(collector, streetsIn(search, entry, locality), anywhere);
  return found;
}
