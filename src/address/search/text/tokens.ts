import { bitCount } from '../../index/letters.ts';

/** What stands before a token. */
export const COMMA = 1;
export const SLASH = 2;
export const HYPHEN = 4;
export const HASH = 8;
/** No separator: the token was split from the one before it, as in `12SMITH`. */
export const JOINED = 16;
/** A full stop between digits: `3.05`. */
export const POINT = 32;

/** A bracket, opening or closing. */
export const BRACKET = 64;

/** The separators that signs are. */
export const SEPARATORS: Readonly<Record<string, number>> = {
  ',': COMMA,
  ';': COMMA,
  '|': COMMA,
  '\n': COMMA,
  '/': SLASH,
  '\\': SLASH,
  '-': HYPHEN,
  '~': HYPHEN,
  '#': HASH,
  '(': BRACKET,
  ')': BRACKET,
  '[': BRACKET,
  ']': BRACKET,
};

/** Kinds of token: letters only, digits only, both. */
export const WORD = 0;
export const NUMBER = 1;
export const MIXED = 2;

/** A query as tokens, in the alphabet of search keys (search-key.ts). Reused: `readTokens` fills it. */
export interface Tokens {
  /** Upper-case A–Z and 0–9, token after token. */
  readonly letters: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly kind: Uint8Array;
  /** Separators before the token. */
  readonly before: Uint8Array;
  /** Value of the first run of digits, 0 if there is none. */
  readonly value: Float64Array;
  count: number;
  /** Separators after the last token. */
  after: number;
  /** Whether the last token may go on: nothing follows it. */
  open: boolean;
  /** The last token, if it may go on; else -1. */
  openAt: number;
  /** Where a name that ends there may go on, as more may be typed: behind the last token; -1 in a whole text. */
  openEnd: number;
  /** Whether tokens beyond MOST_TOKENS were left out. */
  cut: boolean;
  /** Room for the names that begin at one of them. */
  readonly named: NameRows;
}

/** The names that begin at one token: each ends before a token, at a node of a trie. The next look-up reuses the rows. */
export interface NameRows {
  count: number;
  readonly end: Uint8Array;
  readonly node: Uint32Array;
  /** Spaces that the query has and the name lacks, or the reverse. */
  readonly spaces: Uint8Array;
  /** 1 if a key ends at the node; otherwise the last token is a prefix. */
  readonly whole: Uint8Array;
}

/** Letters of a query as a string. Allocates. */
export function textOfLetters(tokens: Tokens, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(tokens.letters[i]);
  return text;
}

/** Tokens `from` to `end` as a string, spaces between them. Allocates. */
export function tokenText(tokens: Tokens, from: number, end: number): string {
  let text = '';
  for (let t = from; t < end; t++)
    text += (t > from ? ' ' : '') + textOfLetters(tokens, tokens.start[t], tokens.end[t]);
  return text;
}

/** A set of tokens of one query: a bit for each (MOST_TOKENS is below 32, so that a set is one small integer). */
export type TokenSet = number;

export const NO_TOKENS: TokenSet = 0;

/** The tokens from `from` up to, not including, `end`. */
export function tokenRange(from: number, end: number): TokenSet {
  return ((1 << end) - (1 << from)) | 0;
}

/** Whether a token is in a set. */
export function hasToken(set: TokenSet, t: number): boolean {
  return (set & (1 << t)) !== 0;
}

/** How many tokens are in a set. */
export function sizeOf(set: TokenSet): number {
  return bitCount(set);
}

/** The first token of a nonempty set. */
export function firstToken(set: TokenSet): number {
  return 31 - Math.clz32(set & -set);
}

/** The last token of a nonempty set. */
export function lastToken(set: TokenSet): number {
  return 31 - Math.clz32(set);
}

/** How many letters and digits a token has. */
export function lengthOf({ start, end }: Tokens, t: number): number {
  return end[t] - start[t];
}

/** A number, or a number with letters: not a word, not `1ST`. */
export function isNumberLike(tokens: Tokens, t: number): boolean {
  return tokens.kind[t] !== WORD && !isOrdinal(tokens, t);
}

/** `1ST`, `22ND`: a word, not a number. */
export function isOrdinal(tokens: Tokens, t: number): boolean {
  const { letters, start, end } = tokens;
  if (tokens.kind[t] !== MIXED || end[t] - start[t] < 3) return false;
  const last = letters[end[t] - 1];
  const before = letters[end[t] - 2];
  const digit = letters[end[t] - 3];
  if (digit >= 0x41 || letters[start[t]] >= 0x41) return false;
  if (last === 0x54) return before === 0x53 && digit === 0x31;
  if (last === 0x44) return (before === 0x4e && digit === 0x32) || (before === 0x52 && digit === 0x33);
  return last === 0x48 && before === 0x54;
}

/** `1S`, `22N`: whether the last token, still being typed, begins an ordinal. */
export function beginsOrdinal(tokens: Tokens, t: number): boolean {
  const { letters, start, end, kind } = tokens;
  if (t !== tokens.openAt || kind[t] !== MIXED || end[t] - start[t] < 2) return false;
  for (let i = start[t]; i < end[t] - 1; i++) if (letters[i] >= 0x41) return false;
  const digit = letters[end[t] - 2];
  const teen = end[t] - start[t] > 2 && letters[end[t] - 3] === 0x31;
  return letters[end[t] - 1] === (teen ? 0x54 : (ORDINAL_LETTERS[digit - 0x31] ?? 0x54));
}

