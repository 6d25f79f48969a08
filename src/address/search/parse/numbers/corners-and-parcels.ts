import { MEANING } from '../../../index/lexicon.ts';
import { codeOf, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsPart,
  COMMA,
  HYPHEN,
  hasToken,
  isNumberLike,
  isOrdinal,
  isPostcode,
  isUnitLetter,
  isWord,
  lengthOf,
  MIXED,
  NUMBER,
  SLASH,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { parseWay } from './asides.ts';
import { consume, type NumberParse, type Reading, typed } from './number-parse.ts';
import { isLettered, isPlanToken, PLAN_ONLY } from './parts.ts';
import type { Say } from './pattern.ts';

/** `CT 5481/437`: the fewest digits of a volume, so that a court's `CT 5/12` is none. */
const VOLUME = 3;

/** `CT 5481/437`: a certificate of title by volume and folio. */
function isTitle(tokens: Tokens, t: number): boolean {
  const { kind, start, end, before, count } = tokens;
  if (t + 2 >= count || !isWord(tokens, t, 'CT') || kind[t + 1] !== NUMBER || kind[t + 2] !== NUMBER) return false;
  return (before[t + 2] & SLASH) !== 0 && end[t + 1] - start[t + 1] >= VOLUME;
}

const PLAN = 1 << MEANING.plan;
/** A number of so many digits is a plan's: street numbers and postcodes are shorter. */
const LONG = 5;

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

/** Whether a corner stands behind a number and a name, and ends in a street's type or at a comma. */
function isCornerNoted({ tokens, words, parse }: Reading, t: number, from: number): boolean {
  if (t < 2 || tokens.kind[t - 1] !== WORD || hasToken(parse.consumed, t - 1) || !isNumberedBefore(tokens, parse, t))
    return false;
  for (let at = from + 1; at < tokens.count; at++)
    if ((tokens.before[at] & COMMA) !== 0 || wordMeans(words, at, MEANING.streetType)) return true;
  return false;
}

/** A corner as a note. Without brackets its last word is left over: as another street is named, no answer is sure. */
function parseCornerNote(reading: Reading, t: number, from: number): number {
  const { tokens, parse } = reading;
  const end = parseWay(reading, t, from);
  if ((tokens.before[t] & BRACKET) !== 0) return end;
  parse.consumed &= ~tokenRange(end - 1, end);
  return end - 1;
}

/** Whether a corner's word stands after a street's type, or two names that AND, WITH or a slash joins follow it. */
function saysTwoStreets({ tokens, words }: Reading, t: number, end: number): boolean {
  if (t > 1 && wordMeans(words, t - 1, MEANING.streetType) && tokens.kind[t - 2] === WORD) return true;
  for (let at = end + 1; at + 1 < tokens.count && (tokens.before[at] & COMMA) === 0; at++) {
    if ((tokens.before[at] & SLASH) !== 0 && tokens.kind[at] === WORD) return true;
    if (isWord(tokens, at, 'AND') || isWord(tokens, at, 'WITH')) return tokens.kind[at + 1] === WORD;
  }
  return false;
}

/** Whether a number that is no postcode stands from t on. */
function isNumberedAfter(tokens: Tokens, t: number): boolean {
  for (let i = t; i < tokens.count; i++) if (isNumberLike(tokens, i) && !isPostcode(tokens, i)) return true;
  return false;
}

/**
 * `12 SMITH STREET, CNR HIGH STREET`: whether a lot, or a number that may be the street's, stands before t. `SHOPS 14 &
 * 15 CNR …` has further units, `T24 CNR …` and `SHOP T 24 CNR …` a unit's code.
 */
function isNumberedBefore(tokens: Tokens, parse: NumberParse, t: number): boolean {
  if (parse.number !== null || parse.lot !== null) return true;
  for (let i = 0; i < t; i++) {
    if (hasToken(parse.consumed, i) || !isNumberLike(tokens, i) || isLettered(tokens, i)) continue;
    const before = i > 1 && isWord(tokens, i - 1, 'AND') ? i - 2 : i - 1;
    const joins = before < i - 1 || (tokens.before[i] & (SLASH | HYPHEN)) !== 0 || isUnitLetter(tokens, i - 1);
    if (!joins || !hasToken(parse.consumed, before)) return true;
  }
  return false;
}

/** Corners, and land by its plan (pattern.ts). */
export const PARCELS = {
  /**
   * Takes a plan of subdivision or a title, whose number is not part of the address: `DP 12345`, `SP1234`, `ON RP
   * 123456`. Answers the token after it, else t. After a lot, words with other meanings count too.
   */
  plan: (reading, t) => {
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
    const length = lengthOf(tokens, end);
    return afterLot || code === PLAN_ONLY || length >= LONG ? parseWithLot(reading, t, end + 1) : t;
  },

  /**
   * `CNR HIGH STREET & SMITH STREET`, `CITY HALL CNR HIGH STREET & SMITH STREET`, `HIGH STREET CNR SMITH STREET`: a corner,
   * if no number precedes or follows it. Behind other words it has to say two streets. A number right before it is a slip:
   * `2Cnr`. Behind a number and a name it is a note: `12 HIGH STREET, CORNER OF SMITH STREET`.
   */
  corner: (reading, t, end) => {
    const { tokens, parse } = reading;
    if (end >= tokens.count || (isNumberLike(tokens, end) && !isOrdinal(tokens, end))) return t;
    if (isCornerNoted(reading, t, end)) return parseCornerNote(reading, t, end);
    const begins = beginsPart(tokens, t);
    const two = saysTwoStreets(reading, t, end);
    if (!begins && !two) return t;
    const slip = two && t === 1 && tokens.kind[0] === NUMBER;
    if (!slip && (isNumberedBefore(tokens, parse, t) || (!begins && isNumberedAfter(tokens, end)))) return t;
    parse.corner = true;
    return consume(parse, slip ? 0 : t, end);
  },
} satisfies Readonly<Record<string, Say>>;
