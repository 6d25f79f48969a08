import { MEANING, type Meaning } from '../../../index/lexicon.ts';
import { type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  COMMA,
  HYPHEN,
  hasToken,
  isNumberLike,
  isPostcode,
  MIXED,
  NUMBER,
  numberAfter,
  POINT,
  SLASH,
  type Tokens,
  WORD,
} from '../../text/tokens.ts';
import { consume, type NumberParse } from './number-parse.ts';
import { parseSaidTelephone } from './phrases.ts';

const bits = (...meanings: Meaning[]) => meanings.reduce((all, meaning) => all | (1 << meaning), 0);
const ASIDES = bits(
  MEANING.company,
  MEANING.addressee,
  MEANING.telephone,
  MEANING.postcode,
  MEANING.heading,
  MEANING.within,
  MEANING.access,
  MEANING.bracketed,
);
/** Words that stand before a number of an address. */
const NUMBERED = bits(MEANING.flatType, MEANING.levelType, MEANING.lot, MEANING.number);

/**
 * Takes words that stand beside an address and say nothing of it: whom it is for, that it follows, a telephone. Answers the token after those
 * that were consumed, else t.
 */
export function parseAside(tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  const isLong = words.longEntry[t] >= 0;
  const meanings = isLong ? words.longMeanings[t] : words.meanings[t];
  if ((meanings & ASIDES) === 0) return t;
  const end = isLong ? words.longEnd[t] : t + 1;
  const isMeant = (meaning: Meaning) => (meanings & (1 << meaning)) !== 0;
  if (isMeant(MEANING.company)) return parseCompany(tokens, parse, t, end);
  if (end >= tokens.count) return t;
  if (isMeant(MEANING.addressee)) return parseAddressee(tokens, words, parse, t, end);
  if (isMeant(MEANING.telephone)) return parseSaidTelephone(tokens, parse, t, end);
  if (isMeant(MEANING.postcode) && isPostcode(tokens, end)) return consume(parse, t, end);
  const bracketed = (tokens.before[t] & BRACKET) !== 0;
  if (isMeant(MEANING.access) || (bracketed && t > 0 && isMeant(MEANING.bracketed)))
    return parseWay(tokens, words, parse, t, end, bracketed);
  const heads = isMeant(MEANING.heading) && beginsPart(tokens, t);
  const stands = isMeant(MEANING.within) && t > 0 && hasToken(parse.consumed, t - 1) && parse.number === null;
  return (heads || stands) && isAddressNext(tokens, words, end) ? consume(parse, t, end) : t;
}

/** `ACME PTY LTD, 12 SMITH STREET`: the words of the part before it too. */
function parseCompany(tokens: Tokens, parse: NumberParse, t: number, end: number): number {
  const isWord = (at: number) => tokens.kind[at] === WORD && !hasToken(parse.consumed, at);
  let from = t;
  while (!beginsPart(tokens, from) && isWord(from - 1)) from--;
  const named = from < t && (beginsPart(tokens, from) || hasToken(parse.consumed, from - 1));
  return named ? consume(parse, from, end) : t;
}

/** `C/- JANE BROWN, 12 SMITH STREET`: words up to the next comma, number or unit, where a street number follows. */
function parseAddressee(tokens: Tokens, words: Words, parse: NumberParse, t: number, name: number): number {
  if (!beginsPart(tokens, t) || parse.number !== null) return t;
  const careOf = (tokens.before[t + 1] & SLASH) !== 0;
  const initial = name === t + 1 && tokens.end[t] - tokens.start[t] === 1;
  const mailService = name === t + 1 && isNumberLike(tokens, name);
  if ((initial || mailService) && !careOf) return t;
  let end = name;
  while (end < tokens.count && (tokens.before[end] & COMMA) === 0 && !isAddressNext(tokens, words, end)) end++;
  return numberAfter(tokens, end) ? consume(parse, t, end) : t;
}

/**
 * `210 ERROL STREET (ACCESS VIA MURPHY STREET) NORTH MELBOURNE`: words up to the bracket that closes, or without one to the next comma or behind
 * the type of the street that they end in. With nothing before it, the way is the address: `ACCESS VIA TILLEY ROAD, GUMDALE`.
 */
