import { MEANING } from '../../../index/lexicon.ts';
import { codeOf, isStorey, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsPart,
  COMMA,
  endsInPostcode,
  endsPart,
  hasToken,
  isNumberLike,
  isPostcode,
  isWord,
  laterNumber,
  lengthOf,
  numberAfter,
  SLASH,
  WORD,
} from '../../text/tokens.ts';
import { beginsStamp } from './asides.ts';
import { isNumbered, type Reading, typed } from './number-parse.ts';
import { isAddressNext, NUMBERED, SPELLED } from './parts.ts';
import type { Guard } from './pattern.ts';

/** `BLOCK 14 SULTANA AVENUE`: in irrigation districts blocks are numbered as houses are. */
export function isBlock(tokens: Reading['tokens'], t: number): boolean {
  return isWord(tokens, t, 'BLOCK') || isWord(tokens, t, 'BLK');
}

/** `HALL 2618 ACT`: a postcode, then the state and at most the country. */
function isPlacePostcode({ tokens, words }: Pick<Reading, 'tokens' | 'words'>, t: number): boolean {
  if (!isPostcode(tokens, t) || t + 1 >= tokens.count || !wordMeans(words, t + 1, MEANING.state)) return false;
  return t + 2 === tokens.count || wordMeans(words, t + 2, MEANING.country);
}

/** The fewest letters of a level's name; shorter words are codes, and ambiguous. */
const NAME = 4;

