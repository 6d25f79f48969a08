import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { textEquals } from '../../../index/text.ts';
import { codeOf, entryOf, means, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  COMMA,
  endsInPostcode,
  endsPart,
  HYPHEN,
  hasToken,
  isNumberLike,
  isPostcode,
  isStreetNumber,
  isUnitLetter,
  laterNumber,
  MIXED,
  NUMBER,
  numberAfter,
  POINT,
  SLASH,
  type Tokens,
  textOfLetters,
  WORD,
} from '../../text/tokens.ts';
import { consume, joined, type NumberParse, type TypedNumber, type TypedUnit, typed, unitOf } from './number-parse.ts';
import { unitNumberLength } from './unit-letters.ts';

/**
 * Reads a type of unit or level and its number: `UNIT 3`, `LEVEL 2`, `GROUND 12`, `SHOP G`. Answers the token after those that were
 * consumed, else t.
 */
export function parseUnitWord(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  parse: NumberParse,
  t: number,
): number {
  const entry = words.entry[t];
  const at = numberOf(tokens, words, t);
  if (at > t + 1 && means(index, entry, MEANING.flatType) && parse.unit === null) {
    parse.unit = unitOf(entry, typed(tokens, at));
    return consume(parse, t, at + 1);
  }
  if (at > t + 1 && parse.level === null && numbersLevels(index, entry)) {
    parse.level = unitOf(entry, typed(tokens, at));
    return consume(parse, t, at + 1);
  }
  if (standsAlone(index, entry) && parse.unit === null && !numberAfter(tokens, t + 2)) {
    parse.unit = unitOf(entry, null);
    return consume(parse, t, t + 1);
  }
  if (slashesType(index, tokens, entry, t) && parse.unit === null) {
    parse.unit = unitOf(entry, typed(tokens, t + 1));
    return consume(parse, t, t + 2);
  }
  if (isNumberLike(tokens, t + 1) && (tokens.before[t + 1] & (SLASH | COMMA)) === 0) {
    if (parse.level === null && takesLevel(index, entry, parse, tokens, words, t)) {
      const counted =
        !prefixesUnit(tokens, t) &&
        (numbersLevels(index, entry) || endsPart(tokens, t + 1) || laterNumber(tokens, t + 2));
      parse.level = unitOf(entry, counted ? typed(tokens, t + 1) : null);
      return consume(parse, t, t + (counted ? 2 : 1));
    }
    if (parse.unit !== null || !means(index, entry, MEANING.flatType) || endsName(tokens, words, t)) return t;
  } else if (
    parse.unit !== null ||
    !means(index, entry, MEANING.flatType) ||
    tokens.end[t] - tokens.start[t] < 2 ||
    !isUnitLetter(tokens, t + 1)
  )
    return t;
  const pointed = isPointed(tokens, t + 1);
  const end = t + 1 + (pointed ? 2 : unitNumberLength(tokens, words, t + 1));
  parse.unit = unitOf(entry, pointed ? pointedNumber(tokens, t + 1) : joined(tokens, t + 1, end));
  return consume(parse, t, end);
}

/** `3.05`, the fifth flat of the third floor, which records call 305. */
function isPointed({ kind, before, start, end, count }: Tokens, t: number): boolean {
  if (t + 1 >= count || before[t + 1] !== POINT || kind[t] !== NUMBER || kind[t + 1] !== NUMBER) return false;
  return end[t] - start[t] <= 2 && end[t + 1] - start[t + 1] === 2;
}

function pointedNumber({ value }: Tokens, t: number): TypedNumber {
  const whole = value[t] * 100 + value[t + 1];
  return { value: whole, text: String(whole), token: t + 1 };
}

/** `3.05/12 SMITH STREET`, `3.05, 12 …`: a unit, where a street number follows. Answers whether it is one. */
export function parsePointed(tokens: Tokens, parse: NumberParse, t: number): boolean {
  if (!isPointed(tokens, t) || parse.unit !== null || parse.number !== null) return false;
  if (t + 2 >= tokens.count || (tokens.before[t + 2] & HYPHEN) !== 0 || !isStreetNumber(tokens, t + 2)) return false;
  parse.unit = unitOf(-1, pointedNumber(tokens, t));
  consume(parse, t, t + 2);
  return true;
}

/**
 * `SHOPS 3-4, 12 SMITH STREET`, `UNIT 3 & 4, …`: further units or levels behind the first, before a street number. They are left over. Answers
 * the token after them, else t.
 */
export function skipFurther(tokens: Tokens, t: number): number {
  let end = t;
  while (end < tokens.count) {
    const joins = (tokens.before[end] & HYPHEN) !== 0 ? end : isJoining(tokens, end) ? end + 1 : tokens.count;
    if (joins >= tokens.count || !isNumberLike(tokens, joins)) break;
    end = joins + 1;
  }
  return end > t && endsPart(tokens, end - 1) && numberAfter(tokens, end) ? end : t;
}

