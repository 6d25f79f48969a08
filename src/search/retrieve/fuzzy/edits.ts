import { bitCount } from '../../../index/bits.ts';
import { DELETION_PREFIX, DELETIONS } from '../../../index/deletion-index.ts';
import { nameLetters } from '../../../index/letters.ts';
import type { Span } from '../../parse/names/name-parse.ts';
import type { Run } from '../../parse/names/runs.ts';
import { type EditColumns, PATTERN_BITS, type Phrase } from '../../query/workspace.ts';
import { isWord, type Tokens } from '../../text/tokens.ts';

/** Sets the pattern: the first `size` letters of a text, at most PATTERN_BITS. */
export function setPattern(columns: EditColumns, letters: Uint8Array, size: number): void {
  const { places, pattern } = columns;
  for (let i = 0; i < columns.length; i++) places[pattern[i]] = 0;
  columns.length = size;
  for (let i = 0; i < size; i++) {
    pattern[i] = letters[i];
    places[letters[i]] |= 1 << i;
  }
}

/**
 * Computes the columns of the letters from `from` to `to` of a text that begins at `start` of `letters`, at most PATTERN_BITS + 2; those before
 * are kept from an earlier call. A column holds the optimal string alignment distances (Damerau 1964) between the text so far and every
 * beginning of the pattern, as bits: O(1) a letter (Hyyrö 2003, after Myers 1999).
 */
export function computeColumns(
  { places, rises, falls, diagonal }: EditColumns,
  letters: Uint8Array,
  start: number,
  from: number,
  to: number,
): void {
  let rise = rises[from];
  let fall = falls[from];
  let flat = diagonal[from];
  let before = from === 0 ? 0 : places[letters[start + from - 1]];
  for (let i = from; i < to; i++) {
    const here = places[letters[start + i]];
    const swapped = ((~flat & here) << 1) & before;
    flat = (((here & rise) + rise) ^ rise) | here | fall | swapped;
    const across = ((fall | ~(flat | rise)) << 1) | 1;
    const back = (flat & rise) << 1;
    rise = back | ~(flat | across);
    fall = across & flat;
    before = here;
    rises[i + 1] = rise;
    falls[i + 1] = fall;
    diagonal[i + 1] = flat;
  }
}

/** Edits between the first `text` letters of the text and the first `size` of the pattern. */
export function distanceAt({ rises, falls }: EditColumns, text: number, size: number): number {
  if (size === 0) return text;
  const mask = -1 >>> (PATTERN_BITS - size);
  return text + bitCount(rises[text] & mask) - bitCount(falls[text] & mask);
}

/** Edits between the first `size` letters of the pattern and the nearest beginning of the text, `filled` letters of which are computed; `most + 1` where there are more. */
export function editsToBeginning(columns: EditColumns, filled: number, size: number, most: number): number {
  let nearest = most + 1;
  const last = Math.min(filled, size + most);
  for (let i = Math.max(0, size - most); i <= last; i++) nearest = Math.min(nearest, distanceAt(columns, i, size));
  return nearest;
}

/** Whether the first `text` letters of the text are within some edits of any beginning of the pattern. */
export function isWithin(columns: EditColumns, text: number, edits: number): boolean {
  const { length, rises, falls } = columns;
  const last = Math.min(length, text + edits);
  const first = Math.max(0, text - edits);
  if (first > last) return false;
  let distance = distanceAt(columns, text, first);
  if (distance <= edits) return true;
  for (let j = first; j < last; j++) {
    distance += ((rises[text] >>> j) & 1) - ((falls[text] >>> j) & 1);
    if (distance <= edits) return true;
  }
  return false;
}

/** The tokens from `from` to `end` as the workspace's phrase. A phrase that is too long allows no edits. */
export function phraseOf(phrase: Phrase, tokens: Tokens, { from, end }: Run): Phrase {
  phrase.from = from;
  phrase.end = end;
  phrase.length = 0;
  phrase.edits = 0;
  phrase.openEdits = 0;
  let edits = 0;
  for (let t = from; t < end; t++) {
    const size = tokens.end[t] - tokens.start[t];
    if (phrase.length + (t > from ? 1 : 0) + size > PATTERN_BITS) return phrase;
    if (t > from) phrase.text[phrase.length++] = 0x20;
    for (let i = tokens.start[t]; i < tokens.end[t]; i++) phrase.text[phrase.length++] = tokens.letters[i];
    if (tokens.open && t === tokens.count - 1)
      phrase.openEdits = Math.min(DELETIONS, edits + Math.max(editsAllowed(size), t === from && size > 1 ? 1 : 0));
    edits = Math.min(DELETIONS, edits + editsOfWord(size));
  }
  phrase.edits = end - from === 1 && isWord(tokens, from, 'AND') ? 0 : edits;
  phrase.letters = nameLetters(phrase.text, 0, phrase.length);
  return phrase;
}

/** Puts a space after the phrase, as the beginning of names that continue with another word: `VIWE ` for VIEW MOUNT ROAD. */
export function goOn(phrase: Phrase): void {
  phrase.openEdits = phrase.length === PATTERN_BITS ? 0 : phrase.edits;
  phrase.edits = 0;
  phrase.text[phrase.length++] = 0x20;
}

/** Edits that a word may contain, by its own length: one that lost two letters had two more. */
function editsOfWord(letters: number): number {
  return letters < 3 ? 0 : editsAllowed(letters + (letters > 5 ? 2 : 1));
}

/**
 * `Z BELLEVUE` for BELLEVUE: whether a phrase begins with a word of one letter, which is no slip,
 * and a name begins with another letter.
 */
export function hasOtherInitial(phrase: Uint8Array, length: number, letter: number): boolean {
  return length > 1 && phrase[1] === 0x20 && phrase[0] !== letter;
}

/** Whether a name of this many letters may be meant, this many edits away: short names allow fewer. */
export function isMeant(edits: number, letters: number): boolean {
  return edits === 1 ? letters > 3 : edits === 2 && letters >= DELETION_PREFIX;
}

/** Adds a name that a phrase is a misspelling of, once, with the fewest edits of the ways to it. */
export function addName(found: Span[], { from, end }: Phrase, node: number, whole: boolean, edits: number): void {
  for (const span of found)
    if (span.node === node) {
      if (edits < span.edits) span.edits = edits;
      return;
    }
  found.push({ from, end, node, whole, spaces: 0, edits });
}

/** Edits that a typed word may contain: none below four letters, one up to seven, two from eight. */
export function editsAllowed(letters: number): number {
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}
