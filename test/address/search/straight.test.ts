import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keystrokes, plainLines, randomLines } from '../../../bench/address/search/inputs.ts';
import { mutateText } from '../../../bench/address/search/mutate-text.ts';
import { countedRules } from '../../../bench/address/search/work/count-work.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { rolesOf } from '../../../src/address/operations/token-roles.ts';
import { bestMatch, findBest, likeliestReading, searchWhole } from '../../../src/address/search/find-best.ts';
import { HAS } from '../../../src/address/search/parse/numbers/number-parse.ts';
import { parseNumbers, plainNumbers } from '../../../src/address/search/parse/numbers/parse-numbers.ts';
import { NUMBER_RULES } from '../../../src/address/search/parse/numbers/rules.ts';
import { BY_SOURCES, type Policy, TYPING, TYPING_BY_SOURCES, WHOLE } from '../../../src/address/search/policy.ts';
import type { Candidate, Reading } from '../../../src/address/search/score/candidates.ts';
import type { Trace } from '../../../src/address/search/sources/source.ts';
import { suggest } from '../../../src/address/search/suggest.ts';
import { readWords } from '../../../src/address/search/text/lexicon.ts';
import { readTokens } from '../../../src/address/search/text/tokenize.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex, newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';

/** Lines that are asked both ways, and keystrokes. */
const LINES = cases(1_500, 100_000);
const KEYSTROKES = cases(6_000, 200_000);

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

/** A candidate, with what its reading takes each word for in place of that. */
const withRoles = (candidate: Candidate, reading: Reading) => ({ ...candidate, reading: rolesOf(reading, candidate) });

/** The best record for a whole address by a policy, in every field. */
function best(text: string, policy: Policy = WHOLE) {
  const search = searchWhole(index, text, {}, policy);
  const found = bestMatch(search);
  if (found === null) return null;
  const { candidate, score } = found;
  return { score, candidate: withRoles(candidate, candidate.reading ?? likeliestReading(search)) };
}

