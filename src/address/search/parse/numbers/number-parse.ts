import type { AddressIndex } from '../../../index/open.ts';
import type { CodeSet, Words } from '../../text/lexicon.ts';
import {
  hasToken,
  NO_TOKENS,
  NUMBER,
  type Roles,
  type TokenSet,
  type Tokens,
  textOfLetters,
  tokenRange,
} from '../../text/tokens.ts';

/** A number as typed: its value, and its letters and digits. */
export interface TypedNumber {
  readonly value: number;
  readonly text: string;
  /** The token it was read from. */
  readonly token: number;
}

/** Whether a number was typed with a letter before or after it. */
export function hasLetter({ text }: TypedNumber): boolean {
  return text.charCodeAt(0) >= LETTER || text.charCodeAt(text.length - 1) >= LETTER;
}

const LETTER = 0x41;

/** A unit or level as typed. */
export interface TypedUnit {
  /** Lexicon entry of its type, -1 for none. */
  readonly type: number;
  /** Null for a type without a number: GROUND FLOOR. */
  readonly number: TypedNumber | null;
  /** May be a lot rather than a unit: only a unit of exactly this type fits; a building without one is no mismatch. */
  readonly optional: boolean;
  /** The number may go on. */
  readonly open: boolean;
  /** While the number has yet to come, codes of the types with the prefix typed; null otherwise. */
  readonly partialTypes: CodeSet | null;
}

/** One reading of the numbers of a query. */
export interface NumberParse {
  unit: TypedUnit | null;
  level: TypedUnit | null;
  number: TypedNumber | null;
  /** The last number of a range. */
  last: TypedNumber | null;
  /** The last number of the range has yet to come, or may go on. */
  rangeOpen: boolean;
  lot: TypedNumber | null;
  /** A plan was given: the lot is the plan's, not a unit. */
  planned: boolean;
  postcode: TypedNumber | null;
  /** The postcode's digits are still being typed. */
  postcodeOpen: boolean;
  /** The last words are read as the type of a unit or level, or a prefix of it, or as the letters of a unit. */
  typePartial: boolean;
  /** A spreadsheet made a date of the numbers: what they were is not certain. */
  dated: boolean;
  /** Only a record with exactly this number will do: the parse is implausible otherwise. */
  exactOnly: boolean;
  /** The tokens that the parse explains. */
  consumed: TokenSet;
  /** The query is a corner; a post box. */
  corner: boolean;
  postal: boolean;
  /** Beside the box, a street type follows a street number or a lot. */
  streetBeside: boolean;
}

/**
 * Whether the query is a post box or a corner, by its first parse: no record answers it, and none is looked for. A
 * street with a number beside a box, `PO BOX 60, 3 LINCOLN DRIVE`, is the address.
 */
export function isNonAddress({ postal, corner, streetBeside }: NumberParse): boolean {
  return (postal && !streetBeside) || corner;
}

/** The parses that keep each number to the part it was given in; all if none does. Changes the parses. */
export function fitting(parses: NumberParse[], roles: Roles | null): NumberParse[] {
  if (roles === null) return parses;
  for (const parse of parses) {
    const { unit, level } = parse;
    if (roles.bareUnit && unit !== null && unit.number !== null) parse.unit = unitOf(-1, unit.number);
    if (roles.bareLevel && level !== null && level.number !== null) parse.level = unitOf(-1, level.number);
  }
  const fit = parses.filter(
    ({ unit, level, number, last, lot, postcode }) =>
      isIn(roles.unit, unit?.number) &&
      isIn(roles.level, level?.number) &&
      isIn(roles.number, number) &&
      isIn(roles.number, last) &&
      isIn(roles.lot, lot) &&
      isIn(roles.postcode, postcode),
  );
  return fit.length > 0 ? fit : parses;
}

function isIn(set: TokenSet, number: TypedNumber | null | undefined): boolean {
  return number == null || hasToken(set, number.token);
}

/** A parse that explains nothing yet. */
export function emptyParse(): NumberParse {
  return {
    unit: null,
    level: null,
    number: null,
    last: null,
    rangeOpen: false,
    lot: null,
    planned: false,
    postcode: null,
    postcodeOpen: false,
    typePartial: false,
    dated: false,
    exactOnly: false,
    consumed: NO_TOKENS,
    corner: false,
    postal: false,
    streetBeside: false,
  };
}

