import { isCompound } from '../../src/index/compound-number.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { eachAddress } from './addresses-of.ts';
import { numberStreetChecks } from './number-streets.ts';

/** Numbers with letters, and ranges, and the streets that have them. */
export const COMPOUND_NUMBER_CHECKS = numberStreetChecks(
  'compound',
  'codes ascend, and are those of numbers with letters and of ranges that addresses have',
  streetsOfCompounds,
);

function streetsOfCompounds(index: AddressIndex): Map<number, Set<number>> {
  const { columns } = index;
  const streets = new Map<number, Set<number>>();
  eachAddress(index, (ordinal, street) => {
    const code = columns.addressNumber[ordinal];
    if (!isCompound(columns, code)) return null;
    const known = streets.get(code);
    if (known === undefined) streets.set(code, new Set([street]));
    else known.add(street);
    return null;
  });
  return streets;
}
