import { endOf } from '../index/address.ts';
import { MEANING } from '../index/lexicon.ts';
import { POSTING_MASK } from '../index/name-trie.ts';
import type { AddressIndex } from '../index/open.ts';
import { RECORD_LOCALITY, STREET_RECORD } from '../index/street-record.ts';
import { isRareNumber, placesBelow, type StreetVisit, streetsBelow, visitRareNumber } from './below.ts';
import { findBuildings } from './building-names.ts';
import { localitiesNamed, runsOf } from './explore.ts';
import {
  ABSENT,
  type Candidate,
  EXACT,
  FUZZY,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_PREFIX,
  NONE,
  PREFIX,
} from './grades.ts';
import { explainAll } from './leftovers.ts';
import { hasCode } from './lexicon.ts';
import { addStreet, isOther, localityNamesBelow, type Matcher, matcherOf, streetsIn } from './matcher.ts';
import { nearLocalities, nearPlacesOf, nearStreets, nearStreetsIn } from './misspelled.ts';
import { explained, lazily, type NameReading, readNames, spansOf, withoutType } from './name-readings.ts';
import { sortNear } from './near.ts';
import { readNumbers } from './numbers-reading.ts';
import { localitiesOfPostcode } from './postcodes.ts';
import { type NumberQuery, numberQuery } from './resolve.ts';
import { type Score, scoreOf } from './score.ts';
import type { Span } from './trie-walk.ts';
import type { NumberReading } from './typed-numbers.ts';
import { elsewhere, type Steps } from './validate.ts';

/** What to suggest for. */
export interface SuggestOptions {
  readonly limit: number;
  /** Position in STATE_ORDER, -1 for any. */
  readonly state: number;
  readonly near: { readonly lat: number; readonly lon: number } | null;
}

/** A suggestion, and how well it matches what was typed. */
export interface Suggestion {
  readonly candidate: Candidate;
  readonly score: Score;
}

/** One question of a suggestion: a way to read the numbers, and how many addresses are wanted. */
interface Asking {
  readonly numbers: NumberQuery;
  readonly wanted: number;
  readonly mostLooked: number;
  /** A street without the number answers with another one. */
  readonly others: boolean;
}

/** Above this cost, spelling mistakes are looked for. */
const DOUBTFUL = 8.5;
/** Candidates whose costs differ by less answer a query equally well. */
const EQUAL = 0.75;
/**
 * However few are asked for, so many are gathered: enough to see what is ambiguous. They come in the order of weight, so that a shorter
 * list begins a longer one; units do not, whose types may differ.
 */
const GATHERED_LEAST = 5;
const GATHERED_OF_UNITS = 20;
/** With a point to prefer, so many candidates are gathered before the nearest are chosen. */
const GATHERED_NEAR = 60;
/** Addresses of one street, or of one suburb, that are gathered where it stands alone. */
const GATHERED_ALONE = 20;
/** Places whose names begin as typed, and that are all looked at. */
const MOST_PLACES = 64;
/** Streets that are looked at for one reading. Whatever the limit, they are the same: a shorter list begins a longer one. */
const MOST_LOOKED = 400;
/** Streets of another type than was said that are looked at, where none has that type. */
const MOST_OF_OTHER_TYPE = 200;
/** Readings with words that nothing explains: how many are followed, and the streets that are looked at for one. */
const MOST_UNEXPLAINED = 8;
const MOST_GLANCED = 16;
/** Names that a misspelled one may stand for, where nothing says in which place. */
const MOST_MEANT = 6;
/** A number that few streets have leads to them: the others are looked at for ranges and longer numbers alone. */
const MOST_LOOKED_FOR_RARE = 200;
/** Looking for a unit in every building of a street, where no number is said, costs more. */
const MOST_LOOKED_FOR_UNIT = 48;
/** Candidates that are scored, the cheapest ones: more than the longest list has. */
const MOST_SCORED = 40;
/** What it costs to read a number and a name as a number in a suburb, and a bare name as a street where a suburb has it. */
const NUMBER_IN_SUBURB = 4;
/** What it costs to read words as a state alone where they begin a name too: `10 WA`. */
const NUMBER_IN_STATE = 4;
/** What it costs to read a suburb where a street would stand: `10 TAREE S` begins 10 TAREE STREET, CALOUNDRA WEST is one suburb. */
const SUBURB_FIRST = 1;
/** What a far-fetched reading of the numbers costs: `2 A R` as 2A, not as the beginning of 2 A ROAD. */
const STRICT = 0.8;
const STREET_LIKE_SUBURB = 1.5;

