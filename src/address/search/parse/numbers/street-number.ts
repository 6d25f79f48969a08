import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { RANGE_WORDS } from '../../../vocabulary/query-words.ts';
import { wordsIn } from '../../../vocabulary/words.ts';
import { entryOf, isEntry, means, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  HYPHEN,
  hasToken,
  isNumberLike,
  isPostcode,
  NUMBER,
  SLASH,
  type Tokens,
  textOfLetters,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { beginsStamp, isDate } from './asides.ts';
import { changed, consume, isNumbered, joined, type NumberParse, type Reading, typed, unitOf } from './number-parse.ts';
import { existsPostcode } from './number-roles.ts';
import { isBlock, type LetteredUnit, unitOfLetter } from './units.ts';

/** `3/12`, `12-14`, `3/12 TO 14`: numbers joined by slashes and hyphens. Answers the token after them, else t. */
export function parseJoined(reading: Reading, t: number): number {
  const { index, tokens, parse } = reading;
  const end = endOfChain(index, tokens, parse, t);
  if (end - t === 1) return t;
  if (end - t === 3 && !isNumbered(reading) && isDate(tokens, t)) parse.dated = true;
  parseChain(reading, t, end);
  if (end - t === 2 && (tokens.before[t + 1] & SLASH) === 0) reading.hyphen = t;
  return Math.max(end, parseRange(reading, end - 1));
}

/** The token after numbers joined by slashes and hyphens. */
function endOfChain(index: AddressIndex, tokens: Tokens, parse: NumberParse, t: number): number {
  let end = t + 1;
  if (endsPlaceFirst(index, tokens, parse, t)) return end;
  while (end < tokens.count && (tokens.before[end] & (SLASH | HYPHEN)) !== 0 && isNumberLike(tokens, end)) {
    if (beginsStamp(tokens, end)) break;
    end++;
  }
  return end;
}

/** `HAMILTON 3300 - 29 BYRON STREET`: whether t is a postcode that ends a place, rather than the first of a range. */
function endsPlaceFirst(index: AddressIndex, tokens: Tokens, { consumed }: NumberParse, t: number): boolean {
  const next = t + 1;
  if (t === 0 || tokens.kind[t - 1] !== WORD || hasToken(consumed, t - 1) || !isPostcode(tokens, t)) return false;
  if (next >= tokens.count || (tokens.before[next] & HYPHEN) === 0) return false;
  // A higher second number may end a range: a street's name has to follow it.
  const isName = next + 1 < tokens.count && tokens.before[next + 1] === 0 && tokens.kind[next + 1] === WORD;
  return (isName || tokens.value[next] < tokens.value[t]) && existsPostcode(index, tokens.value[t]);
}

/** Numbers joined by slashes and hyphens: `3/12`, `12-14`, `3/12-14`, `3-12-14`, `2/3/12`, `U3-12`. */
function parseChain({ index, tokens, parse }: Reading, from: number, end: number): void {
  let part = end - 1;
  while (part > from && (tokens.before[part] & HYPHEN) !== 0) part--;
  if (part === from && (end - part === 3 || isLettered(tokens, part))) part++;
  parse.number = typed(tokens, part);
  parse.last = part + 1 < end ? typed(tokens, end - 1) : null;
  consume(parse, from, end);
  if (part === from) return;
  let unitFrom = part - 1;
  while (unitFrom > from && (tokens.before[unitFrom] & HYPHEN) !== 0) unitFrom--;
  const second = unitAt(index, tokens, unitFrom, part);
  const first = unitFrom > from ? unitAt(index, tokens, from, from + 1) : null;
  const isLevelSecond = second.level || (first !== null && !first.level && first.unit.type >= 0);
  if (parse.unit === null) {
    if (isLevelSecond && parse.level === null) {
      parse.level = second.unit;
      parse.unit = first?.unit ?? null;
    } else parse.unit = second.unit;
  }
  if (first !== null) parse.level ??= first.unit;
}

/** The unit or level in the tokens before a slash: `3`, `U3`, `L2`, `3-4`. */
function unitAt(index: AddressIndex, tokens: Tokens, from: number, end: number): LetteredUnit {
  const lettered = unitOfLetter(index, tokens, from);
  if (lettered !== null) return lettered;
  const number = typed(tokens, from);
  const text = end - from > 1 ? `${number.text}-${typed(tokens, end - 1).text}` : number.text;
  return { unit: unitOf(-1, { value: number.value, text, token: number.token }), level: false };
}

/** `U3`, `G12`: whether a letter precedes the digits, as in a unit but not in the first number of a range. */
function isLettered(tokens: Tokens, t: number): boolean {
  return tokens.letters[tokens.start[t]] >= 0x41;
}

const TO = new Set(wordsIn(RANGE_WORDS));

/**
 * `12 TO 14 SMITH STREET`, `12 & 14`, `512 & 512A`, `3/12 TO 14`: a range from the number at t, the only street number
 * so far, if the second is higher or has a suffix. Answers the token after it, else t.
 */
export function parseRange({ tokens, parse }: Reading, t: number): number {
  const { kind, value } = tokens;
  if (parse.last !== null || (parse.number !== null && parse.number.token !== t)) return t;
  if (!joinsNumbers(tokens, t) || kind[t + 3] !== WORD) return t;
  if (kind[t] !== NUMBER || isLettered(tokens, t + 2)) return t;
  const least = kind[t + 2] === NUMBER ? value[t] + 1 : value[t];
  if (value[t + 2] < least || !TO.has(textOfLetters(tokens, tokens.start[t + 1], tokens.end[t + 1]))) return t;
  parse.number = typed(tokens, t);
  parse.last = typed(tokens, t + 2);
  return consume(parse, t, t + 3);
}

/** `3 OF 12 SMITH STREET`: a unit. Answers the token after OF, else t. */
export function parseUnitOf({ tokens, parse }: Reading, t: number): number {
  if (parse.number !== null || parse.unit !== null || !joinsNumbers(tokens, t)) return t;
  if (textOfLetters(tokens, tokens.start[t + 1], tokens.end[t + 1]) !== 'OF') return t;
  parse.unit = unitOf(-1, typed(tokens, t));
  return consume(parse, t, t + 2);
}

/** Whether a word stands between the number at t and another, and something follows. */
function joinsNumbers({ count, kind }: Tokens, t: number): boolean {
  return t + 3 < count && kind[t + 1] === WORD && kind[t + 2] !== WORD;
}

/** The flat type LOT. */
const LOT = Buffer.from('LOT');

/** `LOT 5, 12 SMITH STREET`: a lot beside a street number becomes an optional flat of type LOT, or none with a plan. */
export function readLotAsUnit({ index }: Reading, parses: readonly NumberParse[]): boolean {
  let isRead = false;
  for (const parse of parses) {
    if (parse.lot === null || parse.number === null || parse.unit !== null) continue;
    if (!parse.planned) parse.unit = unitOf(entryOf(index, LOT, 0, LOT.length), parse.lot, true);
    parse.lot = null;
    isRead = true;
  }
  return isRead;
}

/** `PO BOX 60, 3 LINCOLN DRIVE`: marks parses that have a street number or lot, and a street type after it. */
export function readStreetBeside(
  { tokens, words, parse: { postal } }: Reading,
  parses: readonly NumberParse[],
): boolean {
  if (!postal) return false;
  for (const parse of parses) {
    const which = parse.last ?? parse.number ?? parse.lot;
    if (which === null) continue;
    for (let t = which.token + 1; t < tokens.count; t++)
      if (wordMeans(words, t, MEANING.streetType)) parse.streetBeside = true;
  }
  return true;
}

/** `2/3/12` with the unit before the level, if both are bare numbers. */
export function addTurned({ parse }: Reading, parses: NumberParse[]): boolean {
  const { unit, level } = parse;
  if (unit?.type !== -1 || level?.type !== -1 || unit.number === null || level.number === null) return false;
  parses.unshift(changed(parse, { unit: level, level: unit, exactOnly: true }));
  return true;
}

/** `HOUSE 12, SMITH STREET`, `LOT 5 (HOUSE 12) …`: the house's number as the street number, if there is no other. */
export function addHouse({ index, parse }: Reading, parses: NumberParse[]): boolean {
  const { unit, number, lot } = parse;
  if (number !== null || !unit?.number || !isEntry(index, unit.type, 'HOUSE')) return false;
  const house = changed(parse, { number: unit.number, unit: null, lot: null });
  if (lot === null) parses.unshift(house);
  else parses.push(house);
  return true;
}

/** `L 5 SMITH STREET`: the level's number as the lot, if there is no unit, street number or lot. */
export function addLotByLetter({ index, parse }: Reading, parses: NumberParse[]): boolean {
  const { level, unit, number, lot } = parse;
  if (level === null || level.number === null || unit !== null || number !== null || lot !== null) return false;
  if (!isEntry(index, level.type, 'L')) return false;
  parses.unshift(changed(parse, { lot: level.number, level: null }));
  return true;
}

/** `12 A SMITH STREET`, `12-A`, `12/A`: the letter after the street number as its suffix. */
export function addLetterOfNumber({ tokens }: Reading, parses: NumberParse[]): boolean {
  const [parse] = parses;
  const t = parse.number?.token ?? -1;
  if (t < 0 || parse.last !== null || !joinsLetter(tokens, t)) return false;
  const { value, text } = joined(tokens, t, t + 2);
  const number = { value, text, token: t };
  parses.unshift(changed(parse, { number, exactOnly: true, consumed: parse.consumed | tokenRange(t, t + 2) }));
  return true;
}

function joinsLetter(tokens: Tokens, t: number): boolean {
  return (
    tokens.kind[t] === NUMBER &&
    t + 2 < tokens.count &&
    tokens.kind[t + 1] === WORD &&
    tokens.end[t + 1] - tokens.start[t + 1] === 1 &&
    (tokens.before[t + 1] & ~(SLASH | HYPHEN | BRACKET)) === 0
  );
}

/** `UNIT 12 SMITH STREET`: the unit's number as the street number, if a whole address has no other. */
export function addUnitAsNumber({ index, tokens, parse }: Reading, parses: NumberParse[]): boolean {
  const { unit, number, lot } = parse;
  // The number of a building or a ward is no house's.
  if (unit?.number != null && means(index, unit.type, MEANING.structure) && !isBlock(tokens, unit.number.token - 1))
    return false;
  if (tokens.typing || unit === null || unit.number === null || number !== null || lot !== null) return false;
  parses.push(changed(parse, { number: unit.number, unit: unitOf(unit.type, null) }));
  return true;
}