describe('The straight way of a whole line', () => {
  it('answers as the whole engine does, in every field', () => {
    const other = linesOf(LINES).filter((text) => !isDeepStrictEqual(best(text), best(text, BY_SOURCES)));
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
        expect(best(text)).toEqual(best(text, BY_SOURCES));
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

type SuggestOptions = Parameters<typeof suggest>[2];

/** What is suggested for a text, by a policy. */
function suggested(text: string, options: Partial<SuggestOptions>, policy: Policy, of = index, trace: Trace = {}) {
  const suggestions = suggest(of, text, { limit: 5, state: -1, near: null, ...options, policy }, trace);
  return suggestions.map(({ candidate, ...rest }) => ({
    ...rest,
    candidate: candidate.reading === null ? candidate : withRoles(candidate, candidate.reading),
  }));
}

/** Whether both ways suggest the same, in every field but a reading that was not made (typed.ts). */
function isAlike(text: string, options: Partial<SuggestOptions> = {}, of = index): boolean {
  const straight = suggested(text, options, TYPING, of);
  const bySources = suggested(text, options, TYPING_BY_SOURCES, of).map((it, i) =>
    straight[i]?.candidate.reading === null ? { ...it, candidate: { ...it.candidate, reading: null } } : it,
  );
  return isDeepStrictEqual(straight, bySources);
}

/** A line without its number, and what stands before it. */
const withoutNumber = (line: string) => line.replace(/^.*?\d+[a-z]?(?:-\d+[a-z]?)? (?=[a-z])/i, '');

/** Names of places and of streets, types that are streets' names too, and other places. */
const NAMES = ['BELDREL', 'KALDREL', 'MORVEL'];
const TYPES = ['AVENUE', 'CLOSE', 'GROVE', 'PARADE', 'PLACE', 'ROAD'];
const PLACES = ['PERTLE', 'CARDLE', 'RUNDLE', 'ACERLE'];

/** An index of some addresses (made-release.ts). */
async function indexOf(addresses: readonly string[]) {
  const release = join(newFolder(), 'release');
  writeMadeRelease(release, addresses);
  await compileRelease(release, `${release}.lbx`);
  return openIndex(`${release}.lbx`);
}

describe('The straight way of what is being typed', () => {
  it('suggests as the whole engine does, in every field and in order, whatever the limit, the state and the point', () => {
    const random = new Random(13, 'typed');
    const lines = linesOf(KEYSTROKES / 10);
    const typed = keystrokes([...lines, ...lines.map(withoutNumber)], random, KEYSTROKES, 90);
    const some = <T>(value: T, other: T) => (random.chance(0.2) ? value : other);
    const other = typed.filter((text) => {
      const near = { lat: -20 - random.below(18), lon: 115 + random.below(38) };
      return !isAlike(text, {
        limit: some(1 + random.below(20), 5),
        state: some(random.below(9), -1),
        near: some<SuggestOptions['near']>(near, null),
      });
    });
    expect(other).toEqual([]);
  });

  it('suggests as the whole engine does where a place stands before a word that is a type and a street of its own', async () => {
    const of = await indexOf([
      ...NAMES.flatMap((name) =>
        TYPES.flatMap((type) => PLACES.map((place) => `1 ${name} ${type} | ${place} VIC 3001`)),
      ),
      ...NAMES.flatMap((name) =>
        TYPES.flatMap((type) => [...TYPES, 'ROAD NORTH'].map((own) => `1 ${type} ${own} | ${name} VIC 3002`)),
      ),
    ]);
    const texts = NAMES.flatMap((name) =>
      TYPES.flatMap((type) =>
        [...TYPES, ...PLACES, 'ROAD NORTH', 'NORTH PERTLE'].flatMap((rest) =>
          ['', ','].flatMap((before) =>
            ['', ','].flatMap((after) =>
              Array.from(rest, (_, i) => `${name}${before} ${type}${after} ${rest.slice(0, i + 1)}`),
            ),
          ),
        ),
      ),
    );
    expect(texts.filter((text) => !isAlike(`1 ${text}`, {}, of))).toEqual([]);
    expect(texts.filter((text) => !isAlike(text, {}, of))).toEqual([]);
  });

  it('remembers that a place has the street once another text was read', async () => {
    const of = await indexOf(['1 KALGROVE AVENUE | BELDREL VIC 3001', '1 KALGROVE AVENUE | PERTLE VIC 3002']);
    const text = 'kalgrove avenue, beldrel vic 3009 ';
    const kinds: string[] = [];
    const found = suggested(text, {}, TYPING_BY_SOURCES, of, { source: ({ kind }) => kinds.push(kind) });
    expect(kinds.slice(kinds.indexOf('text'))).toContain('nextDoor');
    expect(found).toHaveLength(1);
    expect(isAlike(text, {}, of)).toBe(true);
  });

  it('suggests as the whole engine does whatever words of addresses follow each other, wherever the text ends', () => {
    const words = [...new Set(linesOf(40).flatMap((line) => line.split(/[ ,]+/)))].slice(0, 120);
    const more = [
      ...['the', 'grove', 'street', 'st', 'street north', 'road', 'n', 'north', 'south', 's', 'park', 'st kilda'],
      ...['perth', 'victoria', 'vic', 'v', 'wa', 'new', 'new south', 'a', ',', '3000', '12-', 'unit 3'],
    ];
    const line = fc.array(fc.constantFrom(...words, ...more), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 1, max: 40 })), line, fc.nat(12), (number, rest, cut) => {
        const text = `${number ?? ''} ${rest.join(' ')} `.trimStart();
        expect(isAlike(text.slice(0, Math.max(2, text.length - cut)))).toBe(true);
      }),
      { numRuns: cases(1500, 40_000) },
    );
  });

  it('is enough for most keystrokes of the place of a plain line', () => {
    const lines = plainLines(index, new Random(3, 'typed'), 200);
    const typed = keystrokes(lines, new Random(4, 'typed'), 4000, 90).filter((text) => /^\d+ [^,]+, \w/.test(text));
    for (const texts of [typed, typed.map(withoutNumber)]) {
      const straight = texts.filter((text) => {
        const kinds: string[] = [];
        suggested(text, {}, TYPING, index, { source: ({ kind }) => kinds.push(kind) });
        return kinds.join(' ') === 'numbers street';
      });
      expect(straight.length).toBeGreaterThan(0.6 * texts.length);
    }
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
  const ENDS = HAS.growing | HAS.bare | HAS.whole;

  it('is there wherever they take or add anything, but for what says how the text ends', () => {
    const always = <R extends { readonly needs: number }>(rules: readonly R[]): R[] =>
      rules.map((rule) => ((rule.needs & ENDS) === 0 ? { ...rule, needs: -1, beside: -1 } : rule));
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
