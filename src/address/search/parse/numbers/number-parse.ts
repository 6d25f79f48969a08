import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import type { CodeSet, Words } from '../../text/lexicon.ts';
import {
  COMMA,
  HASH,
  HYPHEN,
  hasToken,
  MIXED,
  NO_TOKENS,
  NUMBER,
  POINT,
  type Roles,
  SLASH,
  type TokenSet,
  type Tokens,
  textOfLetters,
  tokenRange,
  WORD,
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
export function emptyParse() {
  return {
    unit: null as TypedUnit | null,
    level: null as TypedUnit | null,
    number: null as TypedNumber | null,
    /** The last number of a range. */
    last: null as TypedNumber | null,
    /** The last number of the range has yet to come, or may go on. */
    rangeOpen: false,
    lot: null as TypedNumber | null,
    /** A plan was given: the lot is the plan's, not a unit. */
    planned: false,
    postcode: null as TypedNumber | null,
    /** The postcode's digits are still being typed. */
    postcodeOpen: false,
    /** The last words are read as the type of a unit or level, or a prefix of it, or as the letters of a unit. */
    typePartial: false,
    /** A spreadsheet made a date of the numbers: what they were is not certain. */
    dated: false,
    /** Only a record with exactly this number will do: the parse is implausible otherwise. */
    exactOnly: false,
    /** The tokens that the parse explains. */
    consumed: NO_TOKENS,
    /** The query is a corner; a post box. */
    corner: false,
    postal: false,
    /** Beside the box, a street type follows a street number or a lot. */
    streetBeside: false,
  };
}

/** One reading of the numbers of a query. */
export type NumberParse = ReturnType<typeof emptyParse>;

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
  /** The first of two numbers joined by a hyphen; -1 if there are none. */
  hyphen: number;
  /** Where the parts of the pattern that was matched last begin, and the token after them (pattern.ts). */
  readonly at: number[];
}

/** Whether a possible street number or a lot was read already. */
export function isNumbered({ plain, parse }: Reading): boolean {
  return plain.length > 0 || parse.number !== null || parse.lot !== null;
}

/** A rule for reading numbers, and a query that is read differently without it. */
interface Rule {
  readonly name: string;
  readonly example: string;
}

/** Reads the tokens that it knows from t on, and marks them in the parse. Returns the token after them, else t. */
export interface ReadRule extends Rule {
  /**
   * What it needs, a bit each: of a rule at words, one of the meanings of the word or phrase there; of
   * another, one of those that the query has (HAS).
   */
  readonly needs: number;
  /** What the query has to have beside, one of these (HAS); every bit where it need not. */
  readonly beside: number;
  readonly read: (reading: Reading, t: number) => number;
}

/** Adds another parse, or changes the parses. Returns whether it did. */
export interface ParseRule extends Rule {
  /** It is called only in a query that has one of these (HAS). */
  readonly needs: number;
  readonly add: (reading: Reading, parses: NumberParse[]) => boolean;
}

/** The rules for reading numbers, each list in the order in which its rules are tried. */
export interface NumberRules {
  /** At any token. */
  readonly any: readonly ReadRule[];
  /** At words, by the longest phrase of the lexicon that begins there. */
  readonly phrases: readonly ReadRule[];
  /** At a word that is not the last, by itself. */
  readonly words: readonly ReadRule[];
  /** At a number. One that no rule takes stands alone. */
  readonly numbers: readonly ReadRule[];
  /** At the end, once the numbers that stand alone have their roles. */
  readonly parses: readonly ParseRule[];
  /** The meanings of words that any rule knows, a bit for each. */
  readonly meanings: number;
}

