import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Searches, searchesOn } from './sample.ts';

/** So many places begin with a C, each with a PARK STREET. */
const PLACES = 2200;
/** What is asked for, each in a place that has nothing else: the least known ones. */
const ASKED = [
  '99 PARK STREET',
  'LOT 3 PARK STREET',
  'UNIT 7, 5 PARK STREET',
  'UNIT 7, LEVEL 2, 5 PARK ROAD',
  'UNIT 7, 5-9 PARK AVENUE',
  'SHOP 7, 5-9 PARK AVENUE',
  'LONG STATION, PARK CLOSE',
  '99 LONG GROVE',
];
const LEAST_KNOWN = ['CZYZA', 'CZYZE', 'CZYZI', 'CZYZO', 'CZYZU', 'CZYZY', 'CZYZYA', 'CZYZYE'];
/** In every so many places PARK STREET is long enough for a number that it has not, and PARK ROAD has lots. */
const LONG_STREETS = 40;

let folder: string;
let made: Searches;

/** `CBABA`, `CBABE`, …: names of places, in which nobody sees a word. */
function placeName(i: number): string {
  const letter = (letters: string, n: number) => letters[n % letters.length];
  return `C${letter('BDFGKL', i)}${letter('AEIOU', Math.floor(i / 6))}${letter('NPRSTVW', Math.floor(i / 30))}${letter('AEIOUY', Math.floor(i / 210))}${letter('XM', Math.floor(i / 1260))}`;
}

beforeAll(async () => {
  const others = Array.from({ length: PLACES }, (_, i) => {
    const isLong = i % LONG_STREETS === 0;
    const streets = ['99 LONG ROAD', '99 LONG STREET', 'UNIT 7, 5 LONG ROAD', `${isLong ? 120 : 1} PARK STREET`];
    if (isLong) streets.push('LOT 9 PARK ROAD', '1 STATION ROAD');
    return streets.map((street) => `${street} | ${placeName(i)} VIC 3000`);
  });
  folder = await mkdtemp(join(tmpdir(), 'common-names-'));
  const asked = ASKED.map((each, i) => `${each} | ${LEAST_KNOWN[i]} VIC 3999`);
  const sameName = ['STREET', 'AVENUE', 'CLOSE', 'COURT'].map((type) => `1 COOPER ${type} | BIRDVALE VIC 3888`);
  const cooperRoad = [1, 2, 3, 4, 5, 6].map((number) => `${number} COOPER ROAD | BIRDVALE VIC 3888`);
  writeMadeRelease(join(folder, 'release'), [...others.flat(), ...asked, ...sameName, ...cooperRoad]);
  const index = join(folder, 'made.lbx');
  await compileRelease(join(folder, 'release'), index);
  made = searchesOn(openIndex(index));
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('An address on a street of a name that thousands have', () => {
  it.each([
    ['99 park street', '99 PARK STREET'],
    ['99 park st', '99 PARK STREET'],
    ['99 lomg gro', '99 LONG GROVE'],
    ['99 lomg grove', '99 LONG GROVE'],
    ['99 park street, c', '99 PARK STREET'],
    ['lot 3 park ', 'LOT 3 PARK STREET'],
    ['lot 3 park street, c', 'LOT 3 PARK STREET'],
    ['unit 7, 5 park street, ', 'UNIT 7, 5 PARK STREET'],
    ['unit 7, 5 park street, c', 'UNIT 7, 5 PARK STREET'],
    ['unit 7, level 2, ', 'UNIT 7, LEVEL 2, 5 PARK ROAD'],
    ['unit 7, level 2, 5 ', 'UNIT 7, LEVEL 2, 5 PARK ROAD'],
    ['unit 7, level 2, 5 p', 'UNIT 7, LEVEL 2, 5 PARK ROAD'],
    ['unit 7, 5-', 'UNIT 7, 5-9 PARK AVENUE'],
    ['unit 7, 5-9 ', 'UNIT 7, 5-9 PARK AVENUE'],
    ['shop 7, 5-9 p', 'SHOP 7, 5-9 PARK AVENUE'],
    ['long station, p', 'LONG STATION, PARK CLOSE'],
    ['long station, park c', 'LONG STATION, PARK CLOSE'],
    ['long station, park clo', 'LONG STATION, PARK CLOSE'],
    ['long station, park close ', 'LONG STATION, PARK CLOSE'],
  ])('is found in the least known place, by %j', (q, label) => {
    const [first] = made.autocomplete(q).suggestions;
    expect(`${first?.addressLabel}, ${first?.localityName}`).toBe(`${label}, ${LEAST_KNOWN[ASKED.indexOf(label)]}`);
  });
});

it('A street and its place alone list its addresses, whatever else there has its name', () => {
  const labels = made.autocomplete('cooper road, birdvale').suggestions.map(({ addressLabel }) => addressLabel);
  expect(labels).toEqual([1, 2, 3, 4, 5].map((number) => `${number} COOPER ROAD`));
});
