import { hasName } from '../../index/address-head.ts';
import { buildingWords, isSoleOnStreet } from '../../index/building-names.ts';
import { MEANING } from '../../index/lexicon.ts';
import { regionsNamed } from '../../index/regions.ts';
import { textOf } from '../../index/text.ts';
import { isWholeName } from '../parse/names/name-parse.ts';
import { placeRun, type Run, runsIn, withPlace } from '../parse/names/runs.ts';
import type { TypedNumber } from '../parse/numbers/number-parse.ts';
import { isAddressNext } from '../parse/numbers/parts.ts';
import { COSTS } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, type Outside, WORDS_INSIDE } from '../query/grades.ts';
import { PATTERN_BITS } from '../query/workspace.ts';
import { computeColumns, distanceAt, editsAllowed, setPattern } from '../retrieve/fuzzy/edits.ts';
import type { Query } from '../retrieve/query.ts';
import { bitsOf, sharesCode, wordMeans } from '../text/lexicon.ts';
import {
  COMMA,
  hasToken,
  lengthOf,
  NO_TOKENS,
  sizeOf,
  type TokenSet,
  tokenRange,
  tokenText,
  WORD,
} from '../text/tokens.ts';
import type { Candidate, Reading, Search } from './candidates.ts';
import { saysBeside, whereWordsStand } from './outside.ts';

/** What is known, for all records, of the words that a parse leaves over. */
export interface Leftovers {
  readonly reading: Reading;
  /** Those that do not repeat words of the address, and how many they are. */
  readonly left: TokenSet;
  readonly unmatched: number;
  /** How many of them stand after the street and its type. */
  readonly after: number;
  /** The token that may be the street's misspelled type, -1 for none; the last type compared with it; the result. */
  readonly typeAt: number;
  typeCode: number;
  isType: boolean;
  /** Where they stand, if the record explains none of them. */
  readonly outside: Outside;
  /** Whether they are the name of a place that is known for nothing (`saysUnknownPlace`); null until needed. */
  isPlace: boolean | null;
}

/** What is known of the words that a parse leaves over. O(tokens²). */
export function leftoversOf(query: Query, reading: Reading): Leftovers {
  const { names: parse, numbers } = reading;
  const { street, type, typesOpen, unmatched } = parse;
  const left = notRepeated(query, parse.left);
  const { count } = query.tokens;
  const end = street?.end ?? count;
  const mayBeType = type < 0 && typesOpen === null && end < count && hasToken(left, end);
  const typeAt = mayBeType ? end : -1;
  return {
    reading,
    left,
    unmatched: unmatched - sizeOf(parse.left & ~left),
    after: sizeOf(left & tokenRange(mayBeType ? end + 1 : end, count)),
    typeAt,
    typeCode: -1,
    isType: false,
    outside: whereWordsStand(query, parse, numbers, left),
    isPlace: null,
  };
}

/** Whether the words left over are the name of a place that is known for nothing. */
export function saysUnknownPlace(query: Search, leftovers: Leftovers): boolean {
  leftovers.isPlace ??= isUnknownPlace(query, leftovers);
  return leftovers.isPlace;
}

/**
 * Whether the words left over are, with those of the place if one is named, one name right behind a street that was named
 * in full (`GREATER BENDIGO`, `ST KILDA ROAD CENTRAL`): not a misspelled type alone, nor words that say something else, nor
 * a locality's name and then words of another kind, nor a region's name.
 */
function isUnknownPlace(query: Search, { reading: { names: parse }, typeAt }: Leftovers): boolean {
  const { tokens, words, index, localities } = query;
  if (!query.policy.unknownPlaces || parse.and || (parse.locality === null && !parse.localityUnknown)) return false;
  const run = placeRun(query, parse);
  if (run === null || withPlace(parse) !== tokenRange(run.from, run.end)) return false;
  const { from, end } = run;
  if (from === typeAt && from + 1 === end) return false;
  if (saysBeside(tokens, { from, end, leads: true, bracketed: false })) return false;
  for (let t = from, isTail = false; t < end; t++) {
    if (isTail && (words.meanings[t] & TAILS) === 0) return false;
    isTail ||= isWholeName(localities, tokens, from, t + 1);
  }
  return regionsNamed(index, tokenText(tokens, from, end)).length === 0;
}

