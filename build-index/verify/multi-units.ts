import { STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { HIGHEST_UNIT } from '../../src/index/sections.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';
import { numbersFault, streetOrders, streetsFault } from './number-streets.ts';

/** Numbers at which streets have units. */
export const MULTI_UNIT_CHECKS: readonly Check[] = [
  {
    section: 'multiUnitNumber',
    holds: 'numbers ascend, and are those at which a street has units',
    find: (index) => numbersFault(index.columns.multiUnitNumber, highestUnits(index).keys()),
  },
  {
    section: 'multiUnitStreet',
    holds: 'every number has its streets, by entry, then the best known first, and the highest unit of each',
    find(index) {
      const { multiUnitStreet, multiUnitHighest } = index.columns;
      return unitsFault(index, multiUnitStreet, multiUnitHighest, streetOrders(index).byEntry);
    },
  },
  {
    section: 'multiUnitRanked',
    holds: 'every number has its streets, the best known first, and the highest unit of each',
    find(index) {
      const { multiUnitRanked, multiUnitRankedHighest } = index.columns;
      return unitsFault(index, multiUnitRanked, multiUnitRankedHighest, streetOrders(index).byWeight);
    },
  },
];

function unitsFault(
  index: AddressIndex,
  streets: Uint32Array,
  highest: Uint16Array,
  order: (a: number, b: number) => number,
): string | null {
  const { multiUnitNumber, multiUnitStart } = index.columns;
  const expected = highestUnits(index);
  const streetsOf = new Map([...expected].map(([number, units]) => [number, units.keys()]));
  const fault = streetsFault(multiUnitNumber, multiUnitStart, streets, streetsOf, order);
  if (fault !== null) return fault;
  for (let i = 0; i < multiUnitNumber.length; i++)
    for (let k = multiUnitStart[i]; k < multiUnitStart[i + 1]; k++) {
      const unit = expected.get(multiUnitNumber[i])?.get(streets[k]);
      if (highest[k] !== unit) return at(k, `highest unit ${highest[k]}`, unit ?? 'none');
    }
  return null;
}

/** By street number, by street: the highest number of a unit there. */
function highestUnits(index: AddressIndex): Map<number, Map<number, number>> {
  const { addressNumber, addressUnit, unitFlatNumber, numberFirst, numberLast, numberKind } = index.columns;
  const found = new Map<number, Map<number, number>>();
  const add = (number: number, street: number, unit: number) => {
    const known = found.get(number) ?? new Map<number, number>();
    found.set(number, known.set(street, Math.max(unit, known.get(street) ?? 0)));
  };
  eachAddress(index, (ordinal, street) => {
    const code = addressNumber[ordinal];
    if (addressUnit[ordinal] === 0 || numberKind[code] !== STREET_NUMBER) return null;
    const unit = Math.min(HIGHEST_UNIT, unitFlatNumber[addressUnit[ordinal]]);
    add(numberFirst[code], street, unit);
    if (numberLast[code] > numberFirst[code]) add(numberLast[code], street, unit);
    return null;
  });
  return found;
}
