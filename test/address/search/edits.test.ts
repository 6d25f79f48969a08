import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type NameTrie, nameTries } from '../../../src/address/index/name-trie.ts';
import { editsOf, walkExact } from '../../../src/address/search/parse/names/name-parse.ts';
import { newEditColumns, newWorkspace, PATTERN_BITS } from '../../../src/address/search/query/workspace.ts';
import {
  computeColumns,
  distanceAt,
  editsAllowed,
  editsToBeginning,
  setPattern,
} from '../../../src/address/search/retrieve/fuzzy/edits.ts';
import { fuzzyNames } from '../../../src/address/search/retrieve/fuzzy/fuzzy-names.ts';
import { readTokens } from '../../../src/address/search/text/tokenize.ts';
import { cases } from '../../support/cases.ts';
import { alignment } from './alignment.ts';
import { openSample, type Sample, seeded, some } from './sample.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const distance = (a: string, b: string): number => alignment(a, b)[a.length][b.length];
const distanceToBeginning = (a: string, b: string): number => Math.min(...alignment(a, b)[a.length]);

const columns = newEditColumns();

/** The distance that the search computes, to a text that stands inside a longer one. */
function measured(a: string, b: string): number {
  setPattern(columns, Buffer.from(`${a}Z`), a.length);
  computeColumns(columns, Buffer.from(`Q${b}XY`), 1, 0, b.length);
  return distanceAt(columns, b.length, a.length);
}

/** The same to the nearest beginning of the other text. */
function measuredToBeginning(a: string, b: string, most: number): number {
  const text = Buffer.from(`Q${b}`);
  const filled = Math.min(b.length, a.length + most);
  setPattern(columns, Buffer.from(a), a.length);
  computeColumns(columns, text, 1, 0, filled);
  return editsToBeginning(columns, filled, a.length, most);
}

const few = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 12 });
const edited = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 66 }),
    fc.array(
      fc.tuple(fc.nat(70), fc.constantFrom('insert', 'delete', 'replace', 'swap'), fc.constantFrom(...LETTERS)),
      {
        maxLength: 4,
      },
    ),
  )
  .map(([text, edits]): [string, string] => [
    text,
    edits.reduce((now, [at, kind, letter]) => edit(now, at % (now.length + 1), kind, letter), text),
  ]);

function edit(text: string, at: number, kind: string, letter: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (kind === 'insert') return before + letter + after;
  if (kind === 'delete') return before + after.slice(1);
  if (kind === 'replace') return before + letter + after.slice(1);
  return after.length < 2 ? text : before + after[1] + after[0] + after.slice(2);
}

describe('The edits between two texts', () => {
  it('are those of a naive optimal string alignment', () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(few, few), edited), ([a, b]) => {
        fc.pre(a.length <= PATTERN_BITS && b.length <= PATTERN_BITS);
        expect(measured(a, b)).toBe(distance(a, b));
      }),
      { numRuns: cases(500, 6000), seed: 1 },
    );
  });

  it('are those to the nearest beginning of the other text, where that may go on', () => {
    const longer = fc.tuple(edited, few).map(([[a, b], more]): [string, string] => [a, b + more]);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(few, few), longer), fc.integer({ min: 0, max: 3 }), ([a, b], most) => {
        fc.pre(a.length <= PATTERN_BITS);
        expect(measuredToBeginning(a, b, most)).toBe(Math.min(most + 1, distanceToBeginning(a, b)));
      }),
      { numRuns: cases(500, 6000), seed: 2 },
    );
  });

  it('to a beginning of a long text are as many as to a shorter one', () => {
    const long = (LETTERS + LETTERS + LETTERS).slice(0, 70);
    const a = long.slice(0, 15) + long.slice(16, 33);
    expect(a).toHaveLength(PATTERN_BITS);
    expect(distanceToBeginning(a, long)).toBe(1);
    expect(measuredToBeginning(a, long, 2)).toBe(1);
  });

  it('are the same both ways', () => {
    fc.assert(
      fc.property(few, few, (a, b) => {
        expect(measured(a, b)).toBe(measured(b, a));
      }),
      { seed: 3 },
    );
  });

  it('may be none below four letters, one up to seven, two from eight', () => {
    expect([1, 3, 4, 7, 8, 20].map(editsAllowed)).toEqual([0, 0, 1, 1, 2, 2]);
  });
});

