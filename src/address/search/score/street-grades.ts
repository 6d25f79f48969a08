import { endOf } from '../../index/address.ts';
import { postcodeOf } from '../../index/address-record.ts';
import { MEANING } from '../../index/lexicon.ts';
import type { AddressIndex } from '../../index/open.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, RECORD_LOCALITY, stateOf } from '../../index/street-record.ts';
import { OTHER_TERRITORIES, statesOfLocality } from '../../index/territories.ts';
import { type NameParse, statesOf } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { COSTS } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, GRADE_COST, type Grade, NONE, PREFIX } from '../query/grades.ts';
import type { UnitMatch } from '../query/workspace.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
import { type CodeSet, hasCode, hasCodeIn, wordMeans } from '../text/lexicon.ts';
import { hasToken, isWord, tokenRange, WORD } from '../text/tokens.ts';
import type { Reading, Search } from './candidates.ts';
import type { Leftovers } from './leftovers.ts';

/** What is known of a street before its numbers are scanned. Reused for many streets: it is copied into candidates. */
export interface StreetMatch {
  street: number;
  name: Grade;
  nameEdits: number;
  nameOther: boolean;
  locality: number;
  localityEdits: number;
  /** The only address that may answer, if a unit led to it; null for any of the street. */
  unitMatch: UnitMatch | null;
  /** Lacking only the unit is no flaw: the addresses that have it are known. */
  readonly unitListed: boolean;
  readonly parse: NameParse;
  readonly numbers: NumberCodes;
  readonly reading: Reading;
  readonly penalty: number;
  readonly floor: number;
  /** Whether an address, new or known, has all that was asked for. */
  isMet: boolean;
  /** What is known of the words that the parse leaves over; null until needed. */
  leftovers: Leftovers | null;
}

/** What all addresses of a street have in common. */
export interface StreetGrades {
  readonly type: Grade;
  readonly suffix: Grade;
  readonly extraParts: number;
  readonly gap: boolean;
  readonly otherStreet: boolean;
  readonly state: Grade;
  readonly postcodeAway: boolean;
  /** What each of its addresses costs at least beyond its name and place. */
  readonly lacks: number;
}

/**
 * How a street's type, suffix and state answer, which of them were not given, and whether a gap stands before its name.
 */
export function gradesOf(search: Search, match: StreetMatch, row: number): StreetGrades {
  const { streetRecord } = search.index.columns;
  const codes = streetRecord[row + RECORD_CODES];
  const typeCode = typeIn(codes);
  const suffixCode = suffixIn(codes);
  const tail = tailGrades(search.index, match.parse, typeCode, suffixCode);
  const { suffix } = tail;
  // THE GROVE is another street than GROVE ROAD.
  const type = match.parse.article && tail.type === ABSENT && typeCode !== 0 ? NONE : tail.type;
  const extraParts = isNamedInFull(search, match)
    ? (type === ABSENT && typeCode !== 0 ? 1 : 0) + (suffix === ABSENT && suffixCode !== 0 ? 2 : 0)
    : 0;
  const gap = match.parse.unmatched > 0 && hasGap(match.parse, match.numbers.parse);
  const state = stateGrade(search.index, match.parse, stateOf(codes), streetRecord[row + RECORD_LOCALITY]);
  const postcodeAway = isAway(match.numbers.postcodeStates, stateOf(codes));
  return {
    type,
    suffix,
    extraParts,
    gap,
    otherStreet: gap && hasOtherStreet(search, match.parse, match.numbers.parse),
    state,
    postcodeAway,
    lacks:
      GRADE_COST.street_type[type] +
      GRADE_COST.street_suffix[suffix] +
      extraParts * COSTS.extraPart +
      GRADE_COST.state[state] +
      (postcodeAway ? COSTS.postcodeOfOtherState : 0),
  };
}

type TailGrades = Pick<StreetGrades, 'type' | 'suffix'>;

/** `THE GROVE`: whether the street's name is THE, which says nothing without its type. */
export function isArticle({ tokens }: Search, { street }: NameParse): boolean {
  return street !== null && street.end - street.from === 1 && isWord(tokens, street.from, 'THE');
}

/**
 * How a street's type and suffix answer those given; a last word that begins either must meet one. What was read as a
 * suffix may be a street's type: that of ESPLANADE WEST.
 */
