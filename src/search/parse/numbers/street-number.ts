import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  COMMA,
  HYPHEN,
  hasToken,
  isNumberLike,
  NUMBER,
  SLASH,
  type Tokens,
  textOfLetters,
  WORD,
} from '../../text/tokens.ts';
import { consume, copy, type NumberParse, type TypedNumber, typed, unitOf } from './number-parse.ts';
import { unitOfLetter } from './units.ts';

/** Numbers joined by slashes and hyphens: `3/12`, `12-14`, `3/12-14`, `3-12-14`, `2/3/12`, `U3-12`. */
export function parseChain(index: AddressIndex, tokens: Tokens, parse: NumberParse, from: number, end: number): void {
  let part = end - 1;
  while (part > from && (tokens.before[part] & HYPHEN) !== 0) part--;
  if (part === from && (end - part === 3 || isLettered(tokens, part))) part++;
  parse.number = typed(tokens, part);
  parse.last = part + 1 < end ? typed(tokens, end - 1) : null;
  consume(parse, from, end);
  if (part === from) return;
  const unitEnd = part;
  let unitFrom = part - 1;
  while (unitFrom > from && (tokens.before[unitFrom] & HYPHEN) !== 0) unitFrom--;
  if (parse.unit === null) {
    const text =
      unitEnd - unitFrom > 1
        ? `${textOfLetters(tokens, tokens.start[unitFrom], tokens.end[unitFrom])}-${textOfLetters(tokens, tokens.start[unitEnd - 1], tokens.end[unitEnd - 1])}`
        : textOfLetters(tokens, tokens.start[unitFrom], tokens.end[unitFrom]);
    const typedUnit = unitOfLetter(index, tokens, unitFrom);
    if (typedUnit?.level === true && parse.level === null) {
      parse.level = typedUnit.unit;
      if (unitFrom > from) parse.unit = unitOf(-1, typed(tokens, from));
    } else parse.unit = typedUnit?.unit ?? unitOf(-1, { value: tokens.value[unitFrom], text, token: unitFrom });
  }
  if (unitFrom > from && parse.level === null) {
    const lettered = unitOfLetter(index, tokens, from);
    parse.level = lettered?.level === true ? lettered.unit : unitOf(-1, typed(tokens, from));
  }
}

/** `U3`, `G12`: a letter before the digits, which units have and the first number of a range has not. */
function isLettered(tokens: Tokens, t: number): boolean {
  return tokens.letters[tokens.start[t]] >= 0x41;
}

/** `2/3/12` with the unit before the level: the parse turned round; null where it has not both by numbers alone. */
export function turnChain(parse: NumberParse): NumberParse | null {
  const { unit, level } = parse;
  if (unit?.type !== -1 || level?.type !== -1 || unit.number === null || level.number === null) return null;
  const turned = copy(parse);
  turned.unit = level;
  turned.level = unit;
  turned.exactOnly = true;
  return turned;
}

/** Words between the ends of a range. */
const TO = new Set(['TO', 'AND', 'TILL', 'UNTIL', 'THRU', 'THROUGH']);

/**
 * `12 TO 14 SMITH STREET`, `12 & 14`, `512 & 512A`, `3/12 TO 14`: a range from the number at t, which is the only street number so far, where the second is
 * the higher. Answers whether it is one.
 */
export function parseRange(tokens: Tokens, parse: NumberParse, t: number): boolean {
  const { kind, value } = tokens;
  if (parse.last !== null || (parse.number !== null && parse.number.token !== t)) return false;
  if (!joinsNumbers(tokens, t) || kind[t + 3] !== WORD) return false;
  if (kind[t] !== NUMBER || isLettered(tokens, t + 2)) return false;
  const least = kind[t + 2] === NUMBER ? value[t] + 1 : value[t];
  if (value[t + 2] < least || !TO.has(textOfLetters(tokens, tokens.start[t + 1], tokens.end[t + 1]))) return false;
  parse.number = typed(tokens, t);
  parse.last = typed(tokens, t + 2);
  consume(parse, t, t + 3);
  return true;
}

/** `3 OF 12 SMITH STREET`: a unit. Answers whether it is one. */
export function parseUnitOf(tokens: Tokens, parse: NumberParse, t: number): boolean {
  if (parse.number !== null || parse.unit !== null || !joinsNumbers(tokens, t)) return false;
  if (textOfLetters(tokens, tokens.start[t + 1], tokens.end[t + 1]) !== 'OF') return false;
  parse.unit = unitOf(-1, typed(tokens, t));
  consume(parse, t, t + 2);
  return true;
}

/** Whether a word stands between a number at t and another one, or a range, and something behind. */
function joinsNumbers({ count, kind }: Tokens, t: number): boolean {
  return t + 3 < count && kind[t + 1] === WORD && kind[t + 2] !== WORD;
}

/** Marks a range that is being typed: `18-`, and `18-2` on the way to `18-22`. */
export function openRange(tokens: Tokens, parse: NumberParse): void {
  const { number, last } = parse;
  const end = tokens.count - 1;
  if (!tokens.typing || number === null) return;
  parse.rangeOpen =
    last === null ? number.token === end && (tokens.after & HYPHEN) !== 0 : last.token === end && tokens.open;
}

