import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, entryOf, type Words, wordMeans } from '../../text/lexicon.ts';
import { isNumberLike } from '../../text/number-tokens.ts';
import { hasToken } from '../../text/token-set.ts';
import { COMMA, MIXED, type Tokens } from '../../text/tokens.ts';
import { consume, type NumberParse } from './number-parse.ts';

const PLAN = 1 << MEANING.plan;
/** Code of a word that means a plan or title and nothing else. */
const PLAN_ONLY = 1;
/** Digits of a plan's number that no street number or postcode has. */
const LONG = 5;
/** The same, where the plan's letters stand before it. */
const LONG_BEHIND_LETTERS = 4;

/**
 * Takes a plan of subdivision or a title, whose number is no address's: `DP 12345`, `SP1234`, `ON RP 123456`. Answers the token after it, else t.
 * Behind a lot, words that mean something else too are a plan's.
 */
export function parsePlan(index: AddressIndex, tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  let at = t;
  const behindLot = parse.lot !== null && t > 0 && hasToken(parse.consumed, t - 1);
  if (tokens.kind[t] !== MIXED && !behindLot && ((words.meanings[t] | words.longMeanings[t]) & PLAN) === 0) return t;
  if (behindLot && t + 1 < tokens.count && wordMeans(words, t, MEANING.within)) at++;
  if (isPlanToken(index, tokens, at, behindLot)) return parseWhole(parse, t, at + 1);
  const long = words.longEntry[at];
  const entry = long >= 0 ? long : words.entry[at];
  const end = long >= 0 ? words.longEnd[at] : at + 1;
  const code = codeOf(index, entry, MEANING.plan);
  if (code < 0 || end >= tokens.count || !isNumberLike(tokens, end) || (tokens.before[end] & COMMA) !== 0) return t;
  const length = tokens.end[end] - tokens.start[end];
  return behindLot || code === PLAN_ONLY || length >= LONG ? parseWhole(parse, t, end + 1) : t;
}

/** `DP12345`, `SP1234`: a plan's letters and its number in one. A short number may be a street's: `CP176`. */
export function isPlanToken(index: AddressIndex, tokens: Tokens, t: number, behindLot: boolean): boolean {
  if (tokens.kind[t] !== MIXED) return false;
  const { letters, start, end } = tokens;
  let digits = start[t];
  while (letters[digits] >= 0x41) digits++;
  if (digits - start[t] < 2 || digits === end[t]) return false;
  const code = codeOf(index, entryOf(index, letters, start[t], digits), MEANING.plan);
  return code === PLAN_ONLY || (code >= 0 && (behindLot || end[t] - digits >= LONG_BEHIND_LETTERS));
}

function parseWhole(parse: NumberParse, from: number, end: number): number {
  parse.planned = true;
  return consume(parse, from, end);
}
