import { latOf, lonOf } from '../../src/address/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { flagsOf } from '../../src/address/index/address-record.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { KD_PARKED } from '../../src/address/index/sections.ts';
import { eachAddress } from './addresses.ts';
import { at, type Check } from './check.ts';

/** The KD-tree holds every address once, where its main geocode is. */
export const KD_TREE_CHECKS: readonly Check[] = [
  {
    section: 'kdTree',
    holds: 'every address is there once, at its coordinates rounded to 1e-7 degrees, or parked',
    find: coordinateFault,
  },
];

function coordinateFault(index: AddressIndex): string | null {
  const { ids, coords } = index.kdTree;
  const { addressHead } = index.columns;
  const position = new Int32Array(addressHead.length).fill(-1);
  for (let i = 0; i < ids.length; i++) {
    if (!(ids[i] < position.length)) return at(i, `ordinal ${ids[i]}`, `below ${position.length}`);
    position[ids[i]] = i;
  }
  return eachAddress(index, (ordinal, _street, locality) => {
    const found = (flagsOf(index, ordinal) & (HAS_GEOCODE | IS_ALIAS)) === HAS_GEOCODE;
    const x = found ? Math.round(lonOf(index, ordinal, locality) / 10) : KD_PARKED;
    const y = found ? Math.round(latOf(index, ordinal, locality) / 10) : KD_PARKED;
    const i = position[ordinal];
    if (i < 0) return `address ${ordinal} is not there, expected each once`;
    return coords[2 * i] === x && coords[2 * i + 1] === y
      ? null
      : at(i, `${coords[2 * i]}, ${coords[2 * i + 1]} for address ${ordinal}`, `${x}, ${y}`);
  });
}