/** What may go on behind a locality's name in another's: `ROAD`, `WEST`. */
const TAILS = bitsOf(MEANING.streetType, MEANING.streetSuffix);

/** The fewest words that a record without a building's name leaves unexplained. */
export function leastUnmatched({ unmatched, typeAt }: Leftovers): number {
  return typeAt < 0 ? unmatched : unmatched - 1;
}

/**
 * Explains words that a parse left over by the record: a misspelled street type after the street's name, and words of
 * its building or site name. Changes the candidate. Allocates if the record has such a name.
 */
export function explainLeftovers(search: Search, c: Candidate, leftovers: Leftovers): void {
  const { names, numbers } = leftovers.reading;
  c.unmatched = leftovers.unmatched;
  const left = explainType(search, c, leftovers);
  if (left !== NO_TOKENS && hasName(search.index.columns.addressHead[c.ordinal])) explainBuilding(search, c, left);
  if (c.unmatched > 0)
    c.outside = left === leftovers.left ? leftovers.outside : whereWordsStand(search, names, numbers, left);
  if (c.outside !== WORDS_INSIDE) c.gap = false;
}

/**
 * `CAMPSITE 42, 42 FOURTH AVENUE`: a number that was read as a unit's, which the building lacks, is part of the
 * building's name if that was typed in full. Changes the candidate.
 */
export function explainUnit({ index, tokens }: Search, c: Candidate, { token }: TypedNumber): void {
  for (const words of buildingWords(index, c.ordinal))
    for (let from = Math.max(0, token - words.length + 1); from <= token; from++) {
      if (!words.every((word, i) => from + i < tokens.count && tokenText(tokens, from + i, from + i + 1) === word))
        continue;
      c.unit = ABSENT;
      c.building = EXACT;
      c.sole = isSoleOnStreet(index, c.ordinal, words.join(' '));
      c.units = index.columns.addressUnit[c.ordinal] !== 0;
    }
}

/**
 * `17 GERBERT STREET, 17 GERBERT STREET, RICHMOND`: the words left over, without runs of them that repeat explained
 * words in the same order; `17 GERBERT STREET, RICH 17 GERBERT STREET, RICHMOND`: what was typed of an address that then
 * was chosen may end within a word. O(tokens²).
 */
function notRepeated(query: Query, left: TokenSet): TokenSet {
  const { tokens } = query;
  let rest = left;
  for (const { from, end } of runsIn(tokens, left, COMMA)) {
    const typed = isSaidAgain(query, end);
    if ((end - from > 1 || tokens.kind[from] !== WORD || typed) && standsElsewhere(query, left, { from, end, typed }))
      rest &= ~tokenRange(from, end);
  }
  return rest;
}

/** Whether an address begins at t, the number of which stands before it too. */
function isSaidAgain(query: Query, t: number): boolean {
  const { tokens } = query;
  if (!isAddressNext(query, t)) return false;
  const number = tokenText(tokens, tokens.kind[t] === WORD ? t + 1 : t, tokens.kind[t] === WORD ? t + 2 : t + 1);
  for (let before = 0; before < t; before++) if (tokenText(tokens, before, before + 1) === number) return true;
  return false;
}

/** A run of words that may repeat others, and whether an address follows it, which may have been chosen for them. */
interface Repeat extends Run {
  readonly typed: boolean;
}