/** The guards of patterns (pattern.ts). */
export const GUARDS = {
  /** What the parse has not said yet, or has. */
  noUnit: ({ parse }) => parse.unit === null,
  noLevel: ({ parse }) => parse.level === null,
  noNumber: ({ parse }) => parse.number === null,
  noLot: ({ parse }) => parse.lot === null,
  numbered: isNumbered,

  /** Where the pattern stands: at the beginning of the query or of a part; behind a number alone, or consumed words. */
  isFirst: (_, t) => t === 0,
  begins: ({ tokens }, t) => beginsPart(tokens, t),
  behindNumber: ({ plain }) => plain.length > 0,
  behindConsumed: ({ parse }, t) => t > 0 && hasToken(parse.consumed, t - 1),

  /** Behind a postcode, or a word that takes no number. */
  behindPlace: ({ tokens, words }, t) =>
    t > 0 && (tokens.kind[t - 1] === WORD ? (words.meanings[t - 1] & NUMBERED) === 0 : isPostcode(tokens, t - 1)),

  /** A date, a month, coordinates or a listing's number, up to the end. */
  beginsStamp: ({ tokens }, t) => beginsStamp(tokens, t),

  /** What follows it: a number, which no postcode is; none; an address. */
  numberFollows: ({ tokens }, _, end) => numberAfter(tokens, end),
  noNumberFollows: ({ tokens }, _, end) => !numberAfter(tokens, end),
  addressFollows: (reading, _, end) => isAddressNext(reading, end),

  /** The word is not one of these too: a type of unit, a side of a property, a block, CA. */
  notFlat: ({ words }, t) => !wordMeans(words, t, MEANING.flatType),
  notSide: ({ words }, t) => !wordMeans(words, t, MEANING.side),
  notBlock: ({ tokens }, t) => !isBlock(tokens, t),
  notCa: ({ tokens }, t) => !isWord(tokens, t, 'CA'),

  /** `ELMETT TOWER 296`: not the end of a name. */
  endsNoName: ({ tokens, parse }, t) =>
    beginsPart(tokens, t) || tokens.kind[t - 1] !== WORD || hasToken(parse.consumed, t - 1),

  /** `BOAT CLUB 203`: not the end of a name, which a postcode or the only number follows. */
  takesNumber: ({ tokens, words }, t) => {
    if (beginsPart(tokens, t) || tokens.kind[t - 1] !== WORD || lengthOf(tokens, t) < 4) return true;
    if (endsInPostcode(tokens, t + 1) || isPlacePostcode({ tokens, words }, t + 1)) return false;
    for (let i = 0; i < t; i++) if (isNumberLike(tokens, i)) return true;
    return numberAfter(tokens, t + 2);
  },

  /** `4/32 BEACH STREET, UNIT 4`: the unit again, or the level. */
  sameUnit: ({ tokens, parse, at }) => parse.unit?.number?.text === typed(tokens, at[1]).text,
  sameLevel: ({ tokens, parse, at }) => parse.level?.number?.text === typed(tokens, at[1]).text,

  /** `UNIT 2 B`: the letter is no level's, unless something joins it to the digits or a slash follows. */
  isNoLevel: ({ tokens, words, at }) => {
    const t = at[2];
    if (tokens.before[t] !== 0 || !wordMeans(words, t, MEANING.levelType)) return true;
    return t + 1 < tokens.count && (tokens.before[t + 1] & SLASH) !== 0;
  },

  /** Whether a word is a level; if also a type of unit, only with a unit known or next: not `PENTHOUSE 1, PENTHOUSE`. */
  takesLevel: ({ tokens, words, parse }, t) => {
    if (!wordMeans(words, t, MEANING.flatType) || parse.unit !== null) return true;
    if (t + 3 >= tokens.count || !wordMeans(words, t + 2, MEANING.flatType)) return false;
    if (wordMeans(words, t + 2, MEANING.levelType) || !isNumberLike(tokens, t + 3)) return false;
    return (tokens.before[t + 3] & COMMA) === 0;
  },

  /** `LEVEL 2`, `GROUND 2, 12 SMITH STREET`, not `GROUND 12 SMITH STREET` or `G 4/12`: the number is the level's. */
  countsLevel: (reading, t) => {
    const { index, tokens, words } = reading;
    const isPrefix = lengthOf(tokens, t) === 1 && t + 2 < tokens.count && (tokens.before[t + 2] & SLASH) !== 0;
    if (isPrefix) return false;
    const isCounted = isStorey(index, codeOf(index, words.entry[t], MEANING.levelType));
    return isCounted || endsPart(tokens, t + 1) || laterNumber(tokens, t + 2);
  },

  /** A level without a number: `BASEMENT, …`. A code must precede a number, mostly beside a unit: `SHOP 3, LG, 12 …`. */
  isLevelAlone: ({ tokens, words, parse }, t) => {
    if (words.longEntry[t] >= 0 || wordMeans(words, t, MEANING.streetType)) return false;
    const letters = lengthOf(tokens, t);
    if (letters >= NAME) return endsPart(tokens, t);
    if (parse.number !== null || !numberAfter(tokens, t + 1)) return false;
    if (endsPart(tokens, t)) return parse.unit !== null || (letters > 1 && t === 0);
    const unitNext = t + 2 < tokens.count && wordMeans(words, t + 1, MEANING.flatType) && isNumberLike(tokens, t + 2);
    return letters > 1 && unitNext && beginsPart(tokens, t);
  },

  /** A level rather than a unit, where the word is both. */
  isLevel: ({ words, parse }, t) => parse.unit !== null || !wordMeans(words, t, MEANING.flatType),

  /** A number in words that begins no name, as in `SHOP ONE TREE HILL ROAD`: a number, a sign or a unit follows. */
  endsSpelled: (reading, _, end) => {
    const { tokens, words } = reading;
    if (end === tokens.count) return !tokens.open;
    if ((tokens.before[end] & (SLASH | COMMA)) !== 0 || isNumberLike(tokens, end)) return true;
    if (wordMeans(words, end, MEANING.flatType) || wordMeans(words, end, MEANING.levelType)) return true;
    return SPELLED.endAt(reading, end) > end;
  },

  /** A unit is known, or stands next: a type of unit and its number, or two numbers joined by a slash. */
  unitBeside: ({ tokens, words, parse }, _, t) => {
    if (parse.unit !== null) return true;
    if (t + 1 >= tokens.count || !isNumberLike(tokens, t + 1) || (tokens.before[t] & SLASH) !== 0) return false;
    const slashed = isNumberLike(tokens, t) && (tokens.before[t + 1] & SLASH) !== 0;
    return slashed || wordMeans(words, t, MEANING.flatType);
  },

  /** `ST NO 10`, `STREET NUMBER 10`: a street's type, at the beginning of a part, says whose number follows. */
  saysStreet: ({ tokens, words }, t) =>
    t > 0 && wordMeans(words, t - 1, MEANING.streetType) && beginsPart(tokens, t - 1),

  /** `LOT 56 (#16) SMITH STREET`: not the number right after a lot, the only one, which is the street's. */
  notNumberOfLot: ({ parse, plain }, t) =>
    parse.lot === null || parse.lot.token !== t - 1 || plain.length > 0 || parse.number !== null,

  /** A second word of a name: nothing separates it from the first, and a sign or the end follows. */
  isSecondWord: ({ tokens, words }, _, end) =>
    (end === tokens.count || (tokens.before[end] & (COMMA | BRACKET)) !== 0) &&
    !wordMeans(words, end - 1, MEANING.state),
} satisfies Readonly<Record<string, Guard>>;
