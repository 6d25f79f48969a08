import { streetOf } from '../index/address.ts';
import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import {
  RECORD_CODES,
  RECORD_END,
  RECORD_LOCALITY,
  RECORD_START,
  STREET_RECORD,
  stateOf,
  weightOf,
} from '../index/street-record.ts';
import {
  ABSENT,
  type Candidate,
  costOf,
  EXACT,
  type Grade,
  LOCALITY_ABSENT,
  LOCALITY_COST,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  NONE,
  NUMBER_EXACT,
  NUMBER_OTHER,
  NUMBER_PREFIX,
  PREFIX,
} from './grades.ts';
import { hasCode } from './lexicon.ts';
import { keep, type Matcher } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import type { NumberQuery } from './number-query.ts';
import { isAway, postcodeGrade } from './postcodes.ts';
import { lacksNumber, resolveOnStreet } from './resolve.ts';
import { principalOf } from './resolve-group.ts';
import type { NumberReading } from './typed-numbers.ts';

/** What it costs that a principal was found by an alias record on another street. */
const BY_ALIAS_RECORD = 0.4;
/**
 * What every character of a number costs where a unit, but no number, was said: `UNIT 2` finds short ones first, which the first
 * digit to come leaves among the exact ones.
 */
const BY_NUMBER_LENGTH = 0.05;

/** What is known of a street before its numbers are looked at. One serves many streets: it is copied into candidates. */
export interface StreetMatch {
  street: number;
  name: Grade;
  nameEdits: number;
  nameOther: boolean;
  locality: number;
  localityEdits: number;
  readonly reading: NameReading;
  readonly numbers: NumberQuery;
  readonly detour: number;
}

/**
 * Adds the addresses of a street that answer the numbers, at most `most`; with `mismatch`, the street's first address where none
 * does. Answers how many of them have what was asked for: the number itself, and the unit. Most streets that are looked at have
 * nothing: they cost one access to memory, and allocate nothing.
 */
export function addStreet(m: Matcher, match: StreetMatch, most: number, mismatch: boolean): number {
  const { streetRecord } = m.index.columns;
  const row = match.street * STREET_RECORD;
  if (m.onlyState >= 0 && stateOf(streetRecord[row + RECORD_CODES]) !== m.onlyState) return 0;
  if (m.budget-- <= 0) return 0;
  const hasNot = lacksNumber(streetRecord, row, match.numbers);
  return hasNot && !mismatch ? 0 : addAddresses(m, match, row, most, hasNot, mismatch);
}

function addAddresses(
  m: Matcher,
  match: StreetMatch,
  row: number,
  most: number,
  hasNot: boolean,
  mismatch: boolean,
): number {
  const { index } = m;
  const { streetRecord } = index.columns;
  const { street, reading, numbers } = match;
  const state = stateOf(streetRecord[row + RECORD_CODES]);
  const { number, lot } = numbers.reading;
  const numbered = number !== null || lot !== null;
  const first = streetRecord[row + RECORD_START];
  const last = streetRecord[row + RECORD_END];
  const locality = streetRecord[row + RECORD_LOCALITY];
  const localityGrade = reading.placeUnknown && match.locality === LOCALITY_ABSENT ? LOCALITY_OTHER : match.locality;
  const spare =
    m.plentyAt - (match.detour + reading.unmatched * 30 + match.nameEdits * 10 + LOCALITY_COST[localityGrade]);
  const bareUnit = !numbered && (numbers.reading.unit !== null || numbers.reading.level !== null);
  let grades: StreetGrades | null = null;
  let added = 0;
  let answered = 0;
  const add = (ordinal: number, numberGrade: number, unit: Grade, level: Grade, lotGrade: Grade, units: boolean) => {
    grades ??= gradesOf(m, match, row);
    const alias = ordinal < first || ordinal >= last;
    if (alias && match.name === ABSENT && !numbered) return;
    const home = alias ? index.columns.streetLocality[streetOf(index, ordinal)] : locality;
    const candidate: Candidate = {
      ordinal,
      street,
      number: numberGrade,
      unit,
      level,
      lot: lotGrade,
      name: match.name,
      nameEdits: match.nameEdits,
      nameOther: match.nameOther,
      type: grades.type,
      suffix: grades.suffix,
      unsaid: grades.unsaid,
      locality: numbered || home === locality ? localityGrade : nextDoor(localityGrade),
      localityEdits: match.localityEdits,
      postcode: postcodeGrade(index, locality, home, ordinal, numbers.reading),
      postcodeAway: isAway(numbers.postcodeStates, state),
      state: reading.state < 0 ? ABSENT : state === reading.state ? EXACT : NONE,
      building: ABSENT,
      unmatched: reading.unmatched,
      words: reading.words,
      apart: grades.apart,
      numbered,
      units,
      several: last - first > 1,
      nowhere: reading.abroad || (reading.and && !numbered),
      detour:
        match.detour + (alias ? BY_ALIAS_RECORD : 0) + (bareUnit ? BY_NUMBER_LENGTH * numberLength(index, ordinal) : 0),
      reading: reading.unmatched > 0 ? reading : null,
      cost: 0,
      weight: weightOf(streetRecord, row),
    };
    candidate.cost = costOf(candidate);
    const fresh = keep(m, candidate);
    added++;
    if (
      fresh &&
      (numberGrade <= NUMBER_EXACT || (numberGrade === NUMBER_PREFIX && numbers.reading.rangeOpen)) &&
      isPlain(candidate) &&
      candidate.detour - match.detour < BY_ALIAS_RECORD
    )
      answered++;
  };
  if (!hasNot)
    resolveOnStreet(index, street, numbers, spare, reading.unmatched > 0, (found) => {
      add(found.ordinal, found.number, found.unit, found.level, found.lot, found.several);
      return added < most;
    });
  if (added === 0 && mismatch && numbered) {
    const ordinal = principalOf(index, first);
    const lotGrade = lot === null || number !== null ? ABSENT : NONE;
    if (ordinal >= 0) add(ordinal, number === null ? 0 : NUMBER_OTHER, ABSENT, ABSENT, lotGrade, false);
  }
  return answered;
}

