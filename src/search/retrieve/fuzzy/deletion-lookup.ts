import { endOf } from '../../../index/address.ts';
import {
  DELETION_COMMON,
  DELETION_PREFIX,
  deletionHashes,
  MOST_DELETION_HASHES,
  nameOfItem,
} from '../../../index/deletion-index.ts';
import { bucketOfHash } from '../../../index/letter-hash.ts';
import {
  childOf,
  endOfChildren,
  firstChild,
  keyEnds,
  letterOf,
  type NameTrie,
  wordAt,
} from '../../../index/name-trie.ts';
import type { Span } from '../../parse/names/spans.ts';
import { editsAllowed } from '../../text/edits.ts';
import { COMMA, type Tokens } from '../../text/tokens.ts';
import { computeColumns, distanceAt, isWithin, MOST_PATTERN, setPattern } from './edit-columns.ts';
import { editsOfWord, hasOtherInitial, isAnd, MOST_EDITS } from './phrase.ts';

/** Longest run of words that is looked for as one misspelled name. */
const MOST_WORDS = 4;
/** Phrases up to this length are walked along the trie with one edit; longer ones are looked up in the table of near names. */
const MOST_WALKED = DELETION_COMMON;
/** Names of one beginning that are compared. */
const MOST_COMPARED = 400;
/** Beginnings of names that one phrase is compared with. */
const MOST_SCANNED_UP = 1024;
const SPACE = 0x20;

/** The tokens from one on, as a phrase: letters with a space between words. Reused by every call. */
const phrase = new Uint8Array(MOST_PATTERN);
/** By length of the phrase: edits that a completed name may be away, where a token ends there; 0 elsewhere. */
const allowedAt = new Uint8Array(MOST_PATTERN + 1);
/** By length of a name: 1 where a completed one may be near. */
const fits = new Uint8Array(MOST_PATTERN + MOST_EDITS + 1);
/** By length of the phrase: the token after it. */
const tokenAfter = new Uint8Array(MOST_PATTERN + 1);
const hashes = new Uint32Array(MOST_DELETION_HASHES);
const froms = new Uint32Array(MOST_DELETION_HASHES);
const ends = new Uint32Array(MOST_DELETION_HASHES);

/**
 * Names that the tokens from one on are a misspelling of, up to the end of any token; where the last word is still being typed,
 * also the beginnings of names that it is a misspelling of. Between one and two edits: insertions, deletions, substitutions, swaps
 * of neighbours. Fewest edits first, of equals the name of most things. Short phrases: one walk along the trie for every place of the
 * edit; longer ones: 28 looks into the table of near names. O(names that are compared), some microseconds.
 */
export function fuzzyNames(trie: NameTrie, tokens: Tokens, from: number): Span[] {
  const found: Span[] = [];
  const { length, openEdits, shortest, longest } = readPhrase(tokens, from);
  const open = openEdits > 0;
  if (shortest <= MOST_WALKED) walk(trie, from, length, open && length <= MOST_WALKED, found);
  if (longest >= DELETION_COMMON) lookUp(trie, from, length, open && length > MOST_WALKED ? openEdits : 0, found);
  keepInitial(trie, length, found);
  if (found.length > 1) {
    const { start, low, high } = trie;
    const things = (span: Span) => start[high[span.node]] - start[low[span.node]];
    found.sort((a, b) => a.edits - b.edits || things(b) - things(a) || a.node - b.node);
  }
  return found;
}

/** Drops the names of another initial. */
function keepInitial({ key, keyStart, low }: NameTrie, length: number, found: Span[]): void {
  let kept = 0;
  for (const span of found) if (!hasOtherInitial(phrase, length, key[keyStart[low[span.node]]])) found[kept++] = span;
  found.length = kept;
}

interface Parts {
  readonly length: number;
  /** Edits that the beginning of a name may be away from the whole phrase; 0 where its last word is complete. */
  readonly openEdits: number;
  /** Lengths of the shortest and longest part, up to a token's end, that may be misspelled; 0 without one. */
  readonly shortest: number;
  readonly longest: number;
}

