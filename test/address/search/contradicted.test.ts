import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { openSample, placeOf, type Searches, searchesOn } from './sample.ts';

const PLACE = 'WENLOW VIC 3731';
const ADDRESSES = [
  'FLAT 1, 8 GORSE STREET',
  'CARSPACE 1, 8 GORSE STREET',
  'SHOP 2, 8 GORSE STREET',
  'CARSPACE 3, 8 GORSE STREET',
  'UNIT 4, 8 GORSE STREET',
  'PENTHOUSE 5, LEVEL 9, 8 GORSE STREET',
  'SHOP 5, LEVEL 2, 8 GORSE STREET',
  '12 SEDGE ROAD',
  '10-12 SEDGE ROAD',
  '16-20 SEDGE ROAD',
  'FLAT 30, 30-34 SEDGE ROAD',
  '30-34 SEDGE ROAD',
  '40 SEDGE ROAD',
  '46 SEDGE ROAD',
  '14A RUSH LANE',
  '14C RUSH LANE',
  '83 RUSH LANE',
  '83A RUSH LANE',
].map((address) => `${address} | ${PLACE}`);

let searches: Searches;

beforeAll(async () => {
  const folder = newFolder();
  writeMadeRelease(join(folder, 'release'), ADDRESSES);
  await compileRelease(join(folder, 'release'), join(folder, 'contradicted.lbx'));
  searches = searchesOn(openIndex(join(folder, 'contradicted.lbx')));
});

/** The label, the score and the caps of what answers a line in the place. */
function answerOf(line: string): readonly [string | undefined, number, readonly string[]] {
  const { match, serviceMatchScore, debug } = searches.validate(`${line}, ${PLACE}`);
  return [match?.addressLabel, serviceMatchScore, debug.scoreCaps];
}

describe('A unit answers', () => {
  it.each(['Flat 1, 8', 'Apt 1, 8', 'Unit 1, 8', '1/8', 'U1 8'])('the dwelling, not the car space: %s', (line) => {
    expect(answerOf(`${line} Gorse Street`)).toEqual(['FLAT 1, 8 GORSE STREET', expect.toSatisfy(isHigh), []]);
  });

  it.each([
    ['Carspace 1, 8', 'CARSPACE 1'],
    ['Unit 2, 8', 'SHOP 2'],
    ['2/8', 'SHOP 2'],
    ['Office 2, 8', 'SHOP 2'],
    ['Shop 4, 8', 'UNIT 4'],
    ['Flat 4, 8', 'UNIT 4'],
    ['Flat 5, 8', 'PENTHOUSE 5, LEVEL 9'],
    ['Suite 5, 8', 'SHOP 5, LEVEL 2'],
  ])('by its type, or one of the same family: %s', (line, unit) => {
    expect(answerOf(`${line} Gorse Street`)).toEqual([`${unit}, 8 GORSE STREET`, expect.toSatisfy(isHigh), []]);
  });

  it.each([
    ['Flat 2, 8', 'SHOP 2'],
    ['Unit 3, 8', 'CARSPACE 3'],
    ['3/8', 'CARSPACE 3'],
    ['Shop 1, 8', 'FLAT 1'],
    ['Garage 4, 8', 'UNIT 4'],
  ])('of another family, but never for sure: %s', (line, unit) => {
    expect(answerOf(`${line} Gorse Street`)).toEqual([`${unit}, 8 GORSE STREET`, 66, ['unit_type']]);
  });

  it.each([
    ['Penthouse 5, Level 42', 'PENTHOUSE 5, LEVEL 9'],
    ['Shop 5, Level 9', 'SHOP 5, LEVEL 2'],
    ['Shop 5, Floor 3', 'SHOP 5, LEVEL 2'],
  ])('of another level, but never for sure: %s', (line, unit) => {
    expect(answerOf(`${line}, 8 Gorse Street`)).toEqual([`${unit}, 8 GORSE STREET`, 66, ['level_mismatch']]);
  });

  it('of the storey that was said, or where the record says none', () => {
    expect(answerOf('Shop 5, Floor 2, 8 Gorse Street')[1]).toBeGreaterThan(66);
    expect(answerOf('Flat 1, Level 3, 8 Gorse Street')[1]).toBeGreaterThan(66);
  });

  it('of the sample on another level is never sure, be it by an alias that leaves the level out', () => {
    const sample = openSample();
    const lines = sample.principals.flatMap((record) => {
      const [, unit, storey, level, rest] = /^(\w+ \w+), (LEVEL|FLOOR) (\d+), (.*)$/.exec(record.addressLabel) ?? [];
      return rest === undefined ? [] : [`${unit}, ${storey} ${Number(level) + 40}, ${rest}, ${placeOf(record)}`];
    });
    expect(lines.length).toBeGreaterThan(10);
    const sure = lines.filter((line) => sample.validate(line).serviceMatchScore > 66);
    expect(sure).toEqual([]);
  });
});

describe('A range answers', () => {
  it.each([
    ['10-12', '10-12 SEDGE ROAD', 100, []],
    ['16-34', '16-20 SEDGE ROAD', 90, ['street_number_in_range']],
    ['40-46', '40 SEDGE ROAD', 90, ['street_number_in_range']],
    ['16-28', '16-20 SEDGE ROAD', 66, ['range_mismatch']],
    ['14-20', '16-20 SEDGE ROAD', 66, ['range_mismatch']],
    ['16-18', '16-20 SEDGE ROAD', 66, ['range_mismatch']],
    ['40-44', '40 SEDGE ROAD', 66, ['range_mismatch']],
    ['16', '16-20 SEDGE ROAD', 90, ['street_number_in_range']],
  ])('surely where both of its ends are addresses: %s', (typed, label, score, caps) => {
    expect(answerOf(`${typed} Sedge Road`)).toEqual([label, score, caps]);
  });

  it.each([
    ['10/12', '12 SEDGE ROAD', 66],
    ['16/20', '16-20 SEDGE ROAD', 66],
    ['30/34', 'FLAT 30, 30-34 SEDGE ROAD', 90],
    ['3/20', '16-20 SEDGE ROAD', 66],
  ])('a unit of the number behind a slash, not the range: %s', (typed, label, score) => {
    expect(answerOf(`${typed} Sedge Road`).slice(0, 2)).toEqual([label, score]);
  });
});

describe('A number with a letter', () => {
  it('is no misspelling of one with another', () => {
    expect(answerOf('14C Rush Lane').slice(0, 2)).toEqual(['14C RUSH LANE', 100]);
    for (const typed of ['14', '14B', '14D', '14E']) expect(answerOf(`${typed} Rush Lane`)[1]).toBeLessThanOrEqual(66);
  });

  it('comes after the number without it, while it is typed and as a whole', () => {
    expect(answerOf('83 Rush Lane').slice(0, 2)).toEqual(['83 RUSH LANE', 100]);
    for (const typed of ['83', '83 ', '83 r', '83 rush', '83 rush lane', '83 rush lane wenlow']) {
      const [first, second] = searches.autocomplete(typed).suggestions.map(({ addressLabel }) => addressLabel);
      expect([typed, first]).toEqual([typed, '83 RUSH LANE']);
      if (second !== undefined) expect([typed, second]).toEqual([typed, '83A RUSH LANE']);
    }
  });
});

function isHigh(score: number): boolean {
  return score > 66;
}
