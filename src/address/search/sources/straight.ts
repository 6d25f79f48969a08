import { hasUnit, isAlias } from '../../index/address-head.ts';
import { BY_ALIAS, POSTING_MASK } from '../../index/name-trie.ts';
import { STREET_NUMBER } from '../../index/number-kinds.ts';
import type { AddressIndex } from '../../index/open.ts';
import { endOfRows, POSTING_ROW, ROW_CARD, ROW_PLACE, streetsOnCard } from '../../index/posting-row.ts';
import { readLabelAhead, readNamesAhead } from '../../index/read-ahead.ts';
import { BLANK_CARD, stateOnCard } from '../../index/street-card.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import {
  RECORD_CODES,
  RECORD_END,
  RECORD_FIRST,
  RECORD_LOCALITY,
  RECORD_START,
  STREET_RECORD,
  stateOf,
} from '../../index/street-record.ts';
import { isSameStreet, isShort, type NameParse } from '../parse/names/name-parse.ts';
import { beginOfNames, endOfNames, nameSpans, parseNames } from '../parse/names/parse-names.ts';
import { isNonAddress, type NumberParse, type TypedNumber } from '../parse/numbers/number-parse.ts';
import { bareNumbers, plainNumbers } from '../parse/numbers/parse-numbers.ts';
import { BY_SOURCES } from '../policy.ts';
import { COSTS, DOUBTFUL, EQUALS } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, NONE, NUMBER_ABSENT, PREFIX } from '../query/grades.ts';
import { buildingAt, clearUnitGrades, groupEnd } from '../resolve/group.ts';
import { addressOf } from '../resolve/street.ts';
import { findUnit } from '../resolve/unit.ts';
import { isOther, streetsAmong } from '../retrieve/name-postings.ts';
import { exactCode, firstCode, isNumber } from '../retrieve/numbers/number-codes.ts';
import { isSpent, queryOf, textOf } from '../retrieve/query.ts';
import { streetOfLine } from '../retrieve/street-lines.ts';
import { candidateOn, costNoMore, keep, readingOf, type Search, searchFor } from '../score/candidates.ts';
import { postcodeGrade, stateGrade } from '../score/street-grades.ts';
import { readWords } from '../text/lexicon.ts';
import type { Asked } from '../text/parts.ts';
import { mayBeMisread } from '../text/plain-text.ts';
import type { Tokens } from '../text/tokens.ts';
import { fitsType } from './collector.ts';
import { suggestStreets } from './named.ts';
import { retrievalOf } from './retrieval.ts';
import { type Engine, leastBeside, namesBeside, numbersOf, sourceOf } from './source.ts';
import { answersTyped } from './typed.ts';

/**
 * The straight way of a plain query, `3/12 SMITH STREET, RICHMOND VIC 3121` or what is typed of it: null where nothing
 * is better than what its likeliest reading finds. Else the number parses of the line, and the search goes on: as it
 * was, or, for a beginning, with what the street that was `tried` has. README.md has the argument.
 */
export function goStraight(engine: Engine, asked: Asked): NumberParse[] | null {
  const { search, trace } = engine;
  const { index, tokens, words, roles, policy } = search;
  if (policy.straight === 'beginning') return goTyping(engine);
  const isPlain = roles === null && typeof asked === 'string' && !mayBeMisread(asked);
  // A trace asks how the words were read.
  const mayBeLine = isPlain && trace.source === undefined;
  const bare = mayBeLine ? bareNumbers(index, tokens) : null;
  if (bare !== null && answersLine(engine, bare)) return null;
  readWords(index, tokens, words);
  if (!isPlain) return numbersOf(engine);
  const plain = plainNumbers(index, tokens, words, policy.rules);
  const parses = plain === null ? numbersOf(engine) : null;
  const numbers = plain ?? parses![0]!;
  if (mayBeLine && bare === null && answersLine(engine, numbers)) return null;
  if (answersStraight(engine, numbers)) return null;
  return parses ?? numbersOf(engine);
}

/**
 * Asks the table of lines being typed; else tries the street that is typed in its place, if no other source has a lower
 * bound. Answers null if no more is needed: the least bound of those that one record makes needless is that of other
 * numbers, or of a building.
 */
function goTyping(engine: Engine): NumberParse[] | null {
  const { search, trace } = engine;
  const { index, tokens, words, roles, onlyState, near, policy } = search;
  // A trace asks how the words were read.
  const mayBeLine = roles === null && onlyState < 0 && near === null && trace.source === undefined;
  const bare = mayBeLine ? bareNumbers(index, tokens) : null;
  if (bare !== null && isTypedLine(engine, bare)) return null;
  readWords(index, tokens, words);
  const parses = numbersOf(engine);
  const [numbers] = parses;
  if (mayBeLine && bare === null && parses.length === 1 && isTypedLine(engine, numbers)) return null;
  const isUnsure = parses.some((it) => it.typePartial || it.unit?.optional || isNonAddress(it));
  if (isUnsure || beginOfNames(tokens, numbers) < 0) return parses;
  const { names } = namesBeside(engine, numbers);
  const least = leastBeside(names, numbers);
  if (least < 0) return parses;
  suggestStreets(search, retrievalOf(search, numbers, 0), names, 0);
  const isFound = costNoMore(search, parses.length > 1 ? COSTS.laterReading : COSTS.buildingAlone) > 0;
  const isEnough = isSpent(search) || (isFound && (least > DOUBTFUL || costNoMore(search, least) >= policy.wanted));
  if (!isEnough) engine.tried = { numbers, names: names[0] };
  else if (engine.trace.source !== undefined) tell(engine, numbers, names[0]);
  return isEnough ? null : parses;
}

