import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editDistance,
  keyboardNeighbours,
  misspell,
  type Slip,
  slip,
  slipAtFront,
} from '../../bench/address/accuracy/language/typos.ts';
import { Random } from '../../build-index/generate/random.ts';

const words = fc.stringMatching(/^[A-Z]{4,14}$/);
const seeds = fc.nat();
const SLIPS: readonly Slip[] = ['insert', 'delete', 'substitute', 'swap'];

describe('edit distance', () => {
  it('is what the fewest steps of a breadth-first search over single edits give', () => {
    const letters = 'AB';
    const text = fc.stringMatching(/^[AB]{0,4}$/);
    const steps = (word: string): string[] => {
      const found: string[] = [];
      for (let i = 0; i <= word.length; i++) {
        for (const letter of letters) found.push(word.slice(0, i) + letter + word.slice(i));
        if (i === word.length) continue;
        found.push(word.slice(0, i) + word.slice(i + 1));
        for (const letter of letters) found.push(word.slice(0, i) + letter + word.slice(i + 1));
        if (i + 1 < word.length) found.push(word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2));
      }
      return found;
    };
    fc.assert(
      fc.property(text, text, (from, to) => {
        const isOneStep = steps(from).includes(to) && from !== to;
        expect(editDistance(from, to) === 1).toBe(isOneStep);
        expect(editDistance(from, to) === 0).toBe(from === to);
      }),
    );
  });

  it('is the same both ways, and at most the longer length', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});

describe('typos', () => {
  it('are exactly one edit away, of the kind that was asked for', () => {
    fc.assert(
      fc.property(words, seeds, fc.constantFrom(...SLIPS), (word, seed, kind) => {
        const typed = slip(word, new Random(seed, 'slip'), kind);
        if (typed === null) {
          expect(kind).toBe('swap');
          expect(new Set(word).size).toBe(1);
          return;
        }
        expect(editDistance(word, typed)).toBe(1);
        expect(typed.length - word.length).toBe({ insert: 1, delete: -1, substitute: 0, swap: 0 }[kind]);
        if (kind === 'swap') expect([...typed].sort()).toEqual([...word].sort());
      }),
    );
  });

  it('at the front drop the first letter or swap it with the second', () => {
    fc.assert(
      fc.property(words, seeds, (word, seed) => {
        const typed = slipAtFront(word, new Random(seed, 'front'));
        if (typed === null) expect(word[0]).toBe(word[1]);
        else expect([word.slice(1), word[1] + word[0] + word.slice(2)]).toContain(typed);
      }),
    );
  });

  it('change one word of a text, long enough and of letters only', () => {
    const text = fc.array(fc.stringMatching(/^([A-Z]{1,9}|[0-9]{1,2}(ST|TH))$/), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(text, seeds, (parts, seed) => {
        const typed = misspell(parts.join(' '), 4, new Random(seed, 'text'), slip);
        fc.pre(typed !== null);
        const now = typed.split(' ');
        const changed = parts.map((_, i) => i).filter((i) => parts[i] !== now[i]);
        expect(changed).toHaveLength(1);
        expect(parts[changed[0]]).toMatch(/^[A-Z]{4,}$/);
      }),
    );
  });

  it('take wrong letters mostly from the keys beside the right one', () => {
    const random = new Random(1, 'keys');
    let near = 0;
    for (let i = 0; i < 3000; i++) {
      const typed = slip('QWERTYUIOP', random, 'substitute') as string;
      const at = [...typed].findIndex((letter, place) => letter !== 'QWERTYUIOP'[place]);
      if (keyboardNeighbours('QWERTYUIOP'[at]).includes(typed[at])) near++;
    }
    expect(near / 3000).toBeGreaterThan(0.6);
    expect(near / 3000).toBeLessThan(0.85);
  });

  it('have keyboard neighbours that are neighbours both ways', () => {
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      expect(keyboardNeighbours(letter).length).toBeGreaterThanOrEqual(2);
      for (const other of keyboardNeighbours(letter)) expect(keyboardNeighbours(other)).toContain(letter);
    }
    expect([...keyboardNeighbours('S')].sort().join('')).toBe('ADEWXZ');
  });
});
