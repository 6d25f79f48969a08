import { endOf, firstNotBefore } from '../../index/address.ts';
import { firstWith, isFirstWord, type Keys } from '../../index/first-words.ts';
import { codeIn, MEANING, type Meaning, meaningIn } from '../../index/lexicon.ts';
import type { AddressIndex } from '../../index/open.ts';
import { textEquals } from '../../index/text.ts';
import { MOST_TOKENS } from '../query/limits.ts';
import type { Roles } from './tokens.ts';
import { COMMA, type Tokens, WORD } from './tokens.ts';

const SPACE = 0x20;

/**
 * What the words of a query may mean. `entry[t]` is the lexicon's entry for token t alone, -1 for none; `longEntry[t]`
 * the longest entry that begins at t and goes on, `longEnd[t]` the token after it. Reused from query to query.
 */
export interface Words {
  readonly entry: Int32Array;
  readonly longEntry: Int32Array;
  readonly longEnd: Int32Array;
  /** A bit for each meaning of `entry[t]` and of `longEntry[t]`. */
  readonly meanings: Uint32Array;
  readonly longMeanings: Uint32Array;
  /** What the last word begins; of an earlier query until `completed`. */
  readonly completions: Completions;
  completed: boolean;
}

/** Codes of all entries that begin with the last word. Reused by the next query. */
export interface Completions {
  readonly types: CodeSet;
  readonly suffixes: CodeSet;
  readonly states: CodeSet;
  readonly countries: CodeSet;
  /** Suffixes that begin with the last two words. */
  readonly longSuffixes: CodeSet;
}

/** A query as it was read: its tokens, and what they may mean. */
export interface Text {
  readonly tokens: Tokens;
  readonly words: Words;
  /** The roles that each token may have, if parts were given; null for a line. */
  readonly roles: Roles | null;
}

/** Meanings of words, with room for any query; no words yet. */
export function newWords(): Words {
  return {
    entry: new Int32Array(MOST_TOKENS),
    longEntry: new Int32Array(MOST_TOKENS),
    longEnd: new Int32Array(MOST_TOKENS),
    meanings: new Uint32Array(MOST_TOKENS),
    longMeanings: new Uint32Array(MOST_TOKENS),
    completions: {
      types: emptyCodes(),
      suffixes: emptyCodes(),
      states: emptyCodes(),
      countries: emptyCodes(),
      longSuffixes: emptyCodes(),
    },
    completed: false,
  };
}

/** Looks up all words of a query in the lexicon. O(words × entries that begin with one, a few). Fills `words`. */
export function readWords(index: AddressIndex, tokens: Tokens, words: Words = newWords()): Words {
  const { lexiconKeyStart, lexiconWordStart, lexiconWord } = index.columns;
  const keys = keysOf(index);
  const table = { start: lexiconWordStart, entry: lexiconWord };
  words.completed = false;
  for (let t = 0; t < tokens.count; t++) {
    words.entry[t] = -1;
    words.longEntry[t] = -1;
    words.longEnd[t] = t;
    const start = tokens.start[t];
    const end = tokens.end[t];
    const first = firstWith(keys, table, tokens.letters, start, end);
    if (first >= 0) {
      const alone = lexiconKeyStart[first + 1] - lexiconKeyStart[first] === end - start;
      if (alone) words.entry[t] = first;
      if (tokens.kind[t] === WORD) readLong(keys, tokens, words, t, alone ? first + 1 : first);
    }
    words.meanings[t] = meaningsOf(index, words.entry[t]);
    words.longMeanings[t] = meaningsOf(index, words.longEntry[t]);
  }
  return words;
}

/** Finds the longest entry, from `first` on, that the tokens from t on spell. */
function readLong(keys: Keys, tokens: Tokens, words: Words, t: number, first: number): void {
  const { letters, start, end } = tokens;
  for (let entry = first; entry + 1 < keys.keyStart.length; entry++) {
    if (!isFirstWord(keys, entry, letters, start[t], end[t])) return;
    const after = afterKey(keys, entry, tokens, t);
    if (after <= words.longEnd[t]) continue;
    words.longEntry[t] = entry;
    words.longEnd[t] = after;
  }
}

/** The token after those from t on that spell a key, without a comma between them; -1 if they do not. */
function afterKey({ key, keyStart }: Keys, entry: number, tokens: Tokens, t: number): number {
  let at = keyStart[entry];
  const keyEnd = keyStart[entry + 1];
  for (let token = t; token < tokens.count; token++) {
    if (token > t && (tokens.before[token] & COMMA) !== 0) return -1;
    for (let i = tokens.start[token]; i < tokens.end[token]; i++)
      if (at === keyEnd || key[at++] !== tokens.letters[i]) return -1;
    if (at === keyEnd) return token + 1;
    if (key[at++] !== SPACE) return -1;
  }
  return -1;
}

