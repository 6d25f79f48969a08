import { MEANING } from '../../../index/lexicon.ts';
import { type Words, wordMeans } from '../../text/lexicon.ts';
import { endsPart, isNumberLike, isStreetNumber, numberAfter } from '../../text/number-tokens.ts';
import { hasToken } from '../../text/token-set.ts';
import { COMMA, SLASH, type Tokens, WORD } from '../../text/tokens.ts';
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