describe('The tries of names', () => {
  const work = newWorkspace();
  let sample: Sample;
  let tries: { name: string; trie: NameTrie; keys: string[] }[];
  beforeAll(() => {
    sample = openSample();
    tries = Object.entries(nameTries(sample.index)).map(([name, trie]) => ({ name, trie, keys: keysOf(trie) }));
  });

  function keysOf({ key, keyStart }: NameTrie): string[] {
    return Array.from({ length: keyStart.length - 1 }, (_, i) =>
      Buffer.from(key.subarray(keyStart[i], keyStart[i + 1])).toString(),
    );
  }

  /** Edits that a phrase may be away from a name: the sum over its words. */
  function allowed(words: string): number {
    if (words === 'AND') return 0;
    const ofWord = (letters: number) => (letters < 3 ? 0 : editsAllowed(letters + (letters > 5 ? 2 : 1)));
    return Math.min(
      2,
      words.split(' ').reduce((sum, word) => sum + ofWord(word.length), 0),
    );
  }

  function near(trie: NameTrie, keys: readonly string[], words: string): Map<string, number> {
    const tokens = readTokens(words, false);
    const found = fuzzyNames(work, trie, tokens, { from: 0, end: tokens.count }).filter(({ whole }) => whole);
    return new Map(found.map((span) => [keys[trie.low[span.node]], editsOf(span)]));
  }

  function* misspelled(keys: readonly string[], count: number, edits: number, seed: number): Generator<string> {
    const random = seeded(seed);
    const pick = (n: number) => Math.floor(random() * n);
    const kinds = ['insert', 'delete', 'replace', 'swap'];
    for (const key of some(keys, count, random)) {
      let word = key;
      for (let i = 0; i < edits; i++) word = edit(word, pick(word.length + 1), kinds[pick(4)], LETTERS[pick(26)]);
      word = word.replace(/ +/g, ' ').trim();
      if (/^[A-Z]+( [A-Z]+){0,3}$/.test(word) && word.length < 36) yield word;
    }
  }

  it('have keys', () => {
    for (const { keys } of tries) expect(keys.length).toBeGreaterThan(100);
  });

  it('find exactly the names within the edits that the words allow, and how many edits each is away', () => {
    for (const { trie, keys } of tries)
      for (const edits of [1, 2])
        for (const words of misspelled(keys, 200, edits, 3 + edits)) {
          const within = keys.flatMap((key): [string, number][] => {
            if (Math.abs(key.length - words.length) > 2) return [];
            const away = distance(words, key);
            const meant = away === 1 ? key.length > 3 : key.length >= 8;
            return away > 0 && away <= allowed(words) && meant ? [[key, away]] : [];
          });
          expect([...near(trie, keys, words)].sort(), words).toEqual(within.sort());
        }
  });

  it('find the beginnings of all names within the edits, where the last word may go on, and of none beyond', () => {
    let meant = 0;
    for (const { trie, keys } of tries)
      for (const words of misspelled(keys, 120, 1, 6)) {
        const typed = words.slice(0, Math.max(4, words.length - 2)).trim();
        const all = typed.split(' ');
        const last = all.pop() ?? '';
        const ofLast = Math.max(editsAllowed(last.length), all.length === 0 && last.length > 1 ? 1 : 0);
        const edits = Math.min(2, (all.length === 0 ? 0 : allowed(all.join(' '))) + ofLast);
        const tokens = readTokens(typed, true);
        const spans = fuzzyNames(work, trie, tokens, { from: 0, end: tokens.count });
        const below = new Set(spans.flatMap(({ node }) => keys.slice(trie.low[node], trie.high[node])));
        for (const key of keys) {
          const away = distanceToBeginning(typed, key.slice(0, typed.length + 3));
          // A word of one letter is no slip of the hand: names of another initial are not meant.
          if (away === 0 || away > edits || (typed[1] === ' ' && typed[0] !== key[0])) continue;
          meant++;
          expect(below.has(key), `${typed} ${key}`).toBe(true);
        }
        for (const key of below)
          expect(distanceToBeginning(typed, key), `${typed} ${key}`).toBeLessThanOrEqual(
            Math.max(edits, allowed(typed)),
          );
      }
    expect(meant).toBeGreaterThan(100);
  });

  it('find the misspelled words at the beginning of a longer query, each up to the end of a word', () => {
    for (const { trie, keys } of tries)
      for (const words of misspelled(keys, 60, 1, 7)) {
        const alone = near(trie, keys, words);
        const { count } = readTokens(words, false);
        const tokens = readTokens(`${words} Q`, false);
        const spans = fuzzyNames(work, trie, tokens, { from: 0, end: count });
        expect(tokens.count).toBe(count + 1);
        expect(new Map(spans.map((span) => [keys[trie.low[span.node]], editsOf(span)])), words).toEqual(alone);
      }
  });

  function exactly(trie: NameTrie, keys: readonly string[], words: string): string[] {
    const tokens = readTokens(words, false);
    const { count, end, node, whole } = walkExact({ trie, tokens, limit: tokens.count, open: false }, 0);
    const rows = Array.from({ length: count }, (_, i) => i).filter((i) => whole[i] === 1 && end[i] === tokens.count);
    return rows.map((i) => keys[trie.low[node[i]]]);
  }

  it('find names as they are written', () => {
    for (const { trie, keys } of tries)
      for (const key of keys.filter((name) => /^[A-Z ]+$/.test(name))) expect(exactly(trie, keys, key)).toContain(key);
  });

  it('find GREENACRE for GREEN ACRE: names of one word, split anywhere', () => {
    const { trie, keys } = tries[1];
    const single = keys.filter((key) => /^[A-Z]{5,}$/.test(key));
    expect(single.length).toBeGreaterThan(20);
    for (const key of single)
      for (let at = 1; at < key.length; at++)
        expect(exactly(trie, keys, `${key.slice(0, at)} ${key.slice(at)}`)).toContain(key);
  });

  it('find names of two words that are written as one', () => {
    for (const { trie, keys } of tries) {
      const double = keys.filter((key) => /^[A-Z]+ [A-Z]+$/.test(key));
      expect(double.length).toBeGreaterThan(5);
      for (const key of double) expect(exactly(trie, keys, key.replace(' ', ''))).toContain(key);
    }
  });
});
