import { MEANING, SIDES } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { codeOf, entryOf, isEntry, isStorey, means, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsPart,
  COMMA,
  endsInPostcode,
  endsPart,
  HASH,
  HYPHEN,
  hasToken,
  isNumberLike,
  isPostcode,
  isStreetNumber,
  isUnitLetter,
  isWord,
  laterNumber,
  MIXED,
  NUMBER,
  numberAfter,
  POINT,
  SLASH,
  type Tokens,
  textOfLetters,
  WORD,
} from '../../text/tokens.ts';
import { isAddressNext } from './asides.ts';
import {
  consume,
  isNumbered,
  joined,
  type Reading,
  type TypedNumber,
  type TypedUnit,
  typed,
  unitOf,
} from './number-parse.ts';
import { unitNumberLength } from './unit-letters.ts';

/** `UNIT NO. 3`, `LEVEL NUMBER 2`: a type of unit or level, and its number after NO or NUMBER. */
export function parseUnitNo({ index, tokens, words, parse }: Reading, t: number): number {
  const entry = words.entry[t];
  const at = numberOf(tokens, words, t);
  if (at === t + 1) return t;
  if (means(index, entry, MEANING.flatType) && parse.unit === null) parse.unit = unitOf(entry, typed(tokens, at));
  else if (parse.level === null && numbersLevels(index, entry)) parse.level = unitOf(entry, typed(tokens, at));
  else return t;
  return skipFurther(tokens, consume(parse, t, at + 1));
}

/**
 * `REAR OF 12 SMITH STREET`: a side of a property before the last number, as a unit without one; after a unit it adds
 * nothing. If no number follows, only a word that is also a flat type, and not before a street type: `12 FRONT STREET`.
 */
export function parseSide({ index, tokens, words, parse }: Reading, t: number, end: number): number {
  if (numberAfter(tokens, end + 1)) return t;
  const side = SIDES[codeOf(index, words.longEntry[t] >= 0 ? words.longEntry[t] : words.entry[t], MEANING.side)];
  const letters = Buffer.from(side, 'latin1');
  const type = entryOf(index, letters, 0, letters.length);
  if (!isAddressNext(tokens, words, end)) {
    if (end >= tokens.count || wordMeans(words, end, MEANING.streetType)) return t;
    if (parse.unit !== null || !means(index, type, MEANING.flatType)) return t;
  }
  parse.unit ??= unitOf(type, null);
  return consume(parse, t, end);
}

/** `UNIT/3 12 SMITH STREET`, `U/3/12`: a slash between a type of unit and its number. */
export function parseSlashedUnit({ index, tokens, words, parse }: Reading, t: number): number {
  if (!slashesType(index, tokens, words.entry[t], t) || parse.unit !== null) return t;
  parse.unit = unitOf(words.entry[t], typed(tokens, t + 1));
  return skipFurther(tokens, consume(parse, t, t + 2));
}

/** `LEVEL 2`, `GROUND 12`: a type of level, and its number unless it is the street's. */
export function parseLevelWord(reading: Reading, t: number): number {
  const { index, tokens, words, parse } = reading;
  const entry = words.entry[t];
  if (!isNumbering(tokens, t + 1)) return t;
  const isAgain = parse.level?.number?.text === typed(tokens, t + 1).text && means(index, entry, MEANING.levelType);
  if (isAgain) return consume(parse, t, t + 2);
  if (parse.level !== null || !takesLevel(reading, t)) return t;
  const counted =
    !prefixesUnit(tokens, t) && (numbersLevels(index, entry) || endsPart(tokens, t + 1) || laterNumber(tokens, t + 2));
  parse.level = unitOf(entry, counted ? typed(tokens, t + 1) : null);
  return skipFurther(tokens, consume(parse, t, t + (counted ? 2 : 1)));
}

/** `UNIT 3`, `SHOP G`: a type of unit, and its number or letter. */
export function parseUnitWord({ index, tokens, words, parse }: Reading, t: number): number {
  const entry = words.entry[t];
  if (!means(index, entry, MEANING.flatType)) return t;
  if (parse.unit !== null) {
    // `4/32 BEACH STREET, UNIT 4`: the unit again, perhaps with its type.
    if (!isNumbering(tokens, t + 1) || parse.unit.number?.text !== typed(tokens, t + 1).text) return t;
    if (parse.unit.type < 0) parse.unit = unitOf(entry, parse.unit.number);
    return consume(parse, t, t + 2);
  }
  if (isNumbering(tokens, t + 1)) {
    if (endsName(tokens, words, t)) return t;
  } else if (tokens.end[t] - tokens.start[t] < 2 || !isUnitLetter(tokens, t + 1)) return t;
  const pointed = isPointed(tokens, t + 1);
  const end = t + 1 + (pointed ? 2 : unitNumberLength(tokens, words, t + 1));
  parse.unit = unitOf(entry, pointed ? pointedNumber(tokens, t + 1) : joined(tokens, t + 1, end));
  return skipFurther(tokens, consume(parse, t, end));
}

