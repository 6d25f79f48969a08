import { latOf, lonOf } from '../../src/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../src/index/address-flags.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { KD_PARKED } from '../../src/index/sections.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';

/** The KD-tree holds every principal's main geocode, in the order of a KD-tree. */
export const KD_TREE_CHECKS: readonly Check[] = [
  {
    section: 'kdTree',
    holds: 'its coordinates are Int32',
    find: ({ kdTree }) =>
      kdTree.coords instanceof Int32Array
        ? null
        : `coordinates are ${kdTree.coords.constructor.name}, expected Int32Array`,
  },
  {
    section: 'kdTree',
    holds: 'its ids are the ordinals, each once',
    find({ kdTree: { ids }, columns }) {
      const count = columns.addressNumber.length;
      const seen = new Uint8Array(Math.ceil(count / 8));
      for (let i = 0; i < ids.length; i++) {
        const ordinal = ids[i];
        if (ordinal >= count) return at(i, `ordinal ${ordinal}`, `below ${count}`);
        const bit = 1 << (ordinal & 7);
        if ((seen[ordinal >>> 3] & bit) !== 0) return at(i, `ordinal ${ordinal} again`, 'each once');
        seen[ordinal >>> 3] |= bit;
      }
      return ids.length === count ? null : `${ids.length} ids, expected ${count}`;
    },
  },
  {
    section: 'kdTree',
    holds:
      'its coordinates are those of the columns, rounded to 1e-7 degrees; aliases and records without a geocode are parked',
    find: coordinateFault,
  },
  { section: 'kdTree', holds: 'every node parts its subtrees', find: orderFault },
];

function coordinateFault(index: AddressIndex): string | null {
  const { ids, coords } = index.kdTree;
  const { addressFlags, addressNumber } = index.columns;
  const position = new Uint32Array(addressNumber.length);
  for (let i = 0; i < ids.length; i++) position[ids[i]] = i;
  return eachAddress(index, (ordinal, _street, locality) => {
    const found = (addressFlags[ordinal] & (HAS_GEOCODE | IS_ALIAS)) === HAS_GEOCODE;
    const x = found ? Math.round(lonOf(index, ordinal, locality) / 10) : KD_PARKED;
    const y = found ? Math.round(latOf(index, ordinal, locality) / 10) : KD_PARKED;
    const i = position[ordinal];
    return coords[2 * i] === x && coords[2 * i + 1] === y
      ? null
      : at(i, `${coords[2 * i]}, ${coords[2 * i + 1]} for address ${ordinal}`, `${x}, ${y}`);
  });
}

/** Every point lies in the box that the nodes above it leave. O(n), each point once. */
function orderFault({ kdTree: { coords, nodeSize, numItems } }: AddressIndex): string | null {
  return subtreeFault(0, numItems - 1, 0, -KD_PARKED, -KD_PARKED, KD_PARKED, KD_PARKED);

  function subtreeFault(
    left: number,
    right: number,
    axis: number,
    west: number,
    south: number,
    east: number,
    north: number,
  ): string | null {
    if (right - left <= nodeSize) {
      for (let i = left; i <= right; i++) {
        const fault = pointFault(i, west, south, east, north);
        if (fault !== null) return fault;
      }
      return null;
    }
    const middle = (left + right) >> 1;
    const split = coords[2 * middle + axis];
    return (
      pointFault(middle, west, south, east, north) ??
      (axis === 0
        ? (subtreeFault(left, middle - 1, 1, west, south, split, north) ??
          subtreeFault(middle + 1, right, 1, split, south, east, north))
        : (subtreeFault(left, middle - 1, 0, west, south, east, split) ??
          subtreeFault(middle + 1, right, 0, west, split, east, north)))
    );
  }

  function pointFault(i: number, west: number, south: number, east: number, north: number): string | null {
    const x = coords[2 * i];
    const y = coords[2 * i + 1];
    if (x >= west && x <= east && y >= south && y <= north) return null;
    return at(i, `${x}, ${y}`, `from ${west}, ${south} to ${east}, ${north}`);
  }
}
