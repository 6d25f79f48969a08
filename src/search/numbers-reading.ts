import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { takeAside, takeMapReference } from './asides-reading.ts';
import { openUnit, readBegunUnit } from './begun-units.ts';
import { entryOf, means, type Words, wordMeans } from './lexicon.ts';
import { assignRoles, namedByNumber } from './number-roles.ts';
import { beginsOrdinal, isNumberLike, isOrdinal } from './number-tokens.ts';
import { takePhrase } from './phrases-reading.ts';
import { isPlanToken, takePlan } from './plans-reading.ts';
import { spelledBehind, spelledFloor, spelledHouse, spelledNumber } from './spelled-numbers.ts';
import {
  joinLetter,
  joinsLetter,
  openRange,
  takeChain,
  takeRange,
  takeUnitOf,
  turnChain,
} from './street-number-reading.ts';
import { takeTelephone } from './telephones-reading.ts';
import { COMMA, HASH, HYPHEN, MIXED, SLASH, type Tokens, WORD } from './tokens.ts';
import { copy, digitsOf, emptyReading, type NumberReading, take, typed } from './typed-numbers.ts';
import { joinLevelLetter, joinUnitLetter } from './unit-letters-reading.ts';
import {
  lotAsUnit,
  numberOf,
  skipFurther,
  skipFurtherLots,
  skipStructure,
  takeMixed,
  takePointed,
  takeUnitWord,
} from './units-reading.ts';

/**
 * The ways to read the numbers of a query, the likeliest first, a handful at most: which are unit, level, street number or range, lot and
 * postcode. Words stay for the names.
 */
export function readNumbers(index: AddressIndex, tokens: Tokens, words: Words): NumberReading[] {
  const reading = emptyReading();
  const plain: number[] = [];
  const pairs = { slash: -1, hyphen: -1 };
  let letter = -1;
  for (let t = 0; t < tokens.count; ) {
    const plan = takePlan(index, tokens, words, reading, t);
    if (plan > t) {
      t = plan;
      continue;
    }
    const telephone = takeTelephone(tokens, reading, t);
    if (telephone > t) {
      t = telephone;
      continue;
    }
    if (tokens.kind[t] === WORD) {
      t = Math.max(t + 1, takeWord(index, tokens, words, reading, t));
      continue;
    }
    const isNumbered = plain.length > 0 || reading.number !== null || reading.lot !== null;
    if (takeMapReference(tokens, words, reading, t, isNumbered) > t) break;
    if (isOrdinal(tokens, t)) {
      t = takeOrdinalLevel(index, tokens, words, reading, t);
      continue;
    }
    if (plain.length > 0 && beginsOrdinal(tokens, t)) break;
    if (isLotOfPlan(index, tokens, t)) {
      reading.lot = typed(tokens, t);
      t = take(reading, t, t + 1);
      continue;
    }
    if (takePointed(tokens, reading, t)) {
      t += 2;
      continue;
    }
    if (joinsLetter(tokens, t)) letter = t;
    const end = endOfChain(tokens, t);
    if (end - t > 1) {
      takeChain(index, tokens, reading, t, end);
      takeRange(tokens, reading, end - 1);
      if (end - t === 2) pairs[(tokens.before[t + 1] & SLASH) !== 0 ? 'slash' : 'hyphen'] = t;
    } else if (!takeRange(tokens, reading, t) && !takeUnitOf(tokens, reading, t)) {
      if (!takeUnit(index, tokens, reading, t, plain.length > 0)) plain.push(t);
    }
    t = Math.max(end, reading.last === null ? 0 : reading.last.token + 1);
  }
  const readings = assignRoles(tokens, reading, plain, pairs);
  for (const each of readings)
    if (each.lot !== null && each.number !== null && each.unit === null) lotAsUnit(index, each);
  const turned = turnChain(reading);
  if (turned !== null) readings.unshift(turned);
  const lettered = joinUnitLetter(tokens, reading) ?? joinLevelLetter(tokens, reading);
  if (lettered !== null) readings.unshift(lettered);
  const house = houseNumber(index, reading) ?? lotByLetter(index, reading);
  if (house !== null) readings.unshift(house);
  for (const each of readings) {
    openRange(tokens, each);
    openUnit(tokens, each);
  }
  if (letter >= 0) {
    const joined = joinLetter(tokens, readings[0], letter);
    if (joined !== null) readings.unshift(joined);
  }
  if (!tokens.typing && reading.unit?.number && reading.number === null && reading.lot === null)
    readings.push({ ...reading, number: reading.unit.number, unit: { type: reading.unit.type, number: null } });
  const spelled = spelledHouse(index, tokens, words, readings[0]);
  if (spelled !== null) readings.push(spelled);
  const named = namedByNumber(index, tokens, words, readings[0]);
  if (named !== null) readings.push(named);
  const begun = readBegunUnit(index, tokens, words, readings[0]);
  if (begun === null) return readings;
  return reading.unit !== null || endsInType(index, tokens, words) ? [begun, ...readings] : [...readings, begun];
}

/** `7/DP12345`, `7//DP12345`: a lot before its plan. */
function isLotOfPlan(index: AddressIndex, tokens: Tokens, t: number): boolean {
  return t + 1 < tokens.count && (tokens.before[t + 1] & SLASH) !== 0 && isPlanToken(index, tokens, t + 1, false);
}

