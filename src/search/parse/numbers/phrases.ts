import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { means, type Words } from '../../text/lexicon.ts';
import { endsPart, isNumberLike, isStreetNumber, numberAfter } from '../../text/number-tokens.ts';
import { hasToken } from '../../text/token-set.ts';
import { COMMA, type Tokens } from '../../text/tokens.ts';
import { consume, type NumberParse, typed, unitOf } from './number-parse.ts';

/** Postal, corner, rural, country and level phrases that stand for themselves. Answers the token after one that was consumed, else t. */
export function parsePhrase(index: AddressIndex, tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  const long = words.longEntry[t];
  const entry = long >= 0 ? long : words.entry[t];
  const end = long >= 0 ? words.longEnd[t] : t + 1;
  if (entry < 0) return t;
  const next = end < tokens.count && isNumberLike(tokens, end);
  if (means(index, entry, MEANING.postal) && (long >= 0 || next) && (t === 0 || next)) {
    parse.postal = true;
    consume(parse, t, end + (next ? 1 : 0));
    return end + (next ? 1 : 0);
  }
  if (means(index, entry, MEANING.rural) && next) {
    parse.rural = true;
    consume(parse, t, end + 1);
    return end + 1;
  }
  const begins = t === 0 || (tokens.before[t] & COMMA) !== 0;
  if (means(index, entry, MEANING.corner) && begins && end < tokens.count && !next && !isNumbered(tokens, parse, t)) {
    parse.corner = true;
    consume(parse, t, end);
    return end;
  }
  if (long >= 0 && next && parse.unit === null && means(index, long, MEANING.flatType)) {
    parse.unit = unitOf(long, typed(tokens, end));
    consume(parse, t, end + 1);
    return end + 1;
  }
  if (long >= 0 && means(index, long, MEANING.levelType) && parse.level === null) {
    const counted = next && !isStreetNumber(tokens, end);
    parse.level = unitOf(long, counted ? typed(tokens, end) : null);
    return consume(parse, t, counted ? end + 1 : end);
  }
  if (long < 0 && parse.level === null && isLevelAlone(index, tokens, words, parse, t)) {
    parse.level = unitOf(entry, null);
    return consume(parse, t, end);
  }
  return t;
}

/** `12 SMITH STREET, CNR HIGH STREET`: whether a number that may be the street's stands before t. */
function isNumbered(tokens: Tokens, parse: NumberParse, t: number): boolean {
  if (parse.number !== null) return true;
  for (let i = 0; i < t; i++) if (!hasToken(parse.consumed, i) && isNumberLike(tokens, i)) return true;
  return false;
}

/** Letters of a level's name; shorter ones are codes, and mean many things. */
const NAME = 4;

/** A level that is not counted: `BASEMENT, …`; by its code only beside a unit, before the street: `SHOP 3, LG, 12 …`, `GF SHOP 3 …`. */
function isLevelAlone(index: AddressIndex, tokens: Tokens, words: Words, parse: NumberParse, t: number): boolean {
  const entry = words.entry[t];
  if (!means(index, entry, MEANING.levelType) || means(index, entry, MEANING.streetType)) return false;
  const letters = tokens.end[t] - tokens.start[t];
  if (letters >= NAME) return endsPart(tokens, t);
  if (parse.number !== null || !numberAfter(tokens, t + 1)) return false;
  if (endsPart(tokens, t)) return parse.unit !== null || (letters > 1 && t === 0);
  const unitNext =
    t + 2 < tokens.count && means(index, words.entry[t + 1], MEANING.flatType) && isNumberLike(tokens, t + 2);
  return letters > 1 && unitNext && (t === 0 || (tokens.before[t] & COMMA) !== 0);
}
