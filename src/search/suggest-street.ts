import { endOf } from '../index/address.ts';
import { MEANING } from '../index/lexicon.ts';
import { POSTING_MASK } from '../index/name-trie.ts';
import { endOfRows, entryOfPlace, POSTING_ROW, ROW_CARD, ROW_PLACE } from '../index/posting-row.ts';
import { BLANK_CARD, mayHave, suffixOnCard, typeOnCard } from '../index/street-card.ts';
import { RECORD_CODES, STREET_RECORD } from '../index/street-record.ts';
import {
  type AddOnStreet,
  type Asking,
  fill,
  GATHERED_ALONE,
  GATHERED_LEAST,
  MOST_LOOKED,
  mostPerStreet,
  soughtNumber,
  visitor,
} from './asking.ts';
import { visitByNumber } from './below.ts';
import {
  EXACT,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_NEIGHBOUR,
  LOCALITY_PREFIX,
  PREFIX,
} from './grades.ts';
import { hasCode } from './lexicon.ts';
import { lookBelow, lookNear } from './look.ts';
import { isPlaced, type Matcher, place } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import { isOther, localitiesNamed, streetsIn, streetsInAny, streetsInNamed } from './names-in.ts';
import { localitiesOfPostcode } from './postcodes.ts';
import type { OnPosting } from './ranked-walk.ts';
import { streetsOfState } from './state-streets.ts';
import type { Span } from './trie-walk.ts';

/** Places whose names begin as typed, and that are all looked at. */
const MOST_PLACES = 64;
/** The same, where none of them has the street by its own name: they may go by another, as `MT`, `NTH` and `SAINT` begin hundreds. */
const MOST_OTHER_NAMES = 2048;
/** Streets of another type than was said that are looked at, where none has that type. */
const MOST_OF_OTHER_TYPE = 200;
/** What it costs to read a bare name as a street where a suburb has it. */
const STREET_LIKE_SUBURB = 1.5;

/** Suggests addresses on the street that was named, or that what is typed may become. */
export function suggestStreet(m: Matcher, asking: Asking, reading: NameReading, suburb: boolean): void {
  const { street, locality } = reading;
  if (street === null) return;
  const { number, lot } = asking.numbers.reading;
  const bare = suburb && number === null && lot === null && reading.type < 0;
  const visit = visitor(m, asking, reading, bare ? STREET_LIKE_SUBURB : 0);
  const last = street.end === m.tokens.count && (m.tokens.open || !street.whole);
  if (street.whole && !(last && locality === null)) {
    const entry = m.streets.low[street.node];
    if (locality !== null) suggestInPlaces(m, asking, reading, entry, locality, visit);
    else if (asking.numbers.reading.postcode !== null && !asking.numbers.reading.postcodeOpen)
      suggestInPostcode(m, asking, reading, entry, visit);
    else suggestAnywhere(m, asking, reading, entry, visit);
  }
  if (last && locality === null) suggestBelow(m, asking, reading, street, visit);
  else if (last && locality?.whole === true)
    for (const { ordinal, alias } of localitiesNamed(m, locality))
      streetsOfPrefix(m, street, ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT, visit);
}

function suggestInPlaces(
  m: Matcher,
  asking: Asking,
  reading: NameReading,
  entry: number,
  locality: Span,
  visit: AddOnStreet,
): void {
  const streets: number[] = [];
  if (locality.whole)
    for (const { ordinal, alias } of localitiesNamed(m, locality))
      streetsIn(m, entry, ordinal, (street, other) => {
        place(m, reading);
        visit(street, EXACT, other, alias ? LOCALITY_ALIAS : LOCALITY_EXACT, 0);
        streets.push(street);
      });
  if (
    streets.length > 0 &&
    streets.length < 3 &&
    asking.numbers.reading.number === null &&
    asking.numbers.reading.lot === null
  )
    for (const street of streets) fill(m, asking, reading, street);
  if (streets.length === 0 && locality.whole) suggestNextDoor(m, entry, locality, visit);
  if (locality.end !== m.tokens.count || (locality.whole && !m.tokens.open)) return;
  suggestInPlacesBelow(m, asking, reading, entry, locality, visit);
}

