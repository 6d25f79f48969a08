import { endOf } from '../../../index/address.ts';
import {
  DELETION_COMMON,
  DELETION_PREFIX,
  DELETIONS,
  deletionHashes,
  nameOfItem,
} from '../../../index/deletion-index.ts';
import { bucketOfHash } from '../../../index/letter-hash.ts';
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
import type { Span } from '../../parse/names/name-parse.ts';
import type { Run } from '../../parse/names/runs.ts';
import { EDITS_OF_LAST } from '../../query/costs.ts';
import { MOST_SCANNED, MOST_WORDS } from '../../query/limits.ts';
import type { DeletionBuffers, Workspace } from '../../query/workspace.ts';
import type { Tokens } from '../../text/tokens.ts';
import {
  addName,
  computeColumns,
  distanceAt,
  goOn,
  hasOtherInitial,
  isMeant,
  isWithin,
  phraseOf,
  setPattern,
} from './edits.ts';

/** A look-up of the names of a trie that the workspace's phrase is a misspelling of. */
interface Sought {
  readonly work: Workspace;
  readonly trie: NameTrie;
  readonly found: Span[];
}

/**
 * Names, or prefixes while the last token is being typed, that a run of tokens is a misspelling of: by
 * one or two insertions, deletions, substitutions or transpositions. Fewest edits first, then most
 * postings. Short phrases walk the trie, longer ones take 28 look-ups in the deletion index.
 */
export function fuzzyNames(work: Workspace, trie: NameTrie, tokens: Tokens, run: Run): Span[] {
  const found: Span[] = [];
  if (run.end - run.from > MOST_WORDS) return found;
  const sought = { work, trie, found };
  const phrase = phraseOf(work.phrase, tokens, run);
  addNear(sought);
  if (!tokens.open && run.end === tokens.openEnd) {
    goOn(phrase);
    addNear(sought);
  }
  if (found.length > 1) {
    const { start, low, high } = trie;
    const things = (span: Span) => start[high[span.node]] - start[low[span.node]];
    found.sort((a, b) => a.tenths - b.tenths || things(b) - things(a) || a.node - b.node);
  }
  return found;
}

/** Adds the names, or prefixes of names, that the phrase is a misspelling of. */
function addNear(sought: Sought): void {
  const { phrase } = sought.work;
  if (phrase.edits + phrase.openEdits === 0) return;
  if (phrase.length <= DELETION_COMMON) {
    walkOneEdit(sought);
    phrase.openEdits = 0;
  }
  if (phrase.length >= DELETION_COMMON) lookUpDeletions(sought);
  keepInitial(sought);
}

/** Drops names with another initial (`hasOtherInitial`). */
function keepInitial({ work, trie, found }: Sought): void {
  const { text, length } = work.phrase;
  const { key, keyStart, low } = trie;
  let kept = 0;
  for (const span of found) if (!hasOtherInitial(text, length, key[keyStart[low[span.node]]])) found[kept++] = span;
  found.length = kept;
}

/**
 * Adds the names one edit away from a short phrase: one edit anywhere, everything else as typed; if the phrase may go
 * on, prefixes of names, however short. O(children of the nodes on the way × letters).
 */
function walkOneEdit(sought: Sought): void {
  const { trie, found } = sought;
  const { phrase } = sought.work;
  const { node: nodes } = trie;
  const { text, length } = phrase;
  const open = phrase.openEdits > 0;
  let node = 0;
  for (let i = 0; i < length; i++) {
    const letter = text[i];
    if (open && i > 0 && i + 1 === length) addName(found, phrase, node, keyEnds(wordAt(nodes, node)), EDITS_OF_LAST);
    else follow(sought, node, i + 1);
    const next = i + 1 < length ? text[i + 1] : letter;
    if (next !== letter) {
      const swapped = childOf(trie, node, next);
      const child = swapped < 0 ? -1 : childOf(trie, swapped, letter);
      if (child >= 0) follow(sought, child, i + 2);
    }
    const end = endOfChildren(nodes, node);
    const isLast = i + 1 === length;
    for (let child = firstChild(wordAt(nodes, node)); child < end; child++) {
      const replaces = isLast ? !open : mayGoOn(nodes, child, next);
      if (replaces && letterOf(wordAt(nodes, child)) !== letter) follow(sought, child, i + 1);
      if (mayGoOn(nodes, child, letter)) follow(sought, child, i);
    }
    node = childOf(trie, node, letter);
    if (node < 0) return;
  }
  if (open) return;
  const end = endOfChildren(nodes, node);
  for (let child = firstChild(wordAt(nodes, node)); child < end; child++) follow(sought, child, length);
}

