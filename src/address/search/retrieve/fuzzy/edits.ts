import { DELETION_PREFIX, DELETIONS } from '../../../index/deletion-index.ts';
import { bitCount, nameLetters } from '../../../index/letters.ts';
import { type Span, spanOf } from '../../parse/names/name-parse.ts';
import type { Run } from '../../parse/names/runs.ts';
import { type EditColumns, PATTERN_BITS, type Phrase } from '../../query/workspace.ts';
import { isWord, type Tokens } from '../../text/tokens.ts';

/** Sets the pattern to the first `size` letters of a text, at most PATTERN_BITS. */
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
 * Computes the columns for letters `from` to `to`, at most PATTERN_BITS + 2, of a text that begins at `start`; earlier
 * columns are kept. A column holds the optimal string alignment distances (Damerau 1964) between the text so far and
 * every prefix of the pattern, as bits: O(1) a letter (Hyyrö 2003, after Myers 1999).
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

/** Edits between the first `size` letters of the pattern and the nearest prefix of the text; at most `most + 1`. */
export function editsToBeginning(columns: EditColumns, filled: number, size: number, most: number): number {
  let nearest = most + 1;
  const last = Math.min(filled, size + most);
  for (let i = Math.max(0, size - most); i <= last; i++) nearest = Math.min(nearest, distanceAt(columns, i, size));
  return nearest;
}

/** Whether the first `text` letters of the text are within `edits` of any prefix of the pattern. */
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

/** Writes a run of tokens into a phrase. One that is too long allows no edits. */
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
    if (t === tokens.openAt)
      phrase.openEdits = Math.min(DELETIONS, edits + Math.max(editsAllowed(size), t === from && size > 1 ? 1 : 0));
    edits = Math.min(DELETIONS, edits + editsOfWord(size));
  }
  phrase.edits = end - from === 1 && isWord(tokens, from, 'AND') ? 0 : edits;
  phrase.letters = nameLetters(phrase.text, 0, phrase.length);
  return phrase;
}

/** Appends a space to the phrase, which makes it a prefix of longer names: `VIWE ` for VIEW MOUNT ROAD. */
export function goOn(phrase: Phrase): void {
  phrase.openEdits = phrase.length === PATTERN_BITS ? 0 : phrase.edits;
  phrase.edits = 0;
  phrase.text[phrase.length++] = 0x20;
}

/** Edits that a whole word may contain: it may have lost letters, so a longer name's count. */
function editsOfWord(letters: number): number {
  return letters < 3 ? 0 : editsAllowed(letters + (letters > 5 ? 2 : 1));
}

/**
 * `Z BELLEVUE` for BELLEVUE: whether a phrase begins with a one-letter word, which is no typing error,
 * and the name begins with another letter.
 */
export function hasOtherInitial(phrase: Uint8Array, length: number, letter: number): boolean {
  return length > 1 && phrase[1] === 0x20 && phrase[0] !== letter;
}

/** Whether a name of so many letters may be meant at this edit distance: short names allow fewer. */
export function isMeant(edits: number, letters: number): boolean {
  return edits === 1 ? letters > 3 : edits === 2 && letters >= DELETION_PREFIX;
}

/** Adds a name that a phrase is a misspelling of, or lowers its edits if it is there. */
export function addName(found: Span[], { from, end }: Phrase, node: number, whole: boolean, edits: number): void {
  const tenths = Math.round(10 * edits);
  for (const span of found)
    if (span.node === node) {
      if (tenths < span.tenths) span.tenths = tenths;
      return;
    }
  const span = spanOf(from, end, node, whole);
  span.tenths = tenths;
  found.push(span);
}

/** Edits allowed for a number of letters: none below four, one up to seven, two from eight. */
export function editsAllowed(letters: number): number {
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}
