import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GUARDS } from '../../../src/address/search/parse/numbers/guards.ts';
import { parseNumbers } from '../../../src/address/search/parse/numbers/parse-numbers.ts';
import { PARTS } from '../../../src/address/search/parse/numbers/parts.ts';
import { rulesOf } from '../../../src/address/search/parse/numbers/pattern.ts';
import { NUMBER_RULES } from '../../../src/address/search/parse/numbers/rules.ts';
import { SAYS } from '../../../src/address/search/parse/numbers/says.ts';
import { BY_SOURCES } from '../../../src/address/search/policy.ts';
import { queryOf } from '../../../src/address/search/retrieve/query.ts';
import { openSample } from './sample.ts';

const TERMS = { parts: PARTS, says: SAYS, guards: GUARDS };
const words = (...lines: readonly string[]) => rulesOf('words', lines.join('\n'), TERMS);

describe('A table of patterns', () => {
  it('names the rule, the term and what is there, where a term is not', () => {
    expect(() => words('villa | Villa 3', '  VILLA NUM | unit 0 1')).toThrow(/^rule villa: part VILLA: .*\bFLAT\b/);
    expect(() => words('villa | Villa 3', '  FLAT NUM | dwelling')).toThrow(/^rule villa: say dwelling: .*\bunit\b/);
    expect(() => words('villa | Villa 3', '  FLAT NUM | skip | noRoom')).toThrow(/^rule villa: guard noRoom: /);
    expect(() => words('villa | Villa 3', '  FLAT NUM[!] | skip')).toThrow(/^rule villa: sign !: /);
    expect(() => words('villa | Villa 3 | words', '  FLAT NUM | skip')).toThrow(/^rule villa: need words: /);
  });

  it('refuses a number of a part that the pattern does not have', () => {
    expect(() => words('villa | Villa 3', '  FLAT NUM | unit 0 x')).toThrow('say unit of part x: expected');
    expect(() => words('villa | Villa 3', '  FLAT NUM | unit 0 3')).toThrow('say unit of part 3: expected');
  });

  it('of the search uses every term that there is', () => {
    const used = readFileSync('src/address/search/parse/numbers/rules.ts', 'utf8');
    const terms = [PARTS, SAYS, GUARDS].flatMap(Object.keys);
    expect(terms.filter((term) => !new RegExp(`[ >]${term}\\b`).test(used))).toEqual([]);
  });

  it('refuses a rule that is never called', () => {
    expect(() => words('any | 3', '  NUM | skip')).toThrow('rule any: never called at words');
    expect(() => rulesOf('numbers', 'any | 3\n  NUM | skip', TERMS)).toThrow('rule any: never called at numbers');
  });

  it('is all that a new way of writing takes', () => {
    const { index } = openSample();
    const read = (q: string, rules = NUMBER_RULES) => {
      const { tokens, words: meanings } = queryOf(index, q, BY_SOURCES);
      const [{ unit, number }] = parseNumbers(index, tokens, meanings, rules);
      return [unit !== null && unit.type >= 0, unit?.number?.text, number?.text];
    };
    const [added] = words('of | Unit of 3', '  FLAT OF NUM | unit 0 2 | noUnit');
    const more = { ...NUMBER_RULES, words: [added, ...NUMBER_RULES.words] };
    expect(read('Unit of 3, 12 Smith Street')).not.toEqual([true, '3', '12']);
    expect(read('Unit of 3, 12 Smith Street', more)).toEqual([true, '3', '12']);
    expect(read('Unit 3, 12 Smith Street', more)).toEqual([true, '3', '12']);
  });
});
