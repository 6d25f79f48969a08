import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { MOST_SCANNED } from '../../../src/address/search/query/limits.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Searches, searchesOn } from './sample.ts';

/* Records that hardly differ: which of them are listed, in which order, and how sure each is. */

let made: Searches;

/** The i-th of many places. */
const placeOf = (i: number) => `${String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26))}ARMOOR VIC 3128`;
const lotsOf = (street: string, lots: readonly number[]) => lots.map((lot) => `LOT ${lot} ${street}`);
const numbersOf = (street: string, numbers: readonly number[]) => numbers.map((number) => `${number} ${street}`);

beforeAll(async () => {
  const release = join(newFolder(), 'release');
  const index = `${release}.lbx`;
  writeMadeRelease(release, [
    'UNIT 1, 12 LONDREL STREET | MILVALE QLD 4711',
    'UNIT 1, 14 LONDREL STREET | MILVALE QLD 4711',
    'UNIT 2, 14 LONDREL STREET | MILVALE QLD 4711',
    '10-18 LONDREL STREET | MILVALE QLD 4711',
    'PENTHOUSE 2, 40 LONDREL STREET | MILVALE QLD 4711',
    'UNIT 3, 44 LONDREL STREET | MILVALE QLD 4711',
    'UNIT 3, LEVEL 2, 44 LONDREL STREET | MILVALE QLD 4711',
    '12 ASCUTLEY STREET | MILVALE QLD 4711',
    '12 ASCUTLEY STREET NORTH | MILVALE QLD 4711',
    '12 ALBREN ROAD | SURRAY QLD 4731',
    '119-125 ALBREN ROAD | SURRAY QLD 4731',
    '121 ALBRIC ROAD | SURRAY QLD 4731',
    '12 GRANDEL STREET | HALVERN NSW 2751',
    '12 GRANDEL ROAD | HALVERN NSW 2751',
    ...['NARVIK', 'OSTREY', 'SANDREL', 'UNDERAY', 'VARLEY', 'WENDREL'].flatMap((name) =>
      numbersOf(`${name} ROAD | DALBEG QLD 4719`, [1, 2, 3, 4]),
    ),
    ...numbersOf('PELLOW ROAD | DALBEG QLD 4720', [1, 2, 3]),
    ...numbersOf('QUENDAL ROAD | DALBEG QLD 4720', [1, 2]),
    '18-22 TARNWOOD ROAD | EDEN NSW 2551',
    '18-24 TARNWOOD ROAD | MAITLEE NSW 2320',
    '18-26 TARNWOOD ROAD | NEWCALL NSW 2300',
    '8-12 UPWOOD ROAD | EDEN NSW 2551',
    '8-121 UPWOOD ROAD | MAITLEE NSW 2320',
    'LOT 31 MARWOOD ROAD | EDEN NSW 2551',
    'LOT 32 MARWOOD ROAD | MAITLEE NSW 2320',
    'LOT 33A MARWOOD ROAD | NEWCALL NSW 2300',
    // Better known, and more than are scanned.
    ...Array.from({ length: 10 }, (_, i) => numbersOf(`TARNWOOD ROAD | ${placeOf(i)}`, [8, 18])).flat(),
    ...Array.from({ length: 1.1 * MOST_SCANNED }, (_, i) => lotsOf(`MARWOOD ROAD | ${placeOf(i)}`, [7, 8])).flat(),
  ]);
  await compileRelease(release, index);
  made = searchesOn(openIndex(index));
});

describe('A number is the whole address', () => {
  it('of no unit, be it the only one that has it or one of several', () => {
    const scoreOf = (q: string) => made.validate(q).serviceMatchScore;
    expect(scoreOf('12 Londrel Street, Milvale QLD 4711')).toBe(66);
    expect(scoreOf('14 Londrel Street, Milvale QLD 4711')).toBe(66);
  });
});

describe('Suggestions', () => {
  it.each(['14 londrel street, milvale qld 4711', '14 londrel street, milvale', '14 londrel', '12 grandel, halvern'])(
    'are no surer than those before them: %s',
    (q) => {
      const scores = made.autocomplete(q).suggestions.map(({ serviceMatchScore }) => serviceMatchScore);
      expect(scores.length).toBeGreaterThan(1);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    },
  );

  it.each(['18-2', '18-', 'tarnwood road 18-2'])('have every range that the range typed may become: %s', (q) => {
    const labels = made.autocomplete(q).suggestions.map(({ addressLabel }) => addressLabel);
    expect(labels.slice(0, 3).sort()).toEqual(['18-22 TARNWOOD ROAD', '18-24 TARNWOOD ROAD', '18-26 TARNWOOD ROAD']);
  });

  it('have the range that was typed before one that it may become', () => {
    const labels = made.autocomplete('8-12').suggestions.map(({ addressLabel }) => addressLabel);
    expect(labels.slice(0, 2)).toEqual(['8-12 UPWOOD ROAD', '8-121 UPWOOD ROAD']);
  });

  it.each(['lot 3', 'marwood road lot 3'])('have every lot that the lot typed may become: %s', (q) => {
    const labels = made.autocomplete(q).suggestions.map(({ addressLabel }) => addressLabel);
    expect(labels.sort()).toEqual(['LOT 31 MARWOOD ROAD', 'LOT 32 MARWOOD ROAD', 'LOT 33A MARWOOD ROAD']);
  });

  it('of a street have no number of the street after it', () => {
    const labels = made.autocomplete('albren road 12').suggestions.map(({ addressLabel }) => addressLabel);
    expect(labels).toContain('12 ALBREN ROAD');
    expect(labels).not.toContain('121 ALBRIC ROAD');
  });

  it('for a place are of the postcode that was typed first, those on its largest streets before others', () => {
    const first = (q: string) =>
      made
        .autocomplete(q)
        .suggestions.map(({ postcode }) => postcode)
        .slice(0, 2);
    expect(first('Dalbeg 4719')).toEqual(['4719', '4719']);
    expect(first('Dalbeg 4720')).toEqual(['4720', '4720']);
    expect(made.autocomplete('Dalbeg 4720').suggestions[0].addressLabel).toBe('1 PELLOW ROAD');
  });
});

describe('A whole address', () => {
  it.each([
    ['12 North Ascutley Street, Milvale QLD 4711', '12 ASCUTLEY STREET NORTH'],
    ['12 Ascutley Street, Milvale QLD 4711', '12 ASCUTLEY STREET'],
    ['Unit 3, Level 2, 44 Londrel Street, Milvale QLD 4711', 'UNIT 3, LEVEL 2, 44 LONDREL STREET'],
    ['Unit 3, 44 Londrel Street, Milvale QLD 4711', 'UNIT 3, 44 LONDREL STREET'],
  ])('is the record that has neither more nor less: %s', (q, label) => {
    expect(made.validate(q).match?.addressLabel).toBe(label);
  });

  it('has a unit by its number in words, though its type is a level’s too', () => {
    expect(made.validate('Penthouse two, 40 Londrel Street, Milvale QLD 4711').serviceMatchScore).toBe(100);
  });

  it('is not sure where records of two streets lack the same of it', () => {
    expect(made.validate('12 Grandel, Halvern NSW 2751').serviceMatchScore).toBe(66);
    expect(made.validate('12 Grandel Road, Halvern NSW 2751').serviceMatchScore).toBe(100);
  });
});
