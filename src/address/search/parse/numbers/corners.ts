import { MEANING } from '../../../index/lexicon.ts';
import { wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsPart,
  COMMA,
  HYPHEN,
  hasToken,
  isNumberLike,
  isOrdinal,
  isPostcode,
  isUnitLetter,
  isWord,
  NUMBER,
  SLASH,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { parseWay } from './asides.ts';
import { consume, type NumberParse, type Reading } from './number-parse.ts';
import { isLettered } from './parts.ts';

/**
 * `CNR HIGH STREET & SMITH STREET`, `CITY HALL CNR HIGH STREET & SMITH STREET`, `HIGH STREET CNR SMITH STREET`: a corner,
 * if no number precedes or follows it. Behind other words it has to say two streets. A number right before it is a slip:
 * `2Cnr`. Behind a number and a name it is a note: `12 HIGH STREET, CORNER OF SMITH STREET`.
 */
export function parseCorner(reading: Reading, t: number, end: number): number {
  const { tokens, parse } = reading;
  if (end >= tokens.count || (isNumberLike(tokens, end) && !isOrdinal(tokens, end))) return t;
  if (isCornerNoted(reading, t, end)) return parseCornerNote(reading, t, end);
  const begins = beginsPart(tokens, t);
  const two = saysTwoStreets(reading, t, end);
  if (!begins && !two) return t;
  const slip = two && t === 1 && tokens.kind[0] === NUMBER;
  if (!slip && (isNumberedBefore(tokens, parse, t) || (!begins && isNumberedAfter(tokens, end)))) return t;
  parse.corner = true;
  return consume(parse, slip ? 0 : t, end);
}

/** Whether a corner stands behind a number and a name, and ends in a street's type or at a comma. */
function isCornerNoted({ tokens, words, parse }: Reading, t: number, from: number): boolean {
  if (t < 2 || tokens.kind[t - 1] !== WORD || hasToken(parse.consumed, t - 1) || !isNumberedBefore(tokens, parse, t))
    return false;
  for (let at = from + 1; at < tokens.count; at++)
    if ((tokens.before[at] & COMMA) !== 0 || wordMeans(words, at, MEANING.streetType)) return true;
  return false;
}

/** A corner as a note. Without brackets its last word is left over: as another street is named, no answer is sure. */
function parseCornerNote(reading: Reading, t: number, from: number): number {
  const { tokens, parse } = reading;
  const end = parseWay(reading, t, from);
  if ((tokens.before[t] & BRACKET) !== 0) return end;
  parse.consumed &= ~tokenRange(end - 1, end);
  return end - 1;
}

/** Whether a corner's word stands after a street's type, or two names that AND, WITH or a slash joins follow it. */
function saysTwoStreets({ tokens, words }: Reading, t: number, end: number): boolean {
  if (t > 1 && wordMeans(words, t - 1, MEANING.streetType) && tokens.kind[t - 2] === WORD) return true;
  for (let at = end + 1; at + 1 < tokens.count && (tokens.before[at] & COMMA) === 0; at++) {
    if ((tokens.before[at] & SLASH) !== 0 && tokens.kind[at] === WORD) return true;
    if (isWord(tokens, at, 'AND') || isWord(tokens, at, 'WITH')) return tokens.kind[at + 1] === WORD;
  }
  return false;
}

/** Whether a number that is no postcode stands from t on. */
function isNumberedAfter(tokens: Tokens, t: number): boolean {
  for (let i = t; i < tokens.count; i++) if (isNumberLike(tokens, i) && !isPostcode(tokens, i)) return true;
  return false;
}

/**
 * `12 SMITH STREET, CNR HIGH STREET`: whether a lot, or a number that may be the street's, stands before t. `SHOPS 14 &
 * 15 CNR …` has further units, `T24 CNR …` and `SHOP T 24 CNR …` a unit's code.
 */
function isNumberedBefore(tokens: Tokens, parse: NumberParse, t: number): boolean {
  if (parse.number !== null || parse.lot !== null) return true;
  for (let i = 0; i < t; i++) {
    if (hasToken(parse.consumed, i) || !isNumberLike(tokens, i) || isLettered(tokens, i)) continue;
    const before = i > 1 && isWord(tokens, i - 1, 'AND') ? i - 2 : i - 1;
    const joins = before < i - 1 || (tokens.before[i] & (SLASH | HYPHEN)) !== 0 || isUnitLetter(tokens, i - 1);
    if (!joins || !hasToken(parse.consumed, before)) return true;
  }
  return false;
}
