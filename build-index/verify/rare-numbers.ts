import { STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { RARE_STREETS } from '../../src/index/sections.ts';
import { eachAddress } from './addresses-of.ts';
import { numberStreetChecks } from './number-streets.ts';

/** Numbers that few streets have, and those streets. */
export const RARE_NUMBER_CHECKS = numberStreetChecks(
  'rare',
  'numbers ascend and are the first numbers that few streets have',
  streetsOfRareNumbers,
);

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
