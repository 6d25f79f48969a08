import { MEANING, SIDES } from '../../../index/lexicon.ts';
import { codeOf, entryOf, means, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsPart,
  COMMA,
  HYPHEN,
  hasToken,
  isNumberLike,
  isPostcode,
  isWord,
  lengthOf,
  NUMBER,
  numberAfter,
  POINT,
  SLASH,
  type Tokens,
  textOfLetters,
  tokenText,
  WORD,
} from '../../text/tokens.ts';
import { consume, mayBeDialled, unitOf } from './number-parse.ts';
import { isAddressNext } from './parts.ts';
import type { Say } from './pattern.ts';

/** Whether a street's name ends before `end` that no other is joined to. */
function endsStreet(tokens: Tokens, words: Words, end: number): boolean {
  return wordMeans(words, end - 1, MEANING.streetType) && !isWord(tokens, end, 'AND');
}

function isBracketed({ before }: Tokens, t: number): boolean {
  return (before[t] & BRACKET) !== 0;
}

/** The fewest digits of a number that is no street's, and no postcode and number run together. */
const LISTING = 7;

/**
 * `RICHMOND VIC 3121 12/03/2024`, `2024-03-12`, `7/2021`, `-37.82, 144.99`, `12-smith-street-3121-2020372212`: whether a
 * date, a month, coordinates or the number of a listing end the query, after a word or a postcode.
 */
export function beginsStamp(tokens: Tokens, t: number): boolean {
  const { count, kind } = tokens;
  if (t === 0 || t >= count || (kind[t - 1] !== WORD && !isPostcode(tokens, t - 1))) return false;
  for (let at = t; at < count; at++) if (kind[at] !== NUMBER) return false;
  if (t + 1 === count) return lengthOf(tokens, t) >= LISTING;
  if (t + 2 === count) return isMonth(tokens, t);
  return (t + 3 === count && isDate(tokens, t)) || (t + 4 === count && areCoordinates(tokens, t));
}

/** `12/03/2024`, `2024-03-12`: whether three numbers are a date. */
export function isDate(tokens: Tokens, t: number): boolean {
  const { value, before } = tokens;
  const joins = SLASH | HYPHEN;
  if ((before[t + 1] & joins) === 0 || (before[t + 2] & joins) === 0 || value[t + 1] > 12) return false;
  return isYear(tokens, t + 2) || isYear(tokens, t);
}

/** `MOVED 7/2021`: a month and a year, after a word. */
function isMonth(tokens: Tokens, t: number): boolean {
  const { value, before, kind } = tokens;
  if (kind[t - 1] !== WORD || (before[t + 1] & (SLASH | HYPHEN)) === 0) return false;
  return value[t] >= 1 && value[t] <= 12 && isYear(tokens, t + 1);
}

function isYear(tokens: Tokens, t: number): boolean {
  return lengthOf(tokens, t) === 4 && tokens.value[t] >= 1900 && tokens.value[t] < 2100;
}

/** The degrees of latitude (south) and of longitude between which Australia and its islands lie. */
const LATITUDES = [9, 55];
const LONGITUDES = [96, 168];

function areCoordinates({ value, before }: Tokens, t: number): boolean {
  if (before[t + 1] !== POINT || before[t + 3] !== POINT) return false;
  const isWithin = (degrees: number, [least, most]: readonly number[]) => degrees >= least && degrees <= most;
  return isWithin(value[t], LATITUDES) && isWithin(value[t + 2], LONGITUDES);
}

/** The fewest digits of a number that a word marks as a telephone or business number. */
const SAID = 8;

/** How telephone numbers are grouped: the first token, then digits (ACMA, Telecommunications Numbering Plan). */
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

function endOfTelephone(tokens: Tokens, t: number): number {
  if (tokens.kind[t] !== NUMBER || !mayBeDialled(tokens, t)) return t;
  const begin = textOfLetters(tokens, tokens.start[t], tokens.end[t]);
  for (const [form, groups] of GROUPINGS)
    if (form.test(begin) && isGrouped(tokens, t + 1, groups)) return t + 1 + groups.length;
  return t;
}

/** `T`, `M`, `P`, `F` before a number: telephone, mobile, phone, fax. */
function isInitial(tokens: Tokens, t: number): boolean {
  return lengthOf(tokens, t) === 1 && 'TMPF'.includes(tokenText(tokens, t, t + 1));
}

function isGrouped(tokens: Tokens, from: number, groups: readonly number[]): boolean {
  const { count, kind, before } = tokens;
  if (from + groups.length > count) return false;
  return groups.every((digits, i) => {
    const t = from + i;
    return kind[t] === NUMBER && lengthOf(tokens, t) === digits && (before[t] & (COMMA | SLASH)) === 0;
  });
}

/**
 * `210 ERROL STREET (ACCESS VIA MURPHY STREET) NORTH MELBOURNE`: words up to the closing bracket; without brackets, up
 * to the next comma or street type. At the beginning, the way in is the address: `ACCESS VIA TILLEY ROAD, GUMDALE`.
 */
