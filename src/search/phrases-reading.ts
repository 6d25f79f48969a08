import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { means, type Words } from './lexicon.ts';
import { endsPart, isNumberLike, isStreetNumber, numberAfter } from './number-tokens.ts';
import { COMMA, type Tokens } from './tokens.ts';
import { type NumberReading, take, typed } from './typed-numbers.ts';

/** Postal, corner, rural, country and level phrases that stand for themselves. Answers the token after one that was taken, else t. */
export function takePhrase(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  reading: NumberReading,
  t: number,
): number {
  const long = words.longEntry[t];
  const entry = long >= 0 ? long : words.entry[t];
  const end = long >= 0 ? words.longEnd[t] : t + 1;
  if (entry < 0) return t;
  const next = end < tokens.count && isNumberLike(tokens, end);
  if (means(index, entry, MEANING.postal) && (long >= 0 || next) && (t === 0 || next)) {
    reading.postal = true;
    take(reading, t, end + (next ? 1 : 0));
    return end + (next ? 1 : 0);
  }
  if (means(index, entry, MEANING.rural) && next) {
    reading.rural = true;
    take(reading, t, end + 1);
    return end + 1;
  }
  const begins = t === 0 || (tokens.before[t] & COMMA) !== 0;
  if (means(index, entry, MEANING.corner) && begins && end < tokens.count && !next && !isNumbered(tokens, reading, t)) {
    reading.corner = true;
    take(reading, t, end);
    return end;
  }
  if (long >= 0 && next && reading.unit === null && means(index, long, MEANING.flatType)) {
    reading.unit = { type: long, number: typed(tokens, end) };
    take(reading, t, end + 1);
    return end + 1;
  }
  if (long >= 0 && means(index, long, MEANING.levelType) && reading.level === null) {
    const counted = next && !isStreetNumber(tokens, end);
    reading.level = { type: long, number: counted ? typed(tokens, end) : null };
    return take(reading, t, counted ? end + 1 : end);
  }
  if (long < 0 && reading.level === null && isLevelAlone(index, tokens, words, reading, t)) {
    reading.level = { type: entry, number: null };
    return take(reading, t, end);
  }
  return t;
}

/** `12 SMITH STREET, CNR HIGH STREET`: whether a number that may be the street's stands before t. */
function isNumbered(tokens: Tokens, reading: NumberReading, t: number): boolean {
  if (reading.number !== null) return true;
  for (let i = 0; i < t; i++) if (reading.taken[i] === 0 && isNumberLike(tokens, i)) return true;
  return false;
}

/** Letters of a level's name; shorter ones are codes, and mean many things. */
const NAME = 4;

/** A level that is not counted: `BASEMENT, …`; by its code only beside a unit, before the street: `SHOP 3, LG, 12 …`, `GF SHOP 3 …`. */
function isLevelAlone(index: AddressIndex, tokens: Tokens, words: Words, reading: NumberReading, t: number): boolean {
  const entry = words.entry[t];
  if (!means(index, entry, MEANING.levelType) || means(index, entry, MEANING.streetType)) return false;
  const letters = tokens.end[t] - tokens.start[t];
  if (letters >= NAME) return endsPart(tokens, t);
  if (reading.number !== null || !numberAfter(tokens, t + 1)) return false;
  if (endsPart(tokens, t)) return reading.unit !== null || (letters > 1 && t === 0);
  const unitNext =
    t + 2 < tokens.count && means(index, words.entry[t + 1], MEANING.flatType) && isNumberLike(tokens, t + 2);
  return letters > 1 && unitNext && (t === 0 || (tokens.before[t] & COMMA) !== 0);
}
