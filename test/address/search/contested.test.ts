import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Searches, searchesOn } from './sample.ts';

/* A mistake beside which another record stands that has what was typed, but for something else. */

let made: Searches;

beforeAll(async () => {
  const release = join(newFolder(), 'release');
  const index = `${release}.lbx`;
  writeMadeRelease(release, [
    '7 THE GROVE | MILVALE QLD 4711',
    '7 GROVES ROAD | MILVALE QLD 4711',
    '1 THE COURTS | DALBEG QLD 4719',
    '1 THE COURTS ROAD | DALBEG QLD 4719',
    '4 THE PARADE | CLOSE MARLEN QLD 4723',
    ...[2, 4, 6, 8, 10, 12].map((number) => `${number} THE PARADE | WARRENBAH QLD 4751`),
    '7 THE / PARADE | BUNDARRY QLD 4771',
    '7 THE CLOSES | BUNDARRY QLD 4771',
    'UNIT 1, 376 CANTERBREE AVENUE | EDEN NSW 2551',
    '1 CANTERBREE STREET | DENMOOR QLD 4763',
    '79 HALLOW ROAD | MAITLEE NSW 2320',
    '1 HALLOW ROAD | NEWCALL NSW 2300',
    '3128 STURDON ROAD | KELMOOR VIC 3128',
    '1 STURTON PLACE | KELMOOR VIC 3128',
    '2 STURTON PLACE | KELMOOR VIC 3128',
  ]);
  await compileRelease(release, index);
  made = searchesOn(openIndex(index));
});

describe('What was typed rightly decides', () => {
  it.each([
    ['a type, over another name of a street', '7 Grove Road, Milvale QLD 4711', '7 GROVES ROAD', 'MILVALE'],
    ['that no type was typed', '1 The Court, Dalbeg QLD 4719', '1 THE COURTS', 'DALBEG'],
    [
      'a street without a type, before a place that a type begins',
      '4 the parade close marlne',
      '4 THE PARADE',
      'CLOSE MARLEN',
    ],
    ['a type, over a place that begins as typed', '1/376 Canterbree Av, Den', 'UNIT 1, 376 CANTERBREE AVENUE', 'EDEN'],
    ['a type that is all of the name', '7 the close, Bundarry 4771', '7 THE CLOSES', 'BUNDARRY'],
    ['a whole number, over the place', '79 hallow road, newcall nsw', '79 HALLOW ROAD', 'MAITLEE'],
    ['a number like a postcode', '3128 Sturton Road, Kelmoor 3128', '3128 STURDON ROAD', 'KELMOOR'],
  ])('%s: %s', (_, q, addressLabel, localityName) => {
    expect(made.validate(q).match).toMatchObject({ addressLabel, localityName });
    expect(made.autocomplete(q).suggestions[0]).toMatchObject({ addressLabel, localityName });
  });
});
