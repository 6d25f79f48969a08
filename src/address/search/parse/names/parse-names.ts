import { MEANING } from '../../../index/lexicon.ts';
import type { NameTrie } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { LOOSENESS } from '../../query/costs.ts';
import { MOST_NAME_PARSES, MOST_SPANS } from '../../query/limits.ts';
import { bitsOf, type Text, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  COMMA,
  HYPHEN,
  hasToken,
  isWord,
  NO_TOKENS,
  type TokenSet,
  type Tokens,
  tokenRange,
} from '../../text/tokens.ts';
import { completeParse, type ParseContext } from './complete-parse.ts';
import { type Made, type NameParse, type Span, spanOf, type Walk, walkExact } from './name-parse.ts';

/** Spans of names among the tokens that are not consumed: whole ones, and prefixes up to a last word that may go on. */
function spansOf(trie: NameTrie, tokens: Tokens, consumed: TokenSet): Span[] {
  const found: Span[] = [];
  for (let from = 0; from < tokens.count; from++)
    if (!hasToken(consumed, from)) addSpans(found, { trie, tokens }, from, consumed);
  return found;
}

type Names = Pick<Walk, 'trie' | 'tokens'>;

/** Adds those that begin at a token, shorter ones first. */
export function addSpans(found: Span[], { trie, tokens }: Names, from: number, consumed: TokenSet): Span[] {
  let limit = from + 1;
  while (limit < tokens.count && !hasToken(consumed, limit) && (tokens.before[limit] & COMMA) === 0) limit++;
  const walk = { trie, tokens, limit, open: limit === tokens.openEnd };
  const { count, end, node, spaces, whole } = walkExact(walk, from);
  for (let i = 0; i < count; i++) {
    const span = spanOf(from, end[i], node[i], whole[i] === 1);
    span.spaces = spaces[i];
    found.push(span);
  }
  return found;
}

/** What name parses are made from. */
export interface NameSpans extends ParseContext {
  readonly streets: readonly Span[];
  readonly localities: readonly Span[];
  /** Tokens that may be explained without a street or a locality: by a meaning, as an article, or as the last word may go on. */
  readonly explainable: TokenSet;
}

const { streetType, streetSuffix, state, capital, country, abroad } = MEANING;
/** Meanings of states and countries. */
export const STATES = bitsOf(state, capital, country, abroad);
/** Meanings of words that need no name: of street types and suffixes too. */
export const EXPLAINS = bitsOf(streetType, streetSuffix) | STATES;

/** A text, and the tries of names that its words may be. */
export interface NamedText extends Text {
  readonly index: AddressIndex;
  readonly streets: NameTrie;
  readonly localities: NameTrie;
}

/** The spans of the words that a number parse leaves. O(tokens x letters). */
export function nameSpans(text: NamedText, consumed: TokenSet): NameSpans {
  const { index, tokens, words, roles, streets, localities } = text;
  return {
    index,
    tokens,
    words,
    roles,
    free: tokenRange(0, tokens.count) & ~consumed,
    streets: longest(spansOf(streets, tokens, roles === null ? consumed : consumed | ~roles.street)),
    localities: longest(spansOf(localities, tokens, roles === null ? consumed : consumed | ~roles.locality)),
    explainable: explainable(tokens, words) | (tokens.open ? 1 << tokens.openAt : NO_TOKENS),
  };
}

/** The tokens that a meaning of theirs may explain without a street or a place, or that are an article. O(tokens). */
export function explainable(tokens: Tokens, words: Words): TokenSet {
  let found: TokenSet = NO_TOKENS;
  for (let t = 0; t < tokens.count; t++) {
    if ((words.meanings[t] & EXPLAINS) !== 0 || isWord(tokens, t, 'THE')) found |= 1 << t;
    if ((words.longMeanings[t] & EXPLAINS) !== 0) found |= tokenRange(t, words.longEnd[t]);
  }
  return found;
}

/**
 * The parses of the words as at most one street and one locality: those that leave the fewest words
 * over first, then the least loose (LOOSENESS); with `whole`, only those that leave none, if any does. A
 * locality named twice is the later one: `CHAPEL HILL STATE SCHOOL, 20 IRONBARK ROAD, CHAPEL HILL`.
 * O(spans of streets x spans of localities).
 */
