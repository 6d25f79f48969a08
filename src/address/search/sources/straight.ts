import { IS_ALIAS } from '../../index/address-flags.ts';
import { MEANING } from '../../index/lexicon.ts';
import { BY_ALIAS, type NameTrie, POSTING_MASK } from '../../index/name-trie.ts';
import { STREET_NUMBER } from '../../index/number-kinds.ts';
import { endOfRows, POSTING_ROW } from '../../index/posting-row.ts';
import { BLANK_CARD } from '../../index/street-card.ts';
import { suffixIn } from '../../index/street-codes.ts';
import {
  RECORD_CODES,
  RECORD_END,
  RECORD_LOCALITY,
  STREET_RECORD,
  stateOf,
  weightOf,
} from '../../index/street-record.ts';
import { type NameParse, namesOf, walkExact } from '../parse/names/name-parse.ts';
import { explainable } from '../parse/names/parse-names.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { plainNumbers } from '../parse/numbers/parse-numbers.ts';
import { EQUALS } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, NONE } from '../query/grades.ts';
import { buildingAt, clearUnitGrades, groupEnd } from '../resolve/group.ts';
import { addressOf } from '../resolve/street.ts';
import { findUnit } from '../resolve/unit.ts';
import { isOther, streetsIn } from '../retrieve/name-postings.ts';
import { exactCode, firstCode, isNumber } from '../retrieve/numbers/number-codes.ts';
import { textOf } from '../retrieve/query.ts';
import { candidateAt, keep, type Search } from '../score/candidates.ts';
import { postcodeGrade, stateGrade } from '../score/place-grades.ts';
import { bitsOf, codeOf, sharesCode, type Words, wordMeans } from '../text/lexicon.ts';
import type { Asked } from '../text/parts.ts';
import { mayBeMisread } from '../text/plain-text.ts';
import { COMMA, hasToken, type NameRows, NO_TOKENS, type Tokens, tokenRange } from '../text/tokens.ts';
import { fitsType } from './collector.ts';
import { suggestStreet } from './named.ts';
import { retrievalOf } from './retrieval.ts';
import { type Engine, numbersOf, sourceOf } from './source.ts';

/** Meanings of words that stand beside a name. */
const BESIDE = bitsOf(MEANING.state, MEANING.country, MEANING.abroad);
const CAPITAL = bitsOf(MEANING.capital);
const SUFFIX = bitsOf(MEANING.streetSuffix);
const STATE = bitsOf(MEANING.state);

/**
 * The straight way of a whole line, `3/12 SMITH STREET, RICHMOND VIC 3121`: null where it reads in one way alone and a
 * record has all of it. Nothing can be better, and those that answer as well are candidates too. Else the number parses
 * of the line, and the search is as it was. README.md has the argument.
 */
export function goStraight(engine: Engine, asked: Asked): NumberParse[] | null {
  const { index, tokens, words, roles } = engine.search;
  if (roles !== null || typeof asked !== 'string' || mayBeMisread(asked)) return numbersOf(engine);
  const plain = plainNumbers(index, tokens, words, engine.policy.rules);
  const parses = plain === null ? numbersOf(engine) : null;
  if (answersStraight(engine, plain ?? parses![0]!)) return null;
  return parses ?? numbersOf(engine);
}

function answersStraight(engine: Engine, numbers: NumberParse): boolean {
  const { search, policy, trace } = engine;
  const names = plainNames(search, numbers);
  if (names === null) return false;
  search.costLimit = EQUALS;
  const isAlone = keepThere(search, numbers, names);
  if (!isAlone) {
    forget(search);
    // An alias of a record, or of a street or place, answers as well within EQUALS.
    suggestStreet(search, retrievalOf(search, numbers, policy, 0), names, false);
  }
  const found = isAlone ? search.candidates.length > 0 : search.candidates.some(({ cost }) => cost < EQUALS);
  if (!found) forget(search);
  else if (trace.source !== undefined) tell(engine, numbers, names);
  return found;
}

/** Takes back what the straight way found. */
function forget(search: Search): void {
  search.candidates.length = 0;
  search.atCost.fill(0);
  search.costLimit = Number.POSITIVE_INFINITY;
}

function tell({ search, trace }: Engine, numbers: NumberParse, names: NameParse): void {
  const source = { ...sourceOf('numbers', 0, 1, textOf(search)), numbers };
  trace.source?.(source, 0);
  trace.source?.({ ...source, kind: 'street', names }, search.candidates.length);
}

/**
 * Keeps the records that have all of the line, on the streets named, of the type named, in the places named; false where
 * there is more to a street than its records of the number.
 */
