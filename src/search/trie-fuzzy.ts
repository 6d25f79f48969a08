import { type NameTrie, TERMINAL } from '../index/name-trie.ts';
import type { Span } from './trie-walk.ts';

const MOST_LETTERS = 48;
const MOST_DEPTH = 64;

const rows = Array.from({ length: MOST_DEPTH + 1 }, () => new Uint8Array(MOST_LETTERS + 2));
const path = new Uint8Array(MOST_DEPTH + 1);
let visited = 0;
let allowed = 0;

/**
 * Walks a trie along letters (a space between words) and collects the keys within `most` edits (optimal string alignment); with
 * `open`, also the topmost nodes that the letters are within `most` edits of, as prefixes. Spans name `from` and `end` as given.
 * Of two edits none may put another letter first: looking for that costs thirty times as much. Visits at most `mostNodes` nodes, and answers how many it did. (Schulz and Mihov 2002 walk an automaton; here one row of the matrix per node.)
 */
export function walkFuzzy(
  trie: NameTrie,
  letters: Uint8Array,
  length: number,
  most: number,
  open: boolean,
  from: number,
  end: number,
  mostNodes: number,
  found: Span[],
): number {
  if (length === 0 || length > MOST_LETTERS) return 0;
  for (let j = 0; j <= length; j++) rows[0][j] = j;
  visited = 0;
  allowed = mostNodes;
  descend(trie, letters, length, most, open, from, end, 0, 0, found);
  return visited;
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
    if (visited++ > allowed) return;
    const letter = trie.label[child] & ~TERMINAL;
    if (depth === 0 && most > 1 && letter !== letters[0] && letter !== letters[1]) continue;
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