export function parseNames(spans: NameSpans, whole: boolean): NameParse[] {
  const parses: NameParse[] = [];
  if (whole) addParses(parses, spans, ~spans.explainable & spans.free, true);
  if (parses.length === 0 || parses[0].unmatched > 0) {
    parses.length = 0;
    addParses(parses, spans, NO_TOKENS, true);
  }
  return parses.length <= MOST_NAME_PARSES
    ? parses
    : parses.filter((parse, i) => i < MOST_NAME_PARSES || parse.street === null);
}

/**
 * The parses of the words as a street or a locality or neither, in the order of `parseNames`: what is left over may be
 * the misspelled name of the other. O(spans).
 */
export function parseOneName(spans: NameSpans): NameParse[] {
  const parses: NameParse[] = [];
  addParses(parses, spans, NO_TOKENS, false);
  return parses;
}

/** Adds the parses whose street and locality together cover some tokens; only with `pairs`, those that have both. */
function addParses(parses: NameParse[], spans: NameSpans, covered: TokenSet, pairs: boolean): void {
  const { streets, localities } = spans;
  for (let s = 0; s <= streets.length; s++) {
    const street = s < streets.length ? streets[s] : null;
    const rest = street === null ? covered : covered & ~tokenRange(street.from, street.end);
    for (let l = pairs || street === null ? 0 : localities.length; l <= localities.length; l++) {
      const locality = l < localities.length ? localities[l] : null;
      const missing = locality === null ? rest : rest & ~tokenRange(locality.from, locality.end);
      if (missing !== NO_TOKENS && (locality === null || localities.length < 2)) continue;
      if (locality !== null && overlap(street, locality)) continue;
      const repeats = locality === null || localities.length < 2 ? NO_TOKENS : repeatsOf(spans, street, locality);
      if ((missing & ~repeats) !== NO_TOKENS || (locality !== null && repeats >>> locality.end !== 0)) continue;
      insert(parses, completeParse(spans, street, locality, repeats));
    }
  }
}

/** Inserts a parse by rank, after its equals: by the words that it leaves over, then by looseness. */
function insert(parses: NameParse[], parse: Made): void {
  parse.rank = parse.unmatched * LOOSENESS.unmatchedWord + looseness(parse);
  let at = parses.length;
  for (; at > 0 && parses[at - 1].rank > parse.rank; at--) parses[at] = parses[at - 1];
  parses[at] = parse;
}

function overlap(a: Span | null, b: Span): boolean {
  return a !== null && a.from < b.end && b.from < a.end;
}

/**
 * The tokens where a locality is given again, mostly as part of a building's name: `WEST END DOWNS, …, WEST END`; not
 * where a hyphen joins it to the street: `BEACONSFIELD-EMERALD ROAD, BEACONSFIELD`.
 */
function repeatsOf({ tokens, words, localities }: NameSpans, street: Span | null, locality: Span): TokenSet {
  let repeats: TokenSet = NO_TOKENS;
  const joined = street !== null && (tokens.before[street.from] & HYPHEN) !== 0 ? street.from : -1;
  for (const other of localities)
    if (
      other.node === locality.node &&
      other !== locality &&
      !overlap(street, other) &&
      other.end !== joined &&
      !isStreetName(tokens, words, other)
    )
      repeats |= tokenRange(other.from, other.end);
  return repeats;
}

/** Whether a street type follows a name. */
function isStreetName(tokens: Tokens, words: Words, { end }: Span): boolean {
  return end < tokens.count && (tokens.before[end] & COMMA) === 0 && wordMeans(words, end, MEANING.streetType);
}

/** The longest spans, if there are many: a jumble of common words must not cost more than an address. */
function longest(spans: readonly Span[]): readonly Span[] {
  if (spans.length <= MOST_SPANS) return spans;
  return [...spans].sort((a, b) => b.end - b.from - (a.end - a.from)).slice(0, MOST_SPANS);
}

function looseness({ street, locality }: NameParse): number {
  return (
    (street === null ? LOOSENESS.noStreet : loosenessOf(street, LOOSENESS.streetPrefix)) +
    (locality === null ? LOOSENESS.noLocality : loosenessOf(locality, LOOSENESS.localityPrefix))
  );
}

function loosenessOf({ from, end, spaces, whole }: Span, prefix: number): number {
  return spaces * LOOSENESS.space + (whole ? 0 : prefix) + (end - from) * LOOSENESS.word;
}
