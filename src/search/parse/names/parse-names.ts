import { MEANING } from '../../../index/lexicon.ts';
import type { NameTrie } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { type Words, wordMeans } from '../../text/lexicon.ts';
import { COMMA, type Tokens } from '../../text/tokens.ts';
import { completeParse, type ParseContext } from './complete-parse.ts';
import type { NameParse } from './name-parse.ts';
import { type Span, walkExact } from './spans.ts';

const MOST_PARSES = 40;
const MOST_SPANS = 20;
const NONE_AGAIN: readonly Span[] = [];

/** Spans of names among the tokens that are not consumed, whole ones, and with `open` those that the last word may go on from. */
export function spansOf(trie: NameTrie, tokens: Tokens, consumed: Uint8Array, open: boolean): Span[] {
  const found: Span[] = [];
  for (let from = 0; from < tokens.count; from++) {
    if (consumed[from] === 1) continue;
    let limit = from + 1;
    while (limit < tokens.count && consumed[limit] === 0 && (tokens.before[limit] & COMMA) === 0) limit++;
    walkExact(trie, tokens, from, limit, open && limit === tokens.count, found);
  }
  return found;
}

/** Ranks of the parses so far: words that they leave, then how loosely they read. */
const ranks = new Float64Array((MOST_SPANS + 1) * (MOST_SPANS + 1));

/**
 * All ways to read the words as at most one street and one locality, those that leave the fewest words unexplained first; of
 * equals, the one whose names are longest. A locality that is named twice is the later one: the earlier is of a building's name
 * (`CHAPEL HILL STATE SCHOOL, 20 IRONBARK ROAD, CHAPEL HILL`).
 */
export function parseNames(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  consumed: Uint8Array,
  streets: readonly Span[],
  localities: readonly Span[],
  open: boolean,
): NameParse[] {
  const parses: NameParse[] = [];
  const names = longest(streets);
  const places = longest(localities);
  const reader = contextOf(index, tokens, words, consumed, open);
  for (let n = 0; n <= names.length; n++) {
    const street = n < names.length ? names[n] : null;
    for (let p = 0; p <= places.length; p++) {
      const locality = p < places.length ? places[p] : null;
      if (locality !== null && overlap(street, locality)) continue;
      const again = locality === null || places.length < 2 ? NONE_AGAIN : repeatsOf(reader, places, street, locality);
      if (locality !== null && again.some((other) => other.from >= locality.end)) continue;
      insert(parses, completeParse(reader, street, locality, again));
    }
  }
  return parses.length <= MOST_PARSES ? parses : parses.filter((parse, i) => i < MOST_PARSES || parse.street === null);
}

function contextOf(
  index: AddressIndex,
  tokens: Tokens,
  words: Words,
  consumed: Uint8Array,
  open: boolean,
): ParseContext {
  const free: number[] = [];
  let count = 0;
  for (let t = 0; t < tokens.count; t++) {
    const isFree = consumed[t] === 1 ? 0 : 1;
    free.push(isFree);
    count += isFree;
  }
  return { index, tokens, words, openAt: open && tokens.open ? tokens.count - 1 : -1, free, count };
}

/** Puts a parse behind those that rank no lower. */
function insert(parses: NameParse[], parse: NameParse): void {
  const rank = parse.unmatched * 100 + looseness(parse);
  let at = parses.length;
  parses.push(parse);
  for (; at > 0 && ranks[at - 1] > rank; at--) {
    ranks[at] = ranks[at - 1];
    parses[at] = parses[at - 1];
  }
  ranks[at] = rank;
  parses[at] = parse;
}

function overlap(a: Span | null, b: Span): boolean {
  return a !== null && a.from < b.end && b.from < a.end;
}

/** Where else a locality is said. The first time it is in the name of a building: `WEST END DOWNS, …, WEST END`. */
function repeatsOf(
  { tokens, words }: ParseContext,
  places: readonly Span[],
  street: Span | null,
  locality: Span,
): readonly Span[] {
  let again: Span[] | null = null;
  for (const other of places) {
    if (other === locality || other.node !== locality.node) continue;
    if (overlap(street, other) || isStreetName(tokens, words, other)) continue;
    again ??= [];
    again.push(other);
  }
  return again ?? NONE_AGAIN;
}

/** Whether a street type stands behind a name: that is a street's. */
function isStreetName(tokens: Tokens, words: Words, { end }: Span): boolean {
  return end < tokens.count && (tokens.before[end] & COMMA) === 0 && wordMeans(words, end, MEANING.streetType);
}

/** The longest spans of many: noise of famous words must not cost more than an address. */
function longest(spans: readonly Span[]): readonly Span[] {
  if (spans.length <= MOST_SPANS) return spans;
  return [...spans].sort((a, b) => b.end - b.from - (a.end - a.from)).slice(0, MOST_SPANS);
}

function looseness({ street, locality }: NameParse): number {
  return (
    (street === null ? 8 : street.spaces + (street.whole ? 0 : 2)) +
    (locality === null ? 4 : locality.spaces + (locality.whole ? 0 : 1)) -
    0.1 * ((street === null ? 0 : street.end - street.from) + (locality === null ? 0 : locality.end - locality.from))
  );
}
