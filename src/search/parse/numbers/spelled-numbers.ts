import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, type Words, wordMeans } from '../../text/lexicon.ts';
import { isNumberLike } from '../../text/number-tokens.ts';
import { hasToken } from '../../text/token-set.ts';
import { BRACKET, COMMA, HYPHEN, SLASH, type Tokens } from '../../text/tokens.ts';
import { consume, copy, type NumberParse, type TypedNumber } from './number-parse.ts';

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
