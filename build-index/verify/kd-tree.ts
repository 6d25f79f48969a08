import { latOf, lonOf } from '../../src/address/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { flagsOf } from '../../src/address/index/address-record.ts';
import {
  EVERYWHERE,
  LEAF_POINTS,
  leafPoints,
  middleOf,
  pointsOf,
  readLeaf,
  toOrdinals,
} from '../../src/address/index/kd-tree.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { eachAddress } from './addresses.ts';
import { at, type Check } from './check.ts';

/** The KD-tree of kd-tree.ts holds every address that may be found once, where its main geocode is. */
export const KD_TREE_CHECKS: readonly Check[] = [
  { section: 'kdLeafStart', holds: 'its last leaf alone is not full', find: lengthFault },
  { section: 'kdSplit', holds: 'no point lies beyond what parts its half of the tree', find: splitFault },
  {
    section: 'kdLeaf',
    holds: 'every current address with a geocode is there once, at its coordinates rounded to 1e-7 degrees',
    find: coordinateFault,
  },
];

function lengthFault(index: AddressIndex): string | null {
  const leaves = index.columns.kdLeafStart.length - 1;
  const expected = Math.ceil(pointsOf(index) / LEAF_POINTS);
  return leaves === expected ? null : `${leaves} leaves, expected ${expected}, for ${pointsOf(index)} points`;
}

const points = leafPoints();

/** Reads a leaf whole; answers how many points it has. */
function readAll(index: AddressIndex, leaf: number): number {
  return readLeaf(index, leaf, EVERYWHERE, points);
}

/** West, south, east, north. */
type Box = readonly number[];

function splitFault(index: AddressIndex): string | null {
  const { kdSplit } = index.columns;
  const { x, y } = points;
  const leafFault = (leaf: number, [west, south, east, north]: Box): string | null => {
    const count = readAll(index, leaf);
    for (let i = 0; i < count; i++)
      if (x[i] < west || x[i] > east || y[i] < south || y[i] > north)
        return at(leaf, `${x[i]}, ${y[i]} behind it`, `one in ${[west, south, east, north].join(', ')}`);
    return null;
  };
  const fault = (from: number, to: number, axis: 0 | 1, box: Box): string | null => {
    if (to - from < 2) return leafFault(from, box);
    const middle = middleOf(from, to);
    const part = kdSplit[middle];
    const next = axis === 0 ? 1 : 0;
    return fault(from, middle, next, box.with(axis + 2, part)) ?? fault(middle, to, next, box.with(axis, part));
  };
  return kdSplit.length === 0 ? null : fault(0, kdSplit.length, 0, [-Infinity, -Infinity, Infinity, Infinity]);
}

function coordinateFault(index: AddressIndex): string | null {
  const { addressHead, kdSplit, kdLeafStart } = index.columns;
  const x = new Float64Array(addressHead.length).fill(Number.NaN);
  const y = new Float64Array(addressHead.length);
  for (let leaf = 0; leaf < kdSplit.length; leaf++) {
    const count = readAll(index, leaf);
    toOrdinals(index, points.positions, count);
    for (let i = 0; i < count; i++) {
      const ordinal = points.positions[i];
      if (!(ordinal < x.length)) return at(kdLeafStart[leaf], `ordinal ${ordinal}`, `below ${x.length}`);
      if (!Number.isNaN(x[ordinal])) return at(kdLeafStart[leaf], `ordinal ${ordinal} again`, 'each once');
      x[ordinal] = points.x[i];
      y[ordinal] = points.y[i];
    }
  }
  return eachAddress(index, (ordinal, _street, locality) => {
    const isFindable = (flagsOf(index, ordinal) & (HAS_GEOCODE | IS_ALIAS)) === HAS_GEOCODE;
    if (!isFindable) return Number.isNaN(x[ordinal]) ? null : `address ${ordinal} is there, expected not`;
    const [lon, lat] = [lonOf(index, ordinal, locality), latOf(index, ordinal, locality)].map((e8) =>
      Math.round(e8 / 10),
    );
    return x[ordinal] === lon && y[ordinal] === lat
      ? null
      : `address ${ordinal} is at ${x[ordinal]}, ${y[ordinal]}, expected ${lon}, ${lat}`;
  });
}
