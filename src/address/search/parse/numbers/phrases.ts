import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsOrdinal,
  beginsPart,
  COMMA,
  endsPart,
  HYPHEN,
  hasToken,
  isNumberLike,
  isOrdinal,
  isPostcode,
  isStreetNumber,
  isUnitLetter,
  isWord,
  NUMBER,
  numberAfter,
  SLASH,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { parseWay } from './asides.ts';
import {
  changed,
  consume,
  digitsOf,
  type NumberParse,
  type Reading,
  type TypedNumber,
  typed,
  unitOf,
} from './number-parse.ts';

/** `PO BOX 60`, `LOCKED BAG 3`, `PARCEL LOCKER 10123 45678`: a post box. */
export function parseBox({ tokens, words, parse }: Reading, t: number, end: number): number {
  const boxed = isBoxed(tokens, end);
  if (!boxed && (words.longEntry[t] < 0 || t > 0)) return t;
  parse.postal = true;
  let at = boxed ? end + 1 : end;
  while (boxed && isGroupOfDigits(tokens, at - 1) && isGroupOfDigits(tokens, at)) at++;
  return consume(parse, t, at);
}

/** A number of five digits or more that no comma precedes: lockers and customers have two of them. */
function isGroupOfDigits(tokens: Tokens, t: number): boolean {
  if (t >= tokens.count || tokens.kind[t] !== NUMBER || (tokens.before[t] & COMMA) !== 0) return false;
  return tokens.end[t] - tokens.start[t] >= GROUP;
}

const GROUP = 5;

/** `RMB 123`: a rural delivery number. */
export function parseRural({ tokens, parse }: Reading, t: number, end: number): number {
  if (!isBoxed(tokens, end) || (tokens.before[end] & COMMA) !== 0) return t;
  return consume(parse, t, end + 1);
}

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

/** `CAR PARK 3`: a type of unit of several words, and its number. */
export function parseLongUnit({ tokens, words, parse }: Reading, t: number, end: number): number {
  if (words.longEntry[t] < 0 || end >= tokens.count || !isNumberLike(tokens, end) || parse.unit !== null) return t;
  parse.unit = unitOf(words.longEntry[t], typed(tokens, end));
  return consume(parse, t, end + 1);
}

/** `LOWER GROUND FLOOR`, `LEVEL G 3`: a type of level of several words, and its number. */
export function parseLongLevel({ tokens, words, parse }: Reading, t: number, end: number): number {
  const entry = words.longEntry[t];
  if (entry < 0 || parse.level !== null) return t;
  const counted = end < tokens.count && isNumberLike(tokens, end) && !isStreetNumber(tokens, end);
  parse.level = unitOf(entry, counted ? typed(tokens, end) : null);
  return consume(parse, t, counted ? end + 1 : end);
}

/** `BASEMENT, 12 SMITH STREET`: a level without a number. */
export function parseLevelAlone({ tokens, words, parse }: Reading, t: number, end: number): number {
  if (words.longEntry[t] >= 0 || parse.level !== null || !isLevelAlone(tokens, words, parse, t)) return t;
  parse.level = unitOf(words.entry[t], null);
  return consume(parse, t, end);
}

/** Whether the number of a box stands at t, not a unit's, which a slash and a number follow: `RMB 2/16 SMITH STREET`. */
function isBoxed(tokens: Tokens, t: number): boolean {
  const { before, count, kind } = tokens;
  const beginsUnit = t + 1 < count && (before[t + 1] & SLASH) !== 0 && kind[t + 1] !== WORD;
  return t < count && isNumberLike(tokens, t) && !beginsUnit;
}

/**
 * `12 SMITH STREET, CNR HIGH STREET`: whether a lot, or a number that may be the street's, stands before t. `SHOPS 14 &
 * 15 CNR …` has further units, `T24 CNR …` and `SHOP T 24 CNR …` a unit's code.
 */
function isNumberedBefore(tokens: Tokens, parse: NumberParse, t: number): boolean {
  if (parse.number !== null || parse.lot !== null) return true;
  for (let i = 0; i < t; i++) {
    if (hasToken(parse.consumed, i) || !isNumberLike(tokens, i) || tokens.letters[tokens.start[i]] >= LETTER) continue;
    const before = i > 1 && isWord(tokens, i - 1, 'AND') ? i - 2 : i - 1;
    const joins = before < i - 1 || (tokens.before[i] & (SLASH | HYPHEN)) !== 0 || isUnitLetter(tokens, i - 1);
    if (!joins || !hasToken(parse.consumed, before)) return true;
  }
  return false;
}

const LETTER = 0x41;

/** The fewest letters of a level's name; shorter words are codes, and ambiguous. */
const NAME = 4;

/** A level without a number: `BASEMENT, …`. A code must precede a number, mostly beside a unit: `SHOP 3, LG, 12 …`. */
function isLevelAlone(tokens: Tokens, words: Words, parse: NumberParse, t: number): boolean {
  if (!wordMeans(words, t, MEANING.levelType) || wordMeans(words, t, MEANING.streetType)) return false;
  const letters = tokens.end[t] - tokens.start[t];
  if (letters >= NAME) return endsPart(tokens, t);
  if (parse.number !== null || !numberAfter(tokens, t + 1)) return false;
  if (endsPart(tokens, t)) return parse.unit !== null || (letters > 1 && t === 0);
  const unitNext = t + 2 < tokens.count && wordMeans(words, t + 1, MEANING.flatType) && isNumberLike(tokens, t + 2);
  return letters > 1 && unitNext && beginsPart(tokens, t);
}