function parseWay(
  tokens: Tokens,
  words: Words,
  parse: NumberParse,
  t: number,
  from: number,
  bracketed: boolean,
): number {
  if (t === 0) return consume(parse, t, from);
  const ends = bracketed ? BRACKET : BRACKET | COMMA;
  let end = from;
  while (end < tokens.count && (tokens.before[end] & ends) === 0) {
    end++;
    if (!bracketed && end - from > 1 && wordMeans(words, end - 1, MEANING.streetType)) break;
  }
  return consume(parse, t, end);
}

/** Digits of a page, and of a square on it. */
const PAGE = 3;
const SQUARE = 2;

/**
 * `121 WHEATLEY ROAD, ORMOND 68 C9`: the page and square of a street directory, at the very end of an address that has its number, behind a
 * word that counts nothing. Answers the token behind it, else t.
 */
export function parseMapReference(
  tokens: Tokens,
  words: Words,
  parse: NumberParse,
  t: number,
  isNumbered: boolean,
): number {
  const { count, kind, start, end, letters, before } = tokens;
  if (t === 0 || t + 2 !== count || kind[t + 1] !== MIXED || !isNumbered) return t;
  if (kind[t - 1] !== WORD && !isPostcode(tokens, t - 1)) return t;
  if ((words.meanings[t - 1] & NUMBERED) !== 0 || ((before[t] | before[t + 1]) & ~COMMA) !== 0) return t;
  const isDigit = (at: number) => letters[at] < LETTER;
  let digits = 0;
  while (start[t] + digits < end[t] && isDigit(start[t] + digits)) digits++;
  if (digits === 0 || digits > PAGE) return t;
  const square = end[t + 1] - start[t + 1] - 1;
  if (isDigit(start[t + 1]) || square > SQUARE) return t;
  for (let at = start[t + 1] + 1; at < end[t + 1]; at++) if (!isDigit(at)) return t;
  return consume(parse, t, count);
}

const LETTER = 0x41;

/**
 * `RICHMOND VIC 3121 12/03/2024`, `2024-03-12`, `-37.82, 144.99`: whether a date or coordinates stand at the very end, behind a word or a
 * postcode. They say nothing of an address that has its number.
 */
export function beginsStamp(tokens: Tokens, t: number): boolean {
  const { count, kind } = tokens;
  if (t === 0 || t >= count || (kind[t - 1] !== WORD && !isPostcode(tokens, t - 1))) return false;
  for (let at = t; at < count; at++) if (kind[at] !== NUMBER) return false;
  if (t + 2 === count) return isMonth(tokens, t);
  return (t + 3 === count && isDate(tokens, t)) || (t + 4 === count && areCoordinates(tokens, t));
}

function isDate({ value, before, start, end }: Tokens, t: number): boolean {
  const joins = SLASH | HYPHEN;
  if ((before[t + 1] & joins) === 0 || (before[t + 2] & joins) === 0 || value[t + 1] > 12) return false;
  const isYear = (at: number) => end[at] - start[at] === 4 && value[at] >= 1900 && value[at] < 2100;
  return (isYear(t + 2) && value[t] <= 31) || (isYear(t) && value[t + 2] <= 31);
}

/** `MOVED 7/2021`: a month and a year, behind a word. */
function isMonth({ value, before, start, end, kind }: Tokens, t: number): boolean {
  if (kind[t - 1] !== WORD || (before[t + 1] & (SLASH | HYPHEN)) === 0 || end[t + 1] - start[t + 1] !== 4) return false;
  return value[t] >= 1 && value[t] <= 12 && value[t + 1] >= 1950 && value[t + 1] < 2100;
}

/** Degrees between which Australia and its islands lie: latitudes, south, and longitudes. */
const LATITUDES = [9, 55];
const LONGITUDES = [96, 168];

function areCoordinates({ value, before }: Tokens, t: number): boolean {
  if (before[t + 1] !== POINT || before[t + 3] !== POINT) return false;
  const isWithin = (degrees: number, [least, most]: readonly number[]) => degrees >= least && degrees <= most;
  return isWithin(value[t], LATITUDES) && isWithin(value[t + 2], LONGITUDES);
}

function beginsPart(tokens: Tokens, t: number): boolean {
  return t === 0 || (tokens.before[t] & COMMA) !== 0;
}

/** Whether a number, or a type of unit or level with a number behind it, stands at t. */
function isAddressNext(tokens: Tokens, words: Words, t: number): boolean {
  if (isNumberLike(tokens, t)) return true;
  return (words.meanings[t] & NUMBERED) !== 0 && t + 1 < tokens.count && isNumberLike(tokens, t + 1);
}
