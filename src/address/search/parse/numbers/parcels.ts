import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, entryOf, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  COMMA,
  hasToken,
  isNumberLike,
  isWord,
  MIXED,
  NUMBER,
  SLASH,
  type Tokens,
} from '../../text/tokens.ts';
import { consume, type NumberParse, type Reading, typed } from './number-parse.ts';

/** `CT 5481/437`: the fewest digits of a volume, so that a court's `CT 5/12` is none. */
const VOLUME = 3;

/** `CT 5481/437`: a certificate of title by volume and folio. */
function isTitle(tokens: Tokens, t: number): boolean {
  const { kind, start, end, before, count } = tokens;
  if (t + 2 >= count || !isWord(tokens, t, 'CT') || kind[t + 1] !== NUMBER || kind[t + 2] !== NUMBER) return false;
  return (before[t + 2] & SLASH) !== 0 && end[t + 1] - start[t + 1] >= VOLUME;
}

const PLAN = 1 << MEANING.plan;
/** Code of a word that means a plan or title and nothing else. */
const PLAN_ONLY = 1;
/** A number of so many digits is a plan's: street numbers and postcodes are shorter. */
const LONG = 5;
/** The same, right after the plan's letters. */
const LONG_AFTER_LETTERS = 4;

/**
 * Takes a plan of subdivision or a title, whose number is not part of the address: `DP 12345`, `SP1234`, `ON RP
 * 123456`. Answers the token after it, else t. After a lot, words with other meanings count too.
 */
export function parsePlan(reading: Reading, t: number): number {
  const { index, tokens, words, parse } = reading;
  let at = t;
  const afterLot = parse.lot !== null && t > 0 && hasToken(parse.consumed, t - 1);
  if (tokens.kind[t] !== MIXED && !afterLot && ((words.meanings[t] | words.longMeanings[t]) & PLAN) === 0) return t;
  if (afterLot && t + 1 < tokens.count && wordMeans(words, t, MEANING.within)) at++;
  if (isPlanToken(index, tokens, at, afterLot)) return parseWithLot(reading, t, at + 1);
  if (isTitle(tokens, t)) return parseWhole(parse, t, t + 3);
  const long = words.longEntry[at];
  const entry = long >= 0 ? long : words.entry[at];
  const end = long >= 0 ? words.longEnd[at] : at + 1;
  const code = codeOf(index, entry, MEANING.plan);
  if (code < 0 || end >= tokens.count || !isNumberLike(tokens, end) || (tokens.before[end] & COMMA) !== 0) return t;
  const length = tokens.end[end] - tokens.start[end];
  return afterLot || code === PLAN_ONLY || length >= LONG ? parseWithLot(reading, t, end + 1) : t;
}

/**
 * `DP12345`, `SP1234`, `3SP181800`: a plan's letters and number in one token, with or without the lot before them. A short
 * number may be a street's: `CP176`.
 */
function isPlanToken(index: AddressIndex, tokens: Tokens, t: number, afterLot: boolean): boolean {
  if (tokens.kind[t] !== MIXED) return false;
  const { letters, start, end } = tokens;
  let from = start[t];
  while (letters[from] < 0x41) from++;
  let digits = from;
  while (letters[digits] >= 0x41) digits++;
  if (digits - from < 2 || digits >= end[t]) return false;
  const code = codeOf(index, entryOf(index, letters, from, digits), MEANING.plan);
  return code === PLAN_ONLY || (code >= 0 && (afterLot || end[t] - digits >= LONG_AFTER_LETTERS));
}

function parseWhole(parse: NumberParse, from: number, end: number): number {
  parse.planned = true;
  return consume(parse, from, end);
}

/** `24 SP181800, AYR`, `AYR (24 SP181800)`, `CT5481/437`: a plan that ends its part, the lot before it, its folio. */
function parseWithLot({ tokens, parse, plain }: Reading, t: number, end: number): number {
  const { before, count, kind } = tokens;
  const ends = (at: number) => at === count || (before[at] & (COMMA | BRACKET)) !== 0;
  if (end < count && (before[end] & SLASH) !== 0 && kind[end] === NUMBER && ends(end + 1))
    return parseWhole(parse, t, end + 1);
  if (ends(end) && plain.at(-1) === t - 1 && before[t] === 0 && (before[t - 1] & (COMMA | BRACKET)) !== 0) {
    plain.pop();
    parse.lot ??= typed(tokens, t - 1);
    consume(parse, t - 1, t);
  }
  return parseWhole(parse, t, end);
}

/** `7/DP12345`, `7//DP12345`, `(7 DP12345)`: a lot before its plan. */
export function parseLotOfPlan({ index, tokens, parse }: Reading, t: number): number {
  const next = t + 1;
  const joined = next < tokens.count && ((tokens.before[next] & SLASH) | (tokens.before[t] & BRACKET)) !== 0;
  if (!joined || !isPlanToken(index, tokens, next, false)) return t;
  parse.lot = typed(tokens, t);
  return consume(parse, t, next);
}
