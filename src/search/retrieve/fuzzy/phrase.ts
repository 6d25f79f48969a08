import { DELETION_PREFIX } from '../../../index/deletion-index.ts';
import { nameLetters } from '../../../index/letters.ts';
import type { Span } from '../../parse/names/spans.ts';
import { PATTERN_BITS, type Phrase } from '../../query/workspace.ts';
import type { Tokens } from '../../text/tokens.ts';

/** Most edits that a phrase may be away from a name. */
export const MOST_EDITS = 2;

/** The tokens from `from` to `end` as a phrase, the workspace's. A phrase that is too long has no edits. */
export function phraseOf(phrase: Phrase, tokens: Tokens, from: number, end: number): Phrase {
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
      phrase.openEdits = Math.min(MOST_EDITS, edits + Math.max(editsAllowed(size), t === from && size > 1 ? 1 : 0));
    edits = Math.min(MOST_EDITS, edits + editsOfWord(size));
  }
  phrase.edits = end - from === 1 && isAnd(phrase.text, 0, phrase.length) ? 0 : edits;
  phrase.letters = nameLetters(phrase.text, 0, phrase.length);
  return phrase;
}

/** The phrase with a space behind it, as the beginning of names that go on with another word: `VIWE ` for VIEW MOUNT ROAD. */
export function goingOn(phrase: Phrase): Phrase {
  phrase.openEdits = phrase.length === PATTERN_BITS ? 0 : phrase.edits;
  phrase.edits = 0;
  phrase.text[phrase.length++] = 0x20;
  return phrase;
}

/** Edits that a word may be away from the one meant, by its own letters: one that lost two letters had two more. */
function editsOfWord(letters: number): number {
  return letters < 3 ? 0 : editsAllowed(letters + (letters > 5 ? 2 : 1));
}

/** `Z BELLEVUE` for BELLEVUE: whether a phrase begins with a word of one letter, no slip of the hand, and a name with another. */
export function hasOtherInitial(phrase: Uint8Array, length: number, letter: number): boolean {
  return length > 1 && phrase[1] === 0x20 && phrase[0] !== letter;
}

/** Whether letters are AND. */
function isAnd(text: Uint8Array, from: number, end: number): boolean {
  return end - from === 3 && text[from] === 0x41 && text[from + 1] === 0x4e && text[from + 2] === 0x44;
}

/** Whether a name of some letters may be meant, some edits away: short names forgive fewer. */
export function isMeant(edits: number, letters: number): boolean {
  return edits === 1 ? letters > 3 : edits === 2 && letters >= DELETION_PREFIX;
}

/** Adds a name that a phrase is a misspelling of, once: of two ways to it, the one with fewer edits. */
export function addName(found: Span[], { from, end }: Phrase, node: number, whole: boolean, edits: number): void {
  for (const span of found)
    if (span.node === node) {
      if (edits < span.edits) span.edits = edits;
      return;
    }
  found.push({ from, end, node, whole, spaces: 0, edits });
}

/** Edits that a typed word may be away from the one meant: none below four letters, one up to seven, two from eight. */
export function editsAllowed(letters: number): number {
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}