function readPhrase(tokens: Tokens, from: number): Parts {
  const { letters, start, end, before, count } = tokens;
  fits.fill(0);
  let length = 0;
  let allowed = 0;
  let openEdits = 0;
  let shortest = 0;
  let longest = 0;
  for (let t = from; t < count && t < from + MOST_WORDS; t++) {
    if (t > from && (before[t] & COMMA) !== 0) break;
    const size = end[t] - start[t];
    if (length + (t > from ? 1 : 0) + size > MOST_PATTERN) break;
    const begin = length;
    if (t > from) phrase[length++] = SPACE;
    for (let i = start[t]; i < end[t]; i++) phrase[length++] = letters[i];
    allowedAt.fill(0, begin + (t > from ? 1 : 0), length + 1);
    const typing = tokens.open && t === count - 1;
    if (typing) openEdits = Math.min(MOST_EDITS, allowed + editsAllowed(size));
    allowed = Math.min(MOST_EDITS, allowed + editsOfWord(size));
    const edits = t === from && isAnd(phrase, begin, length) ? 0 : allowed;
    allowedAt[length] = edits;
    tokenAfter[length] = t + 1;
    if (edits > 0) fits.fill(1, Math.max(0, length - edits), length + edits + 1);
    if (edits > 0 || (typing && openEdits > 0)) {
      if (shortest === 0) shortest = length;
      longest = length;
    }
  }
  return { length, openEdits, shortest: shortest === 0 ? MOST_PATTERN : shortest, longest };
}

/** Whether a name of some letters may be meant, some edits away: short names forgive fewer. */
export function isMeant(edits: number, letters: number): boolean {
  return edits === 1 ? letters > 3 : edits === 2 && letters >= DELETION_PREFIX;
}

/** One edit anywhere, everything else as typed. */
function walk(trie: NameTrie, from: number, length: number, open: boolean, found: Span[]): void {
  const last = Math.min(length, MOST_WALKED);
  const { node: nodes } = trie;
  const openAt = open ? length : -1;
  let node = 0;
  for (let i = 0; i <= last; i++) {
    const letter = i < last ? phrase[i] : 0;
    const next = i + 1 < last ? phrase[i + 1] : 0;
    if (i < last) {
      follow(trie, from, node, i + 1, last, openAt, found);
      if (next !== 0 && next !== letter) {
        const swapped = childOf(trie, node, next);
        const child = swapped < 0 ? -1 : childOf(trie, swapped, letter);
        if (child >= 0) follow(trie, from, child, i + 2, last, openAt, found);
      }
    }
    if (i !== openAt) {
      const first = firstChild(wordAt(nodes, node));
      const end = endOfChildren(nodes, node);
      for (let child = first; child < end; child++) {
        if (i < last && i + 1 !== openAt && letterOf(wordAt(nodes, child)) !== letter)
          follow(trie, from, child, i + 1, last, openAt, found);
        follow(trie, from, child, i, last, openAt, found);
      }
    }
    if (i === last) return;
    node = childOf(trie, node, letter);
    if (node < 0) return;
  }
}

/** Goes on from a node as typed, and collects what ends where a token does. */
function follow(
  trie: NameTrie,
  from: number,
  begin: number,
  at: number,
  last: number,
  openAt: number,
  found: Span[],
): void {
  let node = begin;
  for (let i = at; ; i++) {
    if (i === openAt) collect(from, i, node, keyEnds(wordAt(trie.node, node)), 1, found);
    else if (allowedAt[i] > 0 && keyEnds(wordAt(trie.node, node))) {
      const name = trie.low[node];
      if (isMeant(1, trie.keyStart[name + 1] - trie.keyStart[name])) collect(from, i, node, true, 1, found);
    }
    if (i >= last) return;
    node = childOf(trie, node, phrase[i]);
    if (node < 0) return;
  }
}

/** Collects a name once per end: of two ways to it, the one with fewer edits. */
function collect(from: number, length: number, node: number, whole: boolean, edits: number, found: Span[]): void {
  const end = tokenAfter[length];
  for (const span of found)
    if (span.node === node && span.end === end) {
      if (edits < span.edits) span.edits = edits;
      return;
    }
  found.push({ from, end, node, whole, spaces: 0, edits });
}

const seen = new Int32Array(1024);
const seenAt = new Int32Array(1024);
let clock = 0;
const LATEST = 0x7fff_ffff;

/** Whether a name was not met since the last tick of the clock. Forgets some where they are many. */
function isNew(name: number): boolean {
  const slot = (name ^ (name >>> 10)) & 1023;
  if (seenAt[slot] === clock && seen[slot] === name) return false;
  seenAt[slot] = clock;
  seen[slot] = name;
  return true;
}

