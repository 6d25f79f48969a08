import { MEANING, type Meaning } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { BLOCK_WORDS, SECTION_WORDS } from '../../../vocabulary/query-words.ts';
import { wordsIn } from '../../../vocabulary/words.ts';
import { bitsOf, codeOf, entryOf, isStorey, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsOrdinal,
  HYPHEN,
  isNumberLike,
  isOrdinal,
  isPostcode,
  isStreetNumber,
  isUnitLetter,
  isWord,
  lengthOf,
  MIXED,
  NUMBER,
  POINT,
  SLASH,
  type Tokens,
  tokenText,
  WORD,
} from '../../text/tokens.ts';
import { digitsOf, joined, type Reading, type TypedNumber, typed } from './number-parse.ts';
import type { Part } from './pattern.ts';

const ANY_KIND = (1 << WORD) | (1 << NUMBER) | (1 << MIXED);
const WITH_DIGIT = (1 << NUMBER) | (1 << MIXED);

/** A part of one token of some kinds, if something holds there. */
function part(kinds = ANY_KIND, isThere: Holds | null = null, meanings = 0): Part {
  return { meanings, kinds, alone: 0, endAt: isThere && ((reading, t) => (isThere(reading, t) ? t + 1 : t)) };
}

type Holds = (reading: Reading, t: number) => boolean;

/** A word that has one of these meanings by itself. */
function word(...meanings: readonly Meaning[]): Part {
  const bits = bitsOf(...meanings);
  return { ...part(ANY_KIND, null, bits), alone: bits };
}

/** Such a word of two letters and more: one letter may be the number itself. */
function longer(meaning: Meaning): Part {
  return only(word(meaning), ({ tokens }, t) => lengthOf(tokens, t) > 1);
}

/** The longest phrase of the lexicon, of one word or several, that has a meaning. */
function phrase(meaning: Meaning) {
  const endAt = ({ words }: Reading, t: number) => (words.longEntry[t] >= 0 ? words.longEnd[t] : t + 1);
  return { ...part(ANY_KIND, null, bitsOf(meaning)), endAt };
}

/** A phrase of several words that has a meaning. */
function long(meaning: Meaning): Part {
  return { ...phrase(meaning), endAt: ({ words }, t) => (words.longEntry[t] >= 0 ? words.longEnd[t] : t) };
}

/** One of these very words; `meanings` are those that they have in the lexicon. */
function oneOf(texts: readonly string[], ...meanings: readonly Meaning[]): Part {
  return part(ANY_KIND, ({ tokens }, t) => texts.some((text) => isWord(tokens, t, text)), bitsOf(...meanings));
}

/** A part of one token with a condition of its own. */
function only(inner: Part, holds: Holds): Part {
  const isThere = (reading: Reading, t: number) => inner.endAt === null || inner.endAt(reading, t) > t;
  return { ...inner, endAt: (reading, t) => (isThere(reading, t) && holds(reading, t) ? t + 1 : t) };
}

const LEVEL = word(MEANING.levelType);
const CROWN = phrase(MEANING.crown);
const OF = oneOf(['OF']);
const NUM = part(WITH_DIGIT, ({ tokens }, t) => isNumberLike(tokens, t));

/** A number in words, up to 99: `THREE`, `TWENTY ONE`, `TWENTY-ONE`. */
export const SPELLED = {
  ...word(MEANING.cardinal),
  endAt({ index, tokens, words }: Reading, t: number): number {
    if (t >= tokens.count || !wordMeans(words, t, MEANING.cardinal)) return t;
    const next = t + 1;
    if (codeOf(index, words.entry[t], MEANING.cardinal) < 20 || next >= tokens.count) return next;
    if ((tokens.before[next] & ~(HYPHEN | BRACKET)) !== 0) return next;
    const ones = codeOf(index, words.entry[next], MEANING.cardinal);
    return ones > 0 && ones < 10 ? next + 1 : next;
  },
};

const PAGE = /^\d{1,3}(?!\d)/;
const SQUARE = /^[A-Z]\d{1,2}$/;

