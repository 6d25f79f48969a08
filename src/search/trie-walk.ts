import type { NameTrie } from '../index/name-trie.ts';
import { childOf, TERMINAL } from '../index/name-trie.ts';
import type { Tokens } from './tokens.ts';

const SPACE = 0x20;

/** Tokens that a name was found to begin with: from the walk's first token up to, not including, `end`. */
export interface Span {
  /** First token, and the one after the last. */
  from: number;
  end: number;
  node: number;
  /** Whether a key ends at the node; otherwise the last token is a prefix. */
  whole: boolean;
  /** Spaces that the query has and the name has not, or the other way round. */
  spaces: number;
  /** Edits, in walks that allow them. */
  edits: number;
}

/**
 * Walks a trie along the tokens from `from` to `limit` and collects every key that ends with a token, spaces apart: `GREEN ACRE`
 * finds GREENACRE and the other way round. With `open`, the node under the last token is collected too, as a prefix; after a
 * space, as a name that further words follow.
 * O(letters); a few nodes at a time.
 */
export function walkExact(
  trie: NameTrie,
  tokens: Tokens,
  from: number,
  limit: number,
  open: boolean,
  found: Span[],
): void {
  walk(trie, tokens, from, from, tokens.start[from], 0, 0, limit, open, found);
}

function walk(
  trie: NameTrie,
  tokens: Tokens,
  from: number,
  token: number,
  at: number,
  node: number,
  spaces: number,
  limit: number,
  open: boolean,
  found: Span[],
): void {
  let here = node;
  let i = at;
  const end = tokens.end[token];
  for (; i < end; i++) {
    const letter = tokens.letters[i];
    if (i > tokens.start[token] && spaces === 0) {
      const gap = spaceUnder(trie, here);
      if (gap >= 0 && childOf(trie, gap, letter) >= 0)
        walk(trie, tokens, from, token, i, gap, spaces + 1, limit, open, found);
    }
    here = childOf(trie, here, letter);
    if (here < 0) return;
  }
  const last = token + 1 === limit;
  const whole = (trie.label[here] & TERMINAL) !== 0;
  const gap = spaceUnder(trie, here);
  if (whole || (last && open && tokens.open)) found.push({ from, end: token + 1, node: here, whole, spaces, edits: 0 });
  if (last) {
    if (open && !tokens.open && gap >= 0)
      found.push({ from, end: token + 1, node: gap, whole: false, spaces, edits: 0 });
    return;
  }
  if (gap >= 0) walk(trie, tokens, from, token + 1, tokens.start[token + 1], gap, spaces, limit, open, found);
  if (spaces === 0) walk(trie, tokens, from, token + 1, tokens.start[token + 1], here, spaces + 1, limit, open, found);
}

/** The node of a space, or -1: of all labels the least, so the first child or none. */
function spaceUnder({ first, label }: NameTrie, node: number): number {
  const child = first[node];
  return child < first[node + 1] && label[child] === SPACE ? child : -1;
}
