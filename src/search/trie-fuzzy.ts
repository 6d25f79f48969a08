import { type NameTrie, TERMINAL } from '../index/name-trie.ts';
import type { Span } from './trie-walk.ts';

const MOST_LETTERS = 48;
const MOST_DEPTH = 64;
/** Nodes that one walk may visit: noise must not cost more than the best query. */
const MOST_NODES = 40_000;

const rows = Array.from({ length: MOST_DEPTH + 1 }, () => new Uint8Array(MOST_LETTERS + 2));
const path = new Uint8Array(MOST_DEPTH + 1);
let visited = 0;

/**
 * Walks a trie along letters (a space between words) and collects the keys within `most` edits (optimal string alignment); with
 * `open`, also the topmost nodes that the letters are within `most` edits of, as prefixes. Spans name `from` and `end` as given.
 * Bounded by a number of nodes. (Schulz and Mihov 2002 walk an automaton; here one row of the matrix per node.)
 */
export function walkFuzzy(
  trie: NameTrie,
  letters: Uint8Array,
  length: number,
  most: number,
  open: boolean,
  from: number,
  end: number,
  found: Span[],
): void {
  if (length === 0 || length > MOST_LETTERS) return;
  for (let j = 0; j <= length; j++) rows[0][j] = j;
  visited = 0;
  descend(trie, letters, length, most, open, from, end, 0, 0, found);
}

function descend(
  trie: NameTrie,
  letters: Uint8Array,
  length: number,
  most: number,
  open: boolean,
  from: number,
  end: number,
  node: number,
  depth: number,
  found: Span[],
): void {
  const childrenEnd = trie.first[node + 1];
  const above = rows[depth];
  const row = rows[depth + 1];
  for (let child = trie.first[node]; child < childrenEnd; child++) {
    if (visited++ > MOST_NODES) return;
    const letter = trie.label[child] & ~TERMINAL;
    path[depth + 1] = letter;
    const low = Math.max(1, depth + 1 - most);
    const high = Math.min(length, depth + 1 + most);
    row[low - 1] = low === 1 ? depth + 1 : most + 1;
    let best = row[low - 1];
    for (let j = low; j <= high; j++) {
      let value = above[j - 1] + (letters[j - 1] === letter ? 0 : 1);
      const inserted = row[j - 1] + 1;
      const deleted = (j <= depth + most ? above[j] : most) + 1;
      if (inserted < value) value = inserted;
      if (deleted < value) value = deleted;
      if (depth > 0 && j > 1 && letter === letters[j - 2] && path[depth] === letters[j - 1]) {
        const swapped = rows[depth - 1][j - 2] + 1;
        if (swapped < value) value = swapped;
      }
      row[j] = value;
      if (value < best) best = value;
    }
    if (best > most) continue;
    const edits = high === length && low <= length ? row[length] : most + 1;
    if (edits <= most) {
      const whole = (trie.label[child] & TERMINAL) !== 0;
      if (whole || open) found.push({ from, end, node: child, whole, spaces: 0, edits });
      if (open) continue;
    }
    if (depth + 2 <= MOST_DEPTH) descend(trie, letters, length, most, open, from, end, child, depth + 1, found);
  }
}