/** The parts of which patterns are made. */
export const PARTS = {
  /** Any token, any word, anything with a digit; digits alone; a number, perhaps with letters, but no ordinal. */
  ANY: part(),
  ANY_WORD: part(1 << WORD),
  NUMERAL: part(WITH_DIGIT),
  DIGITS: part(1 << NUMBER),
  NUM,
  POSTCODE: part(ANY_KIND, ({ tokens }, t) => isPostcode(tokens, t)),
  NO_POSTCODE: only(NUM, ({ tokens }, t) => !isPostcode(tokens, t)),
  STREET_NUMBER: part(ANY_KIND, ({ tokens }, t) => isStreetNumber(tokens, t)),
  /** A number that is not the street's. */
  OWN_NUMBER: only(NUM, ({ tokens }, t) => !isStreetNumber(tokens, t)),
  ORDINAL: part(1 << MIXED, ({ tokens }, t) => isOrdinal(tokens, t)),
  /** `1S`, `22N` at the end, while typing. */
  BEGUN_ORDINAL: part(1 << MIXED, ({ tokens }, t) => beginsOrdinal(tokens, t)),
  /** `68 C9` at the end: the page of a street directory, and the square on it. */
  PAGE: part(WITH_DIGIT, ({ tokens }, t) => t + 2 === tokens.count && PAGE.test(tokenText(tokens, t, t + 1))),
  SQUARE: part(1 << MIXED, ({ tokens }, t) => SQUARE.test(tokenText(tokens, t, t + 1))),
  /** A plan's letters and its number: `DP12345`. */
  PLAN_TOKEN: part(1 << MIXED, ({ index, tokens }, t) => isPlanToken(index, tokens, t, false)),
  /** A number in words; with a point. */
  SPELLED,
  POINTED: { ...part(WITH_DIGIT), endAt: ({ tokens }: Reading, t: number) => (isPointed(tokens, t) ? t + 2 : t) },
  /** A letter that may name a unit: a number or a comma follows. */
  UNIT_LETTER: part(ANY_KIND, ({ tokens }, t) => isUnitLetter(tokens, t)),
  /** A number or a single letter, as parts of a site have: `TOWER 2`, `BLOCK B`. */
  SITE_NUMBER: part(ANY_KIND, ({ tokens }, t) => isNumberLike(tokens, t) || lengthOf(tokens, t) === 1),
  /** The number of a box or a round, not a unit's, which a slash and a number follow: `RMB 2/16 SMITH STREET`. */
  BOXED: only(
    NUM,
    ({ tokens: { before, count, kind } }, t) => t + 1 >= count || (before[t + 1] & SLASH) === 0 || kind[t + 1] === WORD,
  ),
  /** Types of unit and level, and other words, by themselves. */
  FLAT: word(MEANING.flatType),
  LONGER_FLAT: longer(MEANING.flatType),
  LEVEL,
  LONGER_LEVEL: longer(MEANING.levelType),
  /** A type of level that counts the storeys: LEVEL, FLOOR. A ground floor has no number: the one after it is the street's. */
  STOREY: only(LEVEL, ({ index, words }, t) => isStorey(index, codeOf(index, words.entry[t], MEANING.levelType))),
  LOT: word(MEANING.lot),
  NOTED: word(MEANING.flatType, MEANING.levelType, MEANING.lot),
  NO: word(MEANING.number),
  STRUCTURE: word(MEANING.structure),
  ORDINAL_WORD: word(MEANING.ordinal),
  BLOCK: oneOf(wordsIn(BLOCK_WORDS), MEANING.structure, MEANING.plan),
  SECTION: oneOf(wordsIn(SECTION_WORDS), MEANING.structure, MEANING.plan),
  OF,
  /** Phrases, of one word or several; of several. */
  CROWN,
  /** `PARISH OF`, which a name follows. */
  CROWN_OF: {
    ...CROWN,
    endAt(reading: Reading, t: number): number {
      const end = CROWN.endAt(reading, t);
      return isWord(reading.tokens, end - 1, 'OF') ? end : t;
    },
  },
  POSTAL: phrase(MEANING.postal),
  LONG_POSTAL: long(MEANING.postal),
  RURAL: phrase(MEANING.rural),
  CORNER: phrase(MEANING.corner),
  LONG_FLAT: long(MEANING.flatType),
  LONG_LEVEL: long(MEANING.levelType),
  MONTH: phrase(MEANING.month),
  COMPANY: phrase(MEANING.company),
  ADDRESSEE: phrase(MEANING.addressee),
  TELEPHONE: phrase(MEANING.telephone),
  POSTCODE_WORD: phrase(MEANING.postcode),
  ACCESS: phrase(MEANING.access),
  BRACKETED: phrase(MEANING.bracketed),
  SIDE: phrase(MEANING.side),
  HEADING: phrase(MEANING.heading),
  WITHIN: phrase(MEANING.within),
} satisfies Readonly<Record<string, Part>>;