function meaningsOf(index: AddressIndex, entry: number): number {
  if (entry < 0) return 0;
  const { lexiconStart, lexiconMeaning } = index.columns;
  let meanings = 0;
  for (let i = lexiconStart[entry]; i < endOf(lexiconStart, entry, lexiconMeaning); i++)
    meanings |= 1 << meaningIn(lexiconMeaning[i]);
  return meanings;
}

/** A bit for each meaning, as in `Words.meanings`. */
export function bitsOf(...meanings: readonly Meaning[]): number {
  return meanings.reduce((all, meaning) => all | (1 << meaning), 0);
}

/** Whether token t alone has a meaning. */
export function wordMeans(words: Words, t: number, meaning: Meaning): boolean {
  return (words.meanings[t] & (1 << meaning)) !== 0;
}

/** What the last word begins, and what the last two begin. Looked up once per text. */
export function completionsOf(index: AddressIndex, tokens: Tokens, words: Words): Completions {
  const { completions } = words;
  if (words.completed) return completions;
  words.completed = true;
  const { types, suffixes, states, countries, longSuffixes } = completions;
  for (const codes of [types, suffixes, states, countries, longSuffixes]) clearCodes(codes);
  const last = tokens.count - 1;
  addCodesBeginning(index, { tokens, from: last, end: last + 1 }, (meaning) => {
    if (meaning === MEANING.streetType) return types;
    if (meaning === MEANING.streetSuffix) return suffixes;
    if (meaning === MEANING.state) return states;
    return meaning === MEANING.country ? countries : null;
  });
  if (last > 0 && wordMeans(words, last - 1, MEANING.streetSuffix))
    addCodesBeginning(index, { tokens, from: last - 1, end: last + 1 }, (meaning) =>
      meaning === MEANING.streetSuffix ? longSuffixes : null,
    );
  return completions;
}

/** The code of an entry in one meaning, the first if it has several; or -1. */
export function codeOf(index: AddressIndex, entry: number, meaning: Meaning): number {
  if (entry < 0) return -1;
  const { lexiconStart, lexiconMeaning } = index.columns;
  for (let i = lexiconStart[entry]; i < endOf(lexiconStart, entry, lexiconMeaning); i++)
    if (meaningIn(lexiconMeaning[i]) === meaning) return codeIn(lexiconMeaning[i]);
  return -1;
}

/** Whether two entries may mean the same: `STREET` and `ST`. */
export function sharesCode(index: AddressIndex, a: number, b: number, meaning: Meaning): boolean {
  if (a < 0) return false;
  const { lexiconStart, lexiconMeaning } = index.columns;
  for (let i = lexiconStart[a]; i < endOf(lexiconStart, a, lexiconMeaning); i++)
    if (meaningIn(lexiconMeaning[i]) === meaning && hasCode(index, b, meaning, codeIn(lexiconMeaning[i]))) return true;
  return false;
}

/** Whether an entry has a code in a meaning. */
export function hasCode(index: AddressIndex, entry: number, meaning: Meaning, code: number): boolean {
  if (entry < 0) return false;
  const { lexiconStart, lexiconMeaning } = index.columns;
  const wanted = meaning * 2 ** 24 + code;
  for (let i = lexiconStart[entry]; i < endOf(lexiconStart, entry, lexiconMeaning); i++)
    if (lexiconMeaning[i] === wanted) return true;
  return false;
}

/** Whether an entry has a meaning. */
export function means(index: AddressIndex, entry: number, meaning: Meaning): boolean {
  return codeOf(index, entry, meaning) >= 0;
}

/** The codes, in one meaning, of all entries that begin with a phrase. */
export function codesBeginning(index: AddressIndex, phrase: Phrase, wanted: Meaning): CodeSet {
  const codes = emptyCodes();
  addCodesBeginning(index, phrase, (meaning) => (meaning === wanted ? codes : null));
  return codes;
}

/** Adds the codes of all entries that begin with a phrase to the set for their meaning, null for none. */
function addCodesBeginning(index: AddressIndex, phrase: Phrase, setFor: (meaning: number) => CodeSet | null): void {
  const { lexiconStart, lexiconMeaning } = index.columns;
  const entries = lexiconStart.length - 1;
  const keys = keysOf(index);
  for (let entry = lowerKey(keys, phrase, 0, entries); entry < entries && keyBegins(keys, entry, phrase); entry++)
    for (let i = lexiconStart[entry]; i < endOf(lexiconStart, entry, lexiconMeaning); i++) {
      const codes = setFor(meaningIn(lexiconMeaning[i]));
      if (codes !== null) addCode(codes, codeIn(lexiconMeaning[i]));
    }
}

