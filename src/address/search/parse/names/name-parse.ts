import { childOf, firstChild, keyEnds, mayGoOn, type NameTrie, wordAt } from '../../../index/name-trie.ts';
import type { CodeSet } from '../../text/lexicon.ts';
import type { TokenSet, Tokens } from '../../text/tokens.ts';

/** One reading of the words of a query as street and locality. */
export interface NameParse {
  readonly street: Span | null;
  /** Lexicon entries of the street type and the suffix, -1 for none. */
  readonly type: number;
  readonly suffix: number;
  /** Types and suffixes that the open last word begins; null if it is not read so. */
  readonly typesOpen: CodeSet | null;
  readonly suffixesOpen: CodeSet | null;
  readonly locality: Span | null;
  /** Position in STATE_ORDER, -1 for none. */
  readonly state: number;
  /** The states that the open last word begins, if several or the country's name too: bits by position; 0 for none. */
  readonly statesOpen: number;
  /** The open last word begins the country's name, which says nothing: `A`, `AUS`. */
  readonly countryOpen: boolean;
  readonly abroad: boolean;
  /** Words that the parse leaves over: how many, and which. */
  readonly unmatched: number;
  readonly left: TokenSet;
  /** How many words there are, without numbers, states and countries. */
  readonly words: number;
  /** No locality was found, and words left over stand where one would: after the street. */
  readonly localityUnknown: boolean;
  /** The cost of implausible readings of a suffix, state or country (costs.ts). */
  readonly penalty: number;
  /** THE stands before the street, whose name lacks it. */
  readonly article: boolean;
  /** Words are left over, and there is an AND, a CNR or a slash: perhaps two streets. */
  readonly and: boolean;
  /** Sort key of parses, the lowest first. */
  rank: number;
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
  /** Edits between the tokens and the name, 0 if exact. */
  edits: number;
}

/** A walk along a trie: the tokens from `from` to `limit`, and what it found. */
interface Walk {
  readonly trie: NameTrie;
  readonly tokens: Tokens;
  readonly from: number;
  readonly limit: number;
  /** Whether the last token's node is collected too, as a prefix; after a space, as one that more words follow. */
  readonly open: boolean;
  readonly found: Span[];
}

/**
 * Walks a trie along some tokens and collects every key that ends with a token, whatever its spaces: `GREEN ACRE` finds
 * GREENACRE, and the reverse. O(letters), with a few branches.
 */
export function walkExact(walk: Walk): void {
  step(walk, walk.from, walk.tokens.start[walk.from], 0, 0, false);
}

/** Whether tokens are a whole name. Allocates. */
export function isWholeName(trie: NameTrie, tokens: Tokens, from: number, end: number): boolean {
  const found: Span[] = [];
  walkExact({ trie, tokens, from, limit: end, open: false, found });
  return found.some((span) => span.end === end && span.whole);
}

/**
 * Continues from a node along a token's letters from `at`. `spaces` differ so far: two tokens may be joined if none do,
 * and none is split after that.
 */
function step(walk: Walk, token: number, at: number, node: number, spaces: number, joined: boolean): void {
  const { trie, tokens, from, limit, open, found } = walk;
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
  if (whole || (last && open && tokens.open)) found.push({ from, end: token + 1, node: here, whole, spaces, edits: 0 });
  if (last) {
    if (open && !tokens.open && gap >= 0)
      found.push({ from, end: token + 1, node: gap, whole: false, spaces, edits: 0 });
    return;
  }
  const next = tokens.start[token + 1];
  if (gap >= 0) step(walk, token + 1, next, gap, spaces, joined);
  if (spaces === 0 && mayGoOn(nodes, here, letters[next])) step(walk, token + 1, next, here, 1, true);
}