/** `3.05`, `C2.03`: the fifth flat of the third floor, the third of C's second, which records call 305 and C203. */
function isPointed(tokens: Tokens, t: number): boolean {
  const { kind, before, start, end, count } = tokens;
  if (t + 1 >= count || before[t + 1] !== POINT || kind[t] === WORD || kind[t + 1] !== NUMBER) return false;
  const digits = end[t] - lettersEnd(tokens, t);
  return digits > 0 && digits <= 2 && end[t + 1] - start[t + 1] === 2;
}

/** Where the letters before a token's digits end. */
function lettersEnd({ letters: text, start, end }: Tokens, t: number): number {
  let at = start[t];
  while (at < end[t] && text[at] >= LETTER) at++;
  return at;
}

const LETTER = 0x41;

/** Whether a token begins with a letter. */
export function isLettered({ letters: text, start }: Tokens, t: number): boolean {
  return text[start[t]] >= LETTER;
}

/** Words that a number of an address follows. */
export const NUMBERED = bitsOf(MEANING.flatType, MEANING.levelType, MEANING.lot, MEANING.number);

/** Whether a number, or a word that takes one with a number after it, stands at t. */
export function isAddressNext({ tokens, words }: Pick<Reading, 'tokens' | 'words'>, t: number): boolean {
  if (t >= tokens.count) return false;
  if (isNumberLike(tokens, t)) return true;
  return (words.meanings[t] & NUMBERED) !== 0 && t + 1 < tokens.count && isNumberLike(tokens, t + 1);
}

/** 305 for `3.05`. */
function pointedNumber(tokens: Tokens, t: number): TypedNumber {
  const { value, letters, start } = tokens;
  const prefix = String.fromCharCode(...letters.subarray(start[t], lettersEnd(tokens, t)));
  const whole = value[t] * 100 + value[t + 1];
  return { value: whole, text: `${prefix}${whole}`, token: t + 1 };
}

/** The number that the tokens from t up to `end` say: in digits, with a point, as an ordinal, in words, as letters. */
export function numberOf({ index, tokens, words }: Reading, t: number, end: number): TypedNumber {
  const { meanings, entry } = words;
  if (tokens.kind[t] !== WORD || (meanings[t] & COUNTED) === 0) {
    if (isOrdinal(tokens, t)) return digitsOf(tokens, t);
    if (end - t === 1) return typed(tokens, t);
    return tokens.before[t + 1] === POINT ? pointedNumber(tokens, t) : joined(tokens, t, end);
  }
  const meaning = wordMeans(words, t, MEANING.ordinal) ? MEANING.ordinal : MEANING.cardinal;
  let value = codeOf(index, entry[t], meaning);
  if (end - t > 1) value += codeOf(index, entry[end - 1], meaning);
  return { value, text: String(value), token: end - 1 };
}

const COUNTED = bitsOf(MEANING.cardinal, MEANING.ordinal);

/** Code of a word that means a plan or title and nothing else. */
export const PLAN_ONLY = 1;
/** A number of so many digits right after a plan's letters is no street's. */
const LONG_AFTER_LETTERS = 4;

/**
 * `DP12345`, `SP1234`, `3SP181800`: a plan's letters and number in one token, with or without the lot before them. A short
 * number may be a street's: `CP176`.
 */
export function isPlanToken(index: AddressIndex, tokens: Tokens, t: number, afterLot: boolean): boolean {
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
