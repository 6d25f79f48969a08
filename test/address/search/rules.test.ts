import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SearchAsker } from '../../../bench/address/accuracy/rules/search-asker.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { NUMBER_RULES } from '../../../src/address/search/parse/numbers/rules.ts';
import { TYPING, WHOLE } from '../../../src/address/search/policy.ts';
import { CAPS } from '../../../src/address/search/query/grades.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';

it('Each rule, source and cap has a name of its own', () => {
  const { any, phrases, words, numbers, parses } = NUMBER_RULES;
  const names = [
    ...[...any, ...phrases, ...words, ...numbers, ...parses].map(({ name }) => name),
    ...new Set([...TYPING.sources, ...WHOLE.sources]),
    ...Object.keys(CAPS),
  ];
  expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
});

it('Another place is asked for every street that the words may be: DORRAN PARADE, and DORRAN PARADE of the type WEST', async () => {
  const folder = newFolder();
  writeMadeRelease(join(folder, 'release'), [
    '24 MALLEE STREET | PELWYN QLD 4731',
    '1 DORRAN PARADE WEST | ORVIS QLD 4757',
    '3 YELLAND ROAD | TEAVALE GARDENS NSW 2324',
    '5 YELLAND ROAD | MUNDLEA NSW 2325',
    '29 DORRAN PARADE | NELVALE NSW 2315',
  ]);
  await compileRelease(join(folder, 'release'), join(folder, 'rules.lbx'));
  const asker = new SearchAsker(openIndex(join(folder, 'rules.lbx')), { typing: TYPING, whole: WHOLE });
  expect(asker.validate('29 Dorran Pde, Teavale Gardens NSW 2324')).toMatchObject({ addressLabel: '29 DORRAN PARADE' });
});