export const parseWay: Say = ({ tokens, words, parse }, t, from) => {
  if (from >= tokens.count) return t;
  if (t === 0) return consume(parse, t, from);
  const bracketed = isBracketed(tokens, t);
  const ends = bracketed ? BRACKET : BRACKET | COMMA;
  let end = from;
  while (end < tokens.count && (tokens.before[end] & ends) === 0) {
    end++;
    if (!bracketed && end - from > 1 && endsStreet(tokens, words, end)) break;
  }
  return consume(parse, t, end);
};

/** Asides: what stands beside an address (pattern.ts). */
export const ASIDES = {
  way: parseWay,

  /** `ACME PTY LTD, 12 SMITH STREET`: the words for a company, and those before it in its part. */
  company: ({ tokens, parse }, t, end) => {
    const isWord = (at: number) => tokens.kind[at] === WORD && !hasToken(parse.consumed, at);
    let from = t;
    while (!beginsPart(tokens, from) && isWord(from - 1)) from--;
    const named = from < t && (beginsPart(tokens, from) || hasToken(parse.consumed, from - 1));
    return named ? consume(parse, from, end) : t;
  },

  /** `C/- JANE BROWN, 12 SMITH STREET`: words up to the next comma, number or unit, if a number follows. */
  addressee: (reading, t, name) => {
    const { tokens, parse } = reading;
    if (name >= tokens.count || !beginsPart(tokens, t) || parse.number !== null) return t;
    const careOf = (tokens.before[t + 1] & SLASH) !== 0;
    const initial = name === t + 1 && lengthOf(tokens, t) === 1;
    const mailService = name === t + 1 && isNumberLike(tokens, name);
    if ((initial || mailService) && !careOf) return t;
    let end = name;
    while (end < tokens.count && (tokens.before[end] & COMMA) === 0 && !isAddressNext(reading, end)) end++;
    return numberAfter(tokens, end) ? consume(parse, t, end) : t;
  },

  /**
   * `12 SMITH STREET (OFF HIGH STREET)`, `(NEAR THE SCHOOL) 12 SMITH STREET`: a description in brackets, up to the closing
   * bracket.
   */
  description: (reading, t, from) => {
    const { tokens, parse } = reading;
    if (!isBracketed(tokens, t)) return t;
    if (t > 0) return parseWay(reading, t, from);
    let end = from;
    while (end < tokens.count && !isBracketed(tokens, end)) end++;
    return end < tokens.count ? consume(parse, t, end) : t;
  },

  /**
   * `DEC-34, MILLER STREET`, `DEC 34, …`, `12-MAR MILLER STREET`: the month that a spreadsheet made of a number before the
   * street, joined to the other or at the beginning. Not `12-MAY STREET`.
   */
  month: (reading, t, end) => {
    const { tokens, words, parse, plain } = reading;
    const { before, kind, count } = tokens;
    const joins = SLASH | HYPHEN;
    if (parse.number !== null || parse.lot !== null || (end < count && wordMeans(words, end, MEANING.streetType)))
      return t;
    const behind = t > 0 && (before[t] & joins) !== 0 && plain.length === 1 && plain[0] === t - 1;
    const isNext = plain.length === 0 && end < count && kind[end] === NUMBER;
    const ahead =
      isNext && ((before[end] & joins) !== 0 || (t === 0 && before[end] === 0 && lengthOf(tokens, end) <= 2));
    if (!behind && !ahead) return t;
    parse.dated = true;
    return consume(parse, t, end);
  },

  /**
   * `REAR OF 12 SMITH STREET`: a side of a property before the last number, as a unit without one; after a unit it adds
   * nothing. If no number follows, only a word that is also a flat type, and not before a street type: `12 FRONT STREET`.
   */
  side: (reading, t, end) => {
    const { index, tokens, words, parse } = reading;
    if (numberAfter(tokens, end + 1)) return t;
    const side = SIDES[codeOf(index, words.longEntry[t] >= 0 ? words.longEntry[t] : words.entry[t], MEANING.side)];
    const letters = Buffer.from(side, 'latin1');
    const type = entryOf(index, letters, 0, letters.length);
    if (!isAddressNext(reading, end)) {
      if (end >= tokens.count || wordMeans(words, end, MEANING.streetType)) return t;
      if (parse.unit !== null || !means(index, type, MEANING.flatType)) return t;
    }
    parse.unit ??= unitOf(type, null);
    return consume(parse, t, end);
  },

  /** `PH 03 9123 4567`: numbers after a word, eight digits or more, up to a comma. Answers the token after, else t. */
  saidTelephone: ({ tokens, parse }, t, from) => {
    const { count, kind, before } = tokens;
    let end = from;
    let digits = 0;
    while (end < count && kind[end] === NUMBER && (digits < SAID || (before[end] & COMMA) === 0)) {
      digits += lengthOf(tokens, end);
      end++;
    }
    return digits >= SAID ? consume(parse, t, end) : t;
  },

  /**
   * `0412 345 678`, `(03) 9123 4567`, `+61 3 9123 4567`, `T 03 9123 4567`: a telephone number by its groups,
   * and a letter before it. Answers the token after it, else t.
   */
  telephone: ({ tokens, parse }, t) => {
    const number = isInitial(tokens, t) && t + 1 < tokens.count ? t + 1 : t;
    const end = endOfTelephone(tokens, number);
    return end > number ? consume(parse, t, end) : t;
  },
} satisfies Readonly<Record<string, Say>>;