/** Whether a number stands at t that the word before it may belong to. */
function isNumbering(tokens: Tokens, t: number): boolean {
  return isNumberLike(tokens, t) && (tokens.before[t] & (SLASH | COMMA)) === 0;
}

/** `3.05`, `C2.03`: the fifth flat of the third floor, the third of C's second, which records call 305 and C203. */
function isPointed({ kind, before, start, end, letters, count }: Tokens, t: number): boolean {
  if (t + 1 >= count || before[t + 1] !== POINT || kind[t] === WORD || kind[t + 1] !== NUMBER) return false;
  const digits = end[t] - lettersEnd(letters, start[t], end[t]);
  return digits > 0 && digits <= 2 && end[t + 1] - start[t + 1] === 2;
}

function pointedNumber({ value, letters, start, end }: Tokens, t: number): TypedNumber {
  const prefix = String.fromCharCode(...letters.subarray(start[t], lettersEnd(letters, start[t], end[t])));
  const whole = value[t] * 100 + value[t + 1];
  return { value: whole, text: `${prefix}${whole}`, token: t + 1 };
}

/** Where the letters before a token's digits end. */
function lettersEnd(letters: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && letters[at] >= LETTER) at++;
  return at;
}

const LETTER = 0x41;

/** `3.05/12 SMITH STREET`, `3.05, 12 …`: a unit, if a street number follows. Answers the token after it, else t. */
export function parsePointed({ tokens, parse }: Reading, t: number): number {
  if (!isPointed(tokens, t) || parse.unit !== null || parse.number !== null) return t;
  if (t + 2 >= tokens.count || (tokens.before[t + 2] & HYPHEN) !== 0 || !isStreetNumber(tokens, t + 2)) return t;
  parse.unit = unitOf(-1, pointedNumber(tokens, t));
  return consume(parse, t, t + 2);
}

/**
 * `SHOPS 3-4, 12 SMITH STREET`, `UNIT 3 & 4, …`: skips further units or levels before a street number: they are left
 * over. Answers the token after them, else t.
 */
function skipFurther(tokens: Tokens, t: number): number {
  let end = t;
  while (end < tokens.count) {
    const joins = (tokens.before[end] & HYPHEN) !== 0 ? end : isJoining(tokens, end) ? end + 1 : tokens.count;
    if (joins >= tokens.count || !isNumberLike(tokens, joins)) break;
    end = joins + 1;
  }
  return endsPart(tokens, end - 1) && numberAfter(tokens, end) ? end : t;
}

/** `LOT 5`, `LOT NO. 5`, `LOTS 5-6`: the first of the lots. */
export function parseLot({ index, tokens, words, parse }: Reading, t: number): number {
  const at = numberOf(tokens, words, t);
  if (!isNumbering(tokens, at)) return t;
  parse.lot = typed(tokens, at);
  return skipFurtherLots(tokens, consume(parse, t, at + 1), isEntry(index, words.entry[t], 'LOTS'));
}

/** `LOTS 5-6 GIBBS ROAD`, `LOT 5 & 6`: skips a further lot, which is left over. Answers the token after it, else t. */
function skipFurtherLots(tokens: Tokens, t: number, several: boolean): number {
  if (t + 1 >= tokens.count) return t;
  if (several && (tokens.before[t] & HYPHEN) !== 0 && isNumberLike(tokens, t)) return t + 1;
  return (tokens.before[t] & ~BRACKET) === 0 && isJoining(tokens, t) && isNumberLike(tokens, t + 1) ? t + 2 : t;
}

function isJoining(tokens: Tokens, t: number): boolean {
  return isWord(tokens, t, 'AND') || isWord(tokens, t, 'TO');
}

/** `[SHOP] 21 KENT STREET`: skips a word in brackets of its own. Answers the token after it, else t. */
export function passNote({ tokens: { before } }: Reading, t: number): number {
  return (before[t] & BRACKET) !== 0 && (before[t + 1] & BRACKET) !== 0 ? t + 1 : t;
}

