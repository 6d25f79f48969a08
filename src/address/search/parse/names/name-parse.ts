import { childOf, firstChild, keyEnds, mayGoOn, type NameTrie, wordAt } from '../../../index/name-trie.ts';
import type { CodeSet } from '../../text/lexicon.ts';
import { lengthOf, type NameRows, NO_TOKENS, type Tokens } from '../../text/tokens.ts';

/** A parse of all words as a street and a locality, whose other fields are still to be set: all have one hidden class. */
export function namesOf(street: Span | null, locality: Span | null, words: number) {
  return {
    street,
    /** Lexicon entries of the street type and the suffix, -1 for none. */
    type: -1,
    suffix: -1,
    /** Types and suffixes that the open last word begins; null if it is not read so. */
    typesOpen: null as CodeSet | null,
    suffixesOpen: null as CodeSet | null,
    locality,
    /** Position in STATE_ORDER, -1 for none. */
    state: -1,
    /** The states that the open last word begins, if several or the country's name too: bits by position; 0 for none. */
    statesOpen: 0,
    /** The open last word begins the country's name, which says nothing: `A`, `AUS`. */
    countryOpen: false,
    abroad: false,
    /** Words that the parse leaves over: how many, and which. */
    unmatched: 0,
    left: NO_TOKENS,
    /** How many words there are, without numbers, states and countries. */
    words,
    /** No locality was found, and words left over stand where one would: after the street. */
    localityUnknown: false,
    /** The cost of implausible readings of a suffix, state or country (costs.ts). */
    penalty: 0,
    /** THE stands before the street, whose name lacks it. */
    article: false,
    /** Words are left over, and there is an AND, a CNR or a slash: perhaps two streets. */
    and: false,
    /** Sort key of parses, the lowest first. */
    rank: 0,
  };
}

/** A parse being made. */
export type Made = ReturnType<typeof namesOf>;

/** One reading of the words of a query as street and locality. */
export type NameParse = Readonly<Made>;

/** A copy of a parse with some of its fields changed. */
export function changedNames(parse: NameParse, changes: Partial<NameParse>): NameParse {
  return Object.assign(namesOf(null, null, 0), parse, changes);
}

/** The state of a parse, or those that its last word begins: a bit for each by its position in STATE_ORDER, or 0. */
export function statesOf({ state, statesOpen }: NameParse): number {
  return state >= 0 ? 1 << state : statesOpen;
}

const SPACE = 0x20;

/** Tokens that are a name or a prefix of one. */
export interface Span {
  /** First token, and the one after the last. */
  from: number;
  end: number;
  node: number;
  /** Whether a key ends at the node; otherwise the last token is a prefix. */
  whole: boolean;
  /** Spaces that the query has and the name lacks, or the reverse. */
  spaces: number;
  /** Tenths of the edits between the tokens and the name, 0 if exact: fractions would give spans another class. */
  tenths: number;
}

/** A span of an exact name or its beginning. */
export function spanOf(from: number, end: number, node: number, whole: boolean): Span {
  return { from, end, node, whole, spaces: 0, tenths: 0 };
}

/** The edits between the tokens of a span and its name. */
export function editsOf({ tenths }: Span): number {
  return tenths / 10;
}

/** Whether two parses only divide the street's name and type differently: `THE GROVE`, or THE with the type GROVE. */
export function isSameStreet(a: NameParse, b: NameParse): boolean {
  return (
    a.street !== null && a.street.from === b.street?.from && a.locality === b.locality && a.unmatched === b.unmatched
  );
}

/** Whether a parse is a place and nothing else. */
export function isSuburb({ street, locality, unmatched }: NameParse): boolean {
  return street === null && locality?.whole === true && unmatched === 0;
}

/** Whether a name is one or two letters, which say too little without a type. */
export function isShort(tokens: Tokens, { from, end }: Span): boolean {
  return end - from === 1 && lengthOf(tokens, from) <= 2;
}

/** A walk along a trie: up to the token `limit`. */
export interface Walk {
  readonly trie: NameTrie;
  readonly tokens: Tokens;
  readonly limit: number;
  /** Whether the last token's node is collected too, as a prefix; after a space, as one that more words follow. */
  readonly open: boolean;
}

/**
 * Walks a trie along the tokens from `from` and collects, in `named` of the tokens, every key that ends with a token,
 * whatever its spaces: `GREEN ACRE` finds GREENACRE, and the reverse. O(letters), with a few branches.
 */
export function walkExact(walk: Walk, from: number): NameRows {
  const { named, start } = walk.tokens;
  named.count = 0;
  step(walk, from, start[from], 0, 0, false);
  return named;
}

/** Whether tokens are a whole name. */
export function isWholeName(trie: NameTrie, tokens: Tokens, from: number, end: number): boolean {
  const { count, end: ends, whole } = walkExact({ trie, tokens, limit: end, open: false }, from);
  for (let i = 0; i < count; i++) if (ends[i] === end && whole[i] === 1) return true;
  return false;
}

function addRow(rows: NameRows, end: number, node: number, spacesAndWhole: number): void {
  const { count } = rows;
  if (count === rows.end.length) return;
  rows.end[count] = end;
  rows.node[count] = node;
  rows.spaces[count] = spacesAndWhole >>> 1;
  rows.whole[count] = spacesAndWhole & 1;
  rows.count = count + 1;
}

/**
 * Continues from a node along a token's letters from `at`. `spaces` differ so far: two tokens may be joined if none do,
 * and none is split after that.
 */
function step(walk: Walk, token: number, at: number, node: number, spaces: number, joined: boolean): void {
  const { trie, tokens, limit, open } = walk;
  const { node: nodes } = trie;
  const { letters } = tokens;
  const start = tokens.start[token];
  const end = tokens.end[token];
  let here = node;
  for (let i = at; i < end; i++) {
    const letter = letters[i];
    if (!joined && i > start && mayGoOn(nodes, here, SPACE)) {
      const gap = firstChild(wordAt(nodes, here));
      if (mayGoOn(nodes, gap, letter)) step(walk, token, i, gap, spaces + 1, joined);
    }
    here = childOf(trie, here, letter);
    if (here < 0) return;
  }
  const word = wordAt(nodes, here);
  const last = token + 1 === limit;
  const whole = keyEnds(word);
  const gap = mayGoOn(nodes, here, SPACE) ? firstChild(word) : -1;
  if (whole || (last && open && tokens.open)) addRow(tokens.named, token + 1, here, 2 * spaces + (whole ? 1 : 0));
  if (last) {
    if (open && !tokens.open && gap >= 0) addRow(tokens.named, token + 1, gap, 2 * spaces);
    return;
  }
  const next = tokens.start[token + 1];
  if (gap >= 0) step(walk, token + 1, next, gap, spaces, joined);
  if (spaces === 0 && mayGoOn(nodes, here, letters[next])) step(walk, token + 1, next, here, 1, true);
}
