import { endOf } from '../../index/address.ts';
import { MEANING } from '../../index/lexicon.ts';
import { POSTING_MASK } from '../../index/name-trie.ts';
import { endOfRows, entryOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../../index/posting-row.ts';
import { BLANK_CARD, mayHave, suffixOnCard, typeOnCard } from '../../index/street-card.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, STREET_RECORD } from '../../index/street-record.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import type { Span } from '../parse/names/spans.ts';
import {
  EXACT,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  LOCALITY_PREFIX,
  PREFIX,
} from '../retrieve/grades.ts';
import { isOther, localitiesNamed, streetsIn, streetsInAny, streetsInNamed } from '../retrieve/name-postings.ts';
import { localitiesOfPostcode } from '../retrieve/postcodes.ts';
import { visitByNumber } from '../retrieve/prefix-postings.ts';
import { confirmPlace } from '../retrieve/query.ts';
import type { OnPosting } from '../retrieve/ranked-walk.ts';
import { streetsOfState } from '../retrieve/state-streets.ts';
import { markAnswered, type Search } from '../score/candidates.ts';
import { hasCodeIn } from '../text/code-set.ts';
import { hasCode } from '../text/lexicon.ts';
import {
  type AddOnStreet,
  asGoodAsAnyLeft,
  fill,
  GATHERED_ALONE,
  GATHERED_LEAST,
  MOST_SCANNED,
  mostPerStreet,
  type Retrieval,
  visitor,
  wantedNumber,
  withUnitListed,
} from './retrieval.ts';
import { scanNear, scanPrefix } from './scan.ts';
import { leadsByUnit, suggestUnits } from './units.ts';

/** Places whose names begin as typed, that are all scanned. */
const MOST_PLACES = 64;
/** The same, where none of them has the street by its own name: they may go by another, as `MT`, `NTH` and `SAINT` begin hundreds. */
const MOST_OTHER_NAMES = 2048;
/** Streets of another type than was given that are scanned, where none has that type. */
const MOST_OF_OTHER_TYPE = 200;
/** Rows that are passed over for every street that is scanned: of a name that thousands have, few may have the number and the type. */
const ROWS_PER_STREET = 32;
/** What it costs to read a bare name as a street where a suburb has it. */
export const STREET_LIKE_SUBURB = 1.5;

/** Suggests addresses on the street that was named, or that what is typed may become. */
export function suggestStreet(search: Search, retrieval: Retrieval, parse: NameParse, suburb: boolean): void {
  const { street, locality } = parse;
  if (street === null) return;
  const { number, lot } = retrieval.numbers.parse;
  const bare = suburb && number === null && lot === null && parse.type < 0;
  const visit = visitor(search, retrieval, parse, bare ? STREET_LIKE_SUBURB : 0);
  const last = street.end === search.tokens.count && (search.tokens.open || !street.whole);
  if (street.whole && !(last && locality === null)) {
    const entry = search.streets.low[street.node];
    if (locality !== null) suggestInPlaces(search, retrieval, parse, entry, locality, visit);
    else if (retrieval.numbers.parse.postcode !== null && !retrieval.numbers.parse.postcodeOpen)
      suggestInPostcode(search, retrieval, parse, entry, visit);
    else suggestAnywhere(search, retrieval, parse, entry, visit);
  }
  if (last && locality === null) suggestPrefix(search, retrieval, parse, street, visit);
  else if (last && locality?.whole === true)
    for (const { ordinal, alias } of localitiesNamed(search, locality))
      streetsOfPrefix(search, street, ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT, visit);
}

function suggestInPlaces(
  search: Search,
  retrieval: Retrieval,
  parse: NameParse,
  entry: number,
  locality: Span,
  visit: AddOnStreet,
): void {
  const streets: number[] = [];
  if (locality.whole)
    for (const { ordinal, alias } of localitiesNamed(search, locality))
      streetsIn(search, entry, ordinal, (street, other) => {
        const from = search.candidates.length;
        visit(street, EXACT, other, alias ? LOCALITY_ALIAS : LOCALITY_EXACT, 0);
        markAnswered(search, parse, from);
        confirmPlace(search, locality, ordinal);
        streets.push(street);
      });
  if (
    streets.length > 0 &&
    streets.length < 3 &&
    retrieval.numbers.parse.number === null &&
    retrieval.numbers.parse.lot === null
  )
    for (const street of streets) fill(search, retrieval, parse, street);
  if (streets.length === 0 && locality.whole) suggestNextDoor(search, entry, locality, visit);
  if (locality.end !== search.tokens.count || (locality.whole && !search.tokens.open)) return;
  suggestInPlacePrefix(search, retrieval, parse, entry, locality, visit);
}

/** Suggests the street in places whose names begin as typed, the best known first. */
function suggestInPlacePrefix(
  search: Search,
  retrieval: Retrieval,
  parse: NameParse,
  entry: number,
  locality: Span,
  visit: AddOnStreet,
): void {
  const { low, high, start: placeStart } = search.localities;
  const { start, ranked } = search.streets;
  const first = low[locality.node];
  const last = high[locality.node];
  let only = -1;
  let found = 0;
  const see = (street: number, other: boolean) => {
    const from = search.candidates.length;
    const answered = visit(street, EXACT, other, LOCALITY_PREFIX, 0);
    markAnswered(search, parse, from);
    if (answered === 0) return;
    if (street !== only) found++;
    only = street;
  };
  const places = placeStart[last] - placeStart[first];
  if (places > MOST_PLACES) {
    const end = endOfScan(search, entry, MOST_SCANNED);
    const number = wantedNumber(retrieval);
    let left = MOST_SCANNED;
    for (let row = start[entry] * POSTING_ROW; row < end && left > 0 && found < retrieval.wanted; row += POSTING_ROW) {
      const name = entryOfPlace(ranked[row + ROW_PLACE]);
      if (name < first || name >= last || !mayHave(ranked[row + ROW_CARD], number)) continue;
      const street = ranked[row] & POSTING_MASK;
      if (street < search.only.from || street >= search.only.to) continue;
      left--;
      see(street, isOther(ranked[row]));
    }
  }
  if (found === 0 && places <= MOST_OTHER_NAMES) streetsInNamed(search, entry, locality.node, see);
  if (found === 1 && mostPerStreet(retrieval.numbers) === 1) fill(search, retrieval, parse, only);
}

/** Suggests the street in the neighbours of the place that was given: people say the suburb next door. */
function suggestNextDoor(search: Search, entry: number, locality: Span, visit: AddOnStreet): void {
  const { localityNeighbour, localityNeighbourStart } = search.index.columns;
  for (const { ordinal } of localitiesNamed(search, locality))
    streetsInAny(
      search,
      entry,
      localityNeighbour,
      localityNeighbourStart[ordinal],
      endOf(localityNeighbourStart, ordinal, localityNeighbour),
      (street, other) => visit(street, EXACT, other, LOCALITY_NEIGHBOUR, 0),
    );
}

function suggestInPostcode(
  search: Search,
  retrieval: Retrieval,
  parse: NameParse,
  entry: number,
  visit: AddOnStreet,
): void {
  const { postcode } = retrieval.numbers.parse;
  if (postcode === null) return;
  let found = 0;
  for (const locality of localitiesOfPostcode(search.index, postcode.value))
    streetsIn(search, entry, locality, (street, other) => {
      found += visit(street, EXACT, other, LOCALITY_ABSENT, 0);
    });
  if (found > 0) return;
  const digits = search.tokens.open && postcode.token === search.tokens.count - 1;
  if (!digits) suggestAnywhere(search, retrieval, parse, entry, visit);
}

function suggestAnywhere(
  search: Search,
  retrieval: Retrieval,
  parse: NameParse,
  entry: number,
  visit: AddOnStreet,
): void {
  const number = wantedNumber(retrieval);
  const state = wantedState(search, parse);
  let only = -1;
  const see = (posting: number): boolean => {
    const street = posting & POSTING_MASK;
    if (visit(street, EXACT, isOther(posting), LOCALITY_ABSENT, 0) === 0) return false;
    only = street;
    return true;
  };
  let found = scanNear(search, retrieval, { low: entry, high: entry + 1 }, (posting) =>
    fitsType(search, parse, posting & POSTING_MASK, BLANK_CARD) ? see(posting) : false,
  );
  found += scanName(search, retrieval, parse, entry, state, retrieval.wanted - found, see);
  if (state !== search.onlyState) found += scanName(search, retrieval, parse, entry, -1, retrieval.wanted - found, see);
  if (found === 1 && mostPerStreet(retrieval.numbers) === 1) fill(search, retrieval, parse, only);
  if (found > 0 || (parse.type < 0 && parse.suffix < 0 && parse.typesOpen === null)) return;
  const { start, ranked } = search.streets;
  const enough = search.candidates.length + Math.max(retrieval.wanted, GATHERED_ALONE);
  let left = Math.min(MOST_OF_OTHER_TYPE, retrieval.mostScanned);
  const end = endOfScan(search, entry, left);
  for (
    let row = start[entry] * POSTING_ROW;
    row < end && left > 0 && search.candidates.length < enough;
    row += POSTING_ROW
  ) {
    const street = ranked[row] & POSTING_MASK;
    if (street < search.only.from || street >= search.only.to || !mayHave(ranked[row + ROW_CARD], number)) continue;
    left--;
    visit(street, EXACT, isOther(ranked[row]), LOCALITY_ABSENT, 0);
  }
}

/** The end of the rows of a name, of which some streets are to be scanned: elements of `ranked`, at most ROWS_PER_STREET rows for each of these. */
function endOfScan({ streets: { start, ranked } }: Search, entry: number, streets: number): number {
  return Math.min(endOfRows(start, entry, ranked), start[entry] + streets * ROWS_PER_STREET) * POSTING_ROW;
}

/** The state to search first: the only one that will do, or the one that was given; -1 for any. */
function wantedState({ onlyState }: Search, { state }: NameParse): number {
  return onlyState >= 0 ? onlyState : state;
}

/** Looks at the streets of a name in a state, -1 for any, those that have the number first; answers how many of them `see` took. */
function scanName(
  search: Search,
  retrieval: Retrieval,
  parse: NameParse,
  entry: number,
  state: number,
  wanted: number,
  see: OnPosting,
): number {
  const { start, ranked } = search.streets;
  const number = wantedNumber(retrieval);
  let found = 0;
  if (wanted <= 0) return 0;
  visitByNumber(search, number, retrieval.numbers, state, { low: entry, high: entry + 1 }, (street) => {
    if (fitsType(search, parse, street, BLANK_CARD) && see(street)) found++;
    return found < wanted;
  });
  const { from, to } = streetsOfState(search.index, state);
  const last = endOfScan(search, entry, retrieval.mostScanned);
  let scanned = 0;
  let alike = 0;
  for (
    let row = start[entry] * POSTING_ROW;
    row < last && found < wanted && alike < retrieval.shown && scanned < retrieval.mostScanned;
    row += POSTING_ROW
  ) {
    const street = ranked[row] & POSTING_MASK;
    const card = ranked[row + ROW_CARD];
    if (street < from || street >= to || !mayHave(card, number) || !fitsType(search, parse, street, card)) continue;
    scanned++;
    const before = search.candidates.length;
    if (see(ranked[row])) found++;
    else alike += asGoodAsAnyLeft(search, retrieval, before);
  }
  return found;
}

/** Whether a street has the type and suffix that were given, or that are being typed. */
function fitsType(search: Search, parse: NameParse, street: number, card: number): boolean {
  const { type: typedType, suffix: typedSuffix, typesOpen, suffixesOpen } = parse;
  if (typedType < 0 && typedSuffix < 0 && typesOpen === null && suffixesOpen === null) return true;
  let type = typeOnCard(card);
  let suffix = suffixOnCard(card);
  if (type < 0 || suffix < 0) {
    const codes = search.index.columns.streetRecord[street * STREET_RECORD + RECORD_CODES];
    type = typeIn(codes);
    suffix = suffixIn(codes);
  }
  if (typedType >= 0 && !hasCode(search.index, typedType, MEANING.streetType, type)) return false;
  if (typedSuffix >= 0 && !hasCode(search.index, typedSuffix, MEANING.streetSuffix, suffix)) return false;
  if (typesOpen === null && suffixesOpen === null) return true;
  return (
    (typesOpen !== null && hasCodeIn(typesOpen, type)) || (suffixesOpen !== null && hasCodeIn(suffixesOpen, suffix))
  );
}

function suggestPrefix(search: Search, retrieval: Retrieval, parse: NameParse, street: Span, visit: AddOnStreet): void {
  const { streetEntry } = search.index.columns;
  const { low, high } = search.streets;
  let only = -1;
  let add = visit;
  const see = (posting: number): boolean => {
    const at = posting & POSTING_MASK;
    const whole = street.whole && streetEntry[at] === low[street.node];
    if (add(at, whole ? EXACT : PREFIX, isOther(posting), LOCALITY_ABSENT, 0) === 0) return false;
    only = at;
    return true;
  };
  const first = low[street.node];
  const { postcode, postcodeOpen } = retrieval.numbers.parse;
  if (postcode !== null && !postcodeOpen)
    for (const locality of localitiesOfPostcode(search.index, postcode.value))
      streetsOfPrefix(search, street, locality, LOCALITY_ABSENT, visit);
  let found = street.whole ? scanNear(search, retrieval, { low: first, high: first + 1 }, see) : 0;
  found += scanNear(search, retrieval, { low: first, high: high[street.node] }, see);
  const state = wantedState(search, parse);
  const streets = {
    run: streetsOfState(search.index, state),
    names: { low: first, high: high[street.node] },
    whole: street.whole ? first : -1,
  };
  const numbered = retrieval.numbers.parse.number !== null;
  if (numbered && leadsByUnit(retrieval)) {
    found += suggestUnits(search, retrieval, streets, visit);
    add = visitor(search, withUnitListed(retrieval), parse, 0);
  }
  found += scanPrefix(search, retrieval, street.node, state, retrieval.wanted - found, see);
  if (!numbered && found === 0) found = suggestUnits(search, retrieval, streets, visit);
  if (state !== search.onlyState)
    found += scanPrefix(search, retrieval, street.node, -1, retrieval.wanted - found, see);
  if (found === 1 && search.candidates.length === 1 && mostPerStreet(retrieval.numbers) === 1)
    fill(search, retrieval, parse, only);
}

/** Streets of one locality whose names begin with the prefix. */
function streetsOfPrefix(search: Search, street: Span, locality: number, grade: number, visit: AddOnStreet): void {
  const { localityStreetStart, streetEntry } = search.index.columns;
  const low = search.streets.low[street.node];
  const high = search.streets.high[street.node];
  const end = endOf(localityStreetStart, locality, streetEntry);
  for (let at = localityStreetStart[locality]; at < end; at++)
    if (streetEntry[at] >= low && streetEntry[at] < high) visit(at, PREFIX, false, grade, 0);
}

/** Suggests other numbers of the street that was named, as poor matches: nothing has the one that was asked for. */
export function suggestOtherNumbers(search: Search, retrieval: Retrieval, parse: NameParse): void {
  if (parse.unmatched === 0 && parse.street?.whole === true)
    suggestStreet(
      search,
      { ...retrieval, wanted: GATHERED_LEAST, mostScanned: GATHERED_LEAST, others: true },
      parse,
      false,
    );
}
