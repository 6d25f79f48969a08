import { MEANING } from '../../../index/lexicon.ts';
import type { NameTrie } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { LOOSENESS } from '../../query/costs.ts';
import { MOST_NAME_PARSES, MOST_SPANS } from '../../query/limits.ts';
import { bitsOf, type Text, type Words, wordMeans } from '../../text/lexicon.ts';
import {
  COMMA,
  firstToken,
  HYPHEN,
  hasToken,
  isWord,
  lastToken,
  NO_TOKENS,
  type TokenSet,
  type Tokens,
  tokenRange,
} from '../../text/tokens.ts';
import { isNonAddress, type NumberParse } from '../numbers/number-parse.ts';
import { completeParse, type ParseContext } from './complete-parse.ts';
import { type Made, type NameParse, type Span, spanOf, walkExact } from './name-parse.ts';

/** Names of one kind among the tokens: all that begin before `end`. */
interface Names {
  readonly trie: NameTrie;
  /** The tokens that may be part of one. */
  readonly free: TokenSet;
  readonly found: Span[];
  end: number;
}

/** What name parses are made from. */
export interface NameSpans extends ParseContext {
  readonly streets: Names;
  readonly localities: Names;
  /** Tokens that may be explained without a street or a locality: by a meaning, as an article, or as the last word may go on. */
  readonly explainable: TokenSet;
}

const { streetType, streetSuffix, state, capital, country, abroad } = MEANING;
/** Meanings of words that need no name. */
const EXPLAINS = bitsOf(streetType, streetSuffix, state, capital, country, abroad);

/** A text, and the tries of names that its words may be. */
export interface NamedText extends Text {
  readonly index: AddressIndex;
  readonly streets: NameTrie;
  readonly localities: NameTrie;
}

/** The words that a number parse leaves, among which names are found when they are needed. O(tokens). */
export function nameSpans(text: NamedText, consumed: TokenSet): NameSpans {
  const { index, tokens, words, roles, streets, localities } = text;
  const free = tokenRange(0, tokens.count) & ~consumed;
  return {
    index,
    tokens,
    words,
    roles,
    free,
    streets: { trie: streets, free: roles === null ? free : free & roles.street, found: [], end: 0 },
    localities: { trie: localities, free: roles === null ? free : free & roles.locality, found: [], end: 0 },
    explainable: explainable(tokens, words) | (tokens.open ? 1 << tokens.openAt : NO_TOKENS),
  };
}

/** Finds all names: whole ones, and those that a last word which may go on begins. O(tokens × letters). */
export function findNames({ tokens, streets, localities }: NameSpans): void {
  findTo(tokens, streets, tokens.count);
  findTo(tokens, localities, tokens.count);
}

/**
 * Finds the names of all parses that cover some tokens. One of them begins no later than the first of these: if only
 * streets do, that is the parse's only street, and its place begins no later than the last, or it covers them all.
 */
function findCovering(spans: NameSpans, covered: TokenSet): void {
  const { tokens, streets, localities } = spans;
  const first = firstToken(covered);
  // A place may be given again, as the last word may begin it.
  const last = Math.max(lastToken(covered), tokens.openAt);
  const byPlace = findTo(tokens, localities, first + 1);
  const byStreet = findTo(tokens, streets, first + 1);
  if (byPlace > first || byStreet > last) findNames(spans);
  else if (byStreet > first) findTo(tokens, localities, last + 1);
}