/** `LOTS 5-6 GIBBS ROAD`, `LOT 5 & 6`: further lots behind the first, which are left over. Answers the token after them, else t. */
export function skipFurtherLots(tokens: Tokens, t: number, several: boolean): number {
  if (t + 1 >= tokens.count) return t;
  if (several && (tokens.before[t] & HYPHEN) !== 0 && isNumberLike(tokens, t)) return t + 1;
  return (tokens.before[t] & ~BRACKET) === 0 && isJoining(tokens, t) && isNumberLike(tokens, t + 1) ? t + 2 : t;
}

function isJoining(tokens: Tokens, t: number): boolean {
  const text = textOfLetters(tokens, tokens.start[t], tokens.end[t]);
  return text === 'AND' || text === 'TO';
}

/**
 * `TOWER 2, UNIT 3`, `UNIT 3, BLOCK B`: a part of a site beside a unit, not the end of a name (`ELMETT TOWER 296`). Its words are left to
 * be a building's name. Answers the token after it, else t.
 */
export function skipStructure(tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  if (!wordMeans(words, t, MEANING.structure) || (tokens.before[t + 1] & (SLASH | COMMA)) !== 0) return t;
  const endsName =
    t > 0 && (tokens.before[t] & COMMA) === 0 && tokens.kind[t - 1] === WORD && !hasToken(parse.consumed, t - 1);
  if (endsName || !numberAfter(tokens, t + 2)) return t;
  const named = isNumberLike(tokens, t + 1) || tokens.end[t + 1] - tokens.start[t + 1] === 1;
  return named && (parse.unit !== null || isUnit(tokens, words, t + 2)) ? t + 2 : t;
}

/** Whether a type of unit and its number, or two numbers that a slash joins, stand at t. */
function isUnit(tokens: Tokens, words: Words, t: number): boolean {
  if (t + 1 >= tokens.count || !isNumberLike(tokens, t + 1) || (tokens.before[t] & SLASH) !== 0) return false;
  const slashed = isNumberLike(tokens, t) && (tokens.before[t + 1] & SLASH) !== 0;
  return slashed || wordMeans(words, t, MEANING.flatType);
}

const REAR = 'REAR';

/** `REAR 12 SMITH STREET`: a flat that has no number of its own. */
function standsAlone(index: AddressIndex, entry: number): boolean {
  const code = codeOf(index, entry, MEANING.flatType);
  return code >= 0 && textEquals(index, index.columns.flatTypeText[code], REAR, 0, REAR.length);
}

/** `UNIT/3 12 SMITH STREET`, `U/3/12`: a slash between a type and its number, where another number follows. */
function slashesType(index: AddressIndex, tokens: Tokens, entry: number, t: number): boolean {
  const begins = t === 0 || (tokens.before[t] & COMMA) !== 0;
  if (!begins || (tokens.before[t + 1] & SLASH) === 0 || !isNumberLike(tokens, t + 1)) return false;
  return means(index, entry, MEANING.flatType) && numberAfter(tokens, t + 2);
}

/** `G 4/12`: a letter before a unit's number. */
function prefixesUnit(tokens: Tokens, t: number): boolean {
  return tokens.end[t] - tokens.start[t] === 1 && t + 2 < tokens.count && (tokens.before[t + 2] & SLASH) !== 0;
}

/** The number behind a word, NO left out: `UNIT NO. 3`. The token after the word, where there is none. */
export function numberOf(tokens: Tokens, words: Words, t: number): number {
  const isNo = t + 2 < tokens.count && wordMeans(words, t + 1, MEANING.number);
  return isNo && isNumberLike(tokens, t + 2) && (tokens.before[t + 1] & COMMA) === 0 ? t + 2 : t + 1;
}

/** A word that is a flat type too is a level where a unit is known, or follows; not where what follows is a level: `PENTHOUSE 1, PENTHOUSE`. */
function takesLevel(
  index: AddressIndex,
  entry: number,
  parse: NumberParse,
  tokens: Tokens,
  words: Words,
  t: number,
): boolean {
  if (!means(index, entry, MEANING.levelType)) return false;
  if (!means(index, entry, MEANING.flatType) || parse.unit !== null) return true;
  return (
    t + 3 < tokens.count &&
    wordMeans(words, t + 2, MEANING.flatType) &&
    !wordMeans(words, t + 2, MEANING.levelType) &&
    isNumberLike(tokens, t + 3) &&
    (tokens.before[t + 3] & COMMA) === 0
  );
}

