import { POSTING_MASK } from '../../index/name-trie.ts';
import { POSTING_ROW, ROW_CARD } from '../../index/posting-row.ts';
import { BLANK_CARD, mayHave } from '../../index/street-card.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import type { Span } from '../parse/names/spans.ts';
import { COSTS } from '../query/costs.ts';
import { EXACT, LOCALITY_ABSENT, LOCALITY_ALIAS, LOCALITY_EXACT, PREFIX } from '../query/grades.ts';
import { localitiesNamed } from '../retrieve/name-postings.ts';
import { type Names, streetsNamed } from '../retrieve/places/place-streets.ts';
import { localitiesOfPostcode } from '../retrieve/places/postcodes.ts';
import { isOfRun, streetsOfState } from '../retrieve/places/state-streets.ts';
import { NO_POSTING } from '../retrieve/ranked-walk.ts';
import { nextStreet, streetsByNumber } from '../retrieve/street-scan.ts';
import { mayKeep } from '../score/add-street.ts';
import type { Search } from '../score/candidates.ts';
import { type Collector, collect, collectorOf, fill, mostPerStreet } from './collector.ts';
import { fitsType } from './fits-type.ts';
import { endOfScan, suggestInPlaces, suggestInPostcode } from './in-place.ts';
import {
  asGoodAsAnyLeft,
  GATHERED_ALONE,
  MOST_SCANNED,
  type Retrieval,
  wantedNumber,
  withUnitListed,
} from './retrieval.ts';
import { type Surroundings, scanNear, scanPrefix, wantedAnywhere } from './scan.ts';
import { leadsByUnit, suggestUnits } from './units.ts';

/** Streets of another type than was given that are scanned, where none has that type. */
const MOST_OF_OTHER_TYPE = 200;

/** Suggests addresses on the street that was named, or that what is typed may become. */
export function suggestStreet(search: Search, retrieval: Retrieval, parse: NameParse, suburb: boolean): void {
  const { street, locality } = parse;
  if (street === null) return;
  const { number, lot } = retrieval.numbers.parse;
  const bare = suburb && number === null && lot === null && parse.type < 0;
  const collector = collectorOf(search, retrieval, parse, bare ? COSTS.streetLikeSuburb : 0);
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

/** Suggests the street of an entry in the postcode, or anywhere where none was given; or where it has none so far, and may go on. */
function suggestNamed(collector: Collector, entry: number): void {
  const { search, retrieval } = collector;
  const { postcode, postcodeOpen } = retrieval.numbers.parse;
  if (postcode !== null && !postcodeOpen) {
    if (suggestInPostcode(collector, entry, postcode.value) > 0) return;
    if (search.tokens.open && postcode.token === search.tokens.count - 1) return;
  }
  suggestAnywhere(collector, entry);
}

function suggestAnywhere(collector: Collector, entry: number): void {
  const { search, retrieval, match } = collector;
  const { parse } = match;
  const number = wantedNumber(retrieval);
  const state = wantedState(search, parse);
  const around = scanNear(collector, { low: entry, high: entry + 1 }, true);
  const wanted = wantedAnywhere(retrieval, around);
  let anywhere = scanName(collector, entry, state, wanted);
  if (state !== search.onlyState) anywhere += scanName(collector, entry, -1, wanted - anywhere);
  const found = around.found + anywhere;
  if (found === 1 && mostPerStreet(retrieval.numbers) === 1) fill(collector, collector.last);
  if (found > 0 || (parse.type < 0 && parse.suffix < 0 && parse.typesOpen === null)) return;
  const { start, ranked } = search.streets;
  const enough = search.candidates.length + Math.max(retrieval.wanted, GATHERED_ALONE);
  let left = Math.min(MOST_OF_OTHER_TYPE, retrieval.mostScanned);
  const end = endOfScan(collector, entry, left);
  for (
    let row = start[entry] * POSTING_ROW;
    row < end && left > 0 && search.candidates.length < enough;
    row += POSTING_ROW
  ) {
    if (!isOfRun(search.only, ranked[row]) || !mayHave(ranked[row + ROW_CARD], number)) continue;
    left--;
    collect(collector, ranked[row], EXACT, LOCALITY_ABSENT, 0);
  }
}

/** The state to search first: the only one that will do, or the one that was given; -1 for any. */
function wantedState({ onlyState }: Search, { state }: NameParse): number {
  return onlyState >= 0 ? onlyState : state;
}

/** Collects from the streets of a name in a state, -1 for any, those that have the number first; answers how many of them, at most `wanted`, answer. */
function scanName(collector: Collector, entry: number, state: number, wanted: number): number {
  const { search, retrieval, match } = collector;
  const { parse } = match;
  const { start, ranked } = search.streets;
  const number = wantedNumber(retrieval);
  let found = 0;
  if (wanted <= 0) return 0;
  const led = streetsByNumber(search, number, retrieval.numbers, state, { low: entry, high: entry + 1 });
  while (found < wanted) {
    const posting = nextStreet(led);
    if (posting === NO_POSTING) break;
    if (!fitsType(search, parse, posting & POSTING_MASK, BLANK_CARD)) continue;
    if (collect(collector, posting, EXACT, LOCALITY_ABSENT, 0) > 0) found++;
  }
  const { from, to } = streetsOfState(search.index, state);
  // Few streets are scanned for other numbers, but those of other states are passed over on the way to them.
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
    if (collect(collector, ranked[row], EXACT, LOCALITY_ABSENT, 0) > 0) found++;
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
    others = collectorOf(search, withUnitListed(retrieval), match.parse, 0);
  }
  found += scanPrefix(others, street.node, state, wanted - found);
  if (number === null && around.found + found === 0) found = suggestUnits(collector, run, names);
  if (state !== search.onlyState) found += scanPrefix(others, street.node, -1, wanted - found);
  if (around.found + found === 1 && search.candidates.length === 1 && mostPerStreet(retrieval.numbers) === 1)
    fill(collector, collector.last);
}

/** Collects from the streets around the point that go by the very name that was typed, by any of their names, then from those whose names are longer. */
function scanNearBoth(collector: Collector, { low, high }: Names): Surroundings {
  const same = scanNear(collector, { low, high: low + 1 }, false);
  if (high === low + 1) return same;
  const longer = scanNear(collector, { low: low + 1, high }, false);
  return { found: same.found + longer.found, enough: same.enough && longer.enough };
}

/** Collects from the streets of one locality whose names begin with the prefix. */
function collectPrefix(collector: Collector, street: Span, locality: number, grade: number): void {
  const { search } = collector;
  const { low, high } = search.streets;
  const { from, to } = streetsNamed(search, locality, { low: low[street.node], high: high[street.node] });
  for (let at = from; at < to; at++) collect(collector, at, PREFIX, grade, 0);
}
