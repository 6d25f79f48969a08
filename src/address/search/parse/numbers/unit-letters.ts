import { MEANING, type Meaning } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { MOST_UNIT_LETTERS } from '../../query/limits.ts';
import { codesBeginning, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  BRACKET,
  beginsPart,
  COMMA,
  HYPHEN,
  hasToken,
  isStreetNumber,
  isUnitLetter,
  NUMBER,
  SLASH,
  type Tokens,
  textOfLetters,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { changed, joined, type NumberParse, type Reading, unitOf, unitOfTypes } from './number-parse.ts';

/**
 * The length, in tokens, of a unit's number at t: two if a letter belongs to its digits. `12 B, 3 SMITH STREET`,
 * `12-B`: a number or comma follows, and the letter is no level's. `G 17, 3 SMITH STREET`, `G-17`: the street number
 * follows.
 */
export function unitNumberLength(tokens: Tokens, words: Words, t: number): number {
  const { count, before, kind } = tokens;
  if (t + 1 >= count || (before[t + 1] & ~(BRACKET | HYPHEN)) !== 0) return 1;
  if (kind[t] === NUMBER && isUnitLetter(tokens, t + 1)) {
    const slashed = t + 2 < count && (before[t + 2] & SLASH) !== 0;
    const isLevel = before[t + 1] === 0 && !slashed && wordMeans(words, t + 1, MEANING.levelType);
    return isLevel ? 1 : 2;
  }
  if (kind[t] !== WORD || kind[t + 1] !== NUMBER || t + 2 >= count) return 1;
  return (before[t + 2] & (COMMA | SLASH)) !== 0 && isStreetNumber(tokens, t + 2) ? 2 : 1;
}

/** `G 4/12`, `G-4/12`: the letter before a unit's number as part of it. */
export function addLetterOfUnit({ tokens, parse }: Reading, parses: NumberParse[]): boolean {
  const { unit } = parse;
  if (unit === null || unit.type >= 0 || unit.number === null || unit.number.token === 0) return false;
  const t = unit.number.token - 1;
  if (!isLetter(tokens, t) || (tokens.before[t + 1] & COMMA) !== 0) return false;
  parses.unshift(
    changed(parse, {
      unit: unitOf(-1, joined(tokens, t, t + 2)),
      level: hasToken(parse.consumed, t) ? null : parse.level,
      exactOnly: true,
      consumed: parse.consumed | tokenRange(t, t + 1),
    }),
  );
  return true;
}

/**
 * `UNIT 2 B, 45 SMITH STREET`: the letter of a level as part of the unit's number; a record of that is meant before one of
 * unit 2 that leaves the level out.
 */
export function addLetterOfLevel({ tokens, parse }: Reading, parses: NumberParse[]): boolean {
  const { unit, level } = parse;
  if (unit === null || unit.number === null || level === null || level.number !== null) return false;
  const t = unit.number.token;
  if (tokens.kind[t] !== NUMBER || t + 1 >= tokens.count || tokens.before[t + 1] !== 0) return false;
  if (!isLetter(tokens, t + 1) || !hasToken(parse.consumed, t + 1)) return false;
  parses.unshift(changed(parse, { unit: unitOf(unit.type, joined(tokens, t, t + 2)), level: null, exactOnly: true }));
  if (!tokens.typing) parse.exactOnly = true;
  return true;
}

function isLetter({ kind, start, end }: Tokens, t: number): boolean {
  return kind[t] === WORD && end[t] - start[t] === 1;
}

/** `18-`, `18-2`, `1104/`, `UNIT 3`: marks numbers that are being typed; one before a slash becomes the unit's. */
export function openNumbers({ tokens }: Reading, parses: readonly NumberParse[]): boolean {
  if (!tokens.typing) return false;
  for (const parse of parses) {
    openRange(tokens, parse);
    openUnit(tokens, parse);
  }
  return true;
}

/** Marks a range that is being typed: `18-`, and `18-2` on the way to `18-22`. */
function openRange(tokens: Tokens, parse: NumberParse): void {
  const { number, last } = parse;
  const end = tokens.count - 1;
  if (number === null) return;
  parse.rangeOpen =
    last === null ? number.token === end && (tokens.after & HYPHEN) !== 0 : last.token === end && tokens.open;
}

function openUnit(tokens: Tokens, parse: NumberParse): void {
  const { number, unit } = parse;
  if (number?.token === tokens.count - 1 && (tokens.after & SLASH) !== 0 && parse.last === null && unit === null) {
    parse.unit = unitOf(-1, number);
    parse.number = null;
  }
  if (!tokens.open) return;
  const last = tokens.count - 1;
  if (parse.unit?.number?.token === last)
    parse.unit = unitOf(parse.unit.type, parse.unit.number, parse.unit.optional, true);
  if (parse.level?.number?.token === last)
    parse.level = unitOf(parse.level.type, parse.level.number, parse.level.optional, true);
}

/**
 * `UN`, `UNIT 3, LEV`: the last words as a type of unit or level; the last parse if they more likely begin a name. Behind
 * a street, `12 SMITH STREET, UN`, they ask for nothing yet.
 */
export function addPartialUnit({ index, tokens, words, parse }: Reading, parses: NumberParse[]): boolean {
  const [first] = parses;
  const partial = first.number === null ? parsePartialUnit(index, tokens, words, first) : null;
  if (partial === null) return addBegunUnit(index, tokens, parses);
  if (parse.unit !== null || endsInType(tokens, words)) parses.unshift(partial);
  else parses.push(partial);
  return true;
}

/** Adds the parse of a unit whose type is begun behind a comma and the street. */
function addBegunUnit(index: AddressIndex, tokens: Tokens, parses: NumberParse[]): boolean {
  const [parse] = parses;
  const t = tokens.count - 1;
  if (!tokens.typing || parse.number === null || parse.unit !== null || parse.number.token >= t - 1) return false;
  if (!isFree(tokens, parse, t) || (tokens.before[t] & COMMA) === 0 || tokens.end[t] - tokens.start[t] < 2)
    return false;
  if (codesBeginning(index, { tokens, from: t, end: t + 1 }, MEANING.flatType).size === 0) return false;
  parses.push(changed(parse, { consumed: parse.consumed | tokenRange(t, t + 1) }));
  return true;
}

/** A type of so many letters, being typed, is more likely whole than a street's prefix: `FLAT`, not `SH`. */
const WHOLE_TYPE = 4;

function endsInType(tokens: Tokens, words: Words): boolean {
  const t = tokens.count - 1;
  if (tokens.open && tokens.end[t] - tokens.start[t] < WHOLE_TYPE) return false;
  return wordMeans(words, t, MEANING.flatType);
}

/**
 * The parse of a query being typed whose last words are the type of a unit or level, or a prefix of it, with its number
 * yet to come: `UN`, `STRATA UN`, `UNIT 3, LEV`; or the letters of a unit: `SHOP G`. Null if they cannot be.
 */
function parsePartialUnit(index: AddressIndex, tokens: Tokens, words: Words, parse: NumberParse): NumberParse | null {
  const t = tokens.count - 1;
  if (!tokens.typing || t < 0 || parse.number !== null || parse.lot !== null || !isFree(tokens, parse, t)) return null;
  const longer = longerLevel(index, tokens, parse);
  if (longer !== null) return longer;
  const follows = t > 0 && isFree(tokens, parse, t - 1) && (tokens.before[t] & COMMA) === 0;
  const from = follows && mayBegin(tokens, parse, t - 1) ? t - 1 : t;
  if (!mayBegin(tokens, parse, from)) return null;
  const partial = changed(parse, { typePartial: true, consumed: parse.consumed | tokenRange(from, t + 1) });
  const codes = (meaning: Meaning) => codesBeginning(index, { tokens, from, end: t + 1 }, meaning);
  const flats = codes(MEANING.flatType);
  if (parse.unit === null && flats.size > 0) {
    partial.unit = unitOfTypes(flats);
    return partial;
  }
  const letters = tokens.end[t] - tokens.start[t];
  if (from < t && parse.unit === null && letters <= MOST_UNIT_LETTERS && wordMeans(words, from, MEANING.flatType)) {
    const number = { value: 0, text: textOfLetters(tokens, tokens.start[t], tokens.end[t]), token: t };
    partial.unit = unitOf(words.entry[from], number, false, tokens.open);
    return partial;
  }
  const levels = codes(MEANING.levelType);
  if (parse.level !== null || levels.size === 0) return null;
  partial.level = unitOfTypes(levels);
  return partial;
}

/** `LOWER GROUND FLO`: words that were read as a level, now as the prefix of a longer one. */
function longerLevel(index: AddressIndex, tokens: Tokens, parse: NumberParse): NumberParse | null {
  const t = tokens.count - 1;
  if (parse.level === null || parse.level.number !== null) return null;
  let from = t;
  while (!beginsPart(tokens, from) && tokens.kind[from - 1] === WORD && hasToken(parse.consumed, from - 1)) from--;
  const levels = from < t ? codesBeginning(index, { tokens, from, end: t + 1 }, MEANING.levelType) : null;
  if (levels === null || levels.size === 0) return null;
  const consumed = parse.consumed | tokenRange(from, t + 1);
  return changed(parse, { typePartial: true, level: unitOfTypes(levels), consumed });
}

function isFree(tokens: Tokens, parse: NumberParse, t: number): boolean {
  return tokens.kind[t] === WORD && !hasToken(parse.consumed, t);
}

/** Whether t begins a part, or follows a unit or a level. */
function mayBegin(tokens: Tokens, parse: NumberParse, t: number): boolean {
  return beginsPart(tokens, t) || hasToken(parse.consumed, t - 1);
}