/** What a query may have that a rule for numbers needs, a bit each. `12 SMITH STREET, RICHMOND 3121` has none. */
export const HAS = {
  /** A slash, a hyphen, a full stop or a number sign before a token or after the last. */
  slash: 1,
  hyphen: 2,
  point: 4,
  hash: 8,
  /** A token of letters and digits. */
  mixed: 16,
  /** A word of one letter. */
  letter: 32,
  /** A word that a rule for words knows. */
  meant: 64,
  /** A number in words. */
  cardinal: 128,
  /** A number right after another; a number, one word and a number. */
  adjacent: 256,
  parted: 512,
  /** A number that may begin that of a telephone. */
  dialled: 1024,
  /**
   * How the text ends: a rule that needs one of these three does not hold without. It may go on: the last token is no
   * word of several letters, or a slash or hyphen follows it.
   */
  growing: 2048,
  /** It may: a last word, and no street number at the beginning, or few letters behind a comma. */
  bare: 4096,
  /** It is whole: no more is to come. */
  whole: 262144,
  /** A word for a plan, a flat, a lot, a post box; NO or NUMBER. */
  plan: 8192,
  flat: 16384,
  lot: 32768,
  postal: 65536,
  number: 131072,
} as const;

/** The signs that rules for numbers need. */
export const SIGNS = SLASH | HYPHEN | POINT | HASH;

/** The bits of HAS for a query; `meanings` are those of words that rules know. O(tokens). */
export function hasOf(tokens: Tokens, words: Words, meanings: number): number {
  const { count, kind, start, end } = tokens;
  let signs = tokens.after;
  let meant = 0;
  let has = 0;
  for (let t = 0; t < count; t++) {
    signs |= tokens.before[t];
    meant |= words.meanings[t] | words.longMeanings[t];
    if (kind[t] === WORD) {
      if (end[t] - start[t] === 1) has |= HAS.letter;
      continue;
    }
    if (kind[t] === MIXED) has |= HAS.mixed;
    else if (mayBeDialled(tokens, t)) has |= HAS.dialled;
    if (t + 1 < count && kind[t + 1] !== WORD) has |= HAS.adjacent;
    else if (t + 2 < count && kind[t + 2] !== WORD) has |= HAS.parted;
  }
  if ((signs & SIGNS) !== 0) {
    if ((signs & SLASH) !== 0) has |= HAS.slash;
    if ((signs & HYPHEN) !== 0) has |= HAS.hyphen;
    if ((signs & POINT) !== 0) has |= HAS.point;
    if ((signs & HASH) !== 0) has |= HAS.hash;
  }
  if ((meant & meanings) !== 0) has |= HAS.meant | saidHas(meant);
  if ((meant & (1 << MEANING.cardinal)) !== 0) has |= HAS.cardinal;
  return tokens.openEnd < 0 ? has | HAS.whole : count > 0 ? has | openHas(tokens) : has;
}

function saidHas(meant: number): number {
  let has = 0;
  if ((meant & (1 << MEANING.plan)) !== 0) has |= HAS.plan;
  if ((meant & (1 << MEANING.flatType)) !== 0) has |= HAS.flat;
  if ((meant & (1 << MEANING.lot)) !== 0) has |= HAS.lot;
  if ((meant & (1 << MEANING.postal)) !== 0) has |= HAS.postal;
  return (meant & (1 << MEANING.number)) === 0 ? has : has | HAS.number;
}

/** Whether a number may begin that of a telephone: 0, but no postcode at the end, 1300, 1800, 61. */
export function mayBeDialled({ letters, start, end, value, count }: Tokens, t: number): boolean {
  const first = letters[start[t]];
  const digits = end[t] - start[t];
  if (digits === 4) return first === ZERO ? t + 1 < count : value[t] === 1300 || value[t] === 1800;
  return (
    first === ZERO || (first === ZERO + 6 && (digits === 2 || digits === 11) && letters[start[t] + 1] === ZERO + 1)
  );
}

/** The letters of a type of unit that is being typed behind the street. */
const BEGUN = 4;

function openHas({ count, kind, start, end, before, after, letters }: Tokens): number {
  const last = count - 1;
  const isWord = kind[last] === WORD;
  const growing = !isWord || end[last] - start[last] === 1 || (after & (SLASH | HYPHEN)) !== 0 ? HAS.growing : 0;
  const begins = last > 0 && kind[0] === NUMBER && letters[start[0]] !== ZERO && kind[1] === WORD;
  const begun = (before[last] & COMMA) !== 0 && end[last] - start[last] <= BEGUN;
  return isWord && (!begins || begun) ? growing | HAS.bare : growing;
}
