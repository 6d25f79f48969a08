import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { isEntry, means, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  beginsOrdinal,
  COMMA,
  HASH,
  HYPHEN,
  hasToken,
  isNumberLike,
  isOrdinal,
  isPostcode,
  MIXED,
  SLASH,
  type Tokens,
  WORD,
} from '../../text/tokens.ts';
import { beginsStamp, parseAside, parseMapReference } from './asides.ts';
import {
  consume,
  copy,
  digitsOf,
  emptyParse,
  type NumberParse,
  type TypedUnit,
  typed,
  unitOf,
} from './number-parse.ts';
import { assignRoles, existsPostcode, namedByNumber } from './number-roles.ts';
import { isPlanToken, parsePhrase, parsePlan, parseTelephone } from './phrases.ts';
import {
  joinLetter,
  joinsLetter,
  openRange,
  parseChain,
  parseRange,
  parseUnitOf,
  spelledBehind,
  spelledFloor,
  spelledHouse,
  spelledNumber,
  turnChain,
} from './street-number.ts';
import { joinLevelLetter, joinUnitLetter, openUnit, parsePartialUnit } from './unit-letters.ts';
import {
  lotAsUnit,
  numberOf,
  parseMixed,
  parsePointed,
  parseUnitWord,
  skipFurther,
  skipFurtherLots,
  skipStructure,
} from './units.ts';

/**
 * The ways to read the numbers of a query, the likeliest first, a handful at most: which are unit, level, street number or range, lot and
 * postcode. Words stay for the names.
 */
export function parseNumbers(index: AddressIndex, tokens: Tokens, words: Words): NumberParse[] {
  const parse = emptyParse();
  const plain: number[] = [];
  const pairs = { slash: -1, hyphen: -1 };
  let letter = -1;
  for (let t = 0; t < tokens.count; ) {
    if (saysNothing(tokens, words, parse, t)) {
      t++;
      continue;
    }
    const plan = parsePlan(index, tokens, words, parse, t);
    if (plan > t) {
      t = plan;
      continue;
    }
    const telephone = parseTelephone(tokens, parse, t);
    if (telephone > t) {
      t = telephone;
      continue;
    }
    if (tokens.kind[t] === WORD) {
      t = Math.max(t + 1, parseWord(index, tokens, words, parse, t));
      continue;
    }
    const isNumbered = plain.length > 0 || parse.number !== null || parse.lot !== null;
    if (parseMapReference(tokens, words, parse, t, isNumbered) > t) break;
    if (isNumbered && beginsStamp(tokens, t)) {
      consume(parse, t, tokens.count);
      break;
    }
    if (isOrdinal(tokens, t)) {
      t = parseOrdinalLevel(tokens, words, parse, t);
      continue;
    }
    if (plain.length > 0 && beginsOrdinal(tokens, t)) break;
    if (isLotOfPlan(index, tokens, t)) {
      parse.lot = typed(tokens, t);
      t = consume(parse, t, t + 1);
      continue;
    }
    if (parsePointed(tokens, parse, t)) {
      t += 2;
      continue;
    }
    if (joinsLetter(tokens, t)) letter = t;
    const end = endOfChain(index, tokens, parse, t);
    if (end - t > 1) {
      parseChain(index, tokens, parse, t, end);
      parseRange(tokens, parse, end - 1);
      if (end - t === 2) pairs[(tokens.before[t + 1] & SLASH) !== 0 ? 'slash' : 'hyphen'] = t;
    } else if (!parseRange(tokens, parse, t) && !parseUnitOf(tokens, parse, t)) {
      if (!parseUnit(index, tokens, parse, t, plain.length > 0)) plain.push(t);
    }
    t = Math.max(end, parse.last === null ? 0 : parse.last.token + 1);
  }
  const parses = assignRoles({ index, tokens, words, parse }, plain, pairs);
  if (parse.postal) for (const each of parses) each.streetBeside = hasStreetBeside(tokens, words, each);
  for (const each of parses)
    if (each.lot !== null && each.number !== null && each.unit === null) lotAsUnit(index, each);
  const turned = turnChain(parse);
  if (turned !== null) parses.unshift(turned);
  const lettered = joinUnitLetter(tokens, parse) ?? joinLevelLetter(tokens, parse);
  if (lettered !== null) parses.unshift(lettered);
  const house = houseNumber(index, parse) ?? lotByLetter(index, parse);
  if (house !== null) parses.unshift(house);
  for (const each of parses) {
    openRange(tokens, each);
    openUnit(tokens, each);
  }
  if (letter >= 0) {
    const joined = joinLetter(tokens, parses[0], letter);
    if (joined !== null) parses.unshift(joined);
  }
  if (!tokens.typing && parse.unit?.number && parse.number === null && parse.lot === null)
    parses.push(unitAsNumber(parse, parse.unit));
  const spelled = spelledHouse(index, tokens, words, parses[0]);
  if (spelled !== null) parses.push(spelled);
  const named = namedByNumber(tokens, words, parses[0]);
  if (named !== null) parses.push(named);
  const partial = parsePartialUnit(index, tokens, words, parses[0]);
  if (partial === null) return parses;
  return parse.unit !== null || endsInType(tokens, words) ? [partial, ...parses] : [...parses, partial];
}