/** `UNIT THREE`, `LEVEL ONE`, `LOT TWO`. */
export function parseSpelled({ index, tokens, words, parse }: Reading, t: number): number {
  const entry = words.entry[t];
  const isLot = wordMeans(words, t, MEANING.lot);
  const isLevel = wordMeans(words, t, MEANING.levelType);
  const isFlat = wordMeans(words, t, MEANING.flatType);
  const spelled = isLot ? spelledNumber(index, tokens, words, t + 1) : spelledAfter(index, tokens, words, t);
  if (spelled === null) return t;
  if (isLot) parse.lot ??= spelled.number;
  else if (isLevel && (parse.unit !== null || !isFlat)) parse.level ??= unitOf(entry, spelled.number);
  else parse.unit ??= unitOf(entry, spelled.number);
  return consume(parse, t, spelled.end);
}

/** `THIRD FLOOR`: a level given by an ordinal. */
export function parseSpelledFloor({ index, tokens, words, parse }: Reading, t: number): number {
  const floor = spelledFloor(index, tokens, words, t);
  if (floor === null || parse.level !== null) return t;
  parse.level = unitOf(words.entry[t + 1], floor);
  return consume(parse, t, t + 2);
}

/** `1ST FLOOR`: a level. Answers the token after it, or after any other ordinal, which stays a word; else t. */
export function parseOrdinal({ tokens, words, parse }: Reading, t: number): number {
  if (!isOrdinal(tokens, t)) return t;
  if (t + 1 >= tokens.count || !wordMeans(words, t + 1, MEANING.levelType)) return t + 1;
  parse.level = unitOf(words.entry[t + 1], digitsOf(tokens, t));
  return consume(parse, t, t + 2);
}

/** `12 1S`: skips an ordinal that is being typed after a number: it begins a name. Answers the end, else t. */
export function passBegunOrdinal({ tokens, plain }: Reading, t: number): number {
  return plain.length > 0 && beginsOrdinal(tokens, t) ? tokens.count : t;
}

/** A number in words, and the token after it. */
interface SpelledNumber {
  readonly number: TypedNumber;
  readonly end: number;
}

/** The number that the words from t on spell, up to 99: `THREE`, `TWENTY ONE`, `TWENTY-ONE`; null for none. */
function spelledNumber(index: AddressIndex, tokens: Tokens, words: Words, t: number): SpelledNumber | null {
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
 * The number in words after a type of unit or level: `UNIT THREE, 12 SMITH STREET`. Null if it may begin a name
 * (`SHOP ONE TREE HILL ROAD`): a number, a comma, a slash, another type of unit or the end has to follow.
 */
function spelledAfter(index: AddressIndex, tokens: Tokens, words: Words, t: number): SpelledNumber | null {
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

/** `ONE MACQUARIE PLACE`: a number in words, at the beginning of a part, as the street number, if there is no other. */
export function addSpelledNumber({ index, tokens, words }: Reading, parses: NumberParse[]): boolean {
  const [parse] = parses;
  if (parse.number !== null || parse.lot !== null) return false;
  for (let t = 0; t < tokens.count; t++) {
    if (hasToken(parse.consumed, t) || !wordMeans(words, t, MEANING.cardinal)) continue;
    const begins = beginsPart(tokens, t) || hasToken(parse.consumed, t - 1) || wordMeans(words, t - 1, MEANING.number);
    const spelled = begins ? spelledNumber(index, tokens, words, t) : null;
    if (spelled === null || spelled.end >= tokens.count || isNumberLike(tokens, spelled.end)) continue;
    if (hasToken(parse.consumed, spelled.end)) continue;
    const from = t > 0 && wordMeans(words, t - 1, MEANING.number) ? t - 1 : t;
    parses.push(changed(parse, { number: spelled.number, consumed: parse.consumed | tokenRange(from, spelled.end) }));
    return true;
  }
  return false;
}

/** The number of a floor: 3 for `THIRD FLOOR`; null if t is not an ordinal before a type of level. */
function spelledFloor(index: AddressIndex, tokens: Tokens, words: Words, t: number): TypedNumber | null {
  if (!wordMeans(words, t, MEANING.ordinal) || t + 1 >= tokens.count) return null;
  if (tokens.end[t + 1] - tokens.start[t + 1] < 2 || (tokens.before[t + 1] & COMMA) !== 0) return null;
  if (!wordMeans(words, t + 1, MEANING.levelType)) return null;
  const value = codeOf(index, words.entry[t], MEANING.ordinal);
  return { value, text: String(value), token: t };
}

function isUnitWord(words: Words, t: number): boolean {
  return wordMeans(words, t, MEANING.flatType) || wordMeans(words, t, MEANING.levelType);
}