/**
 * `TOWER 2, UNIT 3`, `UNIT 3, BLOCK B`: skips a part of a site beside a unit, not the end of a name
 * (`ELMETT TOWER 296`): its words may be a building's name. `GATE 2, SMITH STREET`: what is no type of unit is skipped
 * wherever it stands, and BUILDING 2 where no other number is, as its number is no house's. Answers the token after it, else t.
 */
export function skipStructure({ tokens, words, parse }: Reading, t: number): number {
  if ((tokens.before[t + 1] & (SLASH | COMMA)) !== 0) return t;
  const endsName = !beginsPart(tokens, t) && tokens.kind[t - 1] === WORD && !hasToken(parse.consumed, t - 1);
  if (endsName) return t;
  if (isNumberLike(tokens, t + 1) && !isPostcode(tokens, t + 1) && !wordMeans(words, t, MEANING.flatType)) return t + 2;
  if (!numberAfter(tokens, t + 2)) {
    const alone = t + 2 < tokens.count && beginsPart(tokens, t) && isNumberLike(tokens, t + 1);
    return alone && tokens.kind[t + 2] === WORD && !isBlock(tokens, t) ? t + 2 : t;
  }
  const named = isNumberLike(tokens, t + 1) || tokens.end[t + 1] - tokens.start[t + 1] === 1;
  return named && (parse.unit !== null || isUnit(tokens, words, t + 2)) ? t + 2 : t;
}

/** `BLOCK 14 SULTANA AVENUE`: in irrigation districts blocks are numbered as houses are. */
export function isBlock(tokens: Tokens, t: number): boolean {
  return isWord(tokens, t, 'BLOCK') || isWord(tokens, t, 'BLK');
}

/** Whether a type of unit and its number, or two numbers joined by a slash, stand at t. */
function isUnit(tokens: Tokens, words: Words, t: number): boolean {
  if (t + 1 >= tokens.count || !isNumberLike(tokens, t + 1) || (tokens.before[t] & SLASH) !== 0) return false;
  const slashed = isNumberLike(tokens, t) && (tokens.before[t + 1] & SLASH) !== 0;
  return slashed || wordMeans(words, t, MEANING.flatType);
}

/** `UNIT/3 12 SMITH STREET`, `U/3/12`: a slash between a type and its number, if another number follows. */
function slashesType(index: AddressIndex, tokens: Tokens, entry: number, t: number): boolean {
  if (!beginsPart(tokens, t) || (tokens.before[t + 1] & SLASH) === 0 || !isNumberLike(tokens, t + 1)) return false;
  // `REAR/2-4`: a side has no number of its own.
  return means(index, entry, MEANING.flatType) && !means(index, entry, MEANING.side) && numberAfter(tokens, t + 2);
}

/** `G 4/12`: a letter before a unit's number. */
function prefixesUnit(tokens: Tokens, t: number): boolean {
  return tokens.end[t] - tokens.start[t] === 1 && t + 2 < tokens.count && (tokens.before[t + 2] & SLASH) !== 0;
}

/** The token of the number after a word and NO, `UNIT NO. 3`; else the token after the word. */
function numberOf(tokens: Tokens, words: Words, t: number): number {
  const isNo = t + 2 < tokens.count && wordMeans(words, t + 1, MEANING.number);
  return isNo && isNumberLike(tokens, t + 2) && (tokens.before[t + 1] & COMMA) === 0 ? t + 2 : t + 1;
}

/** Whether a word is a level; if also a flat type, only with a unit known or next: not `PENTHOUSE 1, PENTHOUSE`. */
function takesLevel({ tokens, words, parse }: Reading, t: number): boolean {
  if (!wordMeans(words, t, MEANING.levelType)) return false;
  if (!wordMeans(words, t, MEANING.flatType) || parse.unit !== null) return true;
  return (
    t + 3 < tokens.count &&
    wordMeans(words, t + 2, MEANING.flatType) &&
    !wordMeans(words, t + 2, MEANING.levelType) &&
    isNumberLike(tokens, t + 3) &&
    (tokens.before[t + 3] & COMMA) === 0
  );
}

/** Levels and floors are counted; a ground floor is not, and the number after it is the street's. */
function numbersLevels(index: AddressIndex, entry: number): boolean {
  return isStorey(index, codeOf(index, entry, MEANING.levelType));
}

