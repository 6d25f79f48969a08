import { MEANING } from '../../index/lexicon.ts';
import { BESIDE_WORDS, PREMISES_WORDS } from '../../vocabulary/query-words.ts';
import { wordsIn } from '../../vocabulary/words.ts';
import { isWholeName, type NameParse } from '../parse/names/name-parse.ts';
import { type Run, runsIn } from '../parse/names/runs.ts';
import type { NumberParse, TypedNumber } from '../parse/numbers/number-parse.ts';
import { type Outside, WORDS_BESIDE, WORDS_INSIDE, WORDS_OUTSIDE } from '../query/grades.ts';
import type { Query } from '../retrieve/query.ts';
import { wordMeans } from '../text/lexicon.ts';
import {
  BRACKET,
  COMMA,
  HYPHEN,
  hasToken,
  isNumberLike,
  lengthOf,
  NO_TOKENS,
  SLASH,
  type TokenSet,
  type Tokens,
  tokenRange,
  tokenText,
} from '../text/tokens.ts';

const PARTS = new Set(wordsIn(PREMISES_WORDS));
const BY = new Set(wordsIn(BESIDE_WORDS));

/** A run of words left over, between commas, brackets and words of the address. */
export interface Words extends Run {
  /** Whether it precedes the address, touches a word of it, and is in brackets. */
  readonly leads: boolean;
  readonly touches: boolean;
  readonly bracketed: boolean;
  /** Whether it follows a dash behind the address. */
  readonly dashed: boolean;
}

/** Runs that may be more than a name or a note, by what they may be: a rule a row. */
const DOUBTS: readonly ((query: Query, words: Words) => boolean)[] = [
  // Another number, a unit: `5, 12 SMITH STREET`, `B, 12 …`, `SHOP, 12 …`.
  (query, words) =>
    words.leads && !isGateBefore(query, words) && some(words.from, words.end, (t) => isNumberLike(query.tokens, t)),
  (query, { from, end }) => every(from, end, (t) => isNumberLike(query.tokens, t) || lengthOf(query.tokens, t) === 1),
  (query, { from, end, dashed }) =>
    !dashed && every(from, end, (t) => (query.words.meanings[t] & PART_OF_ADDRESS) !== 0),
  // Another street, or the rest of this one: `SMITH STREET 12 HIGH …`, `… 3121 AND 14 HIGH STREET`.
  (query, words) => words.leads && words.touches && endsInStreet(query, words),
  (query, { from, end }) => some(from, end, (t) => isNumberLike(query.tokens, t) && hasType(query, t + 2, end)),
  // Another place, or the rest of this one's name: `RICHMOND HILL`, `RICHMOND VIC 3121, HAWTHORN`.
  (_, { leads, touches, bracketed }) => !leads && touches && !bracketed,
  ({ localities, tokens }, { from, end, leads }) => !leads && isWholeName(localities, tokens, from, end),
  // What is still being typed.
  ({ tokens }, { end }) => tokens.open && end === tokens.count,
];

/** `GATE 2, 12 SMITH STREET`: a part of a site before a street number; before a unit it may say which of several. */
function isGateBefore({ tokens, words }: Query, { from, end }: Words): boolean {
  if (end - from !== 2 || end >= tokens.count || !wordMeans(words, from, MEANING.structure)) return false;
  if (!isNumberLike(tokens, end - 1) || !isNumberLike(tokens, end)) return false;
  return end + 1 === tokens.count || (tokens.before[end + 1] & SLASH) === 0;
}

const PART_OF_ADDRESS = [
  MEANING.flatType,
  MEANING.levelType,
  MEANING.structure,
  MEANING.lot,
  MEANING.streetType,
  MEANING.streetSuffix,
  MEANING.state,
  MEANING.postal,
].reduce((all, meaning) => all | (1 << meaning), 0);

/**
 * Where the words stand that a parse leaves over: outside the address (before it, after it or in brackets) if none of
 * them may be more than a name or a note; else inside it. O(tokens).
 */
