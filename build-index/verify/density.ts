import { latOf, lonOf } from '../../src/address/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { flagsOf } from '../../src/address/index/address-record.ts';
import { DENSITY_LEVEL, MOST_IN_LEAF } from '../../src/address/index/density.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { bitsOf, densityPlace } from '../compile/density.ts';
import { eachAddress } from './addresses.ts';
import { at, type Check } from './check.ts';

/** The tree of density.ts holds every address once, in the square that it stands in. */
export const DENSITY_CHECKS: readonly Check[] = [
  { section: 'densityMask', holds: 'every square has the children that its mask tells', find: childrenFault },
  { section: 'densityCount', holds: 'every square counts what its children do', find: countFault },
  { section: 'densityLeaf', holds: 'every square counts the addresses that stand in it', find: leafFault },
];

function childrenFault({ columns }: AddressIndex): string | null {
  const { densityMask, densityFirst, densityLeaf } = columns;
  const inner = densityMask.length;
  for (let i = 0; i < inner; i++) {
    const end = densityFirst[i] + bitsOf(densityMask[i]);
    if (densityFirst[i + 1] !== end) return at(i + 1, densityFirst[i + 1], end);
  }
  const squares = inner - 1 + densityLeaf.length;
  return densityFirst[0] === 0 && densityFirst[inner] === squares
    ? null
    : at(inner, densityFirst[inner], `${squares}, all squares but the root`);
}

function countFault({ columns }: AddressIndex): string | null {
  const { densityMask, densityFirst, densityCount, densityLeaf } = columns;
  const inner = densityMask.length;
  for (let i = 0; i < inner; i++) {
    let sum = 0;
    let isExact = true;
    for (let node = densityFirst[i] + 1; node <= densityFirst[i + 1]; node++) {
      const count = node < inner ? densityCount[node] : densityLeaf[node - inner];
      if (node >= inner && count === MOST_IN_LEAF) isExact = false;
      sum += count;
    }
    if (isExact ? sum !== densityCount[i] : sum > densityCount[i]) return at(i, densityCount[i], sum);
  }
  return null;
}

function leafFault(index: AddressIndex): string | null {
  const { densityLeaf } = index.columns;
  const counts = new Uint32Array(densityLeaf.length);
  const fault = eachAddress(index, (ordinal, _street, locality) => {
    if ((flagsOf(index, ordinal) & (HAS_GEOCODE | IS_ALIAS)) !== HAS_GEOCODE) return null;
    const leaf = leafAt(index, densityPlace(lonOf(index, ordinal, locality), latOf(index, ordinal, locality)));
    if (leaf === null) return `address ${ordinal} stands in no square`;
    counts[leaf]++;
    return null;
  });
  if (fault !== null) return fault;
  const wrong = counts.findIndex((count, leaf) => Math.min(count, MOST_IN_LEAF) !== densityLeaf[leaf]);
  return wrong < 0 ? null : at(wrong, densityLeaf[wrong], counts[wrong]);
}

/** The leaf of a place; null where the tree has none. */
function leafAt({ columns }: AddressIndex, place: number): number | null {
  const { densityMask, densityFirst } = columns;
  let node = 0;
  for (let bits = 2 * DENSITY_LEVEL - 4; bits >= 0; bits -= 4) {
    const child = Math.floor(place / 2 ** bits) & 15;
    const mask = densityMask[node];
    if (((mask >> child) & 1) === 0) return null;
    node = densityFirst[node] + 1 + bitsOf(mask & ((1 << child) - 1));
  }
  return node - densityMask.length;
}
