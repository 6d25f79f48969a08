import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, entryOf, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  COMMA,
  endsPart,
  hasToken,
  isNumberLike,
  isStreetNumber,
  MIXED,
  NUMBER,
  numberAfter,
  SLASH,
  type Tokens,
  textOfLetters,
  WORD,
} from '../../text/tokens.ts';
import { consume, type NumberParse, typed, unitOf } from './number-parse.ts';

const POSTAL = 1 << MEANING.postal;
const RURAL = 1 << MEANING.rural;
const CORNER = 1 << MEANING.corner;
const FLAT = 1 << MEANING.flatType;
const LEVEL = 1 << MEANING.levelType;
/** Meanings of words that such phrases begin with. */
const PHRASES = POSTAL | RURAL | CORNER | FLAT | LEVEL;

/** Postal, corner, rural, country and level phrases that stand for themselves. Answers the token after one that was consumed, else t. */
export function parsePhrase(tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  const long = words.longEntry[t];
  const entry = long >= 0 ? long : words.entry[t];
  const end = long >= 0 ? words.longEnd[t] : t + 1;
  const meanings = long >= 0 ? words.longMeanings[t] : words.meanings[t];
  if ((meanings & PHRASES) === 0) return t;
  const next = end < tokens.count && isNumberLike(tokens, end);
  const boxed = next && !beginsUnit(tokens, end);
  if ((meanings & POSTAL) !== 0 && (long >= 0 || boxed) && (t === 0 || boxed)) {
    parse.postal = true;
    return consume(parse, t, end + (boxed ? 1 : 0));
  }
  if ((meanings & RURAL) !== 0 && boxed && (tokens.before[end] & COMMA) === 0) {
    parse.rural = true;
    return consume(parse, t, end + 1);
  }
  const begins = t === 0 || (tokens.before[t] & COMMA) !== 0;
  if ((meanings & CORNER) !== 0 && begins && end < tokens.count && !next && !isNumbered(tokens, parse, t)) {
    parse.corner = true;
    return consume(parse, t, end);
  }
  if (long >= 0 && next && parse.unit === null && (meanings & FLAT) !== 0) {
    parse.unit = unitOf(long, typed(tokens, end));
    return consume(parse, t, end + 1);
  }
  if (long >= 0 && (meanings & LEVEL) !== 0 && parse.level === null) {
    const counted = next && !isStreetNumber(tokens, end);
    parse.level = unitOf(long, counted ? typed(tokens, end) : null);
    return consume(parse, t, counted ? end + 1 : end);
  }
  if (long < 0 && parse.level === null && isLevelAlone(tokens, words, parse, t)) {
    parse.level = unitOf(entry, null);
    return consume(parse, t, end);
  }
  return t;
}

/** `RMB 2/16 SMITH STREET`: whether a number is a unit's, by a slash and a number behind it, and no box's. */
const beginsUnit = ({ before, count, kind }: Tokens, t: number) =>
  t + 1 < count && (before[t + 1] & SLASH) !== 0 && kind[t + 1] !== WORD;

/** `12 SMITH STREET, CNR HIGH STREET`: whether a number that may be the street's stands before t. */
function isNumbered(tokens: Tokens, parse: NumberParse, t: number): boolean {
  if (parse.number !== null) return true;
  for (let i = 0; i < t; i++) if (!hasToken(parse.consumed, i) && isNumberLike(tokens, i)) return true;
  return false;
}

/** Letters of a level's name; shorter ones are codes, and mean many things. */
const NAME = 4;

/** A level that is not counted: `BASEMENT, …`; by its code only beside a unit, before the street: `SHOP 3, LG, 12 …`, `GF SHOP 3 …`. */
function isLevelAlone(tokens: Tokens, words: Words, parse: NumberParse, t: number): boolean {
  if (!wordMeans(words, t, MEANING.levelType) || wordMeans(words, t, MEANING.streetType)) return false;
  const letters = tokens.end[t] - tokens.start[t];
  if (letters >= NAME) return endsPart(tokens, t);
  if (parse.number !== null || !numberAfter(tokens, t + 1)) return false;
  if (endsPart(tokens, t)) return parse.unit !== null || (letters > 1 && t === 0);
  const unitNext = t + 2 < tokens.count && wordMeans(words, t + 1, MEANING.flatType) && isNumberLike(tokens, t + 2);
  return letters > 1 && unitNext && (t === 0 || (tokens.before[t] & COMMA) !== 0);
}

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

