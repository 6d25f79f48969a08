import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { without } from '../../../bench/address/accuracy/rules/policies.ts';
import { SearchAsker } from '../../../bench/address/accuracy/rules/search-asker.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import type { NumberRules } from '../../../src/address/search/parse/numbers/number-parse.ts';
import { NUMBER_RULES, parseNumbers, rulesWithout } from '../../../src/address/search/parse/numbers/parse-numbers.ts';
import { TYPING, WHOLE } from '../../../src/address/search/policy.ts';
import { CAPS } from '../../../src/address/search/score/caps.ts';
import { readWords } from '../../../src/address/search/text/lexicon.ts';
import { readTokens } from '../../../src/address/search/text/tokenize.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { openSample, type Sample } from './sample.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

/** Those of the operations. */
const POLICIES = { typing: TYPING, whole: WHOLE };

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

describe('What no class of bench:accuracy asks is right because of its rule', () => {
  const PLACE = 'Pelwyn QLD 4731';
  let made: AddressIndex;

  beforeAll(async () => {
    const folder = newFolder();
    const lines = [
      'UNIT 301, LEVEL 3, 14 MALLEE STREET',
      'UNIT 3, LEVEL 1, 14 MALLEE STREET',
      'LOT 2, 16 MALLEE STREET',
      '16 MALLEE STREET',
      '18-22 MALLEE STREET',
      '24 MALLEE STREET',
      '7 NUMBER 5 ROAD',
      '5 NUMBER ROAD',
      '4 1ST AVENUE',
      '1 4TH AVENUE',
    ].map((line) => `${line} | ${PLACE.toUpperCase()}`);
    writeMadeRelease(join(folder, 'release'), [
      ...lines,
      '1 DORRAN PARADE WEST | ORVIS QLD 4757',
      '3 YELLAND ROAD | TEAVALE GARDENS NSW 2324',
      '5 YELLAND ROAD | MUNDLEA NSW 2325',
      '29 DORRAN PARADE | NELVALE NSW 2315',
    ]);
    await compileRelease(join(folder, 'release'), join(folder, 'rules.lbx'));
    made = openIndex(join(folder, 'rules.lbx'));
  });

  const shown = (answer: { addressLabel: string | null; serviceMatchScore: number } | null | undefined) =>
    answer == null ? 'nothing' : `${answer.addressLabel} ${answer.serviceMatchScore}`;
  const asked = (q: string, typed: boolean, rule: string) => {
    const asker = new SearchAsker(made, without({ name: rule, kind: 'rule' }));
    return shown(typed ? asker.autocomplete(q)[0] : asker.validate(`${q}, ${PLACE}`));
  };

  it.each([
    ['turned', '301/3/14 Mallee St', 'UNIT 301, LEVEL 3, 14 MALLEE STREET 100'],
    ['lot-as-unit', 'Lot 2, 16 Mallee St', 'LOT 2, 16 MALLEE STREET 100'],
    ['heading', 'Located at 24 Mallee St', '24 MALLEE STREET 100'],
    ['number-word', 'No. 24 Mallee St', '24 MALLEE STREET 100'],
    ['named-by-number', '7 Number 5 Rd', '7 NUMBER 5 ROAD 100'],
    // The number of a box is not the house's.
    ['rural', 'RMB 4 1st Avenue', '4 1ST AVENUE 66'],
  ])('%s: %s', (rule, q, answer) => {
    expect(asked(q, false, '')).toBe(answer);
    expect(asked(q, false, rule)).not.toBe(answer);
  });

  it('begun-ordinal: 4 1S', () => {
    expect(asked('4 1S', true, '')).toBe('4 1ST AVENUE 66');
    expect(asked('4 1S', true, 'begun-ordinal')).not.toBe('4 1ST AVENUE 66');
  });

  it('otherPlace, of every street that the words may be: DORRAN PARADE, and DORRAN PARADE of the type WEST', () => {
    const { addressLabel } = new SearchAsker(made, POLICIES).validate('29 Dorran Pde, Teavale Gardens NSW 2324') ?? {};
    expect(addressLabel).toBe('29 DORRAN PARADE');
  });
});
