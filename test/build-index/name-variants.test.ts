import { expect, test } from 'vitest';
import { localityNameVariants } from '../../build-index/compile/name-variants.ts';

test('a place of several words is known by each of them shortened', () => {
  expect(localityNameVariants('CORAL BEACH')).toEqual(['CORAL BCH']);
  expect(localityNameVariants('PARK GROVE NORTH')).toEqual(
    expect.arrayContaining(['PK GROVE NORTH', 'PARK GR NORTH', 'PARK GVE NTH', 'NORTH PARK GROVE']),
  );
});

test('a place of one word is not shortened to what is the type of a street: 12 SMITH GR is not in GROVE', () => {
  for (const name of ['GROVE', 'PARK', 'HILL', 'POINT', 'CENTRAL', 'VALE'])
    expect(localityNameVariants(name).filter((variant) => variant !== 'PT')).toEqual([]);
});
