import { beforeAll, describe, expect, it } from 'vitest';
import type { NumberRules } from '../../src/search/parse/numbers/number-parse.ts';
import { NUMBER_RULES, parseNumbers, rulesWithout } from '../../src/search/parse/numbers/parse-numbers.ts';
import { TYPING, WHOLE } from '../../src/search/policy.ts';
import { CAPS } from '../../src/search/score/caps.ts';
import { readWords } from '../../src/search/text/lexicon.ts';
import { readTokens } from '../../src/search/text/tokenize.ts';
import { openSample, type Sample } from './sample.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

const { any, phrases, words, numbers, parses } = NUMBER_RULES;
const RULES = [...any, ...phrases, ...words, ...numbers, ...parses];

describe('Every rule by which numbers are read', () => {
  const read = (query: string, typing: boolean, rules?: NumberRules) => {
    const tokens = readTokens(query, typing);
    return parseNumbers(sample.index, tokens, readWords(sample.index, tokens), rules);
  };

  it.each(RULES.map(({ name, example }) => [name, example] as const))('makes a difference: %s to %j', (name, query) => {
    const without = rulesWithout(new Set([name]));
    const differs = [true, false].filter(
      (typing) => JSON.stringify(read(query, typing, without)) !== JSON.stringify(read(query, typing)),
    );
    expect(differs).not.toEqual([]);
  });

  it('has a name of its own, which no source or cap has either', () => {
    const names = [
      ...RULES.map(({ name }) => name),
      ...new Set([...TYPING.sources, ...WHOLE.sources]),
      ...Object.keys(CAPS),
    ];
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
  });
});