export function whereWordsStand(query: Query, parse: NameParse, numbers: NumberParse, left: TokenSet): Outside {
  const { street, locality } = parse;
  const { number, last, lot, unit, level, postcode, consumed } = numbers;
  if (street === null || locality?.whole !== true || (number ?? lot) === null || query.tokens.cut) return WORDS_INSIDE;
  const numbered = [number, last, lot, postcode].filter((it) => it !== null);
  const typed = [...numbered, unit?.number, level?.number].filter((it) => it != null) as TypedNumber[];
  const first = (number ?? lot)?.token ?? 0;
  if (first < locality.from && locality.from < street.from) return WORDS_INSIDE;
  // The name of a centre stands between a shop and its number.
  const begin = Math.min(street.from, locality.from, ...numbered.map(({ token }) => token));
  const all = tokenRange(0, query.tokens.count);
  let end = Math.max(...typed.map(({ token }) => token + 1));
  for (let t = end; t < query.tokens.count; t++) if (hasToken(all & ~left & ~consumed, t)) end = t + 1;
  const bracketed = inBrackets(query.tokens);
  if ((left & tokenRange(begin, end) & ~bracketed) !== NO_TOKENS) return WORDS_INSIDE;
  const around = { begin, placeEnd: locality.end, bracketed };
  let beside = false;
  for (const found of runsIn(query.tokens, left, COMMA | BRACKET)) {
    const run = wordsOf(query.tokens, found, around);
    if (saysBeside(query.tokens, run)) beside = true;
    else if (DOUBTS.some((isDoubtful) => isDoubtful(query, run))) return WORDS_INSIDE;
  }
  return beside ? WORDS_BESIDE : WORDS_OUTSIDE;
}

/** Where an address begins, where its place ends, and the tokens in brackets. */
interface Around {
  readonly begin: number;
  readonly placeEnd: number;
  readonly bracketed: TokenSet;
}

function wordsOf(tokens: Tokens, { from, end }: Run, { begin, placeEnd, bracketed }: Around): Words {
  const leads = from < begin;
  const touches = leads
    ? end < tokens.count && (tokens.before[end] & (COMMA | BRACKET | HYPHEN)) === 0
    : from === placeEnd && (tokens.before[from] & (COMMA | BRACKET | HYPHEN)) === 0;
  const dashed = !leads && from >= placeEnd && (tokens.before[from] & HYPHEN) !== 0;
  return { from, end, leads, touches, bracketed: hasToken(bracketed, from), dashed };
}

/** `ZEBRAWOOD STREET`, not `EARLY LEARNING CENTRE` or `MACKENZIE-HILL`: a type after one word or a street's name. */
function endsInStreet(query: Query, { from, end }: Words): boolean {
  const { tokens, streets } = query;
  if ((tokens.before[end - 1] & HYPHEN) !== 0 || !hasType(query, end - 1, end)) return false;
  if (end - from === 2) return true;
  for (let t = from; t < end - 1; t++) if (isWholeName(streets, tokens, t, end - 1)) return true;
  return false;
}

function hasType({ words }: Query, from: number, end: number): boolean {
  return some(from, end, (t) => wordMeans(words, t, MEANING.streetType));
}

/** `REAR`, `R/O`, and before an address `OPPOSITE`; in brackets such words describe it. */
export function saysBeside(
  tokens: Tokens,
  { from, end, leads, bracketed }: Omit<Words, 'touches' | 'dashed'>,
): boolean {
  return [from, end - 1].some((t) => {
    const word = tokenText(tokens, t, t + 1);
    if (word === 'R' && (t + 1 >= end || (tokens.before[t + 1] & SLASH) === 0)) return false;
    return PARTS.has(word) || (leads && !bracketed && BY.has(word));
  });
}

/** The tokens in brackets. */
function inBrackets({ before, count }: Tokens): TokenSet {
  let within: TokenSet = NO_TOKENS;
  let isOpen = false;
  for (let t = 0; t < count; t++) {
    if ((before[t] & BRACKET) !== 0) isOpen = !isOpen;
    if (isOpen) within |= 1 << t;
  }
  return within;
}

function some(from: number, end: number, holds: (t: number) => boolean): boolean {
  for (let t = from; t < end; t++) if (holds(t)) return true;
  return false;
}

function every(from: number, end: number, holds: (t: number) => boolean): boolean {
  return !some(from, end, (t) => !holds(t));
}