/** The letters after 1, 2 and 3: ST, ND, RD. */
const ORDINAL_LETTERS = [0x53, 0x4e, 0x52];

/** Whether a token is a given word. */
export function isWord({ letters, start, end }: Tokens, t: number, word: string): boolean {
  if (end[t] - start[t] !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (letters[start[t] + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** Four digits; or three that begin with 8 or 9, as spreadsheets write 0800: as the last token, or beside NT. */
export function isPostcode(tokens: Tokens, t: number): boolean {
  if (tokens.kind[t] !== NUMBER) return false;
  const length = lengthOf(tokens, t);
  return length === 4 || (length === 3 && t > 0 && lacksZero(tokens, t));
}

/** `CASUARINA 810 NT`, `NT 810`, `CASUARINA 810`: whether three digits stand for a postcode of the NT. */
function lacksZero(tokens: Tokens, t: number): boolean {
  const first = tokens.letters[tokens.start[t]];
  if (first === 0x38 && t === tokens.count - 1) return true;
  return (first === 0x38 || first === 0x39) && (isTerritory(tokens, t + 1) || isTerritory(tokens, t - 1));
}

/** Whether the Northern Territory's name, short or long, begins or ends at t. */
function isTerritory(tokens: Tokens, t: number): boolean {
  if (t >= tokens.count) return false;
  return isWord(tokens, t, 'NT') || isWord(tokens, t, 'NORTHERN') || (t > 0 && isWord(tokens, t, 'TERRITORY'));
}

/** One to three digits that may begin a postcode: after another token, or with the 0 of a territory. */
export function beginsPostcode(tokens: Tokens, t: number): boolean {
  return (t > 0 || beginsInTerritory(tokens, t)) && tokens.kind[t] === NUMBER && lengthOf(tokens, t) < 4;
}

/** Second digits of postcodes that begin with 0: 02 in the ACT, 08 and 09 in the NT. */
const TERRITORY_DIGITS = [0x32, 0x38, 0x39];

/** `0`, `08`, `0800`: a territory's postcode or a prefix of one, rather than a street number, as `012` is. */
export function beginsInTerritory({ letters, start, end }: Tokens, t: number): boolean {
  return letters[start[t]] === 0x30 && (end[t] - start[t] === 1 || TERRITORY_DIGITS.includes(letters[start[t] + 1]));
}

/** Whether a token begins a part: it is the first, or a comma stands before it. */
export function beginsPart({ before }: Tokens, t: number): boolean {
  return (before[t] & COMMA) !== 0;
}

/** Whether a comma follows a token. */
export function endsPart(tokens: Tokens, t: number): boolean {
  return ((t + 1 < tokens.count ? tokens.before[t + 1] : tokens.after) & COMMA) !== 0;
}

/** A single letter that may name a unit, with a number or a comma after it: `SHOP G, 12 …`. */
export function isUnitLetter(tokens: Tokens, t: number): boolean {
  return (
    tokens.kind[t] === WORD &&
    lengthOf(tokens, t) === 1 &&
    (endsPart(tokens, t) || (t + 1 < tokens.count && isNumberLike(tokens, t + 1)))
  );
}

/** Whether there is a number from a token on, other than four digits at the end. */
export function numberAfter(tokens: Tokens, from: number): boolean {
  for (let t = from; t < tokens.count; t++)
    if (isNumberLike(tokens, t) && !(t === tokens.count - 1 && lengthOf(tokens, t) === 4)) return true;
  return false;
}

/** Whether there is a possible street number from a token on: not a postcode, or a prefix of one, at the end. */
export function laterNumber(tokens: Tokens, from: number): boolean {
  for (let t = from; t < tokens.count; t++)
    if (tokens.kind[t] !== WORD && !isOrdinal(tokens, t) && !mayEndInPostcode(tokens, t)) return true;
  return false;
}

function mayEndInPostcode(tokens: Tokens, t: number): boolean {
  if (t + 1 < tokens.count) return false;
  return lengthOf(tokens, t) === 4 || (t === tokens.openAt && tokens.kind[t - 1] === WORD && beginsPostcode(tokens, t));
}

/** Whether a number is the street's: a comma stands before it, or a word follows it or its range. */
export function isStreetNumber(tokens: Tokens, t: number): boolean {
  if (!isNumberLike(tokens, t)) return false;
  if ((tokens.before[t] & COMMA) !== 0) return true;
  let end = t + 1;
  while (end < tokens.count && (tokens.before[end] & HYPHEN) !== 0 && isNumberLike(tokens, end)) end++;
  return end < tokens.count && tokens.kind[end] === WORD;
}

/** Whether token t is the last, and a postcode. */
export function endsInPostcode(tokens: Tokens, t: number): boolean {
  return t === tokens.count - 1 && isPostcode(tokens, t);
}

/** The tokens that may have each role, if parts were given: `unit` holds a unit's number, `suburb` no street. */
export interface Roles {
  readonly unit: TokenSet;
  readonly level: TokenSet;
  readonly number: TokenSet;
  readonly lot: TokenSet;
  readonly street: TokenSet;
  readonly locality: TokenSet;
  readonly postcode: TokenSet;
  /** Whether the unit's number, or the level's, was given without a type: any will do. */
  readonly bareUnit: boolean;
  readonly bareLevel: boolean;
}