function tailGrades(index: AddressIndex, parse: NameParse, typeCode: number, suffixCode: number): TailGrades {
  const type = codeGrade(index, parse.type, parse.typesOpen, MEANING.streetType, typeCode);
  const suffix = codeGrade(index, parse.suffix, parse.suffixesOpen, MEANING.streetSuffix, suffixCode);
  if (suffix === NONE && parse.type < 0 && hasCode(index, parse.suffix, MEANING.streetType, typeCode))
    return { type: EXACT, suffix: ABSENT };
  if (parse.typesOpen === null || parse.suffixesOpen === null) return { type, suffix };
  if (type !== PREFIX && suffix !== PREFIX) return { type, suffix: ABSENT };
  return { type: type === NONE ? ABSENT : type, suffix: suffix === NONE ? ABSENT : suffix };
}

function codeGrade(
  index: AddressIndex,
  entry: number,
  open: CodeSet | null,
  meaning: typeof MEANING.streetType | typeof MEANING.streetSuffix,
  code: number,
): Grade {
  if (entry >= 0) return hasCode(index, entry, meaning, code) ? EXACT : NONE;
  if (open !== null) return code !== 0 && hasCodeIn(open, code) ? PREFIX : NONE;
  return ABSENT;
}

/** Whether the street was named in full: its name is whole and cannot go on. */
function isNamedInFull({ tokens }: Search, { name, parse: { street, locality } }: StreetMatch): boolean {
  if (street === null) return name === FUZZY && locality !== null;
  return name === EXACT && street.end !== tokens.openEnd;
}

/** Whether such words say another street or number: `12 HIGH STREET GARFIELD STREET`, `12 B 14 GARFIELD STREET`. */
function hasOtherStreet(
  { tokens, words }: Search,
  { street, left }: NameParse,
  { number, last }: NumberParse,
): boolean {
  if (street === null || number === null || number.token > street.from) return true;
  // `15 COLEMAN PARADE`: the word before a name that is a type begins another street's name.
  if (street.end - street.from === 1 && wordMeans(words, street.from, MEANING.streetType)) return true;
  for (let t = (last ?? number).token + 1; t < street.from; t++)
    if (hasToken(left, t) && (tokens.kind[t] !== WORD || wordMeans(words, t, MEANING.streetType))) return true;
  return false;
}

/** Whether words that a parse leaves unexplained stand between the street number and the street. */
export function hasGap({ street, left }: NameParse, { number, last }: NumberParse): boolean {
  if (street === null || number === null) return false;
  const before = number.token < street.from;
  const end = before ? street.from : number.token;
  const from = before ? (last ?? number).token + 1 : street.end;
  return from < end && (left & tokenRange(from, end)) !== 0;
}

/** Whether the postcode typed is of other states only; `postcodeStates` are its states (NumberCodes). */
export function isAway(postcodeStates: number, state: number): boolean {
  return postcodeStates !== 0 && (postcodeStates & (1 << state)) === 0;
}

/**
 * How a record's postcode answers the one typed: EXACT, PREFIX, FUZZY for another one of the locality it was found in,
 * or NONE. A record that an alias led to may be in another locality, `home`.
 */
export function postcodeGrade(
  index: AddressIndex,
  locality: number,
  home: number,
  ordinal: number,
  parse: NumberParse,
): Grade {
  if (parse.postcode === null) return ABSENT;
  const { localityPostcode, localityPostcodeStart } = index.columns;
  const own = postcodeOf(index, ordinal, home);
  const { value, text } = parse.postcode;
  if (parse.postcodeOpen) {
    const postcode = String(own).padStart(4, '0');
    return postcode.startsWith(text) ? PREFIX : NONE;
  }
  if (own === value) return EXACT;
  for (let i = localityPostcodeStart[locality]; i < endOf(localityPostcodeStart, locality, localityPostcode); i++)
    if (localityPostcode[i] === value) return FUZZY;
  return NONE;
}

/** Whether the last word, which begins the country's name and a state's, means the country in a record of `state`. */
export function isCountryRather({ state: given, statesOpen, countryOpen }: NameParse, state: number): boolean {
  return countryOpen && given < 0 && statesOpen !== 0 && (statesOpen & (1 << state)) === 0;
}

/**
 * How `state`, that of a locality, answers the one given, or those that the last word begins: a
 * territory is confirmed by the state that its mail goes to.
 */
export function stateGrade(index: AddressIndex, parse: NameParse, state: number, locality: number): Grade {
  const states = statesOf(parse);
  if (states === 0) return ABSENT;
  if (isCountryRather(parse, state)) return ABSENT;
  const own = state === OTHER_TERRITORIES ? statesOfLocality(index, locality) : 1 << state;
  if ((states & own) === 0) return NONE;
  return parse.state >= 0 ? EXACT : PREFIX;
}
