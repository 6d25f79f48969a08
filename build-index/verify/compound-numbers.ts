import { isCompound } from '../../src/index/compound-number.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { eachAddress } from './addresses-of.ts';
import type { Check } from './check.ts';
import { numbersFault, streetOrders, streetsFault } from './number-streets.ts';

/** Numbers with letters, and ranges, and the streets that have them. */
export const COMPOUND_NUMBER_CHECKS: readonly Check[] = [
  {
    section: 'compoundNumber',
    holds: 'codes ascend, and are those of numbers with letters and of ranges that addresses have',
    find: (index) => numbersFault(index.columns.compoundNumber, streetsOfCompounds(index).keys()),
  },
  {
    section: 'compoundStreet',
    holds: 'every number has its streets, by entry, then the best known first',
    find(index) {
      const { compoundNumber, compoundStart, compoundStreet } = index.columns;
      const expected = streetsOfCompounds(index);
      return streetsFault(compoundNumber, compoundStart, compoundStreet, expected, streetOrders(index).byEntry);
    },
  },
  {
    section: 'compoundRanked',
    holds: 'every number has its streets, the best known first',
    find(index) {
      const { compoundNumber, compoundStart, compoundRanked } = index.columns;
      const expected = streetsOfCompounds(index);
      return streetsFault(compoundNumber, compoundStart, compoundRanked, expected, streetOrders(index).byWeight);
    },
  },
];

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
