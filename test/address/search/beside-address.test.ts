import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Searches, searchesOn } from './sample.ts';

const PLACE = 'WENLOW VIC 3731';
const ADDRESSES = [
  'SHOP 3, 20 MARKET STREET',
  'FLAT 4, 32 HAZEL STREET',
  '32 HAZEL STREET',
  '32 HOLLY ROAD',
  '14 HAZEL STREET',
  'LOT 9 HOLLY ROAD',
  'LOT 14 HAZEL STREET',
  'UNIT 1, 50 HAZEL STREET',
].map((address) => `${address} | ${PLACE}`);

let searches: Searches;

beforeAll(async () => {
  const folder = newFolder();
  writeMadeRelease(join(folder, 'release'), ADDRESSES);
  await compileRelease(join(folder, 'release'), join(folder, 'beside.lbx'));
  searches = searchesOn(openIndex(join(folder, 'beside.lbx')));
});

/** The label and the score of what answers a line, and the caps. */
function answerOf(line: string): readonly [string | undefined, number, readonly string[]] {
  const { match, serviceMatchScore, debug } = searches.validate(line);
  return [match?.addressLabel, serviceMatchScore, debug.scoreCaps];
}

const labels = (typed: string) => searches.autocomplete(typed).suggestions.map(({ addressLabel }) => addressLabel);

describe('Words beside an address as it is', () => {
  it.each([
    'Shop 3, Quarry Shopping Centre, 20 Market Street',
    'Shop 3, Tamworth Plaza, 20 Market Street',
    'Shop 3, Wenlow Village, 20 Market Street',
    'Shop 3 Old Mill Square, 20 Market Street',
    'Flat 4, Rose Cottage, 32 Hazel Street',
  ])('may be the name of a centre between a shop and its number: %s', (line) => {
    const [label, score, caps] = answerOf(`${line}, ${PLACE}`);
    expect(label).toMatch(/^(SHOP 3, 20 MARKET|FLAT 4, 32 HAZEL) STREET$/);
    expect([score >= 80, caps]).toEqual([true, []]);
  });

  it.each([
    ['32 Holly Road, corner of Hazel Street', 66],
    ['32 Holly Road cnr Hazel Street', 66],
    ['32 Holly Road cnr 1st Street', 66],
    ['32 Holly Road, cnr of Hazel and Market Streets', 66],
    ['32 Holly Cnr Market Streets', 66],
    ['32 Holly Cnr 1st Streets', 66],
    ['32 Holly Road (cnr Hazel Street)', 100],
  ])('may say the corner, for sure in brackets: %s', (line, score) => {
    expect(answerOf(`${line}, ${PLACE}`).slice(0, 2)).toEqual(['32 HOLLY ROAD', score]);
  });

  it('are no address where they are the corner of two streets alone', () => {
    for (const line of ['Cnr Holly Road and Hazel Street', 'Wenlow Hall, cnr Holly Road & Hazel Street'])
      expect([line, searches.validate(`${line}, ${PLACE}`).match]).toEqual([line, null]);
  });

  it.each(['32-holly-road-wenlow-vic-3731-2020372212', '32-holly-rd-wenlow-vic-136442418'])(
    'may be the number of a listing: %s',
    (line) => {
      expect(answerOf(line)).toEqual(['32 HOLLY ROAD', 100, []]);
    },
  );
});

describe('What is said again', () => {
  it.each(['32 ho', '32 holly r', '32 holly road wen', '32 Holly Road, Wenlow V'])(
    'may be what was typed before the line was chosen: %s',
    (typed) => {
      expect(answerOf(`${typed} 32 HOLLY ROAD, ${PLACE}`)).toEqual(['32 HOLLY ROAD', 100, []]);
    },
  );

  it('of another address is not passed over', () => {
    expect(answerOf(`14 hazel st wen 32 HOLLY ROAD, ${PLACE}`)[1]).toBeLessThanOrEqual(66);
  });

  it.each([
    `4/32 Hazel Street, Unit 4, ${PLACE}`,
    `4/32 Hazel Street, ${PLACE}, Flat 4`,
    `Flat 4, 32 Hazel Street, Apt 4, ${PLACE}`,
    `Flat 4, Level 2, 32 Hazel Street, Flat 4, Level 2, ${PLACE}`,
    `4/32 haz FLAT 4, 32 HAZEL STREET, ${PLACE}`,
  ])('may be the unit: %s', (line) => {
    expect(answerOf(line)).toEqual(['FLAT 4, 32 HAZEL STREET', expect.toSatisfy((score) => score > 66), []]);
  });

  it('is another unit where it has another number', () => {
    expect(answerOf(`4/32 Hazel Street, Unit 5, ${PLACE}`)[1]).toBeLessThanOrEqual(66);
  });
});

describe('A number that only a lot has', () => {
  it('leads to the lot, but never for sure', () => {
    expect(answerOf(`9 Holly Road, ${PLACE}`)).toEqual(['LOT 9 HOLLY ROAD', 66, ['street_number_mismatch']]);
    expect(answerOf(`10 Holly Road, ${PLACE}`)[1]).toBe(33);
    expect(labels('9 holly road, wenlow')).toContain('LOT 9 HOLLY ROAD');
  });

  it('is the street’s where an address has it', () => {
    expect(answerOf(`14 Hazel Street, ${PLACE}`).slice(0, 2)).toEqual(['14 HAZEL STREET', 100]);
    expect(answerOf(`Lot 14 Hazel Street, ${PLACE}`).slice(0, 2)).toEqual(['LOT 14 HAZEL STREET', 100]);
  });
});

describe('While a unit is typed behind its street,', () => {
  it.each(['50 Hazel Street, Un', '50 Hazel Street, Uni', '50 Hazel Street, Unit', '50 Hazel Street, Unit 1'])(
    'its address stays listed: %s',
    (typed) => {
      expect(labels(typed)[0]).toBe('UNIT 1, 50 HAZEL STREET');
    },
  );
});