function keepThere(search: Search, numbers: NumberParse, parse: NameParse): boolean {
  const { street, locality } = parse;
  if (street === null || locality === null) return false;
  const { start, ranked, low } = search.localities;
  const entry = search.streets.low[street.node];
  const end = endOfRows(start, low[locality.node], ranked) * POSTING_ROW;
  for (let row = start[low[locality.node]] * POSTING_ROW; row < end; row += POSTING_ROW) {
    const place = ranked[row] & POSTING_MASK;
    if (ranked[row] >= BY_ALIAS || stateGrade(search.index, parse, place) === NONE) continue;
    const { posting, count } = streetsIn(search, entry, place);
    for (let i = 0; i < count; i++) {
      const named = posting[i] & POSTING_MASK;
      if (isOther(posting[i]) || !fitsType(search, parse, named, BLANK_CARD)) continue;
      if (!keepRecord(search, numbers, parse, named)) return false;
    }
  }
  return true;
}

/** Keeps the record of a street that has number, unit, level and postcode as given; false where there is more to it. */
function keepRecord(search: Search, numbers: NumberParse, parse: NameParse, street: number): boolean {
  const { index } = search;
  const { number, last, unit, level, lot, postcode, dated } = numbers;
  if (number === null || lot !== null || dated) return false;
  const { streetRecord, addressUnit, addressNumber, addressFlags } = index.columns;
  const row = street * STREET_RECORD;
  if (parse.state >= 0 && stateOf(streetRecord[row + RECORD_CODES]) !== parse.state) return false;
  if (parse.suffix < 0 && suffixIn(streetRecord[row + RECORD_CODES]) !== 0) return true;
  const from = firstCode(index, STREET_NUMBER, number.value);
  const isFirst = last === null && isNumber(index, from, number.text);
  const code = isFirst ? from : exactCode(index, numbers, from, firstCode(index, STREET_NUMBER, number.value + 1));
  const first = code < 0 ? -1 : addressOf(index, row, code, number.value);
  if (first < 0) return true;
  const end = Math.min(streetRecord[row + RECORD_END], addressNumber.length);
  const isUnit = unit !== null || level !== null;
  const ordinal = isUnit ? unitAmong(search, first, end, numbers) : buildingAt(index, first, end);
  if (ordinal === NO_SUCH_UNIT) return true;
  if (ordinal < 0 || (addressFlags[ordinal] & IS_ALIAS) !== 0) return false;
  const locality = streetRecord[row + RECORD_LOCALITY];
  const coded = postcode === null ? ABSENT : postcodeGrade(index, locality, locality, ordinal, numbers);
  if (coded === NONE || coded === FUZZY) return coded === NONE;
  const candidate = candidateAt(ordinal, street, parse.words, weightOf(streetRecord, row));
  if (unit !== null) candidate.unit = EXACT;
  if (level !== null) candidate.level = EXACT;
  if (parse.suffix >= 0) candidate.suffix = EXACT;
  if (parse.state >= 0) candidate.state = EXACT;
  candidate.postcode = coded;
  candidate.units = !isUnit && addressUnit[ordinal] !== 0;
  keep(search, candidate);
  return true;
}

/** No address has the unit or level: those that lack it cost EQUALS or more. */
const NO_SUCH_UNIT = -1;

/** The address with the very unit and level, of those that share the number of `first`; below -1 if others may do. */
function unitAmong({ index, work }: Search, first: number, streetEnd: number, { unit, level }: NumberParse): number {
  const { unitGrades } = work.resolved;
  if (unit?.optional === true) return -2;
  clearUnitGrades(work.resolved);
  const found = findUnit(index, { from: first, end: groupEnd(index, first, streetEnd) }, { unit, level }, unitGrades);
  if (found < 0 || (unit !== null && unitGrades.unit === FUZZY)) return NO_SUCH_UNIT;
  if (unitGrades.several || (unit !== null && unitGrades.unit !== EXACT)) return -2;
  return level !== null && unitGrades.level !== EXACT ? -2 : found;
}

/**
 * The parse of the words after the street number as a street, its type, perhaps its suffix, a place, and perhaps a
 * state; null unless it is the likeliest and no other divides the street's name and type otherwise.
 */
