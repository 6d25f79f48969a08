import { homeLocalityOf, lowerBound, principalOf } from '../../index/address.ts';
import { firstHead, hasName, numberIn } from '../../index/address-head.ts';
import { LOT } from '../../index/number-kinds.ts';
import type { AddressIndex } from '../../index/open.ts';
import {
  RECORD_CODES,
  RECORD_END,
  RECORD_LOCALITY,
  RECORD_START,
  STREET_RECORD,
  stateOf,
} from '../../index/street-record.ts';
import { statesOfLocality } from '../../index/territories.ts';
import { statesOf } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { COSTS } from '../query/costs.ts';
import {
  ABSENT,
  FUZZY,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_COST,
  LOCALITY_COUNCIL,
  LOCALITY_METROPOLIS,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  LOCALITY_UNKNOWN,
  NONE,
  NUMBER_COST,
  NUMBER_EXACT,
  NUMBER_OTHER,
  NUMBER_PREFIX,
  PREFIX,
} from '../query/grades.ts';
import { addResolved, beginResolved, clearUnitGrades, setLotGrade } from '../resolve/group.ts';
import { lacksNumber, resolveOnStreet } from '../resolve/street.ts';
import { localitiesNamed } from '../retrieve/name-postings.ts';
import { lotCode, type NumberCodes } from '../retrieve/numbers/number-codes.ts';
import { STREET_WORK, spend } from '../retrieve/query.ts';
import { type Candidate, costOf, isOtherStreet, keep, mayShow, resolvedOn, type Search } from './candidates.ts';
import { explainLeftovers, explainUnit, leastUnmatched, leftoversOf, saysUnknownPlace } from './leftovers.ts';
import {
  gradesOf,
  isArticle,
  isCountryRather,
  postcodeGrade,
  type StreetGrades,
  type StreetMatch,
} from './street-grades.ts';

/**
 * Adds at most `most` addresses of a street that answer the numbers; with `mismatch`, the street's first address if
 * none does. Answers how many of them are new, or better than before, and flawless (`isPlain`). Most streets scanned
 * have none: they cost one memory access and allocate nothing.
 */
export function addStreet(search: Search, match: StreetMatch, most: number, mismatch: boolean): number {
  if (!mayKeep(search, match) || !mayShow(search, match.street)) return 0;
  const { streetRecord } = search.index.columns;
  const row = match.street * STREET_RECORD;
  if (search.onlyState >= 0 && stateOf(streetRecord[row + RECORD_CODES]) !== search.onlyState) return 0;
  if (!spend(search, STREET_WORK)) return 0;
  const hasNot = lacksNumber(streetRecord, row, match.numbers);
  return hasNot && !mismatch ? 0 : addAddresses(search, match, row, most, hasNot, mismatch);
}

function addAddresses(
  search: Search,
  match: StreetMatch,
  row: number,
  most: number,
  hasNot: boolean,
  mismatch: boolean,
): number {
  const { index, work } = search;
  const { resolved } = work;
  const { unitGrades } = resolved;
  const { streetRecord } = index.columns;
  const { parse, numbers } = match;
  const { number, lot } = numbers.parse;
  const numbered = number !== null || lot !== null;
  const first = streetRecord[row + RECORD_START];
  const last = streetRecord[row + RECORD_END];
  const ownOnly = match.name === ABSENT && !numbered;
  const spare = spareOf(search, match);
  const grades = gradesOf(search, match, row);
  // Where words are left over, a building's name may explain those that `spare` counts.
  if (parse.unmatched === 0 && grades.lacks >= spare) return 0;
  beginResolved(resolved, most, ownOnly ? first : 0, ownOnly ? last : Number.POSITIVE_INFINITY);
  const led = match.unitMatch;
  if (led !== null) {
    unitGrades.unit = led.unit;
    unitGrades.level = led.level;
    unitGrades.several = false;
    addResolved(resolved, led.address, led.number);
  } else if (!hasNot) resolveOnStreet(search, match.street, numbers, spare, parse.unmatched > 0);
  if (resolved.count === 0 && mismatch && numbered) resolveOther(search, first, last, numbers.parse);
  if (resolved.count === 0) return 0;
  if (parse.unmatched > 0 && match.name !== ABSENT) match.leftovers ??= leftoversOf(search, match.reading);
  const { leftovers } = match;
  /** The cost of the words that a record without a building's name leaves over, beyond those that all do. */
  const more = leftovers === null ? 0 : (leastUnmatched(leftovers) - wordsLeft(search, match)) * COSTS.unmatchedWord;
  let answered = 0;
  for (let i = 0; i < resolved.count; i++) {
    const ordinal = resolved.ordinal[i];
    const isNamed = hasName(index.columns.addressHead[ordinal]);
    const lacksUnit = resolved.unit[i] === NONE && !isNamed ? COSTS.noUnit : 0;
    const cost = NUMBER_COST[resolved.number[i]] + lacksUnit + (isNamed ? 0 : more);
    // A record that lacks what its street does, or the postcode, answers no parse in full (isMet).
    const isSure = !isNamed || parse.unmatched === 0;
    if (cost >= spare || (isSure && grades.lacks > 0 && cost + grades.lacks >= spare)) continue;
    const isSpare = cost + grades.lacks + COSTS.otherPostcode >= spare;
    if (isSure && isSpare && postcodeOn(index, match.street, ordinal, numbers.parse) === NONE) continue;
    const candidate = candidateOf(search, match, row, grades, i);
    const exact = candidate.number <= NUMBER_EXACT || (candidate.number === NUMBER_PREFIX && numbers.parse.rangeOpen);
    const plain =
      exact && isPlain(candidate, match.unitListed) && candidate.penalty - match.penalty < COSTS.aliasRecord;
    if (leftovers !== null) explainLeftovers(search, candidate, leftovers);
    if (isNamed && candidate.unit === NONE && numbers.parse.unit?.number != null)
      explainUnit(search, candidate, numbers.parse.unit.number);
    candidate.cost = costOf(candidate);
    if (plain) match.isMet = true;
    if (keep(search, candidate) && plain) answered++;
  }
  return answered;
}