function numberLength({ columns }: AddressIndex, ordinal: number): number {
  const { addressNumber, numberTextStart } = columns;
  const number = addressNumber[ordinal];
  return numberTextStart[number + 1] - numberTextStart[number];
}

interface StreetGrades {
  readonly type: Grade;
  readonly suffix: Grade;
  readonly unsaid: number;
  readonly apart: boolean;
}

/** How a street answers what was said of its type and suffix, what of them was not said, and what stands before its name. */
function gradesOf(m: Matcher, match: StreetMatch, row: number): StreetGrades {
  const codes = m.index.columns.streetRecord[row + RECORD_CODES];
  const typeCode = codes & 0xffff;
  const suffixCode = (codes >>> 16) & 0xff;
  const { type, suffix } = tailGrades(m.index, match.reading, typeCode, suffixCode);
  const unsaid = isSaidWhole(m, match)
    ? (type === ABSENT && typeCode !== 0 ? 1 : 0) + (suffix === ABSENT && suffixCode !== 0 ? 2 : 0)
    : 0;
  return { type, suffix, unsaid, apart: match.reading.unmatched > 0 && isApart(match.reading, match.numbers.reading) };
}

/**
 * How a street's type and suffix answer what was said of them; a last word that may become either must meet one. What was read as a suffix may
 * be a street's type: that of ESPLANADE WEST.
 */
function tailGrades(
  index: AddressIndex,
  reading: NameReading,
  typeCode: number,
  suffixCode: number,
): Pick<StreetGrades, 'type' | 'suffix'> {
  const type = codeGrade(index, reading.type, reading.typesOpen, MEANING.streetType, typeCode);
  const suffix = codeGrade(index, reading.suffix, reading.suffixesOpen, MEANING.streetSuffix, suffixCode);
  if (suffix === NONE && reading.type < 0 && hasCode(index, reading.suffix, MEANING.streetType, typeCode))
    return { type: EXACT, suffix: ABSENT };
  if (reading.typesOpen === null || reading.suffixesOpen === null) return { type, suffix };
  if (type !== PREFIX && suffix !== PREFIX) return { type, suffix: ABSENT };
  return { type: type === NONE ? ABSENT : type, suffix: suffix === NONE ? ABSENT : suffix };
}

/** A record that an alias of it led to, without a number that says which was meant, stands next door. */
function nextDoor(locality: number): number {
  return locality === LOCALITY_ABSENT ? locality : LOCALITY_NEIGHBOUR;
}

/** Whether a record answers without a flaw that others of its reading may lack: those alone end a search. */
function isPlain(c: Candidate): boolean {
  return (
    !c.nameOther &&
    c.unit <= PREFIX &&
    c.level <= PREFIX &&
    c.lot !== PREFIX &&
    c.unsaid === 0 &&
    c.type !== NONE &&
    c.suffix !== NONE &&
    c.postcode !== NONE &&
    c.state !== NONE
  );
}

function codeGrade(
  index: AddressIndex,
  entry: number,
  open: ReadonlySet<number> | null,
  meaning: typeof MEANING.streetType | typeof MEANING.streetSuffix,
  code: number,
): Grade {
  if (entry >= 0) return hasCode(index, entry, meaning, code) ? EXACT : NONE;
  if (open !== null) return code !== 0 && open.has(code) ? PREFIX : NONE;
  return ABSENT;
}

/** Whether the street was named in full: its name is whole, and what follows cannot be the rest of it. */
function isSaidWhole(m: Matcher, { name, reading }: StreetMatch): boolean {
  return name === EXACT && reading.street !== null && !(m.tokens.typing && reading.street.end === m.tokens.count);
}

/** Whether words that a reading leaves unexplained stand between the street number and the street. */
function isApart({ street, left }: NameReading, { number, last }: NumberReading): boolean {
  if (street === null || number === null) return false;
  const before = number.token < street.from;
  const end = before ? street.from : number.token;
  for (let t = before ? (last ?? number).token + 1 : street.end; t < end; t++) if (left[t] === 1) return true;
  return false;
}
