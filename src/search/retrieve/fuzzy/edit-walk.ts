import {
  childOf,
  endOfChildren,
  firstChild,
  keyEnds,
  letterOf,
  mayGoOn,
  type NameTrie,
  wordAt,
} from '../../../index/name-trie.ts';
import type { Span } from '../../parse/names/spans.ts';
import { EDITS_OF_LAST } from '../../query/costs.ts';
import type { Phrase } from '../../query/workspace.ts';
import { addName, isMeant } from './phrase.ts';

/**
 * Adds the names that a short phrase is one edit away from: an edit anywhere, everything else as typed; where the phrase may go on, the
 * names that begin so, however short their beginning. O(children of the nodes on the way × letters).
 */
export function walkOneEdit(trie: NameTrie, phrase: Phrase, found: Span[]): void {
  const { node: nodes } = trie;
  const { text, length } = phrase;
  const open = phrase.openEdits > 0;
  let node = 0;
  for (let i = 0; i < length; i++) {
    const letter = text[i];
    if (open && i > 0 && i + 1 === length) addName(found, phrase, node, keyEnds(wordAt(nodes, node)), EDITS_OF_LAST);
    else follow(trie, phrase, node, i + 1, found);
    const next = i + 1 < length ? text[i + 1] : letter;
    if (next !== letter) {
      const swapped = childOf(trie, node, next);
      const child = swapped < 0 ? -1 : childOf(trie, swapped, letter);
      if (child >= 0) follow(trie, phrase, child, i + 2, found);
    }
    const end = endOfChildren(nodes, node);
    const isLast = i + 1 === length;
    for (let child = firstChild(wordAt(nodes, node)); child < end; child++) {
      const replaces = isLast ? !open : mayGoOn(nodes, child, next);
      if (replaces && letterOf(wordAt(nodes, child)) !== letter) follow(trie, phrase, child, i + 1, found);
      if (mayGoOn(nodes, child, letter)) follow(trie, phrase, child, i, found);
    }
    node = childOf(trie, node, letter);
    if (node < 0) return;
  }
  if (open) return;
  const end = endOfChildren(nodes, node);
  for (let child = firstChild(wordAt(nodes, node)); child < end; child++) follow(trie, phrase, child, length, found);
}

/** Goes on from a node as typed from a letter on, and adds the name that ends where the phrase does. */
function follow(trie: NameTrie, phrase: Phrase, begin: number, at: number, found: Span[]): void {
  const { text, length } = phrase;
  let node = begin;
  for (let i = at; i < length; i++) {
    node = childOf(trie, node, text[i]);
    if (node < 0) return;
  }
  const whole = keyEnds(wordAt(trie.node, node));
  if (phrase.openEdits > 0) addName(found, phrase, node, whole, 1);
  else if (whole && phrase.edits > 0) {
    const name = trie.low[node];
    if (isMeant(1, trie.keyStart[name + 1] - trie.keyStart[name])) addName(found, phrase, node, true, 1);
  }
}