/** The entry of the word that letters `from` to `end` spell, -1 for none. O(1). */
export function entryOf(index: AddressIndex, letters: Uint8Array, from: number, end: number): number {
  const { lexiconKeyStart, lexiconWordStart, lexiconWord } = index.columns;
  const first = firstWith(keysOf(index), { start: lexiconWordStart, entry: lexiconWord }, letters, from, end);
  return first >= 0 && lexiconKeyStart[first + 1] - lexiconKeyStart[first] === end - from ? first : -1;
}

/** Whether an entry is this very word, not another of the same meaning. */
export function isEntry(
  { columns: { lexiconKey, lexiconKeyStart } }: AddressIndex,
  entry: number,
  word: string,
): boolean {
  const start = lexiconKeyStart[entry];
  if (entry < 0 || lexiconKeyStart[entry + 1] - start !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (lexiconKey[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

function keysOf({ columns: { lexiconKey, lexiconKeyStart } }: AddressIndex): Keys {
  return { key: lexiconKey, keyStart: lexiconKeyStart };
}

/** The tokens from `from` up to `end`, with a space between them in keys. */
export interface Phrase {
  readonly tokens: Tokens;
  readonly from: number;
  readonly end: number;
}

/** Byte order of the i-th key and a phrase: GOES_ON if the key begins with the phrase and has more. */
export function compareKey({ key, keyStart }: Keys, i: number, { tokens, from, end }: Phrase): number {
  const keyEnd = keyStart[i + 1];
  let at = keyStart[i];
  for (let t = from; t < end; t++) {
    if (t > from) {
      if (at === keyEnd) return -1;
      if (key[at] !== SPACE) return key[at] - SPACE;
      at++;
    }
    for (let letter = tokens.start[t]; letter < tokens.end[t]; letter++, at++) {
      if (at === keyEnd) return -1;
      const order = key[at] - tokens.letters[letter];
      if (order !== 0) return order;
    }
  }
  return at === keyEnd ? 0 : GOES_ON;
}

/** More than the difference of two bytes. */
const GOES_ON = 256;

/** Whether the i-th key begins with a phrase. */
export function keyBegins(keys: Keys, i: number, phrase: Phrase): boolean {
  const order = compareKey(keys, i, phrase);
  return order === 0 || order === GOES_ON;
}

/** The first key from `from` to `to` that does not sort before a phrase. O(log keys). */
export function lowerKey(keys: Keys, phrase: Phrase, from: number, to: number): number {
  return firstNotBefore(from, to, (key) => compareKey(keys, key, phrase) < 0);
}

/** A set of codes of the lexicon, one bit each: there are a few hundred. */
export interface CodeSet {
  bits: Uint32Array;
  size: number;
}

/** An empty set, with room for the codes of sound data; it grows for more. */
function emptyCodes(): CodeSet {
  return { bits: new Uint32Array(16), size: 0 };
}

/** Whether a set has a code. */
export function hasCodeIn({ bits }: CodeSet, code: number): boolean {
  return code >>> 5 < bits.length && (bits[code >>> 5] & (1 << (code & 31))) !== 0;
}

/** Adds a code, of 24 bits at most (lexicon.ts). */
function addCode(set: CodeSet, code: number): void {
  if (hasCodeIn(set, code)) return;
  if (code >>> 5 >= set.bits.length) {
    const bits = new Uint32Array((code >>> 5) + 1);
    bits.set(set.bits);
    set.bits = bits;
  }
  set.bits[code >>> 5] |= 1 << (code & 31);
  set.size++;
}

/** Removes all codes. */
function clearCodes(set: CodeSet): void {
  if (set.size === 0) return;
  set.bits.fill(0);
  set.size = 0;
}

/** The lowest code of a set, -1 if it is empty. */
export function firstCodeIn({ bits }: CodeSet): number {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return 32 * i + 31 - Math.clz32(bits[i] & -bits[i]);
  return -1;
}

/** Whether a type of level counts the storeys of a building: LEVEL, FLOOR. */
export function isStorey(index: AddressIndex, code: number): boolean {
  if (code < 0) return false;
  const label = index.columns.levelTypeText[code];
  return textEquals(index, label, 'LEVEL', 0, 5) || textEquals(index, label, 'FLOOR', 0, 5);
}