/** Suggests addresses for what is typed so far, the best first. Nothing in it grows with the number of addresses. */
export function suggest(index: AddressIndex, query: string, options: SuggestOptions, steps: Steps = {}): Suggestion[] {
  const m = matcherOf(index, query, options.state, true);
  const { tokens } = m;
  if (tokens.count === 0) return [];
  const readings = readNumbers(index, tokens, m.words);
  for (let i = 0; i < readings.length; i++) {
    steps.numbers?.(readings[i]);
    suggestReading(m, askingOf(m, readings[i], options), readings[i], steps);
    if (answers(m, readings[i], readings[i + 1])) break;
  }
  return choose(m, options, steps);
}

function askingOf({ index, tokens }: Matcher, numbers: NumberReading, { limit, near }: SuggestOptions): Asking {
  const { unit, level, number } = numbers;
  const least = near === null ? Math.max(limit, GATHERED_LEAST) : GATHERED_NEAR;
  const last = numbers.last ?? number ?? numbers.lot;
  const growing = tokens.open && last !== null && last.token === tokens.count - 1;
  const units = unit !== null || level !== null;
  const few = number !== null && isRareNumber(index, number.value);
  const looked = units ? (number === null ? MOST_LOOKED_FOR_UNIT : 2 * MOST_LOOKED_FOR_UNIT) : MOST_LOOKED;
  return {
    numbers: numberQuery(index, numbers, growing),
    wanted: units ? Math.max(least, GATHERED_OF_UNITS) : least,
    mostLooked: few ? Math.min(looked, MOST_LOOKED_FOR_RARE) : looked,
    others: false,
  };
}

/** Whether what was found by a reading makes the next needless. A far-fetched one needs another beside it. */
function answers(m: Matcher, { begun, strict }: NumberReading, next: NumberReading | undefined): boolean {
  if (strict) return false;
  const most = next?.begun === true ? DOUBTFUL : DOUBTFUL + 12;
  let fitting = 0;
  for (const { cost, unmatched, unit, name } of m.candidates)
    if (cost <= most && unmatched === 0 && (unit !== NONE || name === ABSENT)) fitting++;
  return fitting >= (begun || next?.begun === true ? GATHERED_LEAST : 1);
}

function suggestReading(m: Matcher, asking: Asking, numbers: NumberReading, steps: Steps): void {
  const { tokens } = m;
  const streets = spansOf(m.streets, tokens, numbers.taken, true);
  const localities = spansOf(m.localities, tokens, numbers.taken, true);
  const names = readNames(m.index, tokens, m.words, numbers.taken, streets, localities, true);
  const suburb = names.some(
    ({ street, locality, unmatched }) => street === null && locality?.whole === true && unmatched === 0,
  );
  const glancing = { ...asking, wanted: Math.max(asking.wanted, GATHERED_ALONE), mostLooked: MOST_GLANCED };
  let unexplained = 0;
  const numbered = numbers.number !== null || numbers.lot !== null;
  for (const reading of names) {
    if (reading.unmatched > 0) {
      if (names[0].unmatched === 0 || (m.candidates.length > 0 && cheapest(m) < reading.unmatched * 30)) break;
      if (unexplained++ === MOST_UNEXPLAINED) break;
    }
    steps.names?.(reading);
    const looking = reading.unmatched > 0 ? glancing : asking;
    if (reading.street !== null) suggestStreet(m, looking, reading, suburb);
    else if (reading.locality !== null) {
      if (!numbered || cheaperThan(m, NUMBER_IN_SUBURB) < asking.wanted) suggestLocality(m, looking, reading);
    } else if (reading.unmatched === 0) suggestNumber(m, asking, reading, names.length > 1 ? NUMBER_IN_STATE : 0);
  }
  explainAll(m);
  if (cheapest(m) <= DOUBTFUL) return;
  findBuildings(m, asking.numbers, names, true);
  if (cheapest(m) <= DOUBTFUL) return;
  for (const reading of names) suggestMisspelled(m, asking, reading, names[0].unmatched);
  if (m.candidates.length === 0) suggestOtherNumbers(m, asking, names[0]);
}