/** Adds the lot of a street that has the number given; else the street's first address, which has another number or lot. */
function resolveOther({ index, work: { resolved } }: Search, first: number, end: number, parse: NumberParse): void {
  const { number, last, lot } = parse;
  const code = number === null || last !== null ? -1 : lotCode(index, number);
  const at = code < 0 ? end : lowerBound(index.columns.addressHead, firstHead(code), first, end);
  const isLot = at < end && numberIn(index.columns.addressHead[at]) === code;
  const ordinal = principalOf(index, isLot ? at : first);
  clearUnitGrades(resolved);
  setLotGrade(resolved, isLot ? FUZZY : lot === null || number !== null ? ABSENT : NONE);
  if (ordinal >= 0) addResolved(resolved, ordinal, number === null ? 0 : NUMBER_OTHER);
}

/** Whether an address of the street that costs `cost` beyond the street's own cost would be kept. */
export function mayKeep(search: Search, match: StreetMatch, cost = 0): boolean {
  return search.costLimit === Number.POSITIVE_INFINITY || spareOf(search, match) > cost;
}

/** The cost, beyond the street's own, from which on an address of it is not kept. */
function spareOf(search: Search, match: StreetMatch): number {
  const { penalty, nameEdits } = match;
  const words = wordsLeft(search, match) * COSTS.unmatchedWord;
  return search.costLimit - (penalty + words + nameEdits * COSTS.nameEdit + LOCALITY_COST[localityGradeOf(match)]);
}

/** How many words no record of a street explains: those where a place would stand, or all if no street is named. */
function wordsLeft(search: Search, match: StreetMatch): number {
  const { parse } = match;
  if (parse.unmatched === 0) return 0;
  if (parse.street === null) return match.name === ABSENT ? parse.unmatched : 0;
  if (!parse.localityUnknown || match.locality !== LOCALITY_ABSENT) return 0;
  match.leftovers ??= leftoversOf(search, match.reading);
  return match.leftovers.after;
}

/** The grade of the locality: words left over where one would stand are taken for another. */
function localityGradeOf({ parse, locality }: StreetMatch): number {
  return parse.localityUnknown && locality === LOCALITY_ABSENT ? LOCALITY_OTHER : locality;
}

/**
 * Whether the words in a place's stead are known for nothing: no name, or a locality's in other states alone than that of
 * the record and the one given.
 */
function isUnknown(search: Search, match: StreetMatch, state: number): boolean {
  const { parse, leftovers } = match;
  const { locality } = parse;
  if (parse.unmatched > 0) return leftovers !== null && saysUnknownPlace(search, leftovers);
  if (locality?.whole !== true) return false;
  let states = 0;
  for (const { ordinal } of localitiesNamed(search, locality)) states |= statesOfLocality(search.index, ordinal);
  return ((1 << state) & states) === 0 && (statesOf(parse) & states) === 0;
}

