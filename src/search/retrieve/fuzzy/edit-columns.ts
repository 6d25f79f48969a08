import { bitCount } from '../../../index/bits.ts';
import { type EditColumns, PATTERN_BITS } from '../../query/workspace.ts';

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

/** Edits between the first `size` letters of the pattern and the nearest beginning of the text, of which `filled` letters are computed; `most + 1` where they are more. */
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
