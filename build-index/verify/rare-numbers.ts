import { STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { RARE_STREETS } from '../../src/index/sections.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';
import { streetWeights } from './weights.ts';

/** Numbers that few streets have, and those streets. */
export const RARE_NUMBER_CHECKS: readonly Check[] = [
  {
    section: 'rareNumber',
    holds: 'numbers ascend and are the first numbers that few streets have',
    find(index) {
      const { rareNumber } = index.columns;
      const expected = [...streetsOfRareNumbers(index).keys()].sort((a, b) => a - b);
      for (let i = 0; i < Math.max(rareNumber.length, expected.length); i++)
        if (rareNumber[i] !== expected[i]) return at(i, rareNumber[i], expected[i]);
      return null;
    },
  },
  {
    section: 'rareStreet',
    holds: 'every number has its streets, by entry, then the best known first',
    find(index) {
      const { streetEntry } = index.columns;
      return streetsFault(
        index,
        'rareStreet',
        (byWeight) => (a, b) => streetEntry[a] - streetEntry[b] || byWeight(a, b),
      );
    },
  },
  {
    section: 'rareRanked',
    holds: 'every number has its streets, the best known first',
    find: (index) => streetsFault(index, 'rareRanked', (byWeight) => byWeight),
  },
];

type Order = (a: number, b: number) => number;

function streetsFault(
  index: AddressIndex,
  section: 'rareStreet' | 'rareRanked',
  orderOf: (byWeight: Order) => Order,
): string | null {
  const { rareNumber, rareStart } = index.columns;
  const found = index.columns[section];
  const weights = streetWeights(index);
  const order = orderOf((a, b) => weights[b] - weights[a] || a - b);
  const streets = streetsOfRareNumbers(index);
  for (let i = 0; i < rareNumber.length; i++) {
    const expected = (streets.get(rareNumber[i]) ?? []).sort(order);
    const length = rareStart[i + 1] - rareStart[i];
    if (length !== expected.length) return at(rareStart[i], `${length} streets of ${rareNumber[i]}`, expected.length);
    for (let k = 0; k < length; k++)
      if (found[rareStart[i] + k] !== expected[k]) return at(rareStart[i] + k, found[rareStart[i] + k], expected[k]);
  }
  return null;
}

/** The streets of every first number that at most RARE_STREETS streets have. */
function streetsOfRareNumbers(index: AddressIndex): Map<number, number[]> {
  const { addressNumber, numberFirst, numberKind } = index.columns;
  const streets = new Map<number, number[]>();
  eachAddress(index, (ordinal, street) => {
    const code = addressNumber[ordinal];
    if (numberKind[code] !== STREET_NUMBER) return null;
    const known = streets.get(numberFirst[code]);
    if (known === undefined) streets.set(numberFirst[code], [street]);
    else if (known[known.length - 1] !== street && known.length <= RARE_STREETS) known.push(street);
    return null;
  });
  for (const [number, list] of streets) if (list.length > RARE_STREETS) streets.delete(number);
  return streets;
}