/** Digits of a number that a word says is a telephone's, or a business's, at least. */
const SAID = 8;

/** How the digits of telephones are grouped, behind what they begin with (Australian Communications and Media Authority, numbering plan). */
const GROUPINGS: readonly (readonly [begin: RegExp, groups: readonly number[]])[] = [
  [/^0[23478]$/, [4, 4]],
  [/^0[23478]$/, [8]],
  [/^04\d\d$/, [3, 3]],
  [/^1[38]00$/, [3, 3]],
  [/^0[23478]\d{8}$/, []],
  [/^61$/, [1, 4, 4]],
  [/^61$/, [3, 3, 3]],
  [/^61[23478]\d{8}$/, []],
];

/** `PH 03 9123 4567`: the numbers behind the word up to a comma, eight digits at least. Answers the token after them, else t. */
export function parseSaidTelephone(tokens: Tokens, parse: NumberParse, t: number, from: number): number {
  const { count, kind, before } = tokens;
  let end = from;
  let digits = 0;
  while (end < count && kind[end] === NUMBER && (digits < SAID || (before[end] & COMMA) === 0)) {
    digits += sizeOf(tokens, end);
    end++;
  }
  return digits >= SAID ? consume(parse, t, end) : t;
}

/**
 * `0412 345 678`, `(03) 9123 4567`, `+61 3 9123 4567`, `T 03 9123 4567`: numbers that are a telephone's by their groups, and the letter before
 * them. Answers the token after them, else t.
 */
export function parseTelephone(tokens: Tokens, parse: NumberParse, t: number): number {
  const number = isInitial(tokens, t) && t + 1 < tokens.count ? t + 1 : t;
  const end = endOfTelephone(tokens, number);
  return end > number ? consume(parse, t, end) : t;
}

function endOfTelephone(tokens: Tokens, t: number): number {
  if (!mayBegin(tokens, t)) return t;
  const begin = textOfLetters(tokens, tokens.start[t], tokens.end[t]);
  for (const [form, groups] of GROUPINGS)
    if (form.test(begin) && isGrouped(tokens, t + 1, groups)) return t + 1 + groups.length;
  return t;
}

/** `T`, `M`, `P`, `F` before a number: telephone, mobile, phone, fax. */
function isInitial(tokens: Tokens, t: number): boolean {
  return sizeOf(tokens, t) === 1 && INITIALS.has(tokens.letters[tokens.start[t]]);
}

const INITIALS = new Set([...'TMPF'].map((letter) => letter.charCodeAt(0)));

function mayBegin(tokens: Tokens, t: number): boolean {
  if (tokens.kind[t] !== NUMBER) return false;
  const { letters, start } = tokens;
  const first = letters[start[t]];
  if (first === ZERO) return true;
  const digits = sizeOf(tokens, t);
  if (digits === 4) return tokens.value[t] === 1300 || tokens.value[t] === 1800;
  return (digits === 2 || digits === 11) && first === ZERO + 6 && letters[start[t] + 1] === ZERO + 1;
}

const ZERO = 0x30;

function isGrouped(tokens: Tokens, from: number, groups: readonly number[]): boolean {
  const { count, kind, before } = tokens;
  if (from + groups.length > count) return false;
  return groups.every((digits, i) => {
    const t = from + i;
    return kind[t] === NUMBER && sizeOf(tokens, t) === digits && (before[t] & (COMMA | SLASH)) === 0;
  });
}

function sizeOf({ start, end }: Tokens, t: number): number {
  return end[t] - start[t];
}