/** Which of the plain numbers is the street's: the last that a word follows, else the last. */
export function streetNumberAmong(tokens: Tokens, rest: readonly number[]): number {
  for (let i = rest.length - 1; i >= 0; i--) {
    const next = rest[i] + 1;
    if (i > 0 && tokens.letters[tokens.start[rest[i]]] >= 0x41) continue;
    if (next < tokens.count && tokens.kind[next] === WORD && (tokens.before[next] & 1) === 0) return i;
  }
  return rest.length - 1;
}

/** `12 A SMITH STREET`, `12-A`, `12/A`: a number, and a letter that may be its suffix. */
export function joinsLetter(tokens: Tokens, t: number): boolean {
  return (
    tokens.kind[t] === NUMBER &&
    t + 2 < tokens.count &&
    tokens.kind[t + 1] === WORD &&
    tokens.end[t + 1] - tokens.start[t + 1] === 1 &&
    (tokens.before[t + 1] & ~(SLASH | HYPHEN | BRACKET)) === 0
  );
}

/** The parse with the letter behind its street number as a suffix of it: `12 A` as 12A, and nothing else. */
export function joinLetter(tokens: Tokens, parse: NumberParse, t: number): NumberParse | null {
  if (parse.number?.token !== t || parse.last !== null) return null;
  const joined = copy(parse);
  const { start, end } = tokens;
  joined.number = {
    value: tokens.value[t],
    text: textOfLetters(tokens, start[t], end[t]) + textOfLetters(tokens, start[t + 1], end[t + 1]),
    token: t,
  };
  joined.exactOnly = true;
  consume(joined, t, t + 2);
  return joined;
}

/** A number in words, and the token after it. */
export interface SpelledNumber {
  readonly number: TypedNumber;
  readonly end: number;
}

/** The number that words from token t on spell, up to 99: `THREE`, `TWENTY ONE`, `TWENTY-ONE`; null where they spell none. */
export function spelledNumber(index: AddressIndex, tokens: Tokens, words: Words, t: number): SpelledNumber | null {
  if (t >= tokens.count || !wordMeans(words, t, MEANING.cardinal)) return null;
  const first = codeOf(index, words.entry[t], MEANING.cardinal);
  const second =
    first >= 20 && t + 1 < tokens.count && (tokens.before[t + 1] & ~(HYPHEN | BRACKET)) === 0
      ? codeOf(index, words.entry[t + 1], MEANING.cardinal)
      : -1;
  const joined = second > 0 && second < 10;
  const value = joined ? first + second : first;
  const end = joined ? t + 2 : t + 1;
  return { number: { value, text: String(value), token: end - 1 }, end };
}

/**
 * The number in words behind a type of unit or level, or LOT: `UNIT THREE, 12 SMITH STREET`. Null where it may begin a name
 * (`SHOP ONE TREE HILL ROAD`): a number, a comma, a slash, another type of unit or the end has to follow.
 */
export function spelledBehind(index: AddressIndex, tokens: Tokens, words: Words, t: number): SpelledNumber | null {
  if (t + 1 >= tokens.count || (tokens.before[t + 1] & (SLASH | COMMA)) !== 0) return null;
  const spelled = spelledNumber(index, tokens, words, t + 1);
  if (spelled === null) return null;
  const { end } = spelled;
  if (end === tokens.count) return tokens.open ? null : spelled;
  const ended =
    (tokens.before[end] & (SLASH | COMMA)) !== 0 ||
    isNumberLike(tokens, end) ||
    isUnitWord(words, end) ||
    spelledNumber(index, tokens, words, end) !== null;
  return ended ? spelled : null;
}

/** `ONE MACQUARIE PLACE`: the parse with the words that begin a part as its street number; null where it has a number, or none begins one. */
export function spelledHouse(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  parse: NumberParse,
): NumberParse | null {
  if (parse.number !== null || parse.lot !== null) return null;
  for (let t = 0; t < tokens.count; t++) {
    if (hasToken(parse.consumed, t) || !wordMeans(words, t, MEANING.cardinal)) continue;
    const begins =
      t === 0 ||
      (tokens.before[t] & COMMA) !== 0 ||
      hasToken(parse.consumed, t - 1) ||
      wordMeans(words, t - 1, MEANING.number);
    const spelled = begins ? spelledNumber(index, tokens, words, t) : null;
    if (spelled === null || spelled.end >= tokens.count || isNumberLike(tokens, spelled.end)) continue;
    if (hasToken(parse.consumed, spelled.end)) continue;
    const house = copy(parse);
    house.number = spelled.number;
    consume(house, t > 0 && wordMeans(words, t - 1, MEANING.number) ? t - 1 : t, spelled.end);
    return house;
  }
  return null;
}

/** A third floor's number: `THIRD` of `THIRD FLOOR`; null where t is no place in a row before a type of level. */
export function spelledFloor(index: AddressIndex, tokens: Tokens, words: Words, t: number): TypedNumber | null {
  if (!wordMeans(words, t, MEANING.ordinal) || t + 1 >= tokens.count) return null;
  if (tokens.end[t + 1] - tokens.start[t + 1] < 2 || (tokens.before[t + 1] & COMMA) !== 0) return null;
  if (!wordMeans(words, t + 1, MEANING.levelType)) return null;
  const value = codeOf(index, words.entry[t], MEANING.ordinal);
  return { value, text: String(value), token: t };
}

function isUnitWord(words: Words, t: number): boolean {
  return wordMeans(words, t, MEANING.flatType) || wordMeans(words, t, MEANING.levelType);
}