function isTypedLine({ search, trace }: Engine, numbers: NumberParse): boolean {
  const isAnswered = answersTyped(search, numbers);
  if (isAnswered) trace.line?.();
  return isAnswered;
}

/** Keeps the record on the street whose line, as labels say it, leads to it alone; false if there is more to the line. */
function answersLine({ search, trace }: Engine, numbers: NumberParse): boolean {
  const { index, tokens } = search;
  const { number } = numbers;
  const from = beginOfNames(tokens, numbers);
  if (number === null || from < 0) return false;
  const end = endOfNames(tokens, numbers);
  const street = streetOfLine(index, { tokens, from, end }, number.value);
  if (street < 0) return false;
  const state = stateOf(index.columns.streetRecord[street * STREET_RECORD + RECORD_CODES]);
  search.costLimit = EQUALS;
  const found = keepRecord(search, numbers, { words: end - 1 - from, state }, street) && search.candidates.length > 0;
  if (found) trace.line?.();
  else forget(search);
  return found;
}

/** The only street that a line names and may be on, if it is read in one way alone and ends in a state; else -1. */
export function onlyStreetOf(index: AddressIndex, line: string): number {
  const search = searchFor(queryOf(index, line, BY_SOURCES));
  const numbers = plainNumbers(index, search.tokens, search.words);
  if (numbers === null || beginOfNames(search.tokens, numbers) < 0) return -1;
  const names = parseNames(nameSpans(search, numbers.consumed), true);
  const [parse, ...others] = plainNames(search.tokens, numbers, names);
  if (parse === undefined || others.length > 0 || parse.state < 0) return -1;
  let only = -1;
  const isOnly = everyStreetThere(search, parse, (street) => {
    const isFirst = only < 0;
    only = street;
    return isFirst;
  });
  return isOnly ? only : -1;
}

function answersStraight(engine: Engine, numbers: NumberParse): boolean {
  const { search, trace } = engine;
  if (beginOfNames(search.tokens, numbers) < 0) return false;
  const { names } = namesBeside(engine, numbers);
  const parses = plainNames(search.tokens, numbers, names);
  if (parses.length === 0) return false;
  search.costLimit = EQUALS;
  const isAlone = parses.every((names) => keepThere(search, numbers, names));
  if (!isAlone) {
    forget(search);
    // An alias of a record, or of a street or place, answers as well within EQUALS.
    suggestStreets(search, retrievalOf(search, numbers, 0), names, 0);
  }
  const found = isAlone ? search.candidates.length > 0 : search.candidates.some(({ cost }) => cost < EQUALS);
  if (!found) forget(search);
  else if (trace.source !== undefined) tell(engine, numbers, parses[0]);
  return found;
}

/**
 * The likeliest name parse and those that only divide the street's name and type differently, if the words behind the
 * number are a street and a place as their names are written, and nothing is left over; else none.
 */
function plainNames(tokens: Tokens, numbers: NumberParse, names: readonly NameParse[]): readonly NameParse[] {
  const [first] = names;
  if (!isPlain(tokens, numbers, first)) return [];
  return names.filter((parse) => isSameStreet(parse, first) && isPlain(tokens, numbers, parse));
}

function isPlain(tokens: Tokens, { number }: NumberParse, parse: NameParse): boolean {
  const { street, type, suffix, locality, unmatched, penalty } = parse;
  if (unmatched > 0 || penalty > 0 || street === null || locality === null) return false;
  if (locality.from < street.end || street.spaces + locality.spaces > 0) return false;
  return type >= 0 || (number !== null && suffix < 0 && !isShort(tokens, street));
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
  const isAlone = everyStreetThere(search, parse, (street) => keepRecord(search, numbers, parse, street));
  for (const candidate of search.candidates) candidate.reading ??= readingOf(search, numbers, parse);
  return isAlone;
}