/** `BOAT CLUB 203`: whether a flat type ends a name: the number after it is a postcode, or the only number. */
function endsName(tokens: Tokens, words: Words, t: number): boolean {
  if (beginsPart(tokens, t) || tokens.kind[t - 1] !== WORD) return false;
  if (tokens.end[t] - tokens.start[t] < 4) return false;
  if (endsInPostcode(tokens, t + 1) || isPlacePostcode(tokens, words, t + 1)) return true;
  for (let i = 0; i < t; i++) if (isNumberLike(tokens, i)) return false;
  return !numberAfter(tokens, t + 2);
}

/** `HALL 2618 ACT`: a postcode, then the state and at most the country. */
function isPlacePostcode(tokens: Tokens, words: Words, t: number): boolean {
  if (!isPostcode(tokens, t) || t + 1 >= tokens.count || !wordMeans(words, t + 1, MEANING.state)) return false;
  return t + 2 === tokens.count || wordMeans(words, t + 2, MEANING.country);
}

/** `LOT 56 (#16) SMITH STREET`: whether the number right after a lot, the only one, is the street's. */
function isNumberOfLot({ parse, plain }: Reading, t: number): boolean {
  return parse.lot !== null && parse.lot.token === t - 1 && plain.length === 0 && parse.number === null;
}

/** `12 SMITH STREET #3`: a unit marked by a sign, after the street number. */
export function parseSign(reading: Reading, t: number): number {
  const { tokens, parse } = reading;
  if (parse.unit !== null || (tokens.before[t] & HASH) === 0 || !isNumbered(reading)) return t;
  if (isNumberOfLot(reading, t)) return t;
  parse.unit = unitOf(-1, typed(tokens, t));
  return consume(parse, t, t + 1);
}

/**
 * `U3`, `L2`: a letter that is a type, and its number; `G4` stays a number with a prefix. A street number has to
 * follow, unless there is one already, `12 SMITH STREET U3`, or nothing else was typed yet; else `L2` is a lot.
 */
export function parseMixed({ index, tokens, parse, plain }: Reading, t: number): number {
  const lettered = unitOfLetter(index, tokens, t);
  if (lettered === null) return t;
  const { unit, level } = lettered;
  const next = t + 1;
  const prefixed = tokens.letters[tokens.start[t] + 1] >= 0x41;
  const numbered = plain.length > 0 || parse.number !== null || (tokens.typing && tokens.count === 1);
  const numberNext = next < tokens.count && isNumberLike(tokens, next);
  const later = laterNumber(tokens, next) || (!prefixed && (numbered || numberNext));
  if (later) {
    const role = level ? 'level' : 'unit';
    if (parse[role] !== null) return t;
    parse[role] = unit;
  } else {
    if (!level || parse.lot !== null) return t;
    parse.lot = unit.number;
  }
  return consume(parse, t, next);
}

/** A unit or level whose type is its letter. */
export type LetteredUnit = { readonly unit: TypedUnit; readonly level: boolean };

/** `U3`, `F3`, `L2`: a unit or level whose type is its letter; null for other tokens. */
export function unitOfLetter(index: AddressIndex, tokens: Tokens, t: number): LetteredUnit | null {
  const start = tokens.start[t];
  const letter = tokens.letters[start];
  const prefixed = tokens.letters[start + 1] >= 0x41;
  if (tokens.kind[t] !== MIXED || (prefixed && (letter !== 0x55 || tokens.letters[start + 2] >= 0x41))) return null;
  if (letter !== 0x55 && letter !== 0x46 && letter !== 0x4c) return null;
  const number = { value: tokens.value[t], text: textOfLetters(tokens, start + 1, tokens.end[t]), token: t };
  return { unit: unitOf(entryOf(index, tokens.letters, start, start + 1), number), level: letter === 0x4c };
}

/** `NO. 12`, `NUMBER 12`, `ST NO 10`: words that say that a number follows. */
export function parseNumberWord({ tokens, words, parse }: Reading, t: number): number {
  if (!isNumbering(tokens, t + 1)) return t;
  return consume(parse, saysStreet(tokens, words, t) ? t - 1 : t, t + 1);
}

/** `ST NO 10`, `STREET NUMBER 10`: whether a street type, at the beginning of a part, says whose number follows. */
function saysStreet(tokens: Tokens, words: Words, t: number): boolean {
  return t > 0 && wordMeans(words, t - 1, MEANING.streetType) && beginsPart(tokens, t - 1);
}