/** Suggests the street in places whose names begin as typed, the best known first. */
function suggestInPlacesBelow(
  m: Matcher,
  asking: Asking,
  reading: NameReading,
  entry: number,
  locality: Span,
  visit: AddOnStreet,
): void {
  const { low, high, start: placeStart } = m.localities;
  const { start, ranked } = m.streets;
  const first = low[locality.node];
  const last = high[locality.node];
  let only = -1;
  let found = 0;
  const see = (street: number, other: boolean) => {
    place(m, reading);
    if (visit(street, EXACT, other, LOCALITY_PREFIX, 0) === 0) return;
    if (street !== only) found++;
    only = street;
  };
  const places = placeStart[last] - placeStart[first];
  if (places > MOST_PLACES) {
    const end = endOfRows(start, entry, ranked) * POSTING_ROW;
    const number = soughtNumber(asking);
    let left = MOST_LOOKED;
    for (let row = start[entry] * POSTING_ROW; row < end && left > 0 && found < asking.wanted; row += POSTING_ROW) {
      const street = ranked[row] & POSTING_MASK;
      if (street < m.only.from || street >= m.only.to) continue;
      left--;
      const name = entryOfPlace(ranked[row + ROW_PLACE]);
      if (name < first || name >= last || (isPlaced(m) && !mayHave(ranked[row + ROW_CARD], number))) continue;
      see(street, isOther(ranked[row]));
    }
  }
  if (found === 0 && places <= MOST_OTHER_NAMES) streetsInNamed(m, entry, locality.node, see);
  if (found === 1 && mostPerStreet(asking.numbers) === 1) fill(m, asking, reading, only);
}

/** Suggests the street in the neighbours of the place that was said: people say the suburb next door. */
function suggestNextDoor(m: Matcher, entry: number, locality: Span, visit: AddOnStreet): void {
  const { localityNeighbour, localityNeighbourStart } = m.index.columns;
  for (const { ordinal } of localitiesNamed(m, locality))
    streetsInAny(
      m,
      entry,
      localityNeighbour,
      localityNeighbourStart[ordinal],
      endOf(localityNeighbourStart, ordinal, localityNeighbour),
      (street, other) => visit(street, EXACT, other, LOCALITY_NEIGHBOUR, 0),
    );
}

function suggestInPostcode(m: Matcher, asking: Asking, reading: NameReading, entry: number, visit: AddOnStreet): void {
  const { postcode } = asking.numbers.reading;
  if (postcode === null) return;
  let found = 0;
  for (const locality of localitiesOfPostcode(m.index, postcode.value))
    streetsIn(m, entry, locality, (street, other) => {
      found += visit(street, EXACT, other, LOCALITY_ABSENT, 0);
    });
  if (found > 0) return;
  const digits = m.tokens.open && postcode.token === m.tokens.count - 1;
  if (!digits) suggestAnywhere(m, asking, reading, entry, visit);
}

function suggestAnywhere(m: Matcher, asking: Asking, reading: NameReading, entry: number, visit: AddOnStreet): void {
  const number = soughtNumber(asking);
  const state = stateSought(m, reading);
  let only = -1;
  const see = (posting: number): boolean => {
    const street = posting & POSTING_MASK;
    if (visit(street, EXACT, isOther(posting), LOCALITY_ABSENT, 0) === 0) return false;
    only = street;
    return true;
  };
  let found = lookNear(m, asking, { low: entry, high: entry + 1 }, (posting) =>
    fitsType(m, reading, posting & POSTING_MASK, BLANK_CARD) ? see(posting) : false,
  );
  found += lookAnywhere(m, asking, reading, entry, state, asking.wanted - found, see);
  if (state !== m.onlyState) found += lookAnywhere(m, asking, reading, entry, -1, asking.wanted - found, see);
  if (found === 1 && mostPerStreet(asking.numbers) === 1) fill(m, asking, reading, only);
  if (found > 0 || (reading.type < 0 && reading.suffix < 0 && reading.typesOpen === null)) return;
  const { start, ranked } = m.streets;
  const enough = m.candidates.length + Math.max(asking.wanted, GATHERED_ALONE);
  const end = endOfRows(start, entry, ranked) * POSTING_ROW;
  let left = Math.min(MOST_OF_OTHER_TYPE, asking.mostLooked);
  for (
    let row = start[entry] * POSTING_ROW;
    row < end && left > 0 && m.candidates.length < enough;
    row += POSTING_ROW
  ) {
    const street = ranked[row] & POSTING_MASK;
    if (street < m.only.from || street >= m.only.to) continue;
    left--;
    if (mayHave(ranked[row + ROW_CARD], number)) visit(street, EXACT, isOther(ranked[row]), LOCALITY_ABSENT, 0);
  }
}

/** The state that streets are looked for in first: the only one that will do, or the one that was said; -1 for any. */
function stateSought({ onlyState }: Matcher, { state }: NameReading): number {
  return onlyState >= 0 ? onlyState : state;
}