/** A word that says what a number is. Answers the token after those that were taken, else t. */
function takeWord(index: AddressIndex, tokens: Tokens, words: Words, reading: NumberReading, t: number): number {
  const phrase = takePhrase(index, tokens, words, reading, t);
  if (phrase > t) return phrase;
  const aside = takeAside(tokens, words, reading, t);
  if (aside > t) return aside;
  const entry = words.entry[t];
  if (entry < 0 || t + 1 >= tokens.count || isTypeOfStreet(index, tokens, words, t)) return t;
  const floor = spelledFloor(index, tokens, words, t);
  if (floor !== null && reading.level === null) {
    reading.level = { type: words.entry[t + 1], number: floor };
    return take(reading, t, t + 2);
  }
  const structure = skipStructure(tokens, words, reading, t);
  if (structure > t) return structure;
  const spelled = takeSpelled(index, tokens, words, reading, t);
  if (spelled > t) return spelled;
  const at = numberOf(index, tokens, words, t);
  if (isNumberLike(tokens, at) && (tokens.before[at] & (SLASH | COMMA)) === 0 && means(index, entry, MEANING.lot)) {
    reading.lot = typed(tokens, at);
    return skipFurtherLots(tokens, take(reading, t, at + 1), entry === entryOf(index, 'LOTS'));
  }
  const unit = takeUnitWord(index, tokens, words, reading, t);
  if (unit > t) return skipFurther(tokens, unit);
  const numbered = isNumberLike(tokens, t + 1) && (tokens.before[t + 1] & (SLASH | COMMA)) === 0;
  return numbered && means(index, entry, MEANING.number) ? take(reading, t, t + 1) : t;
}

/** `UNIT THREE`, `LEVEL ONE`, `LOT TWO`. */
function takeSpelled(index: AddressIndex, tokens: Tokens, words: Words, reading: NumberReading, t: number): number {
  const entry = words.entry[t];
  const isLot = wordMeans(words, t, MEANING.lot);
  const isLevel = wordMeans(words, t, MEANING.levelType);
  const isFlat = wordMeans(words, t, MEANING.flatType);
  if (!isLot && !isLevel && !isFlat) return t;
  const spelled = isLot ? spelledNumber(index, tokens, words, t + 1) : spelledBehind(index, tokens, words, t);
  if (spelled === null) return t;
  if (isLot) reading.lot ??= spelled.number;
  else if (isLevel && (reading.unit !== null || !isFlat)) reading.level ??= { type: entry, number: spelled.number };
  else reading.unit ??= { type: entry, number: spelled.number };
  return take(reading, t, spelled.end);
}

/** `HOUSE 12, SMITH STREET`: the reading with the house's number as the street's, where there is no other. */
function houseNumber(index: AddressIndex, reading: NumberReading): NumberReading | null {
  const { unit, number, lot } = reading;
  if (number !== null || lot !== null || unit === null || unit.number === null) return null;
  if (unit.type < 0 || unit.type !== entryOf(index, 'HOUSE')) return null;
  return { ...copy(reading), number: unit.number, unit: null };
}

/** `L 5 SMITH STREET`: the reading with the level's number as a lot's, where nothing else says which address of the street. */
function lotByLetter(index: AddressIndex, reading: NumberReading): NumberReading | null {
  const { level, unit, number, lot } = reading;
  if (level === null || level.number === null || unit !== null || number !== null || lot !== null) return null;
  return level.type === entryOf(index, 'L') ? { ...copy(reading), lot: level.number, level: null } : null;
}

/** A unit by its letter, `U3`; or by a sign behind the street, `12 SMITH STREET #3`. */
function takeUnit(index: AddressIndex, tokens: Tokens, reading: NumberReading, t: number, plain: boolean): boolean {
  const numbered = plain || reading.number !== null;
  if (tokens.kind[t] === MIXED && takeMixed(index, tokens, reading, t, numbered)) return true;
  if (!numbered || reading.unit !== null || (tokens.before[t] & HASH) === 0) return false;
  reading.unit = { type: -1, number: typed(tokens, t) };
  take(reading, t, t + 1);
  return true;
}

/** `1ST FLOOR`. Answers the token after those that were taken, or after the ordinal. */
function takeOrdinalLevel(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  reading: NumberReading,
  t: number,
): number {
  if (t + 1 >= tokens.count || !means(index, words.entry[t + 1], MEANING.levelType)) return t + 1;
  reading.level = { type: words.entry[t + 1], number: digitsOf(tokens, t) };
  return take(reading, t, t + 2);
}

/** The token after numbers that slashes and hyphens join. */
function endOfChain(tokens: Tokens, t: number): number {
  let end = t + 1;
  while (end < tokens.count && (tokens.before[end] & (SLASH | HYPHEN)) !== 0 && isNumberLike(tokens, end)) end++;
  return end;
}

/** A word that is a street type too is one behind a name; behind another street type it is a unit's. */
function isTypeOfStreet(index: AddressIndex, tokens: Tokens, words: Words, t: number): boolean {
  return (
    t > 0 &&
    (tokens.before[t] & COMMA) === 0 &&
    tokens.kind[t - 1] === WORD &&
    means(index, words.entry[t], MEANING.streetType) &&
    !means(index, words.entry[t - 1], MEANING.streetType)
  );
}

/** Letters of a type being typed that is more likely whole than the beginning of a street's name: `FLAT`, not `SH`. */
const WHOLE_TYPE = 4;

function endsInType(index: AddressIndex, tokens: Tokens, words: Words): boolean {
  const t = tokens.count - 1;
  if (tokens.open && tokens.end[t] - tokens.start[t] < WHOLE_TYPE) return false;
  return means(index, words.entry[t], MEANING.flatType);
}