/** Whether a run of words stands elsewhere too, explained; behind it, with the beginning of its last word if `typed`. */
function standsElsewhere(query: Query, left: TokenSet, { from, end, typed }: Repeat): boolean {
  const { index, tokens, words } = query;
  const isSame = (t: number, other: number) =>
    tokenText(tokens, t, t + 1) === tokenText(tokens, other, other + 1) ||
    (typed &&
      t === end - 1 &&
      other > t &&
      tokenText(tokens, other, other + 1).startsWith(tokenText(tokens, t, t + 1))) ||
    (wordMeans(words, t, MEANING.streetType) &&
      sharesCode(index, words.entry[t], words.entry[other], MEANING.streetType));
  for (let start = 0; start + end - from <= tokens.count; start++) {
    if ((left & tokenRange(start, start + end - from)) !== NO_TOKENS) continue;
    let t = from;
    while (t < end && isSame(t, start + t - from)) t++;
    if (t === end) return true;
  }
  return false;
}

/** Takes the word after a street's name as its type, if it misspells that; answers the words still left over. */
function explainType(search: Search, c: Candidate, leftovers: Leftovers): TokenSet {
  const { left, typeAt } = leftovers;
  const code = search.index.columns.streetType[c.street];
  if (typeAt < 0 || c.type !== ABSENT || code === 0) return left;
  if (code !== leftovers.typeCode) {
    leftovers.typeCode = code;
    leftovers.isType = isTypeAt(search, typeAt, code);
  }
  if (!leftovers.isType) return left;
  c.type = FUZZY;
  c.unmatched--;
  return left & ~tokenRange(typeAt, typeAt + 1);
}

/** Whether a token is a misspelling or abbreviation of a street type, given by its code. */
function isTypeAt(search: Search, t: number, code: number): boolean {
  const { tokens, index } = search;
  const type = textOf(index, index.columns.streetTypeText[code]);
  const most = editsAllowed(lengthOf(tokens, t) + 1);
  if (isAbbreviation(tokenText(tokens, t, t + 1), type)) return true;
  return most > 0 && editsBetween(search, t, Buffer.from(type, 'latin1')) <= most;
}

/** The fewest letters of an abbreviation. */
const ABBREVIATED = 3;

/** `PRDE`, `CRSNT`: a word's first and last letters and some between, in order. */
function isAbbreviation(token: string, word: string): boolean {
  if (token.length < ABBREVIATED || token[0] !== word[0] || token.at(-1) !== word.at(-1)) return false;
  let at = 0;
  for (const letter of word) if (letter === token[at]) at++;
  return at === token.length;
}

/** Edits between a token and a text; infinite if either is too long. */
function editsBetween({ work, tokens }: Search, t: number, text: Uint8Array): number {
  const token = tokens.letters.subarray(tokens.start[t], tokens.end[t]);
  if (token.length > PATTERN_BITS || text.length > PATTERN_BITS) return Number.POSITIVE_INFINITY;
  setPattern(work.columns, token, token.length);
  computeColumns(work.columns, text, 0, 0, text.length);
  return distanceAt(work.columns, text.length, token.length);
}

function explainBuilding(search: Search, c: Candidate, left: TokenSet): void {
  const names = buildingWords(search.index, c.ordinal);
  const typed = new Set<string>();
  let met = 0;
  let other = 0;
  for (let t = 0; t < search.tokens.count; t++) {
    const word = tokenText(search.tokens, t, t + 1);
    typed.add(word);
    if (!hasToken(left, t)) continue;
    if (names.some((words) => words.includes(word))) met++;
    else other++;
  }
  if (met === 0) return;
  c.unmatched -= met;
  const whole = names.filter((words) => words.every((word) => typed.has(word)));
  c.building = other === 0 && whole.length > 0 ? EXACT : FUZZY;
  if (!c.numbered && c.type === ABSENT) c.penalty += COSTS.buildingAlone;
  c.sole = c.building === EXACT && whole.some((words) => isSoleOnStreet(search.index, c.ordinal, words.join(' ')));
}