/** Looks at the streets of a name in a state, -1 for any, those that have the number first; answers how many of them `see` took. */
function lookAnywhere(
  m: Matcher,
  asking: Asking,
  reading: NameReading,
  entry: number,
  state: number,
  wanted: number,
  see: OnPosting,
): number {
  const { start, ranked } = m.streets;
  const number = soughtNumber(asking);
  let found = 0;
  if (wanted <= 0) return 0;
  visitByNumber(m, number, asking.numbers, state, { low: entry, high: entry + 1 }, (street) => {
    if (fitsType(m, reading, street, BLANK_CARD) && see(street)) found++;
    return found < wanted;
  });
  const { from, to } = streetsOfState(m.index, state);
  const last = endOfRows(start, entry, ranked) * POSTING_ROW;
  let looked = 0;
  for (
    let row = start[entry] * POSTING_ROW;
    row < last && found < wanted && looked < asking.mostLooked;
    row += POSTING_ROW
  ) {
    const street = ranked[row] & POSTING_MASK;
    const card = ranked[row + ROW_CARD];
    if (street < from || street >= to || !fitsType(m, reading, street, card)) continue;
    looked++;
    if (mayHave(card, number) && see(ranked[row])) found++;
  }
  return found;
}

/** Whether a street has the type and suffix that were said, or that are being typed. */
function fitsType(m: Matcher, reading: NameReading, street: number, card: number): boolean {
  const { type: saidType, suffix: saidSuffix, typesOpen, suffixesOpen } = reading;
  if (saidType < 0 && saidSuffix < 0 && typesOpen === null && suffixesOpen === null) return true;
  let type = typeOnCard(card);
  let suffix = suffixOnCard(card);
  if (type < 0 || suffix < 0) {
    const codes = m.index.columns.streetRecord[street * STREET_RECORD + RECORD_CODES];
    type = codes & 0xffff;
    suffix = (codes >>> 16) & 0xff;
  }
  if (saidType >= 0 && !hasCode(m.index, saidType, MEANING.streetType, type)) return false;
  if (saidSuffix >= 0 && !hasCode(m.index, saidSuffix, MEANING.streetSuffix, suffix)) return false;
  if (typesOpen === null && suffixesOpen === null) return true;
  return typesOpen?.has(type) === true || suffixesOpen?.has(suffix) === true;
}

function suggestBelow(m: Matcher, asking: Asking, reading: NameReading, street: Span, visit: AddOnStreet): void {
  const { streetEntry } = m.index.columns;
  const { low, high } = m.streets;
  let only = -1;
  const see = (posting: number): boolean => {
    const at = posting & POSTING_MASK;
    const whole = street.whole && streetEntry[at] === low[street.node];
    if (visit(at, whole ? EXACT : PREFIX, isOther(posting), LOCALITY_ABSENT, 0) === 0) return false;
    only = at;
    return true;
  };
  const first = low[street.node];
  let found = street.whole ? lookNear(m, asking, { low: first, high: first + 1 }, see) : 0;
  found += lookNear(m, asking, { low: first, high: high[street.node] }, see);
  const state = stateSought(m, reading);
  found += lookBelow(m, asking, street.node, state, asking.wanted - found, see);
  if (state !== m.onlyState) found += lookBelow(m, asking, street.node, -1, asking.wanted - found, see);
  if (found === 1 && m.candidates.length === 1 && mostPerStreet(asking.numbers) === 1) fill(m, asking, reading, only);
}

/** Streets of one locality whose names begin with the prefix. */
function streetsOfPrefix(m: Matcher, street: Span, locality: number, grade: number, visit: AddOnStreet): void {
  const { localityStreetStart, streetEntry } = m.index.columns;
  const { low, high } = m.streets;
  for (let at = localityStreetStart[locality]; at < endOf(localityStreetStart, locality, streetEntry); at++) {
    const entry = streetEntry[at];
    if (entry >= low[street.node] && entry < high[street.node]) visit(at, PREFIX, false, grade, 0);
  }
}

/** Suggests other numbers of the street that was named, as poor matches: nothing has the one that was asked for. */
export function suggestOtherNumbers(m: Matcher, asking: Asking, reading: NameReading): void {
  if (reading.unmatched === 0 && reading.street?.whole === true)
    suggestStreet(m, { ...asking, wanted: GATHERED_LEAST, mostLooked: GATHERED_LEAST, others: true }, reading, false);
}