/** Suggests addresses on the street that was named, or that what is typed may become. */
function suggestStreet(m: Matcher, asking: Asking, reading: NameReading, suburb: boolean): void {
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

type AddOnStreet = (street: number, name: Grade, other: boolean, locality: number, edits: number) => number;

function visitor(
  m: Matcher,
  { numbers, others }: Asking,
  reading: NameReading,
  detour: number,
  edits = reading.street?.edits ?? 0,
): AddOnStreet {
  return (street, name, other, locality, localityEdits) =>
    addStreet(
      m,
      {
        street,
        name: edits > 0 ? FUZZY : name,
        nameEdits: edits + (reading.street?.spaces ?? 0) * 0.2,
        nameOther: other,
        locality,
        localityEdits: localityEdits + (reading.locality?.spaces ?? 0) * 0.1,
        reading,
        numbers,
        detour:
          detour +
          reading.farFetched +
          (saysSuburbFirst(numbers, reading) ? SUBURB_FIRST : 0) +
          (numbers.reading.strict ? STRICT : 0),
      },
      mostPerStreet(numbers),
      true,
      others,
    );
}

/** Whether a suburb stands where the street would: behind the number, or before a street without type. */
function saysSuburbFirst({ reading: { number } }: NumberQuery, { street, locality, type }: NameReading): boolean {
  if (street === null || locality === null || locality.end > street.from) return false;
  return number === null ? type < 0 : number.token < locality.from;
}

/** A street that is one of many gives one address, so that one tower or long street does not fill the list. */
function mostPerStreet(numbers: NumberQuery): number {
  return numbers.reading.number === null && numbers.reading.lot === null ? 1 : 3;
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
        m.placed = true;
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
    m.placed = true;
    if (visit(street, EXACT, other, LOCALITY_PREFIX, 0) === 0) return;
    found++;
    only = street;
  };
  if (placeStart[last] - placeStart[first] <= MOST_PLACES)
    localityNamesBelow(m, locality.node, (place) => streetsIn(m, entry, place, see));
  else {
    const { localityEntry, streetRecord } = m.index.columns;
    const end = Math.min(endOf(start, entry, ranked), start[entry] + MOST_LOOKED);
    for (let i = start[entry]; i < end && found < asking.wanted; i++) {
      const street = ranked[i] & POSTING_MASK;
      const name = localityEntry[streetRecord[street * STREET_RECORD + RECORD_LOCALITY]];
      if (name >= first && name < last) see(street, isOther(ranked[i]));
    }
  }
  if (found === 1 && mostPerStreet(asking.numbers) === 1) fill(m, asking, reading, only);
}

/** Suggests the street in the neighbours of the place that was said: people say the suburb next door. */
function suggestNextDoor(m: Matcher, entry: number, locality: Span, visit: AddOnStreet): void {
  const { localityNeighbour, localityNeighbourStart } = m.index.columns;
  for (const { ordinal } of localitiesNamed(m, locality))
    for (let i = localityNeighbourStart[ordinal]; i < endOf(localityNeighbourStart, ordinal, localityNeighbour); i++)
      streetsIn(m, entry, localityNeighbour[i], (street, other) => visit(street, EXACT, other, LOCALITY_NEIGHBOUR, 0));
}

