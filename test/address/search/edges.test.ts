import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Searches, searchesOn } from './sample.ts';

/* What stands at the very edge of what was asked for, and what stands right behind it. */

let made: Searches;

beforeAll(async () => {
  const release = join(newFolder(), 'release');
  writeMadeRelease(release, [
    ...['HORNSBY NSW 2077', 'MIRANI QLD 4754', 'HOLDER SA 5330'].map((place) => `UNIT 3, 12 OSLER STREET | ${place}`),
    ...[12, 13, 119, 120, 129, 130].map((number) => `${number} QUORRAN STREET | UMBEL QLD 4764`),
    ...[4770, 4779, 4780].map(
      (postcode, i) => `10 LARBERT ROAD | ${['JANDORIL', 'KOLMAR', 'TARVEN'][i]} QLD ${postcode}`,
    ),
    '8 TARVELLO AVENUE | OSCOMBE QLD 4741',
    'UNIT 2, LEVEL 5, 14 BRASKIN STREET | INGLOW QLD 4749',
    'UNIT 3, LEVEL 4, 14 BRASKIN STREET | INGLOW QLD 4749',
    'UNIT 3, LEVEL 2, 14 BRASKIN STREET | INGLOW QLD 4749',
  ]);
  await compileRelease(release, `${release}.lbx`);
  made = searchesOn(openIndex(`${release}.lbx`));
});

const listed = (q: string, more = {}) => made.autocomplete(q, { limit: 20, ...more }).suggestions;

describe('The first and the last', () => {
  it.each(['NSW', 'QLD', 'SA'] as const)('address of a state is led to by its unit and number: %s', (state) => {
    expect(listed('3/12', { state }).map((it) => [it.addressLabel, it.state])).toEqual([
      ['UNIT 3, 12 OSLER STREET', state],
    ]);
  });

  it('numbers that digits begin are listed, and none behind them', () => {
    const labels = listed('Quorran Street 12').map(({ addressLabel }) => addressLabel);
    expect(labels).toEqual([12, 120, 129].map((number) => `${number} QUORRAN STREET`));
  });

  it('postcodes that digits begin answer better than those behind them', () => {
    const found = listed('Larbert 477');
    const best = found.filter(({ serviceMatchScore }) => serviceMatchScore === found[0].serviceMatchScore);
    expect(best.map(({ postcode }) => postcode)).toEqual(['4770', '4779']);
  });
});

it.each([
  '3/2/14',
  '2/3/14',
  'U3/L2/14',
  'U3/2/14',
  'L2/U3/14',
  'L2/3/14',
  '3/L2/14',
  'Level 2, 3/14',
  'Unit 3, Level 2, 14',
])('A unit of three numbers is told from others of its number, and others of its level: %s', (numbers) => {
  expect(made.validate(`${numbers} Braskin Street, Inglow QLD 4749`)).toMatchObject({
    match: { addressLabel: 'UNIT 3, LEVEL 2, 14 BRASKIN STREET' },
    serviceMatchQuality: 'high',
  });
});

it('A word of a street type’s letters, in their order from its first to its last, is the type; another is not', () => {
  const score = (type: string) => made.validate(`8 Tarvello ${type}, Oscombe QLD 4741`).serviceMatchScore;
  expect(score('Avne')).toBeGreaterThan(score('Avzz'));
  expect(score('Avne')).toBeGreaterThan(score('Aven Z'));
});

describe('What stands behind an address changes neither the record nor its score', () => {
  const answerTo = (q: string) => {
    const { match, serviceMatchScore, serviceMatchQuality } = made.validate(q);
    return [match?.id, serviceMatchScore, serviceMatchQuality];
  };

  it.each([
    ...['12/03/2024', '1/12/1999', '2024-03-12', '2024/1/31'],
    ...['-27.47, 153.02', '(27.4701 153.0212)', '9.1, 96.8', '-55.1, 168.1'],
    ...['68 C9', '168 C12', '2A J7'],
    ...['1300 123 456', '1800 123 456', '0391234567', '+61 412 345 678', '61391234567'],
  ])('%s', (aside) => {
    for (const line of ['12 Quorran Street, Umbel QLD 4764', '3/12 Osler Street, Mirani QLD 4754'])
      expect(answerTo(`${line} ${aside}`)).toEqual(answerTo(line));
  });

  it.each(['7/2021', '12-1999'])('behind a place: %s', (aside) => {
    const line = '12 Quorran Street, Umbel';
    expect(answerTo(`${line} ${aside}`)).toEqual(answerTo(line));
  });
});