/** Whether something holds for each street named, of the type named, in the places named, by their own names. */
function everyStreetThere(search: Search, parse: NameParse, holds: (street: number) => boolean): boolean {
  const { street, locality } = parse;
  if (street === null || locality === null) return false;
  const { start, ranked, low } = search.localities;
  readNamesAhead(search.streets, street.node, search.localities, locality.node);
  const entry = search.streets.low[street.node];
  const end = endOfRows(start, low[locality.node], ranked) * POSTING_ROW;
  for (let row = start[low[locality.node]] * POSTING_ROW; row < end; row += POSTING_ROW) {
    const place = ranked[row] & POSTING_MASK;
    const card = ranked[row + ROW_CARD];
    if (ranked[row] >= BY_ALIAS || stateGrade(search.index, parse, stateOnCard(card), place) === NONE) continue;
    const { posting, count } = streetsAmong(search, entry, ranked[row + ROW_PLACE], streetsOnCard(card));
    for (let i = 0; i < count; i++) {
      const named = posting[i] & POSTING_MASK;
      if (isOther(posting[i]) || !fitsType(search, parse, named, BLANK_CARD)) continue;
      const codes = search.index.columns.streetRecord[named * STREET_RECORD + RECORD_CODES];
      const isLonger = (parse.suffix < 0 && suffixIn(codes) !== 0) || (parse.type < 0 && typeIn(codes) !== 0);
      if (!isLonger && !holds(named)) return false;
    }
  }
  return true;
}

/**
 * Keeps the record of a street of the type and suffix given that has number, unit, level and postcode as given; false
 * where there is more to it.
 */
function keepRecord(
  search: Search,
  numbers: NumberParse,
  { words, state }: Pick<NameParse, 'words' | 'state'>,
  street: number,
): boolean {
  const { index } = search;
  const { number, unit, level, lot, postcode, dated } = numbers;
  if (lot !== null || dated) return false;
  const { streetRecord, addressHead } = index.columns;
  const row = street * STREET_RECORD;
  const codes = streetRecord[row + RECORD_CODES];
  if (state >= 0 && stateOf(codes) !== state) return false;
  const isUnit = unit !== null || level !== null;
  const ordinal = number === null ? firstAlone(search, row) : recordOf(search, numbers, number, row);
  if (ordinal === NO_SUCH_RECORD) return true;
  if (ordinal < 0 || isAlias(addressHead[ordinal])) return false;
  readLabelAhead(index, ordinal, street);
  const locality = streetRecord[row + RECORD_LOCALITY];
  const coded = postcode === null ? ABSENT : postcodeGrade(index, locality, locality, ordinal, numbers);
  if (coded === NONE || coded === FUZZY) return coded === NONE && number !== null;
  const candidate = candidateOn(search, street, ordinal, words);
  if (number === null) {
    candidate.number = NUMBER_ABSENT;
    candidate.numbered = false;
  }
  if (unit !== null) candidate.unit = EXACT;
  if (level !== null) candidate.level = EXACT;
  if (state >= 0) candidate.state = EXACT;
  candidate.postcode = coded;
  candidate.units = number !== null && !isUnit && hasUnit(addressHead[ordinal]);
  keep(search, candidate);
  return true;
}

/** No record has the number, unit or level: those that lack it cost EQUALS or more. */
const NO_SUCH_RECORD = -1;
/** More than one record may answer. */
const OTHERS = -2;

/** The first address of the only street so far, if all others of it come later and answer no better. */
function firstAlone({ index, candidates }: Search, row: number): number {
  const { streetRecord } = index.columns;
  const first = streetRecord[row + RECORD_FIRST];
  return candidates.length === 0 && first === streetRecord[row + RECORD_START] ? first : OTHERS;
}

/** The address of a street, by its row, that has the number and the unit. */
function recordOf(search: Search, numbers: NumberParse, number: TypedNumber, row: number): number {
  const { index } = search;
  const { last, unit, level } = numbers;
  const { streetRecord, addressHead } = index.columns;
  const from = firstCode(index, STREET_NUMBER, number.value);
  const isFirst = last === null && isNumber(index, from, number.text);
  const code = isFirst ? from : exactCode(index, numbers, from, firstCode(index, STREET_NUMBER, number.value + 1));
  const first = code < 0 ? -1 : addressOf(index, row, code, number.value);
  if (first < 0) return NO_SUCH_RECORD;
  const end = Math.min(streetRecord[row + RECORD_END], addressHead.length);
  return unit === null && level === null ? buildingAt(index, first, end) : unitAmong(search, first, end, numbers);
}

/** The address with the very unit and level, of those that share the number of `first`; OTHERS if others may do. */
function unitAmong({ index, work }: Search, first: number, streetEnd: number, { unit, level }: NumberParse): number {
  const { unitGrades } = work.resolved;
  if (unit?.optional === true) return OTHERS;
  clearUnitGrades(work.resolved);
  const found = findUnit(index, { from: first, end: groupEnd(index, first, streetEnd) }, { unit, level }, unitGrades);
  if (found < 0 || (unit !== null && unitGrades.unit > PREFIX)) return NO_SUCH_RECORD;
  if (unitGrades.several || (unit !== null && unitGrades.unit !== EXACT)) return OTHERS;
  return level !== null && unitGrades.level !== EXACT ? OTHERS : found;
}