const candidates = new Uint32Array(MOST_SCANNED_UP);
const begins = new Uint32Array(MOST_SCANNED_UP);

/**
 * Compares the names of all buckets that the phrase leads to. Everything they need of memory is asked for at once, and waited for once:
 * at national size hardly any of it is in a cache.
 */
function lookUp(trie: NameTrie, from: number, length: number, openEdits: number, found: Span[]): void {
  const { start, entry } = trie.deletions;
  const { key, keyStart } = trie;
  const count = deletionHashes(phrase, 0, length, hashes);
  const mask = start.length - 2;
  if (clock === LATEST) {
    seenAt.fill(0);
    clock = 0;
  }
  clock++;
  for (let h = 0; h < count; h++) {
    const bucket = bucketOfHash(hashes[h], mask);
    froms[h] = start[bucket];
    ends[h] = endOf(start, bucket, entry);
  }
  let names = 0;
  for (let h = 0; h < count; h++)
    for (let i = froms[h]; i < ends[h] && names < MOST_SCANNED_UP; i++) {
      const name = nameOfItem(entry[i], hashes[h]);
      if (name >= 0 && isNew(name)) candidates[names++] = name;
    }
  for (let i = 0; i < names; i++) begins[i] = keyStart[candidates[i]];
  let letters = 0;
  for (let i = 0; i < names; i++) letters += key[begins[i]];
  if (letters === 0) return;
  setPattern(phrase, length);
  for (let i = 0; i < names; i++) compareNames(trie, candidates[i], from, length, openEdits, found);
}

/** Compares the names that share their first letters with one, whose columns serve all of them. */
function compareNames(
  trie: NameTrie,
  leader: number,
  from: number,
  length: number,
  openEdits: number,
  found: Span[],
): void {
  const { key, keyStart } = trie;
  const at = keyStart[leader];
  const size = keyStart[leader + 1] - at;
  const most = length + MOST_EDITS;
  const shared = Math.min(DELETION_PREFIX, size, most);
  if (openEdits === 0 && fits[size] !== 1 && !leads(trie, leader, size)) return;
  computeColumns(key, at, 0, shared);
  if (!isWithin(shared, MOST_EDITS)) {
    if (openEdits > 0) collectBeginning(trie, leader, from, length, openEdits, shared, found);
    return;
  }
  const last = Math.min(leader + MOST_COMPARED, keyStart.length - 1);
  for (let name = leader; name < last; name++) {
    const begin = keyStart[name];
    const size = keyStart[name + 1] - begin;
    if (name > leader && !(shared === DELETION_PREFIX && size >= DELETION_PREFIX && sameLetters(key, at, begin)))
      return;
    if (openEdits === 0 && fits[size] !== 1) continue;
    const filled = Math.min(size, most);
    computeColumns(key, begin, Math.min(shared, filled), filled);
    if (openEdits > 0) collectBeginning(trie, name, from, length, openEdits, filled, found);
    if (filled < size) continue;
    for (let j = Math.max(1, size - MOST_EDITS); j <= Math.min(length, size + MOST_EDITS); j++) {
      if (allowedAt[j] === 0) continue;
      const edits = distanceAt(size, j);
      if (edits <= allowedAt[j] && isMeant(edits, size)) collect(from, j, nodeOf(trie, name, size), true, edits, found);
    }
  }
}

/** Whether the name behind one shares its first letters, so that it is compared with it. */
function leads({ key, keyStart }: NameTrie, leader: number, size: number): boolean {
  if (size < DELETION_PREFIX || leader + 2 >= keyStart.length) return false;
  const next = keyStart[leader + 1];
  return keyStart[leader + 2] - next >= DELETION_PREFIX && sameLetters(key, next - size, next);
}

/** Collects the beginning of a name that is nearest to the phrase, of its first `filled` letters. */
function collectBeginning(
  trie: NameTrie,
  name: number,
  from: number,
  length: number,
  openEdits: number,
  filled: number,
  found: Span[],
): void {
  let nearest = openEdits + 1;
  let depth = 0;
  for (let i = Math.max(1, length - MOST_EDITS); i <= Math.min(filled, length + MOST_EDITS); i++) {
    const edits = distanceAt(i, length);
    if (edits < nearest) {
      nearest = edits;
      depth = i;
    }
  }
  if (nearest === 0 || nearest > openEdits) return;
  const node = nodeOf(trie, name, depth);
  collect(from, length, node, keyEnds(wordAt(trie.node, node)), nearest, found);
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