/** Follows the phrase from a node and a letter on, and adds the name or prefix that it ends at. */
function follow({ work, trie, found }: Sought, begin: number, at: number): void {
  const { phrase } = work;
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

const LATEST = 0x7fff_ffff;

/** Whether a name was not met since the last tick of the clock. Forgets some if there are many. */
function isNew({ seen, seenAt, clock }: DeletionBuffers, name: number): boolean {
  const slot = (name ^ (name >>> 10)) & 1023;
  if (seenAt[slot] === clock && seen[slot] === name) return false;
  seenAt[slot] = clock;
  seen[slot] = name;
  return true;
}

/**
 * Adds the names within `edits` of a phrase of DELETION_COMMON letters or more, and the prefixes of names
 * within `openEdits`. Loops are split so that cache misses overlap: at national size hardly any of the
 * memory is cached. O(names compared), a few microseconds.
 */
function lookUpDeletions(sought: Sought): void {
  const { trie } = sought;
  const { deletions, columns, phrase } = sought.work;
  const { hashes, froms, ends, begins, names: met } = deletions;
  const { start, entry } = trie.deletions;
  const { key, keyStart } = trie;
  const count = deletionHashes(phrase.text, 0, phrase.length, hashes);
  const mask = start.length - 2;
  if (deletions.clock === LATEST) {
    deletions.seenAt.fill(0);
    deletions.clock = 0;
  }
  deletions.clock++;
  for (let h = 0; h < count; h++) {
    const bucket = bucketOfHash(hashes[h], mask);
    froms[h] = start[bucket];
    ends[h] = endOf(start, bucket, entry);
  }
  let names = 0;
  for (let h = 0; h < count; h++)
    for (let i = froms[h]; i < ends[h] && names < met.length; i++) {
      const name = nameOfItem(entry[i], hashes[h]);
      if (name >= 0 && isNew(deletions, name)) met[names++] = name;
    }
  for (let i = 0; i < names; i++) begins[i] = keyStart[met[i]];
  let letters = 0;
  for (let i = 0; i < names; i++) letters += key[begins[i]];
  if (letters === 0) return;
  setPattern(columns, phrase.text, phrase.length);
  for (let i = 0; i < names; i++) compareNames(sought, met[i]);
}

/** Compares a name and those that share its first letters, whose columns are computed once. */
function compareNames(sought: Sought, leader: number): void {
  const { trie, found } = sought;
  const { columns, phrase } = sought.work;
  const { key, keyStart } = trie;
  const { length, edits: most, openEdits } = phrase;
  const at = keyStart[leader];
  const size = keyStart[leader + 1] - at;
  const farthest = length + DELETIONS;
  const shared = Math.min(DELETION_PREFIX, size, farthest);
  if (openEdits === 0 && Math.abs(size - length) > most && !leads(trie, leader, size)) return;
  computeColumns(columns, key, at, 0, shared);
  if (!isWithin(columns, shared, Math.max(most, openEdits))) {
    if (openEdits > 0) addBeginning(sought, leader, shared);
    return;
  }
  const last = Math.min(leader + MOST_SCANNED, keyStart.length - 1);
  for (let name = leader; name < last; name++) {
    const begin = keyStart[name];
    const size = keyStart[name + 1] - begin;
    if (name > leader && !(shared === DELETION_PREFIX && size >= DELETION_PREFIX && sameLetters(key, at, begin)))
      return;
    const fits = Math.abs(size - length) <= most;
    if (openEdits === 0 && !fits) continue;
    const filled = Math.min(size, farthest);
    computeColumns(columns, key, begin, Math.min(shared, filled), filled);
    if (openEdits > 0) addBeginning(sought, name, filled);
    if (!fits) continue;
    const edits = distanceAt(columns, size, length);
    if (edits <= most && isMeant(edits, size)) addName(found, phrase, nodeOf(trie, name, size), true, edits);
  }
}

/** Whether the next name shares a leader's first letters, so that both are compared together. */
function leads({ key, keyStart }: NameTrie, leader: number, size: number): boolean {
  if (size < DELETION_PREFIX || leader + 2 >= keyStart.length) return false;
  const next = keyStart[leader + 1];
  return keyStart[leader + 2] - next >= DELETION_PREFIX && sameLetters(key, next - size, next);
}

/** Adds the prefix of a name, at most `filled` letters, that is nearest to the phrase, if it is near enough. */
function addBeginning({ work, trie, found }: Sought, name: number, filled: number): void {
  const { columns, phrase } = work;
  const { length, openEdits } = phrase;
  let nearest = openEdits + 1;
  let depth = 0;
  for (let i = Math.max(1, length - DELETIONS); i <= Math.min(filled, length + DELETIONS); i++) {
    const edits = distanceAt(columns, i, length);
    if (edits < nearest) {
      nearest = edits;
      depth = i;
    }
  }
  if (nearest === 0 || nearest > openEdits) return;
  const node = nodeOf(trie, name, depth);
  addName(found, phrase, node, keyEnds(wordAt(trie.node, node)), nearest);
}

function sameLetters(key: Uint8Array, a: number, b: number): boolean {
  for (let i = 0; i < DELETION_PREFIX; i++) if (key[a + i] !== key[b + i]) return false;
  return true;
}

/** The node that the first letters of a name lead to. */
function nodeOf(trie: NameTrie, name: number, letters: number): number {
  let node = 0;
  for (let i = trie.keyStart[name]; i < trie.keyStart[name] + letters; i++) node = childOf(trie, node, trie.key[i]);
  return node;
}