function postcodeOn(index: AddressIndex, street: number, ordinal: number, numbers: NumberParse): Grade {
  if (numbers.postcode === null) return ABSENT;
  const locality = index.columns.streetRecord[street * STREET_RECORD + RECORD_LOCALITY];
  return postcodeGrade(index, locality, homeLocalityOf(index, ordinal, street), ordinal, numbers);
}

/** The candidate for the i-th address resolved on a street, its cost still to be set. */
function candidateOf(search: Search, match: StreetMatch, row: number, grades: StreetGrades, i: number): Candidate {
  const { index, work } = search;
  const { resolved } = work;
  const { streetRecord } = index.columns;
  const { parse, numbers } = match;
  const { number, lot, unit, level } = numbers.parse;
  const numbered = number !== null || lot !== null;
  const locality = streetRecord[row + RECORD_LOCALITY];
  const state = stateOf(streetRecord[row + RECORD_CODES]);
  const ordinal = resolved.ordinal[i];
  const elsewhere = ordinal < streetRecord[row + RECORD_START] || ordinal >= streetRecord[row + RECORD_END];
  const alias = elsewhere || hasOtherNumber(index, ordinal, resolved.number[i], numbers);
  const home = homeLocalityOf(index, ordinal, match.street);
  const bareUnit = !numbered && (unit !== null || level !== null);
  const given = localityGradeOf(match);
  const coded = postcodeOn(index, match.street, ordinal, numbers.parse);
  const isRegion = given === LOCALITY_COUNCIL || given === LOCALITY_METROPOLIS;
  // A region has many postcodes, but none of another place: that place is meant, not another in the region.
  const isUnnamed = given === LOCALITY_OTHER && isUnknown(search, match, state);
  const grade = isRegion && coded === NONE ? LOCALITY_OTHER : isUnnamed ? LOCALITY_UNKNOWN : given;
  const c = resolvedOn(search, match.street, i, parse.words);
  c.name = match.name;
  c.nameEdits = match.nameEdits;
  c.nameOther = match.nameOther;
  c.type = grades.type;
  c.suffix = grades.suffix;
  c.extraParts = grades.extraParts;
  c.locality = numbered || home === locality ? grade : nextDoor(grade);
  c.localityEdits = match.localityEdits;
  c.postcode = coded;
  c.postcodeAway = grades.postcodeAway;
  c.state = grades.state;
  c.unmatched = parse.unmatched;
  c.gap = grades.gap;
  c.otherStreet = grades.otherStreet;
  c.numbered = numbered;
  c.dated = numbers.parse.dated;
  c.nonAddress = parse.abroad || (parse.and && !numbered);
  c.floor = match.floor;
  c.reading = match.reading;
  c.penalty =
    match.penalty +
    (alias ? COSTS.aliasRecord : 0) +
    (grades.type === NONE && isArticle(search, parse) ? COSTS.otherMisspelled : 0) +
    (isCountryRather(parse, state) ? COSTS.countryRather : 0) +
    (bareUnit ? COSTS.numberLetter * numberLength(index, ordinal) : 0);
  return c;
}

/** Whether a principal was found by the range or lot of an alias record: its own does not answer the one typed. */
function hasOtherNumber(
  index: AddressIndex,
  ordinal: number,
  grade: number,
  { parse, exact, compounds }: NumberCodes,
): boolean {
  const { addressHead, numberKind } = index.columns;
  const code = numberIn(addressHead[ordinal]);
  if (parse.number === null) return parse.lot !== null && numberKind[code] !== LOT;
  if (parse.last === null || (grade !== NUMBER_EXACT && grade !== NUMBER_PREFIX)) return false;
  return grade === NUMBER_EXACT ? code !== exact : !compounds.includes(code);
}

function numberLength({ columns }: AddressIndex, ordinal: number): number {
  const { addressHead, numberTextStart } = columns;
  const number = numberIn(addressHead[ordinal]);
  return numberTextStart[number + 1] - numberTextStart[number];
}

/** The locality grade of a principal elsewhere that an alias led to without a number: a neighbour at best. */
function nextDoor(locality: number): number {
  return locality === LOCALITY_ABSENT ? locality : Math.max(locality, LOCALITY_NEIGHBOUR);
}

/** Whether a record has no flaw that others of its parse may lack: only such records end a search. */
function isPlain(c: Candidate, unitListed: boolean): boolean {
  return (
    !c.nameOther &&
    (unitListed || (c.unit <= PREFIX && c.level <= PREFIX)) &&
    c.lot !== PREFIX &&
    c.extraParts === 0 &&
    !isOtherStreet(c) &&
    c.postcode !== NONE &&
    c.state !== NONE
  );
}
