import { endOf } from '../../../index/address.ts';
import { DELETION_PREFIX, deletionHashes, nameOfItem } from '../../../index/deletion-index.ts';
import { bucketOfHash } from '../../../index/letter-hash.ts';
import { childOf, keyEnds, type NameTrie, wordAt } from '../../../index/name-trie.ts';
import type { Span } from '../../parse/names/spans.ts';
import type { DeletionBuffers, EditColumns, Phrase, Workspace } from '../../query/workspace.ts';
import { computeColumns, distanceAt, isWithin, setPattern } from './edit-columns.ts';
import { addName, isMeant, MOST_EDITS } from './phrase.ts';

/** Names of one beginning that are compared. */
const MOST_COMPARED = 400;
const LATEST = 0x7fff_ffff;

/** Whether a name was not met since the last tick of the clock. Forgets some where they are many. */
function isNew({ seen, seenAt, clock }: DeletionBuffers, name: number): boolean {
  const slot = (name ^ (name >>> 10)) & 1023;
  if (seenAt[slot] === clock && seen[slot] === name) return false;
  seenAt[slot] = clock;
  seen[slot] = name;
  return true;
}

/**
 * Adds the names that a phrase of DELETION_COMMON letters or more is a misspelling of, as its `edits` allow, and with `openEdits` the beginnings of
 * names. Compares the names of all buckets that the phrase leads to. Everything they need of memory is asked for at once, and waited for
 * once: at national size hardly any of it is in a cache. O(names that are compared), some microseconds.
 */
export function lookUpDeletions(
  work: Workspace,
  trie: NameTrie,
  phrase: Phrase,
  openEdits: number,
  found: Span[],
): void {
  const { deletions, columns } = work;
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
  for (let i = 0; i < names; i++) compareNames(columns, trie, met[i], phrase, openEdits, found);
}

/** Compares the names that share their first letters with one, whose columns serve all of them. */
function compareNames(
  columns: EditColumns,
  trie: NameTrie,
  leader: number,
  phrase: Phrase,
  openEdits: number,
  found: Span[],
): void {
  const { key, keyStart } = trie;
  const { length, edits: most } = phrase;
  const at = keyStart[leader];
  const size = keyStart[leader + 1] - at;
  const farthest = length + MOST_EDITS;
  const shared = Math.min(DELETION_PREFIX, size, farthest);
  if (openEdits === 0 && Math.abs(size - length) > most && !leads(trie, leader, size)) return;
  computeColumns(columns, key, at, 0, shared);
  if (!isWithin(columns, shared, Math.max(most, openEdits))) {
    if (openEdits > 0) addBeginning(columns, trie, leader, phrase, openEdits, shared, found);
    return;
  }
  const last = Math.min(leader + MOST_COMPARED, keyStart.length - 1);
  for (let name = leader; name < last; name++) {
    const begin = keyStart[name];
    const size = keyStart[name + 1] - begin;
    if (name > leader && !(shared === DELETION_PREFIX && size >= DELETION_PREFIX && sameLetters(key, at, begin)))
      return;
    const fits = Math.abs(size - length) <= most;
    if (openEdits === 0 && !fits) continue;
    const filled = Math.min(size, farthest);
    computeColumns(columns, key, begin, Math.min(shared, filled), filled);
    if (openEdits > 0) addBeginning(columns, trie, name, phrase, openEdits, filled, found);
    if (!fits) continue;
    const edits = distanceAt(columns, size, length);
    if (edits <= most && isMeant(edits, size)) addName(found, phrase, nodeOf(trie, name, size), true, edits);
  }
}

/** Whether the name behind one shares its first letters, so that it is compared with it. */
function leads({ key, keyStart }: NameTrie, leader: number, size: number): boolean {
  if (size < DELETION_PREFIX || leader + 2 >= keyStart.length) return false;
  const next = keyStart[leader + 1];
  return keyStart[leader + 2] - next >= DELETION_PREFIX && sameLetters(key, next - size, next);
}

/** Adds the beginning of a name that is nearest to the phrase, of its first `filled` letters. */
function addBeginning(
  columns: EditColumns,
  trie: NameTrie,
  name: number,
  phrase: Phrase,
  openEdits: number,
  filled: number,
  found: Span[],
): void {
  const { length } = phrase;
  let nearest = openEdits + 1;
  let depth = 0;
  for (let i = Math.max(1, length - MOST_EDITS); i <= Math.min(filled, length + MOST_EDITS); i++) {
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

/** The node under the first letters of a name. */
function nodeOf(trie: NameTrie, name: number, letters: number): number {
  let node = 0;
  for (let i = trie.keyStart[name]; i < trie.keyStart[name] + letters; i++) node = childOf(trie, node, trie.key[i]);
  return node;
}
