import type { Random } from '../../../../build-index/generate/random.ts';

const ROWS = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The kinds of slip that a typist makes. */
export type Slip = 'insert' | 'delete' | 'substitute' | 'swap';

/**
 * Letters next to a letter on a QWERTY keyboard, in its own row and the rows above and below, which
 * are shifted by half a key.
 */
export function keyboardNeighbours(letter: string): string {
  const row = ROWS.findIndex((keys) => keys.includes(letter));
  if (row < 0) return '';
  const at = ROWS[row].indexOf(letter);
  const near = [ROWS[row][at - 1], ROWS[row][at + 1]];
  if (row > 0) near.push(ROWS[row - 1][at], ROWS[row - 1][at + 1]);
  if (row < 2) near.push(ROWS[row + 1][at - 1], ROWS[row + 1][at]);
  return near.filter((key) => key !== undefined).join('');
}

/**
 * A word with exactly one slip (edit distance 1, swaps counted as one), or null if the word (in
 * capital letters) allows none of that kind. A wrong letter is a keyboard neighbour in two cases of
 * three; an extra one is a repeated letter or a neighbour.
 */
export function slip(word: string, random: Random, kind: Slip = randomSlip(random)): string | null {
  const places = Array.from(word, (_, i) => i).filter((i) => LETTERS.includes(word[i]));
  if (places.length === 0) return null;
  const at = random.pick(places);
  const before = word.slice(0, at);
  const after = word.slice(at + 1);
  if (kind === 'delete') return before + after;
  if (kind === 'insert') return before + word[at] + strayLetter(word[at], random, true) + after;
  if (kind === 'substitute') return before + strayLetter(word[at], random, false) + after;
  const pairs = places.filter((i) => places.includes(i + 1) && word[i] !== word[i + 1]);
  return pairs.length === 0 ? null : swapAt(word, random.pick(pairs));
}

/**
 * A word whose first letter is dropped or swapped with the second, or null if that changes nothing.
 */
export function slipAtFront(word: string, random: Random): string | null {
  if (random.chance(0.5)) return word.slice(1);
  return word[0] === word[1] ? null : swapAt(word, 0);
}

/** Words of a text that may hold a typo: at least `least` characters, letters only. */
function typoPlaces(text: string, least: number): { readonly start: number; readonly word: string }[] {
  return [...text.matchAll(/[A-Z]+/g)]
    .filter((match) => match[0].length >= least && wholeWord(text, match.index, match[0].length))
    .map((match) => ({ start: match.index, word: match[0] }));
}

function wholeWord(text: string, start: number, length: number): boolean {
  return !/[0-9]/.test(text[start - 1] ?? '') && !/[0-9]/.test(text[start + length] ?? '');
}

/**
 * The text with one of its words, of at least `least` letters, changed by `change`; null if none
 * can be.
 */
export function misspell(
  text: string,
  least: number,
  random: Random,
  change: (word: string, random: Random) => string | null,
): string | null {
  const places = typoPlaces(text, least);
  if (places.length === 0) return null;
  const { start, word } = random.pick(places);
  const changed = change(word, random);
  return changed === null || changed === word ? null : text.slice(0, start) + changed + text.slice(start + word.length);
}

function randomSlip(random: Random): Slip {
  return random.weighted([
    [0.35, 'substitute'],
    [0.25, 'delete'],
    [0.22, 'insert'],
    [0.18, 'swap'],
  ]);
}

function strayLetter(letter: string, random: Random, mayDouble: boolean): string {
  if (mayDouble && random.chance(0.4)) return letter;
  const near = keyboardNeighbours(letter);
  let stray = random.chance(2 / 3) ? near[random.below(near.length)] : LETTERS[random.below(26)];
  if (stray === letter) stray = near[0];
  return stray;
}

function swapAt(word: string, i: number): string {
  return word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2);
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of adjacent
 * letters, no part edited twice. O(a.length × b.length).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
