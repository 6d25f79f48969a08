import type { AddressIndex } from '../../../index/open.ts';
import { RANGE_WORDS } from '../../../vocabulary/query-words.ts';
import { wordsIn } from '../../../vocabulary/words.ts';
import { entryOf } from '../../text/lexicon.ts';
import {
  HYPHEN,
  hasToken,
  isNumberLike,
  isPostcode,
  laterNumber,
  MIXED,
  NUMBER,
  SLASH,
  type Tokens,
  textOfLetters,
  tokenText,
  WORD,
} from '../../text/tokens.ts';
import { beginsStamp, isDate } from './asides.ts';
import { consume, isNumbered, type NumberParse, type Reading, type TypedUnit, typed, unitOf } from './number-parse.ts';
import { existsPostcode } from './number-roles.ts';
import { isLettered } from './parts.ts';
import type { Say } from './pattern.ts';

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

/** A unit or level whose type is its letter. */
type LetteredUnit = { readonly unit: TypedUnit; readonly level: boolean };

/** `U3`, `F3`, `L2`: a unit or level whose type is its letter; null for other tokens. */
function unitOfLetter(index: AddressIndex, tokens: Tokens, t: number): LetteredUnit | null {
  const start = tokens.start[t];
  const letter = tokens.letters[start];
  const prefixed = tokens.letters[start + 1] >= 0x41;
  if (tokens.kind[t] !== MIXED || (prefixed && (letter !== 0x55 || tokens.letters[start + 2] >= 0x41))) return null;
  if (letter !== 0x55 && letter !== 0x46 && letter !== 0x4c) return null;
  const number = { value: tokens.value[t], text: textOfLetters(tokens, start + 1, tokens.end[t]), token: t };
  return { unit: unitOf(entryOf(index, tokens.letters, start, start + 1), number), level: letter === 0x4c };
}

const TO = new Set(wordsIn(RANGE_WORDS));

/**
 * `12 TO 14 SMITH STREET`, `12 & 14`, `512 & 512A`, `3/12 TO 14`: a range from the number at t, the only street number
 * so far, if the second is higher or has a suffix. Returns the token after it, else t.
 */
const parseRange: Say = ({ tokens, parse }, t) => {
  const { kind, value, count } = tokens;
  if (parse.last !== null || (parse.number !== null && parse.number.token !== t)) return t;
  if (t + 3 >= count || kind[t] !== NUMBER || kind[t + 1] !== WORD || kind[t + 2] === WORD || kind[t + 3] !== WORD)
    return t;
  const least = kind[t + 2] === NUMBER ? value[t] + 1 : value[t];
  if (isLettered(tokens, t + 2) || value[t + 2] < least || !TO.has(tokenText(tokens, t + 1, t + 2))) return t;
  parse.number = typed(tokens, t);
  parse.last = typed(tokens, t + 2);
  return consume(parse, t, t + 3);
};

/** Numbers joined by signs, words or letters (pattern.ts). */
export const CHAINS = {
  range: parseRange,

  /** `3/12`, `12-14`, `3/12 TO 14`: numbers joined by slashes and hyphens. Answers the token after them, else t. */
  joined: (reading, t) => {
    const { index, tokens, parse } = reading;
    const end = endOfChain(index, tokens, parse, t);
    if (end - t === 1) return t;
    if (end - t === 3 && !isNumbered(reading) && isDate(tokens, t)) parse.dated = true;
    parseChain(reading, t, end);
    if (end - t === 2 && (tokens.before[t + 1] & SLASH) === 0) reading.hyphen = t;
    return Math.max(end, parseRange(reading, end - 1, end));
  },

  /**
   * `U3`, `L2`: a letter that is a type, and its number; `G4` stays a number with a prefix. A street number has to
   * follow, unless there is one already, `12 SMITH STREET U3`, or nothing else was typed yet; else `L2` is a lot.
   */
  letter: ({ index, tokens, parse, plain }, t) => {
    const lettered = unitOfLetter(index, tokens, t);
    if (lettered === null) return t;
    const { unit, level } = lettered;
    const next = t + 1;
    const prefixed = tokens.letters[tokens.start[t] + 1] >= 0x41;
    const numbered = plain.length > 0 || parse.number !== null || tokens.openEnd === 1;
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
  },
} satisfies Readonly<Record<string, Say>>;