/** Meanings of words that say what a number is, or that neither name nor number stands there. */
const SAYS = [
  MEANING.flatType,
  MEANING.levelType,
  MEANING.postal,
  MEANING.lot,
  MEANING.corner,
  MEANING.number,
  MEANING.rural,
  MEANING.ordinal,
  MEANING.within,
  MEANING.heading,
  MEANING.addressee,
  MEANING.company,
  MEANING.plan,
  MEANING.telephone,
  MEANING.postcode,
  MEANING.structure,
  MEANING.access,
  MEANING.bracketed,
].reduce((all, meaning) => all | (1 << meaning), 0);

/** Whether a token is a word of a name, as most are: it says nothing of numbers. A letter may stand before a telephone. */
function saysNothing(tokens: Tokens, words: Words, parse: NumberParse, t: number): boolean {
  if (tokens.kind[t] !== WORD || tokens.end[t] - tokens.start[t] === 1) return false;
  return parse.lot === null && ((words.meanings[t] | words.longMeanings[t]) & SAYS) === 0;
}

/** Whether a type of street stands behind the street's number, mostly with a name between: `3 LINCOLN DRIVE`, `3 ESPLANADE`. */
function hasStreetBeside({ count }: Tokens, words: Words, { number, last, lot }: NumberParse): boolean {
  const which = last ?? number ?? lot;
  if (which === null) return false;
  for (let t = which.token + 1; t < count; t++) if (wordMeans(words, t, MEANING.streetType)) return true;
  return false;
}

/** The parse with the unit's number as the street's. */
function unitAsNumber(parse: NumberParse, unit: TypedUnit): NumberParse {
  const numbered = copy(parse);
  numbered.number = unit.number;
  numbered.unit = unitOf(unit.type, null);
  return numbered;
}

/** `7/DP12345`, `7//DP12345`: a lot before its plan. */
function isLotOfPlan(index: AddressIndex, tokens: Tokens, t: number): boolean {
  return t + 1 < tokens.count && (tokens.before[t + 1] & SLASH) !== 0 && isPlanToken(index, tokens, t + 1, false);
}

/** A word that says what a number is. Answers the token after those that were consumed, else t. */
function parseWord(index: AddressIndex, tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  const phrase = parsePhrase(tokens, words, parse, t);
  if (phrase > t) return phrase;
  const aside = parseAside(tokens, words, parse, t);
  if (aside > t) return aside;
  const entry = words.entry[t];
  if (entry < 0 || t + 1 >= tokens.count || isTypeOfStreet(tokens, words, t)) return t;
  const floor = spelledFloor(index, tokens, words, t);
  if (floor !== null && parse.level === null) {
    parse.level = unitOf(words.entry[t + 1], floor);
    return consume(parse, t, t + 2);
  }
  const structure = skipStructure(tokens, words, parse, t);
  if (structure > t) return structure;
  const spelled = parseSpelled(index, tokens, words, parse, t);
  if (spelled > t) return spelled;
  const at = numberOf(tokens, words, t);
  if (isNumberLike(tokens, at) && (tokens.before[at] & (SLASH | COMMA)) === 0 && means(index, entry, MEANING.lot)) {
    parse.lot = typed(tokens, at);
    return skipFurtherLots(tokens, consume(parse, t, at + 1), isEntry(index, entry, 'LOTS'));
  }
  const unit = parseUnitWord(index, tokens, words, parse, t);
  if (unit > t) return skipFurther(tokens, unit);
  const numbered = isNumberLike(tokens, t + 1) && (tokens.before[t + 1] & (SLASH | COMMA)) === 0;
  if (!numbered || !means(index, entry, MEANING.number)) return t;
  return consume(parse, saysStreet(tokens, words, t) ? t - 1 : t, t + 1);
}

/** `ST NO 10`, `STREET NUMBER 10`: whether a type of street at the beginning says whose number follows. */
function saysStreet(tokens: Tokens, words: Words, t: number): boolean {
  return t > 0 && wordMeans(words, t - 1, MEANING.streetType) && (t === 1 || (tokens.before[t - 1] & COMMA) !== 0);
}

