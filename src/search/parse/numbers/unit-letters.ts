import { MEANING } from '../../../index/lexicon.ts';
import { type Words, wordMeans } from '../../text/lexicon.ts';
import { isStreetNumber, isUnitLetter } from '../../text/number-tokens.ts';
import { hasToken } from '../../text/token-set.ts';
import { BRACKET, COMMA, HYPHEN, NUMBER, SLASH, type Tokens, WORD } from '../../text/tokens.ts';
import { consume, copy, joined, type NumberParse, unitOf } from './number-parse.ts';

/**
 * Tokens that a unit's number consists of, from t on: two where a letter belongs to its digits. `12 B, 3 SMITH STREET` and `12-B`: because
 * another number or a comma follows, and it is no level's. `G 17, 3 SMITH STREET` and `G-17`: because the street's number follows.
 */
export function unitNumberLength(tokens: Tokens, words: Words, t: number): number {
  const { count, before, kind } = tokens;
  if (t + 1 >= count || (before[t + 1] & ~(BRACKET | HYPHEN)) !== 0) return 1;
  if (kind[t] === NUMBER && isUnitLetter(tokens, t + 1)) {
    const slashed = t + 2 < count && (before[t + 2] & SLASH) !== 0;
    const isLevel = before[t + 1] === 0 && !slashed && wordMeans(words, t + 1, MEANING.levelType);
    return isLevel ? 1 : 2;
  }
  if (kind[t] !== WORD || kind[t + 1] !== NUMBER || t + 2 >= count) return 1;
  return (before[t + 2] & (COMMA | SLASH)) !== 0 && isStreetNumber(tokens, t + 2) ? 2 : 1;
}

/** `G 4/12`, `G-4/12`: the parse with the letter before a unit's number as a part of it; null where none stands there. */
export function joinUnitLetter(tokens: Tokens, parse: NumberParse): NumberParse | null {
  const { unit } = parse;
  if (unit === null || unit.type >= 0 || unit.number === null || unit.number.token === 0) return null;
  const t = unit.number.token - 1;
  if (!isLetter(tokens, t) || (tokens.before[t + 1] & COMMA) !== 0) return null;
  const prefixed = copy(parse);
  prefixed.unit = unitOf(-1, joined(tokens, t, t + 2));
  if (hasToken(parse.consumed, t)) prefixed.level = null;
  prefixed.exactOnly = true;
  consume(prefixed, t, t + 1);
  return prefixed;
}

/** `UNIT 2 B, 45 SMITH STREET`: the parse with the letter of a level as a part of the unit's number; null where none stands there. */
export function joinLevelLetter(tokens: Tokens, parse: NumberParse): NumberParse | null {
  const { unit, level } = parse;
  if (unit === null || unit.number === null || level === null || level.number !== null) return null;
  const t = unit.number.token;
  if (tokens.kind[t] !== NUMBER || t + 1 >= tokens.count || tokens.before[t + 1] !== 0) return null;
  if (!isLetter(tokens, t + 1) || !hasToken(parse.consumed, t + 1)) return null;
  const lettered = copy(parse);
  lettered.unit = unitOf(unit.type, joined(tokens, t, t + 2));
  lettered.level = null;
  lettered.exactOnly = true;
  return lettered;
}

function isLetter({ kind, start, end }: Tokens, t: number): boolean {
  return kind[t] === WORD && end[t] - start[t] === 1;
}