/** Levels and floors are counted; a ground floor is not, and the number after it is the street's. */
function numbersLevels(index: AddressIndex, entry: number): boolean {
  const code = codeOf(index, entry, MEANING.levelType);
  if (code < 0) return false;
  const label = index.columns.levelTypeText[code];
  return textEquals(index, label, 'LEVEL', 0, 5) || textEquals(index, label, 'FLOOR', 0, 5);
}

/** `BOAT CLUB 203`, `HOUSE 12`: a flat type that ends a name is no unit where the number after it is the only one. */
function endsName(tokens: Tokens, words: Words, t: number): boolean {
  if (t === 0 || tokens.kind[t - 1] !== WORD || (tokens.before[t] & COMMA) !== 0) return false;
  if (tokens.end[t] - tokens.start[t] < 4) return false;
  if (endsInPostcode(tokens, t + 1) || isPlacePostcode(tokens, words, t + 1)) return true;
  for (let i = 0; i < t; i++) if (isNumberLike(tokens, i)) return false;
  return !numberAfter(tokens, t + 2);
}

/** `HALL 2618 ACT`: a postcode with the state behind it, and nothing else. */
function isPlacePostcode(tokens: Tokens, words: Words, t: number): boolean {
  if (!isPostcode(tokens, t) || t + 1 >= tokens.count || !wordMeans(words, t + 1, MEANING.state)) return false;
  return t + 2 === tokens.count || wordMeans(words, t + 2, MEANING.country);
}

/**
 * `U3`, `L2`: a letter that is a type, and its number. `G4` stays plain: a number with a prefix. Where the street is `numbered`
 * already, or nothing else was typed yet, no further number needs to follow: `12 SMITH STREET U3`.
 */
export function parseMixed(
  index: AddressIndex,
  tokens: Tokens,
  parse: NumberParse,
  t: number,
  numbered: boolean,
): boolean {
  const start = tokens.start[t];
  const letter = tokens.letters[start];
  if (letter < 0x41) return false;
  if (tokens.letters[start + 1] >= 0x41) return parseMixedUnit(index, tokens, parse, t);
  const begins = tokens.typing && tokens.count === 1;
  const later =
    numbered || begins || (t + 1 < tokens.count && (isNumberLike(tokens, t + 1) || laterNumber(tokens, t + 1)));
  const number = { value: tokens.value[t], text: textOfLetters(tokens, start + 1, tokens.end[t]), token: t };
  const entry = entryOf(index, tokens.letters, start, start + 1);
  if ((letter === 0x55 || letter === 0x46) && parse.unit === null && later) {
    parse.unit = unitOf(entry, number);
    consume(parse, t, t + 1);
    return true;
  }
  if (letter === 0x4c) {
    if (later && parse.level === null) {
      parse.level = unitOf(entry, number);
      consume(parse, t, t + 1);
      return true;
    }
    if (!later && parse.lot === null) {
      parse.lot = number;
      consume(parse, t, t + 1);
      return true;
    }
  }
  return false;
}

/** `UG16`: unit G16. */
function parseMixedUnit(index: AddressIndex, tokens: Tokens, parse: NumberParse, t: number): boolean {
  const unit = unitOfLetter(index, tokens, t);
  if (unit === null || unit.level || parse.unit !== null || !laterNumber(tokens, t + 1)) return false;
  parse.unit = unit.unit;
  consume(parse, t, t + 1);
  return true;
}

type LetteredUnit = { readonly unit: TypedUnit; readonly level: boolean };

/** `U3`, `F3`, `L2` before a slash: a unit or level whose type is its letter. */
export function unitOfLetter(index: AddressIndex, tokens: Tokens, t: number): LetteredUnit | null {
  const start = tokens.start[t];
  const letter = tokens.letters[start];
  const prefixed = tokens.letters[start + 1] >= 0x41;
  if (tokens.kind[t] !== MIXED || (prefixed && (letter !== 0x55 || tokens.letters[start + 2] >= 0x41))) return null;
  if (letter !== 0x55 && letter !== 0x46 && letter !== 0x4c) return null;
  const number = { value: tokens.value[t], text: textOfLetters(tokens, start + 1, tokens.end[t]), token: t };
  return { unit: unitOf(entryOf(index, tokens.letters, start, start + 1), number), level: letter === 0x4c };
}

/** The letters of a type of flat. */
const LOT = Buffer.from('LOT');

/** A lot before a street number may be a flat of the type LOT, unless it is of a plan. */
export function lotAsUnit(index: AddressIndex, parse: NumberParse): void {
  if (!parse.planned) parse.unit = { ...unitOf(entryOf(index, LOT, 0, LOT.length), parse.lot), optional: true };
  parse.lot = null;
}
