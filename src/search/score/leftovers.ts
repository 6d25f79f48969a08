import { hasBuildingName, readDetail } from '../../index/detail.ts';
import { MEANING } from '../../index/lexicon.ts';
import type { AddressIndex } from '../../index/open.ts';
import { searchKey } from '../../index/search-key.ts';
import { textOf } from '../../index/text.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import type { NumberParse, TypedNumber } from '../parse/numbers/number-parse.ts';
import { COSTS } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY } from '../query/grades.ts';
import { MOST_SHALLOW } from '../query/limits.ts';
import { PATTERN_BITS } from '../query/workspace.ts';
import { computeColumns, distanceAt, editsAllowed, setPattern } from '../retrieve/fuzzy/edits.ts';
import type { Query } from '../retrieve/query.ts';
import { sharesCode, wordMeans } from '../text/lexicon.ts';
import { COMMA, hasToken, NO_TOKENS, type TokenSet, tokenRange, tokenText, WORD } from '../text/tokens.ts';
import { isSoleOnStreet } from './building-names.ts';
import { type Candidate, costOf, type Search } from './candidates.ts';
import { WORDS_INSIDE, whereWordsStand } from './outside.ts';

/** Explains what words parses left over, of the cheapest candidates that were not scored before. */
export function explainAll(search: Search): void {
  if (!leavesWords(search)) return;
  let most = Number.POSITIVE_INFINITY;
  if (search.candidates.length > MOST_SHALLOW) {
    const costs = search.candidates.map(({ cost }) => cost).sort((a, b) => a - b);
    most = costs[MOST_SHALLOW - 1];
  }
  for (const candidate of search.candidates) {
    const { parse, numbers, unitNumber } = candidate;
    if ((parse === null && unitNumber === null) || candidate.cost > most) continue;
    candidate.parse = null;
    candidate.numbers = null;
    candidate.unitNumber = null;
    if (unitNumber !== null) explainUnit(search, candidate, unitNumber);
    if (parse !== null && numbers !== null) explainLeftovers(search, candidate, parse, numbers);
    candidate.cost = costOf(candidate);
  }
}

/** Leaves the words that are not explained yet as they are: those of another text are read now. */
export function forgetLeftovers({ candidates }: Search): void {
  for (const candidate of candidates) {
    candidate.parse = null;
    candidate.numbers = null;
    candidate.unitNumber = null;
  }
}

function leavesWords({ candidates }: Search): boolean {
  for (const { parse, unitNumber } of candidates) if (parse !== null || unitNumber !== null) return true;
  return false;
}

/**
 * `CAMPSITE 42, 42 FOURTH AVENUE`: a number that was read as a unit's, which the building has not, is of the building's own name where that was typed
 * as it stands. Changes the candidate.
 */
function explainUnit({ index, tokens }: Search, c: Candidate, { token }: TypedNumber): void {
  for (const words of namesOf(index, c.ordinal))
    for (let from = Math.max(0, token - words.length + 1); from <= token; from++) {
      if (!words.every((word, i) => from + i < tokens.count && tokenText(tokens, from + i, from + i + 1) === word))
        continue;
      c.unit = ABSENT;
      c.building = EXACT;
      c.sole = isSoleOnStreet(index, c.ordinal, words.join(' '));
      c.units = index.columns.addressUnit[c.ordinal] !== 0;
    }
}

/** The names of a record's building and site, as words. */
function namesOf(index: AddressIndex, ordinal: number): string[][] {
  const { building, site } = readDetail(index, ordinal);
  return [building, site].filter((name) => name !== 0).map((name) => searchKey(textOf(index, name)).split(' '));
}

/**
 * Explains words that a parse left over by the record itself: a misspelled street type behind the street's name, and words of
 * the record's building or site name. Changes the candidate. Allocates: for the best few candidates only.
 */
function explainLeftovers(search: Search, c: Candidate, parse: NameParse, numbers: NumberParse): void {
  if (c.unmatched === 0 || c.name === ABSENT) return;
  const left = explainAgain(search, c, parse, explainType(search, c, parse));
  explainBuilding(search, c, left);
  if (c.unmatched > 0) c.outside = whereWordsStand(search, parse, numbers, left);
  if (c.outside !== WORDS_INSIDE) c.gap = false;
}

/**
 * `17 GERBERT STREET, 17 GERBERT STREET, RICHMOND`: runs of words that stand among those that the address explains, in the same order. Answers the words
 * that are left over then. O(tokens²).
 */
function explainAgain(query: Query, c: Candidate, { left: all }: NameParse, left: TokenSet): TokenSet {
  const { tokens } = query;
  let rest = left;
  for (let from = 0; from < tokens.count; from++) {
    if (!hasToken(left, from)) continue;
    let end = from + 1;
    while (end < tokens.count && hasToken(left, end) && (tokens.before[end] & COMMA) === 0) end++;
    if ((end - from > 1 || tokens.kind[from] !== WORD) && standsElsewhere(query, all, from, end)) {
      rest &= ~tokenRange(from, end);
      c.unmatched -= end - from;
    }
    from = end - 1;
  }
  return rest;
}

/** Whether words stand once more where none is left over. */
function standsElsewhere(query: Query, left: TokenSet, from: number, end: number): boolean {
  const { index, tokens, words } = query;
  const isSame = (t: number, other: number) =>
    tokenText(tokens, t, t + 1) === tokenText(tokens, other, other + 1) ||
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

/** Answers the words that are left over then. */
function explainType(search: Search, c: Candidate, { street, left }: NameParse): TokenSet {
  const { streetType, streetTypeText } = search.index.columns;
  const code = streetType[c.street];
  if (street === null || c.type !== ABSENT || code === 0) return left;
  const t = street.end;
  if (t >= search.tokens.count || !hasToken(left, t)) return left;
  const type = Buffer.from(textOf(search.index, streetTypeText[code]), 'latin1');
  const most = editsAllowed(search.tokens.end[t] - search.tokens.start[t] + 1);
  const isShort = isAbbreviation(tokenText(search.tokens, t, t + 1), type.toString('latin1'));
  if (!isShort && (most === 0 || editsBetween(search, t, type) > most)) return left;
  c.type = FUZZY;
  c.unmatched--;
  return left & ~tokenRange(t, t + 1);
}

/** Letters of an abbreviation, at least. */
const ABBREVIATED = 3;

/** `PRDE`, `CRSNT`: a word's first and last letters and some between, in its order. */
function isAbbreviation(token: string, word: string): boolean {
  if (token.length < ABBREVIATED || token[0] !== word[0] || token.at(-1) !== word.at(-1)) return false;
  let at = 0;
  for (const letter of word) if (letter === token[at]) at++;
  return at === token.length;
}

/** Edits between a token and a text; infinite for one that is too long. */
function editsBetween({ work, tokens }: Search, t: number, text: Uint8Array): number {
  const token = tokens.letters.subarray(tokens.start[t], tokens.end[t]);
  if (token.length > PATTERN_BITS || text.length > PATTERN_BITS) return Number.POSITIVE_INFINITY;
  setPattern(work.columns, token, token.length);
  computeColumns(work.columns, text, 0, 0, text.length);
  return distanceAt(work.columns, text.length, token.length);
}

function explainBuilding(search: Search, c: Candidate, left: TokenSet): void {
  if (!hasBuildingName(search.index, c.ordinal)) return;
  const names = namesOf(search.index, c.ordinal);
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
