import { SET_WORDS } from '../../src/index/boundary-set.ts';
import type { Columns } from '../../src/index/sections.ts';
import type { Check } from './check.ts';

/** The manifest's counts and the columns that they count. */
const COUNTS: Readonly<Record<string, (columns: Columns) => number>> = {
  addresses: ({ addressNumber }) => addressNumber.length,
  principals: ({ localityCount }) => localityCount.reduce((sum, count) => sum + count, 0),
  aliases: ({ aliasAddress }) => aliasAddress.length,
  secondaries: ({ primarySecondary }) => primarySecondary.length,
  streets: ({ streetName }) => streetName.length,
  localities: ({ localityName }) => localityName.length,
  postcodes: ({ postcode }) => postcode.length,
  numbers: ({ numberKind }) => numberKind.length,
  units: ({ unitFlatType }) => unitFlatType.length,
  boundarySets: ({ boundarySet }) => boundarySet.length / SET_WORDS,
  texts: ({ textStart }) => textStart.length - 1,
};

/** The manifest counts what the sections hold. */
export const MANIFEST_CHECKS: readonly Check[] = Object.entries(COUNTS).map(([name, count]) => ({
  section: 'manifest',
  holds: `it counts the ${name}`,
  find({ manifest, columns }) {
    const found = manifest.counts[name];
    const expected = count(columns);
    return found === expected ? null : `${found} ${name}, expected ${expected}`;
  },
}));
