import type { AddressIndex } from '../../src/index/open.ts';
import { at, type Check } from './check.ts';
import { streetWeights } from './weights.ts';

/** Orders of the streets that have a number: below 0 where the first comes before the second. */
export interface StreetOrders {
  readonly byEntry: (a: number, b: number) => number;
  readonly byWeight: (a: number, b: number) => number;
}

/** By the entry of their names, then the best known first; and the best known first. */
export function streetOrders(index: AddressIndex): StreetOrders {
  const { streetEntry } = index.columns;
  const weights = streetWeights(index);
  const byWeight = (a: number, b: number) => weights[b] - weights[a] || a - b;
  return { byWeight, byEntry: (a, b) => streetEntry[a] - streetEntry[b] || byWeight(a, b) };
}

/** What is wrong with a column of numbers that has to have some, ascending; or null. */
export function numbersFault(numbers: Uint32Array, expected: Iterable<number>): string | null {
  const sorted = [...expected].sort((a, b) => a - b);
  for (let i = 0; i < Math.max(numbers.length, sorted.length); i++)
    if (numbers[i] !== sorted[i]) return at(i, numbers[i], sorted[i]);
  return null;
}

/** What is wrong with the streets of each number (CSR), which have to be in an order; or null. */
export function streetsFault(
  numbers: Uint32Array,
  start: Uint32Array,
  streets: Uint32Array,
  expected: ReadonlyMap<number, Iterable<number>>,
  order: (a: number, b: number) => number,
): string | null {
  for (let i = 0; i < numbers.length; i++) {
    const list = [...(expected.get(numbers[i]) ?? [])].sort(order);
    const length = start[i + 1] - start[i];
    if (length !== list.length) return at(start[i], `${length} streets of ${numbers[i]}`, list.length);
    for (let k = 0; k < length; k++)
      if (streets[start[i] + k] !== list[k]) return at(start[i] + k, streets[start[i] + k], list[k]);
  }
  return null;
}

/** Checks of the numbers that lead to streets without regard to units: which numbers there are, and their streets in both orders. */
export function numberStreetChecks(
  kind: 'rare' | 'compound',
  holds: string,
  expected: (index: AddressIndex) => ReadonlyMap<number, Iterable<number>>,
): readonly Check[] {
  const streets = (part: 'Street' | 'Ranked', order: keyof StreetOrders, said: string): Check => ({
    section: `${kind}${part}`,
    holds: `every number has its streets, ${said}`,
    find(index) {
      const { columns } = index;
      const [numbers, start] = [columns[`${kind}Number`], columns[`${kind}Start`]];
      return streetsFault(numbers, start, columns[`${kind}${part}`], expected(index), streetOrders(index)[order]);
    },
  });
  return [
    {
      section: `${kind}Number`,
      holds,
      find: (index) => numbersFault(index.columns[`${kind}Number`], expected(index).keys()),
    },
    streets('Street', 'byEntry', 'by entry, then the best known first'),
    streets('Ranked', 'byWeight', 'the best known first'),
  ];
}
