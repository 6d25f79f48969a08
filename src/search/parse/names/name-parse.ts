import { childOf, firstChild, keyEnds, mayGoOn, type NameTrie, wordAt } from '../../../index/name-trie.ts';
import type { CodeSet } from '../../text/lexicon.ts';
import type { TokenSet, Tokens } from '../../text/tokens.ts';

/** One way to read the words of a query as street and locality. */
export interface NameParse {
  readonly street: Span | null;
  /** Lexicon entry of the street type and of the suffix, -1 without. */
  readonly type: number;
  readonly suffix: number;
  /** Types and suffixes that the open last word may become; null where it is none of them. */
  readonly typesOpen: CodeSet | null;
  readonly suffixesOpen: CodeSet | null;
  readonly locality: Span | null;
  /** Position in STATE_ORDER, -1 without. */
  readonly state: number;
  /** The states that the open last word may become, where it may become several, or the country's name: bits by position; 0 for none. */
  readonly statesOpen: number;
  /** That word may become the country's name too, and then says nothing: `A`, `AUS`. */
  readonly countryOpen: boolean;
  readonly abroad: boolean;
  /** Words that this parse leaves unexplained: how many, and which. */
  readonly unmatched: number;
  readonly left: TokenSet;
  /** Words in all, without numbers. */
  readonly words: number;
  /** Unexplained words stand where a locality would: after the street, and none was found. */
  readonly localityUnknown: boolean;
  /** What an implausible reading of a state or country costs (costs.ts). */
  readonly penalty: number;
  /** Words are left over, and there is an AND, a CNR or a slash: perhaps two streets. */
  readonly and: boolean;
  /** Its place among the parses: the lowest first. */
  rank: number;
}

/** The states that a parse gives, or may become: a bit for each by its position in STATE_ORDER; 0 without. */
export function statesOf({ state, statesOpen }: NameParse): number {
  return state >= 0 ? 1 << state : statesOpen;
}

const SPACE = 0x20;

/** Tokens that are a name or its beginning: from the walk's first token up to, but not including, `end`. */
export interface Span {
  /** First token, and the one after the last. */
  from: number;
  end: number;
  node: number;
  /** Whether a key ends at the node; otherwise the last token is a prefix. */
  whole: boolean;
  /** Spaces that the query has and the name lacks, or the other way round. */
  spaces: number;
  /** Edits, in walks that allow them. */
  edits: number;
}

/** A walk along a trie: the tokens from `from` to `limit`, and what it found. */
interface Walk {
  readonly trie: NameTrie;
  readonly tokens: Tokens;
  readonly from: number;
  readonly limit: number;
  /** Whether the node under the last token is collected too, as a prefix; after a space, as a name that further words follow. */
  readonly open: boolean;
  readonly found: Span[];
}

/**
 * Walks a trie along some tokens and collects every key that ends with a token, whatever its spaces: `GREEN ACRE` finds GREENACRE and the other
 * way round. O(letters); a few nodes at a time.
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
 * Continues from a node along a token's letters from `at`; `spaces` differ so far: once words were joined, none may be missing.
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
