import { DELETION_COMMON } from '../../../index/deletion-index.ts';
import type { NameTrie } from '../../../index/name-trie.ts';
import type { Span } from '../../parse/names/spans.ts';
import type { Phrase, Workspace } from '../../query/workspace.ts';
import type { Tokens } from '../../text/tokens.ts';
import { lookUpDeletions } from './deletion-lookup.ts';
import { walkOneEdit } from './edit-walk.ts';
import { goingOn, hasOtherInitial, phraseOf } from './phrase.ts';

/** Longest phrase that is walked along the trie with one edit. */
const MOST_WALKED = DELETION_COMMON;
/** Most words that are looked for as one misspelled name. */
const MOST_WORDS = 4;

/**
 * Names that the tokens from `from` to `end` are a misspelling of; where the last of them is still being typed, also the beginnings of names that
 * they are a misspelling of. Between one and two edits: insertions, deletions, substitutions, swaps of neighbours. Fewest edits first, of
 * equals the name of most things. Short phrases: one walk along the trie for every place of the edit; longer ones: 28 looks into the
 * deletion index.
 */
export function fuzzyNames(work: Workspace, trie: NameTrie, tokens: Tokens, from: number, end: number): Span[] {
  const found: Span[] = [];
  if (end - from > MOST_WORDS) return found;
  const phrase = phraseOf(work.phrase, tokens, from, end);
  addNear(work, trie, phrase, found);
  if (tokens.typing && !tokens.open && end === tokens.count) addNear(work, trie, goingOn(phrase), found);
  if (found.length > 1) {
    const { start, low, high } = trie;
    const things = (span: Span) => start[high[span.node]] - start[low[span.node]];
    found.sort((a, b) => a.edits - b.edits || things(b) - things(a) || a.node - b.node);
  }
  return found;
}

/** Adds the names, or their beginnings, that a phrase is a misspelling of. */
function addNear(work: Workspace, trie: NameTrie, phrase: Phrase, found: Span[]): void {
  const { length, edits, openEdits } = phrase;
  if (edits + openEdits === 0) return;
  const isShort = length <= MOST_WALKED;
  if (isShort) walkOneEdit(trie, phrase, found);
  if (length >= DELETION_COMMON) lookUpDeletions(work, trie, phrase, isShort ? 0 : openEdits, found);
  keepInitial(trie, phrase, found);
}

/** Drops the names of another initial. */
function keepInitial({ key, keyStart, low }: NameTrie, { text, length }: Phrase, found: Span[]): void {
  let kept = 0;
  for (const span of found) if (!hasOtherInitial(text, length, key[keyStart[low[span.node]]])) found[kept++] = span;
  found.length = kept;
}
