import type { Random } from '../../../build-index/generate/random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,/-';

/**
 * A line with one change: a letter or sign put in, left out or replaced; a word moved, said twice,
 * left out or joined to the next.
 */
export function changedOnce(line: string, random: Random): string {
  const words = line.split(' ');
  const at = random.below(words.length);
  const letter = random.below(line.length);
  const edited = (dropped: number, put: string) => line.slice(0, letter) + put + line.slice(letter + dropped);
  switch (random.below(7)) {
    case 0:
      return edited(0, random.pick([...LETTERS]));
    case 1:
      return edited(1, random.pick([...LETTERS]));
    case 2:
      return edited(1, '');
    case 3: {
      const [word] = words.splice(at, 1);
      words.splice(random.below(words.length + 1), 0, word);
      return words.join(' ');
    }
    case 4:
      return [...words.slice(0, at), words[at], ...words.slice(at)].join(' ');
    case 5:
      return [...words.slice(0, at), ...words.slice(at + 1)].join(' ');
    default:
      return [...words.slice(0, at), words.slice(at, at + 2).join(''), ...words.slice(at + 2)].join(' ');
  }
}