/** `UNIT THREE`, `LEVEL ONE`, `LOT TWO`. */
function parseSpelled(index: AddressIndex, tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  const entry = words.entry[t];
  const isLot = wordMeans(words, t, MEANING.lot);
  const isLevel = wordMeans(words, t, MEANING.levelType);
  const isFlat = wordMeans(words, t, MEANING.flatType);
  if (!isLot && !isLevel && !isFlat) return t;
  const spelled = isLot ? spelledNumber(index, tokens, words, t + 1) : spelledBehind(index, tokens, words, t);
  if (spelled === null) return t;
  if (isLot) parse.lot ??= spelled.number;
  else if (isLevel && (parse.unit !== null || !isFlat)) parse.level ??= unitOf(entry, spelled.number);
  else parse.unit ??= unitOf(entry, spelled.number);
  return consume(parse, t, spelled.end);
}

/** `HOUSE 12, SMITH STREET`: the parse with the house's number as the street's, where there is no other. */
function houseNumber(index: AddressIndex, parse: NumberParse): NumberParse | null {
  const { unit, number, lot } = parse;
  if (number !== null || lot !== null || unit === null || unit.number === null) return null;
  if (!isEntry(index, unit.type, 'HOUSE')) return null;
  const house = copy(parse);
  house.number = unit.number;
  house.unit = null;
  return house;
}

/** `L 5 SMITH STREET`: the parse with the level's number as a lot's, where nothing else says which address of the street. */
function lotByLetter(index: AddressIndex, parse: NumberParse): NumberParse | null {
  const { level, unit, number, lot } = parse;
  if (level === null || level.number === null || unit !== null || number !== null || lot !== null) return null;
  if (!isEntry(index, level.type, 'L')) return null;
  const ofLot = copy(parse);
  ofLot.lot = level.number;
  ofLot.level = null;
  return ofLot;
}

/** A unit by its letter, `U3`; or by a sign behind the street, `12 SMITH STREET #3`. */
function parseUnit(index: AddressIndex, tokens: Tokens, parse: NumberParse, t: number, plain: boolean): boolean {
  const numbered = plain || parse.number !== null;
  if (tokens.kind[t] === MIXED && parseMixed(index, tokens, parse, t, numbered)) return true;
  if (!numbered || parse.unit !== null || (tokens.before[t] & HASH) === 0) return false;
  parse.unit = unitOf(-1, typed(tokens, t));
  consume(parse, t, t + 1);
  return true;
}

/** `1ST FLOOR`. Answers the token after those that were consumed, or after the ordinal. */
function parseOrdinalLevel(tokens: Tokens, words: Words, parse: NumberParse, t: number): number {
  if (t + 1 >= tokens.count || !wordMeans(words, t + 1, MEANING.levelType)) return t + 1;
  parse.level = unitOf(words.entry[t + 1], digitsOf(tokens, t));
  return consume(parse, t, t + 2);
}

/** The token after numbers that slashes and hyphens join. */
function endOfChain(index: AddressIndex, tokens: Tokens, parse: NumberParse, t: number): number {
  let end = t + 1;
  if (endsPlaceFirst(index, tokens, parse, t)) return end;
  while (end < tokens.count && (tokens.before[end] & (SLASH | HYPHEN)) !== 0 && isNumberLike(tokens, end)) {
    if (beginsStamp(tokens, end)) break;
    end++;
  }
  return end;
}

/** `HAMILTON 3300 - 29 BYRON STREET`: whether a place ends in a postcode, and a hyphen leads to a street number, which is no end of a range with it. */
function endsPlaceFirst(index: AddressIndex, tokens: Tokens, { consumed }: NumberParse, t: number): boolean {
  const next = t + 1;
  if (t === 0 || tokens.kind[t - 1] !== WORD || hasToken(consumed, t - 1) || !isPostcode(tokens, t)) return false;
  if (next >= tokens.count || (tokens.before[next] & HYPHEN) === 0 || tokens.value[next] >= tokens.value[t])
    return false;
  return existsPostcode(index, tokens.value[t]);
}

/** A word that is a street type too is one behind a name; behind another street type it is a unit's. */
function isTypeOfStreet(tokens: Tokens, words: Words, t: number): boolean {
  return (
    t > 0 &&
    (tokens.before[t] & COMMA) === 0 &&
    tokens.kind[t - 1] === WORD &&
    wordMeans(words, t, MEANING.streetType) &&
    !wordMeans(words, t - 1, MEANING.streetType)
  );
}

/** Letters of a type being typed that is more likely whole than the beginning of a street's name: `FLAT`, not `SH`. */
const WHOLE_TYPE = 4;

function endsInType(tokens: Tokens, words: Words): boolean {
  const t = tokens.count - 1;
  if (tokens.open && tokens.end[t] - tokens.start[t] < WHOLE_TYPE) return false;
  return wordMeans(words, t, MEANING.flatType);
}
