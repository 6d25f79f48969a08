import type { Random } from '../../../build-index/generate/random.ts';

/** Separators of words, and words that change how an address is read. */
const SIGNS = [' ', ' ', ', ', '/', ' / ', '-', ' - ', '//', ' /', '#', '.', '&', "'", '(', ')'];
const PARTS =
  'unit u flat shop level l floor lot g st street rd road ave north n e sw the mt nsw vic qld sa act of at'.split(' ');
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const MOST_STEPS = 5;

/**
 * A text changed in a few places: characters inserted, dropped or swapped, words repeated, cut,
 * joined, moved, or taken from `words` and from another text. Never empty, at most `longest`
 * characters.
 */
export function mutateText(
  text: string,
  other: string,
  words: readonly string[],
  longest: number,
  random: Random,
): string {
  let result = text;
  for (let steps = random.between(1, MOST_STEPS); steps > 0; steps--) {
    result = random.pick(CHANGES)(result, { other, words, random });
  }
  return result.slice(0, longest).trim() || text;
}

interface Sources {
  readonly other: string;
  readonly words: readonly string[];
  readonly random: Random;
}

type Change = (text: string, sources: Sources) => string;

const CHANGES: readonly Change[] = [
  (text, sources) => insertWord(text, sources.random.pick(sources.words), sources),
  (text, sources) => insertWord(text, sources.random.pick(PARTS), sources),
  (text, sources) => insertWord(text, String(sources.random.below(10 ** sources.random.between(1, 5))), sources),
  (text, sources) => insertWord(text, begun(sources.random.pick(sources.words), sources.random), sources),
  (text, sources) => insertWord(text, spanOf(sources.other, sources.random), sources),
  (text, sources) => insertWord(text, spanOf(text, sources.random), sources),
  (text, { random }) => splice(text, random.below(text.length + 1), 0, random.pick(SIGNS)),
  (text, { random }) => splice(text, random.below(text.length + 1), 0, random.pick([...LETTERS])),
  (text, { random }) => splice(text, random.below(text.length), 1, ''),
  (text, { random }) => splice(text, random.below(text.length), 1, random.pick([...LETTERS])),
  (text, { random }) => text.replace(' ', random.chance(0.5) ? '' : ', '),
  (text, { random }) => splice(text, random.below(text.length), random.between(1, 12), ''),
  (text, { random }) =>
    words(text)
      .sort(() => random.below(3) - 1)
      .join(' '),
  (text, { random }) => {
    const word = random.pick(words(text)) ?? 'a';
    return `${text} ${`${word} `.repeat(random.between(1, 10))}`;
  },
];

function insertWord(text: string, word: string, { random }: Sources): string {
  const all = words(text);
  const at = random.below(all.length + 1);
  const sign = random.chance(0.6) ? ' ' : random.pick(SIGNS);
  return [...all.slice(0, at), `${word}${sign === ' ' ? '' : sign}`, ...all.slice(at)].join(' ');
}

function begun(word: string, random: Random): string {
  return word.slice(0, random.between(1, word.length));
}

function spanOf(text: string, random: Random): string {
  const all = words(text);
  const from = random.below(all.length);
  return all.slice(from, from + random.between(1, 4)).join(' ');
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

function splice(text: string, at: number, dropped: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + dropped);
}
