import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLines, randomLines } from '../../../bench/address/search/inputs.ts';
import { mutateText } from '../../../bench/address/search/mutate-text.ts';
import { countedRules } from '../../../bench/address/search/work/count-work.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { findBest } from '../../../src/address/search/find-best.ts';
import { NUMBER_RULES, parseNumbers, plainNumbers } from '../../../src/address/search/parse/numbers/parse-numbers.ts';
import { BY_SOURCES, type Policy, WHOLE } from '../../../src/address/search/policy.ts';
import type { Trace } from '../../../src/address/search/sources/source.ts';
import { readWords } from '../../../src/address/search/text/lexicon.ts';
import { readTokens } from '../../../src/address/search/text/tokenize.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

/** Lines that are asked both ways. */
const LINES = cases(1_500, 100_000);

const index = openIndex(generatedIndex(80_000, 5));

/** Lines of an index; the same without commas, numbers or types; and changed: letters, words and parts left out. */
function linesOf(count: number): string[] {
  const random = new Random(11, 'straight');
  const lines = randomLines(index, random, count);
  const words = lines.flatMap((line) => line.split(' '));
  const changed = lines.map((line) => mutateText(line, random.pick(lines), words, 120, random));
  const bare = lines.map((line) => line.replaceAll(',', '').replace(random.chance(0.5) ? / \d{4}$/ : /$/, ''));
  const unnumbered = bare.map((line) => line.replace(/^.*?\d+[a-z]? (?=[a-z])/i, ''));
  const short = bare.map((line) => line.replace(/ street\b/i, ' st').replace(/ (road|lane|drive)\b/i, ''));
  return [...lines, ...bare, ...unnumbered, ...short, ...changed];
}

/** How many sources were opened, and whether the rest of the search was needed. */
function sourcesOf(text: string, policy: Policy = WHOLE): string[] {
  const kinds: string[] = [];
  const trace: Trace = { source: ({ kind }) => kinds.push(kind) };
  findBest(index, text, trace, policy);
  return kinds;
}

const isStraight = (text: string) => sourcesOf(text).join(' ') === 'numbers street';

describe('The straight way of a whole line', () => {
  it('answers as the whole engine does, in every field', () => {
    const other = linesOf(LINES).filter(
      (text) => !isDeepStrictEqual(findBest(index, text), findBest(index, text, {}, BY_SOURCES)),
    );
    expect(other).toEqual([]);
  });

  it('answers as the whole engine does whatever words of addresses follow each other', () => {
    const words = [...new Set(linesOf(40).flatMap((line) => line.split(/[ ,]+/)))].slice(0, 120);
    const more = [
      'the',
      'grove',
      'street',
      'st',
      'road',
      'north',
      'west',
      'perth',
      'victoria',
      'vic',
      'unit',
      '/',
      ',',
    ];
    const line = fc.array(fc.constantFrom(...words, ...more), { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), line, (number, rest) => {
        const text = `${number} ${rest.join(' ')}`;
        expect(findBest(index, text)).toEqual(findBest(index, text, {}, BY_SOURCES));
      }),
      { numRuns: cases(400, 20_000) },
    );
  });

  it('is enough for most lines that are there', () => {
    const lines = randomLines(index, new Random(3, 'straight'), 400);
    expect(lines.filter(isStraight).length).toBeGreaterThan(0.85 * lines.length);
  });

  it('is enough for most lines without commas, and without a number', () => {
    const lines = randomLines(index, new Random(3, 'straight'), 400).filter((line) => /^\d+ /.test(line));
    const bare = lines.map((line) => line.replaceAll(',', ''));
    const unnumbered = bare.map((line) => line.replace(/^\d+ /, ''));
    for (const some of [bare, unnumbered]) expect(some.filter(isStraight).length).toBeGreaterThan(0.75 * some.length);
  });

  it('is not taken where a line is changed by a letter that the record lacks', () => {
    expect(isStraight('12 Smithh Street, Nowhere Vic 3999')).toBe(false);
  });
});

describe('The numbers of a plain line', () => {
  it('are the likeliest that the rules make of them', () => {
    const random = new Random(5, 'plain numbers');
    const units = [
      'unit 3',
      'shop g4',
      'unit 3, level 2',
      'apartment 12 level 1',
      'unit 3, ground',
      'level 2',
      'unit a',
    ];
    const lines = linesOf(LINES).flatMap((line) => [
      line,
      `${random.pick(units)}, ${line}`,
      `${random.pick(units)} ${line}`,
    ]);
    let plain = 0;
    const other = lines.filter((text, i) => {
      const tokens = readTokens(text, i % 2 === 1);
      const words = readWords(index, tokens);
      const numbers = plainNumbers(index, tokens, words);
      if (numbers !== null) plain++;
      return numbers !== null && !isDeepStrictEqual(numbers, parseNumbers(index, tokens, words)[0]);
    });
    expect(other).toEqual([]);
    expect(plain).toBeGreaterThan(lines.length / 8);
  });
});

describe('What rules for numbers need', () => {
  it('is there wherever they take or add anything', () => {
    const always = <R extends object>(rules: readonly R[]): R[] => rules.map((rule) => ({ ...rule, needs: -1 }));
    const { any, numbers, parses } = NUMBER_RULES;
    const rules = { ...NUMBER_RULES, any: always(any), numbers: always(numbers), parses: always(parses) };
    const other = linesOf(LINES).filter((text) => {
      const tokens = readTokens(text, false);
      const words = readWords(index, tokens);
      const [asWritten, called] = [NUMBER_RULES, rules].map((some) => parseNumbers(index, tokens, words, some));
      return !isDeepStrictEqual(asWritten, called);
    });
    expect(other).toEqual([]);
  });
});

describe('A plain line', () => {
  it('calls no rule for numbers', () => {
    const plain = plainLines(index, new Random(3, 'plain'), 600);
    expect(plain.filter((line) => /level/i.test(line)).length).toBeGreaterThan(10);
    const calls = { made: 0, vain: 0 };
    const rules = countedRules(calls);
    const called = plain.filter((line) => {
      calls.made = 0;
      findBest(index, line, {}, { ...WHOLE, rules });
      return calls.made > 0;
    });
    expect(plain.length).toBeGreaterThan(100);
    expect(called.length / plain.length).toBeLessThan(0.1);
  });

  it('keeps one candidate', () => {
    const lines = randomLines(index, new Random(4, 'plain'), 300).filter(isStraight);
    const most = lines.map((line) => {
      let kept = 0;
      findBest(index, line, { candidates: (candidates) => (kept = candidates.length) });
      return kept;
    });
    expect(most.filter((kept) => kept === 1).length).toBeGreaterThan(0.95 * lines.length);
  });
});
