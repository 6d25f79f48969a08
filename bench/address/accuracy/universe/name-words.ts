import { editDistance } from '../language/typos.ts';
import type { Universe } from './universe.ts';

const LONG_WORD = 8;
/** Two edits change which letters a word has by at most two each. */
const MOST_LETTERS_OTHER = 4;

/**
 * Words that a typo-tolerant reader may take for a word of a name: within one edit, or two from
 * eight letters on.
 */
export class NameWords {
  private readonly words: ReadonlySet<string>;
  private readonly long: readonly { readonly word: string; readonly letters: number }[];
  private readonly withOneLess = new Set<string>();

  constructor(words: Iterable<string>) {
    this.words = new Set([...words].filter((word) => word.length >= 2));
    const long = [...this.words].filter((word) => word.length >= LONG_WORD - 2);
    this.long = long.map((word) => ({ word, letters: lettersOf(word) }));
    for (const word of this.words) for (const shorter of oneLess(word)) this.withOneLess.add(shorter);
  }

  /** True for a word of a name, or one a few slips away from one. */
  isNear(word: string): boolean {
    const text = word.toUpperCase();
    if (this.words.has(text) || this.withOneLess.has(text)) return true;
    if (oneLess(text).some((shorter) => this.words.has(shorter) || this.withOneLess.has(shorter))) return true;
    if (text.length < LONG_WORD) return false;
    const its = lettersOf(text);
    return this.long.some(
      ({ word: other, letters }) =>
        Math.abs(other.length - text.length) <= 2 &&
        bitCount(letters ^ its) <= MOST_LETTERS_OTHER &&
        editDistance(other, text) <= 2,
    );
  }
}

/** Every word in the names of streets, localities and their aliases, with street types and their abbreviations. */
export function nameWordsOf(universe: Universe): NameWords {
  const words = new Set<string>();
  const add = (text: string) => {
    for (const word of text.split(/[^A-Z0-9]+/)) if (word !== '') words.add(word);
  };
  for (const { name, type } of universe.streets) add(`${name} ${type}`);
  for (const { name, aliases } of universe.localities) add([name, ...aliases].join(' '));
  for (const [long, short] of universe.typeAbbreviation) add(`${long} ${short}`);
  return new NameWords(words);
}

/** A bit for each letter that a word has. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function oneLess(word: string): string[] {
  return Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1));
}