/** A copy of a parse with some of its fields changed: a spread would give each place that makes one a class of its own. */
export function changed(parse: NumberParse, changes: Partial<NumberParse>): NumberParse {
  return Object.assign(emptyParse(), parse, changes);
}

/** A unit or level with the lexicon entry of its type, -1 for none, and its number, null for none. */
export function unitOf(type: number, number: TypedNumber | null, optional = false, open = false): TypedUnit {
  return { type, number, optional, open, partialTypes: null };
}

/** A unit or level of which only the type, or a prefix of it, was typed. */
export function unitOfTypes(partialTypes: CodeSet): TypedUnit {
  return { type: -1, number: null, optional: false, open: false, partialTypes };
}

/** Marks tokens as explained; answers `end`. */
export function consume(parse: NumberParse, from: number, end: number): number {
  parse.consumed |= tokenRange(from, end);
  return end;
}

/** A token as a number. */
export function typed(tokens: Tokens, t: number): TypedNumber {
  const { value, start, end, kind, letters } = tokens;
  const isPlain = kind[t] === NUMBER && letters[start[t]] !== ZERO && Number.isSafeInteger(value[t]);
  return { value: value[t], text: isPlain ? String(value[t]) : textOfLetters(tokens, start[t], end[t]), token: t };
}

const ZERO = 0x30;

/** Tokens as one number: `12 B`. */
export function joined(tokens: Tokens, from: number, end: number): TypedNumber {
  let text = '';
  for (let t = from; t < end; t++) text += textOfLetters(tokens, tokens.start[t], tokens.end[t]);
  return { value: tokens.value[end - 1] || tokens.value[from], text, token: end - 1 };
}

/** The digits of a token as a number: 1 of `1ST`. */
export function digitsOf(tokens: Tokens, t: number): TypedNumber {
  return { value: tokens.value[t], text: String(tokens.value[t]), token: t };
}

/** A query whose numbers are being read, and what is known of them so far. */
export interface Reading {
  readonly index: AddressIndex;
  readonly tokens: Tokens;
  readonly words: Words;
  /** What the query has of all that rules need: HAS. */
  readonly has: number;
  /** The parse so far, without the numbers that stand alone. */
  readonly parse: NumberParse;
  /** The tokens of numbers that stand alone: nothing says what they are. */
  readonly plain: number[];
  /** The first of two numbers joined by a slash, and by a hyphen; -1 if there are none. */
  slash: number;
  hyphen: number;
}

/** Whether a possible street number or a lot was read already. */
export function isNumbered({ plain, parse }: Reading): boolean {
  return plain.length > 0 || parse.number !== null || parse.lot !== null;
}

/** A rule for reading numbers, and a query that is read differently without it. */
export interface Rule {
  readonly name: string;
  readonly example: string;
}

/** Reads the tokens that it knows from t on, and marks them in the parse. Answers the token after them, else t. */
export interface TokenRule extends Rule {
  /** It is called only in a query that has one of these: HAS. */
  readonly needs: number;
  readonly read: (reading: Reading, t: number) => number;
}

/** Does so for a word or phrase, from t up to `end`, that has one of its meanings (a bit for each). */
export interface WordRule extends Rule {
  readonly meanings: number;
  readonly read: (reading: Reading, t: number, end: number) => number;
}

/** Adds another parse after the likelier ones, or changes the parses. Answers whether it did. */
export interface ParseRule extends Rule {
  /** It is called only in a query that has one of these: HAS. */
  readonly needs: number;
  readonly add: (reading: Reading, parses: NumberParse[]) => boolean;
}

/** The rules for reading numbers, each list in the order in which its rules are tried. */
export interface NumberRules {
  /** At any token. */
  readonly any: readonly TokenRule[];
  /** At words, by the longest phrase of the lexicon that begins there. */
  readonly phrases: readonly WordRule[];
  /** At a word that is not the last, by itself. */
  readonly words: readonly WordRule[];
  /** At a number. One that no rule takes stands alone. */
  readonly numbers: readonly TokenRule[];
  /** At the end, once the numbers that stand alone have their roles. */
  readonly parses: readonly ParseRule[];
  /** The meanings of words that any rule knows, a bit for each. */
  readonly meanings: number;
}