/** More addresses of a street that stands alone. */
function fill(m: Matcher, { numbers }: Asking, reading: NameReading, street: number): void {
  const known = m.candidates.find((candidate) => candidate.street === street);
  if (known === undefined) return;
  addStreet(
    m,
    {
      street,
      name: known.name,
      nameEdits: known.nameEdits,
      nameOther: known.nameOther,
      locality: known.locality,
      localityEdits: known.localityEdits,
      reading,
      numbers,
      detour: known.detour,
    },
    GATHERED_ALONE,
    true,
    false,
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
  const { start, ranked } = m.streets;
  let found = 0;
  let looked = 0;
  let only = -1;
  const number = typedNumber(asking);
  if (number >= 0)
    visitRareNumber(m, number, entry, entry + 1, (street) => {
      if (fitsType(m, reading, street) && visit(street, EXACT, false, LOCALITY_ABSENT, 0) > 0) {
        found++;
        only = street;
      }
      return found < asking.wanted;
    });
  for (
    let i = start[entry];
    i < endOf(start, entry, ranked) && found < asking.wanted && looked < asking.mostLooked;
    i++
  ) {
    const street = ranked[i] & POSTING_MASK;
    if (!fitsType(m, reading, street)) continue;
    looked++;
    if (visit(street, EXACT, isOther(ranked[i]), LOCALITY_ABSENT, 0) === 0) continue;
    found++;
    only = street;
  }
  if (found === 1 && mostPerStreet(asking.numbers) === 1) fill(m, asking, reading, only);
  if (found > 0 || (reading.type < 0 && reading.suffix < 0 && reading.typesOpen === null)) return;
  const enough = m.candidates.length + Math.max(asking.wanted, GATHERED_ALONE);
  const end = Math.min(endOf(start, entry, ranked), start[entry] + MOST_OF_OTHER_TYPE);
  for (let i = start[entry]; i < end && m.candidates.length < enough; i++)
    visit(ranked[i] & POSTING_MASK, EXACT, isOther(ranked[i]), LOCALITY_ABSENT, 0);
}

/** Whether a street has the type and suffix that were said, or that are being typed. */
function fitsType(m: Matcher, reading: NameReading, street: number): boolean {
  const { streetType, streetSuffix } = m.index.columns;
  if (reading.type >= 0 && !hasCode(m.index, reading.type, MEANING.streetType, streetType[street])) return false;
  if (reading.suffix >= 0 && !hasCode(m.index, reading.suffix, MEANING.streetSuffix, streetSuffix[street]))
    return false;
  if (reading.typesOpen === null && reading.suffixesOpen === null) return true;
  return (
    reading.typesOpen?.has(streetType[street]) === true || reading.suffixesOpen?.has(streetSuffix[street]) === true
  );
}

function suggestBelow(m: Matcher, asking: Asking, reading: NameReading, street: Span, visit: AddOnStreet): void {
  let found = 0;
  let looked = 0;
  let only = -1;
  const { streetEntry } = m.index.columns;
  const see: StreetVisit = (posting) => {
    const at = posting & POSTING_MASK;
    const whole = street.whole && streetEntry[at] === m.streets.low[street.node];
    if (visit(at, whole ? EXACT : PREFIX, isOther(posting), LOCALITY_ABSENT, 0) > 0) {
      found++;
      only = at;
    }
    return found < asking.wanted && ++looked < asking.mostLooked;
  };
  streetsBelow(m, street.node, typedNumber(asking), see);
  if (found === 1 && m.candidates.length === 1 && mostPerStreet(asking.numbers) === 1) fill(m, asking, reading, only);
}

/** The street number that was typed, -1 where none was. */
function typedNumber({ numbers }: Asking): number {
  return numbers.reading.number?.value ?? -1;
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

/** Suggests the best-known addresses of a locality, on its largest streets; with a number, those that have it. */
function suggestLocality(m: Matcher, asking: Asking, reading: NameReading): void {
  const { locality } = reading;
  if (locality === null) return;
  const places: { ordinal: number; grade: number }[] = [];
  if (locality.whole)
    for (const { ordinal, alias } of localitiesNamed(m, locality))
      places.push({ ordinal, grade: alias ? LOCALITY_ALIAS : LOCALITY_EXACT });
  if (locality.end === m.tokens.count && m.tokens.open)
    for (const ordinal of placesBelow(m, locality.node, MOST_SUBURBS))
      if (!places.some((place) => place.ordinal === ordinal)) places.push({ ordinal, grade: LOCALITY_PREFIX });
  const { number, lot } = asking.numbers.reading;
  const visit = visitor(m, asking, reading, number === null && lot === null ? 0 : NUMBER_IN_SUBURB);
  const named = places.filter(({ grade }) => grade !== LOCALITY_PREFIX).length;
  for (const { ordinal, grade } of places.slice(0, MOST_SUBURBS)) {
    const perPlace = Math.ceil(GATHERED_ALONE / (grade === LOCALITY_PREFIX ? MOST_SUBURBS : named));
    let found = 0;
    const streets = largestStreets(m, ordinal);
    for (const street of streets) {
      if (visit(street, ABSENT_NAME, false, grade, 0) > 0) found++;
      if (found >= perPlace) break;
    }
    if (grade === LOCALITY_EXACT && streets.length < perPlace && number === null && lot === null)
      for (const street of streets) fill(m, asking, reading, street);
  }
}

const ABSENT_NAME: Grade = 0;
/** Suburbs whose addresses are suggested where they stand alone. */
const MOST_SUBURBS = 6;

/** Streets of a locality, those with most addresses first. */
function largestStreets(m: Matcher, locality: number): Uint32Array {
  const { localityLargest, localityLargestStart } = m.index.columns;
  return localityLargest.subarray(localityLargestStart[locality], localityLargestStart[locality + 1]);
}

/** Suggests addresses for a number alone: in the largest places. */
function suggestNumber(m: Matcher, asking: Asking, reading: NameReading, detour: number): void {
  const { postcode, number } = asking.numbers.reading;
  const visit = visitor(m, asking, reading, detour);
  if (number === null && postcode !== null) {
    for (const locality of localitiesOfPostcode(m.index, postcode.value))
      for (const street of largestStreets(m, locality)) {
        visit(street, ABSENT_NAME, false, LOCALITY_ABSENT, 0);
        if (m.candidates.length >= GATHERED_ALONE) return;
      }
    return;
  }
  let found = 0;
  let looked = 0;
  streetsBelow(m, 0, typedNumber(asking), (posting) => {
    if (visit(posting & POSTING_MASK, ABSENT_NAME, isOther(posting), LOCALITY_ABSENT, 0) > 0) found++;
    return found < asking.wanted && ++looked < asking.mostLooked;
  });
  if (asking.numbers.reading.lot !== null && m.candidates.length === 0) suggestOtherLots(m, asking, reading);
}

/** Suggests the largest streets for a lot that none of them has. */
function suggestOtherLots(m: Matcher, asking: Asking, reading: NameReading): void {
  const visit = visitor(m, { ...asking, others: true }, reading, 0);
  streetsBelow(m, 0, -1, (posting) => {
    visit(posting & POSTING_MASK, ABSENT_NAME, isOther(posting), LOCALITY_ABSENT, 0);
    return m.candidates.length < GATHERED_ALONE;
  });
}

/**
 * Looks for misspelled streets and places, where a reading then leaves no more than `least` words unexplained; far and wide only where
 * no reading explains all words as they are.
 */
function suggestMisspelled(m: Matcher, asking: Asking, reading: NameReading, least: number): void {
  const { street, locality } = reading;
  const { postcode } = asking.numbers.reading;
  const runs = runsOf(m, reading);
  const isBoth = street === null && locality === null && least > 0 && !m.placed;
  for (const [i, run] of runs.entries()) {
    const next = runs[i + 1];
    if (isBoth && next?.from === run.end && reading.unmatched - (next.end - run.from) <= least)
      suggestBothMisspelled(m, asking, reading, run.from, run.end, next.end);
    if (reading.unmatched - (run.end - run.from) > least) continue;
    if (street !== null) {
      if (m.placed || locality !== null || !street.whole) continue;
      const whole = lazily(() => explained(reading, run.from, run.end));
      nearPlacesOf(m, m.streets.low[street.node], run.from, run.end, (at, other, edits) =>
        visitor(m, asking, whole(), 0)(at, EXACT, other, LOCALITY_FUZZY, edits),
      );
      continue;
    }
    const { end, type, suffix } = withoutType(m.index, m.words, run.from, run.end);
    if (end === run.from) continue;
    const without = lazily(() => explained({ ...reading, type, suffix }, run.from, run.end));
    const inPlace = (place: number, grade: number) =>
      nearStreetsIn(m, run.from, end, place, (at, other, edits) =>
        visitor(m, asking, without(), 0, edits)(at, FUZZY, other, grade, 0),
      );
    if (locality?.whole === true)
      for (const { ordinal, alias } of localitiesNamed(m, locality))
        inPlace(ordinal, alias ? LOCALITY_ALIAS : LOCALITY_EXACT);
    else if (locality === null) {
      if (postcode !== null)
        for (const ordinal of localitiesOfPostcode(m.index, postcode.value)) inPlace(ordinal, LOCALITY_ABSENT);
      if (isBoth)
        for (let split = run.from + 1; split < run.end; split++)
          suggestBothMisspelled(m, asking, reading, run.from, split, run.end);
    }
    if (m.placed || least === 0 || cheapest(m) <= 22) continue;
    const glancing = { ...asking, mostLooked: MOST_GLANCED };
    for (const near of nearStreets(m, run.from, end).slice(0, MOST_MEANT))
      if (locality === null || near.whole)
        suggestStreet(m, glancing, { ...without(), street: { ...near, end: run.end } }, false);
  }
}

/** Suggests other numbers of the street that was named, as poor matches: nothing has the one that was asked for. */
function suggestOtherNumbers(m: Matcher, asking: Asking, reading: NameReading): void {
  if (reading.unmatched === 0 && reading.street?.whole === true)
    suggestStreet(m, { ...asking, wanted: GATHERED_LEAST, mostLooked: GATHERED_LEAST, others: true }, reading, false);
}

/** Reads words up to `split` as a misspelled street, and those behind as a misspelled place. */
function suggestBothMisspelled(
  m: Matcher,
  asking: Asking,
  reading: NameReading,
  from: number,
  split: number,
  end: number,
): void {
  const { end: streetEnd, type, suffix } = withoutType(m.index, m.words, from, split);
  if (streetEnd === from || nearStreets(m, from, streetEnd).length === 0) return;
  const whole = lazily(() => explained({ ...reading, type, suffix }, from, end));
  for (const place of nearLocalities(m, split, end))
    localityNamesBelow(m, place.node, (locality) =>
      nearStreetsIn(m, from, streetEnd, locality, (at, other, edits) =>
        visitor(m, asking, whole(), 0, edits)(at, FUZZY, other, LOCALITY_FUZZY, place.edits),
      ),
    );
}

function cheaperThan(m: Matcher, cost: number): number {
  let count = 0;
  for (const candidate of m.candidates) if (candidate.cost < cost) count++;
  return count;
}

function cheapest(m: Matcher): number {
  let cost = Number.POSITIVE_INFINITY;
  for (const candidate of m.candidates) if (candidate.cost < cost) cost = candidate.cost;
  return cost;
}

/** The best of the candidates, in a total and stable order: cost, nearness, place, then the order of the index. */
function choose(m: Matcher, { limit, near }: SuggestOptions, steps: Steps): Suggestion[] {
  const { candidates } = m;
  explainAll(m);
  candidates.sort((a, b) => a.cost - b.cost || b.weight - a.weight || a.ordinal - b.ordinal);
  if (near !== null) sortNear(m.index, candidates, near, EQUAL);
  steps.candidates?.(candidates);
  const suggestions: Suggestion[] = [];
  if (candidates.length > MOST_SCORED) candidates.length = MOST_SCORED;
  for (const candidate of candidates) {
    const ambiguous = candidates.some(
      (other) => other !== candidate && other.cost - candidate.cost < EQUAL && elsewhere(m, candidate, other),
    );
    const score = scoreOf(candidate, { ambiguous, elsewhere: false, whole: false });
    if (score.score > 0) suggestions.push({ candidate, score });
  }
  suggestions.sort((a, b) => b.score.score - a.score.score);
  if (suggestions.length > limit) suggestions.length = limit;
  return suggestions;
}