function plainNames(search: Search, numbers: NumberParse): NameParse | null {
  const { tokens, words, streets, localities } = search;
  const { number, last, lot, postcode, consumed, exactOnly, planned } = numbers;
  const before = last ?? number ?? lot;
  if (before === null || exactOnly || planned) return null;
  const from = before.token + 1;
  const end = postcode === null ? tokens.count : postcode.token;
  const free = tokenRange(0, tokens.count) & ~consumed;
  if (from >= end || free !== tokenRange(from, end)) return null;
  const named = namesFrom(streets, tokens, from, end);
  const row = longest(named);
  if (row < 0) return null;
  const type = named.end[row];
  const street = { from, end: type, node: named.node[row], whole: true, spaces: 0, edits: 0 };
  if (type >= end || !wordMeans(words, type, MEANING.streetType)) return null;
  for (let i = 0; i < named.count; i++)
    if (named.end[i] < type && mayEndSooner(search, named.end[i], type)) return null;
  const at = endOfSuffix(search, type + 1, end);
  const hasSuffix = at > type + 1;
  if (at < 0 || at >= end || (!hasSuffix && wordMeans(words, type, MEANING.streetSuffix))) return null;
  const meanings = words.meanings[at] | words.longMeanings[at];
  if ((meanings & BESIDE) !== 0) return null;
  const isApart = (tokens.before[type + 1] & COMMA) !== 0 && (meanings & CAPITAL) === 0;
  if (!isApart && mayPassType(search, from, type, end)) return null;
  const places = namesFrom(localities, tokens, at, end);
  const placeRow = longest(places);
  if (placeRow < 0) return null;
  const placeEnd = places.end[placeRow];
  const place = { from: at, end: placeEnd, node: places.node[placeRow], whole: true, spaces: 0, edits: 0 };
  const names = namesOf(street, place, placeEnd - from);
  names.type = words.entry[type];
  if (hasSuffix) names.suffix = entryAt(words, type + 1, SUFFIX);
  if (placeEnd === end) return names;
  if (!isState(search, placeEnd, end)) return null;
  names.state = codeOf(search.index, entryAt(words, placeEnd, STATE), MEANING.state);
  return names;
}

/** The entry of the words from t on if they have a meaning, else that of the word at t. */
function entryAt({ entry, longEntry, longMeanings }: Words, t: number, meaning: number): number {
  return (longMeanings[t] & meaning) !== 0 ? longEntry[t] : entry[t];
}

/** Whether the words from t on are a state and nothing else. */
function isState({ words }: Search, t: number, end: number): boolean {
  const isLong = words.longEntry[t] >= 0;
  const meanings = isLong ? words.longMeanings[t] : words.meanings[t];
  return (isLong ? words.longEnd[t] : t + 1) === end && (meanings & STATE) !== 0 && (meanings & CAPITAL) === 0;
}

/** The whole names that begin at a token, up to a comma or `end`. */
function namesFrom(trie: NameTrie, tokens: Tokens, from: number, end: number): NameRows {
  let limit = from + 1;
  while (limit < end && (tokens.before[limit] & COMMA) === 0) limit++;
  return walkExact({ trie, tokens, limit, open: false }, from);
}

/** The row of the longest name without a missing or additional space; -1 for none. */
function longest({ count, end, spaces }: NameRows): number {
  let best = -1;
  for (let i = 0; i < count; i++) if (spaces[i] === 0 && (best < 0 || end[i] > end[best])) best = i;
  return best;
}

/** `THE GROVE GROVE`: whether the words from the end of a shorter name up to the type may be its own type and suffix. */
function mayEndSooner({ index, words }: Search, end: number, type: number): boolean {
  if (words.longEntry[end] >= 0) return true;
  if (!wordMeans(words, end, MEANING.streetType)) return false;
  if (end + 1 < type || ((words.meanings[type] | words.longMeanings[type]) & SUFFIX) !== 0) return true;
  return sharesCode(index, words.entry[end], words.entry[type], MEANING.streetType);
}

/** The token after the suffix at t, t if there is none; -1 if it may as well begin the place. */
function endOfSuffix(search: Search, t: number, end: number): number {
  const { tokens, words, localities } = search;
  if (t >= end || (tokens.before[t] & COMMA) !== 0) return t;
  const isLong = (words.longMeanings[t] & SUFFIX) !== 0;
  if (!isLong && (words.meanings[t] & SUFFIX) === 0) return t;
  const after = isLong ? words.longEnd[t] : t + 1;
  const isApart = after < end && (tokens.before[after] & COMMA) !== 0;
  return isApart || namesFrom(localities, tokens, t, end).count === 0 ? after : -1;
}

/**
 * Whether a place named from the first word goes on beyond the type; or a name from a later word on, or from the type,
 * does, and the words before it may be the other name.
 */
function mayPassType({ tokens, words, streets, localities }: Search, from: number, type: number, end: number): boolean {
  const endsOf = (trie: NameTrie, t: number) => {
    const named = namesFrom(trie, tokens, t, end);
    let ends = NO_TOKENS;
    for (let i = 0; i < named.count; i++) ends |= 1 << named.end[i];
    return ends;
  };
  const places = endsOf(localities, from);
  if (places >>> (type + 1) !== 0) return true;
  const isExplained = (explainable(tokens, words) & tokenRange(from, type)) !== 0;
  const named = endsOf(streets, from);
  for (let t = from + 1; t <= type; t++) {
    if ((isExplained || hasToken(named, t)) && endsOf(localities, t) >>> (type + 1) !== 0) return true;
    if ((isExplained || hasToken(places, t)) && endsOf(streets, t) >>> (type + 1) !== 0) return true;
  }
  return false;
}
