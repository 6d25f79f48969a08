import { STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { HIGHEST_UNIT } from '../../src/index/sections.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';
import { streetWeights } from './weights.ts';

/** Numbers at which streets have units. */
export const MULTI_UNIT_CHECKS: readonly Check[] = [
  {
    section: 'multiUnitNumber',
    holds: 'numbers ascend, and are those at which a street has units',
    find(index) {
      const { multiUnitNumber } = index.columns;
      const expected = [...highestUnits(index).keys()].sort((a, b) => a - b);
      for (let i = 0; i < Math.max(multiUnitNumber.length, expected.length); i++)
        if (multiUnitNumber[i] !== expected[i]) return at(i, multiUnitNumber[i], expected[i]);
      return null;
    },
  },
  {
    section: 'multiUnitStreet',
    holds: 'every number has its streets, by entry, then the best known first, and the highest unit of each',
    find(index) {
      const { multiUnitStreet, multiUnitHighest, streetEntry } = index.columns;
      return streetsFault(
        index,
        multiUnitStreet,
        multiUnitHighest,
        (byWeight) => (a, b) => streetEntry[a] - streetEntry[b] || byWeight(a, b),
      );
    },
  },
  {
    section: 'multiUnitRanked',
    holds: 'every number has its streets, the best known first, and the highest unit of each',
    find(index) {
      const { multiUnitRanked, multiUnitRankedHighest } = index.columns;
      return streetsFault(index, multiUnitRanked, multiUnitRankedHighest, (byWeight) => byWeight);
    },
  },
];

type Order = (a: number, b: number) => number;

function streetsFault(
  index: AddressIndex,
  streets: Uint32Array,
  highest: Uint16Array,
  orderOf: (byWeight: Order) => Order,
): string | null {
  const { multiUnitNumber, multiUnitStart } = index.columns;
  const weights = streetWeights(index);
  const order = orderOf((a, b) => weights[b] - weights[a] || a - b);
  const expected = highestUnits(index);
  for (let i = 0; i < multiUnitNumber.length; i++) {
    const units = expected.get(multiUnitNumber[i]) ?? new Map<number, number>();
    const list = [...units.keys()].sort(order);
    const from = multiUnitStart[i];
    const length = multiUnitStart[i + 1] - from;
    if (length !== list.length) return at(from, `${length} streets of ${multiUnitNumber[i]}`, list.length);
    for (let k = 0; k < length; k++) {
      if (streets[from + k] !== list[k]) return at(from + k, streets[from + k], list[k]);
      const unit = units.get(list[k]) ?? 0;
      if (highest[from + k] !== unit) return at(from + k, `highest unit ${highest[from + k]}`, unit);
    }
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