/** Finds the names that begin before a token; answers where the last of them ends. */
function findTo(tokens: Tokens, names: Names, end: number): number {
  const { count, before, named, openEnd } = tokens;
  const { trie, free, found } = names;
  const walk = { trie, tokens, limit: 0, open: false };
  let reach = 0;
  for (; names.end < end; names.end++) {
    const from = names.end;
    if (!hasToken(free, from)) continue;
    if (from >= walk.limit) {
      walk.limit = from + 1;
      while (walk.limit < count && hasToken(free, walk.limit) && (before[walk.limit] & COMMA) === 0) walk.limit++;
      walk.open = walk.limit === openEnd;
    }
    walkExact(walk, from);
    for (let i = 0; i < named.count; i++) {
      const span = spanOf(from, named.end[i], named.node[i], named.whole[i] === 1);
      span.spaces = named.spaces[i];
      found.push(span);
      reach = Math.max(reach, span.end);
    }
  }
  // The longest: a jumble of common words must not cost more than an address.
  if (found.length > MOST_SPANS) found.sort((a, b) => b.end - b.from - (a.end - a.from)).length = MOST_SPANS;
  return reach;
}

/** The tokens that a meaning of theirs may explain without a street or a place, or that are an article. O(tokens). */
function explainable(tokens: Tokens, words: Words): TokenSet {
  let found: TokenSet = NO_TOKENS;
  for (let t = 0; t < tokens.count; t++) {
    if ((words.meanings[t] & EXPLAINS) !== 0 || isWord(tokens, t, 'THE')) found |= 1 << t;
    if ((words.longMeanings[t] & EXPLAINS) !== 0) found |= tokenRange(t, words.longEnd[t]);
  }
  return found;
}

/**
 * The token after the street number, 0 if there is no number, unit or lot; -1 if the words are not an address, or the
 * names do not stand together behind it.
 */
export function beginOfNames(tokens: Tokens, numbers: NumberParse): number {
  const { number, last, lot, unit, level, exactOnly, planned, consumed } = numbers;
  if (exactOnly || planned) return -1;
  const before = last ?? number ?? lot;
  if (before === null && (unit !== null || level !== null || isNonAddress(numbers))) return -1;
  const from = before === null ? 0 : before.token + 1;
  const end = endOfNames(tokens, numbers);
  return from < end && (tokenRange(0, tokens.count) & ~consumed) === tokenRange(from, end) ? from : -1;
}

/** The postcode, or the end of the line. */
export function endOfNames({ count }: Tokens, { postcode }: NumberParse): number {
  return postcode === null ? count : postcode.token;
}

/**
 * The parses of the words as at most one street and one locality: those that leave the fewest words
 * over first, then the least loose (LOOSENESS); with `whole`, only those that leave none, if any does. A
 * locality named twice is the later one: `CHAPEL HILL STATE SCHOOL, 20 IRONBARK ROAD, CHAPEL HILL`.
 * O(spans of streets x spans of localities).
 */
export function parseNames(spans: NameSpans, whole: boolean): NameParse[] {
  const parses: NameParse[] = [];
  const covered = whole ? ~spans.explainable & spans.free : NO_TOKENS;
  if (covered !== NO_TOKENS) {
    findCovering(spans, covered);
    addParses(parses, spans, covered, true);
  }
  if (parses.length === 0 || parses[0].unmatched > 0) {
    parses.length = 0;
    findNames(spans);
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
  findNames(spans);
  addParses(parses, spans, NO_TOKENS, false);
  return parses;
}

/** Adds the parses whose street and locality together cover some tokens; only with `pairs`, those that have both. */
function addParses(parses: NameParse[], spans: NameSpans, covered: TokenSet, pairs: boolean): void {
  const { found: streets } = spans.streets;
  const { found: localities } = spans.localities;
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
  for (const other of localities.found)
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

function looseness({ street, locality }: NameParse): number {
  return (
    (street === null ? LOOSENESS.noStreet : loosenessOf(street, LOOSENESS.streetPrefix)) +
    (locality === null ? LOOSENESS.noLocality : loosenessOf(locality, LOOSENESS.localityPrefix))
  );
}

function loosenessOf({ from, end, spaces, whole }: Span, prefix: number): number {
  return spaces * LOOSENESS.space + (whole ? 0 : prefix) + (end - from) * LOOSENESS.word;
}
