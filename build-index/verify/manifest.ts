import { SET_WORDS } from '../../src/address/index/boundary-set.ts';
import type { Columns } from '../../src/address/index/sections.ts';
import type { Check } from './check.ts';

/** The manifest's counts and the columns that they count. */
const COUNTS: Readonly<Record<string, (columns: Columns) => number>> = {
  addresses: ({ addressHead }) => addressHead.length,
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

/** What it counts besides where the index was built with former releases. */
const HISTORY_COUNTS: typeof COUNTS = {
  endedIds: ({ endedNumber }) => endedNumber.length,
  changes: ({ changedAddress }) => changedAddress.length,
};

/** The manifest counts what the sections hold. */
export const MANIFEST_CHECKS: readonly Check[] = Object.entries({ ...COUNTS, ...HISTORY_COUNTS }).map(
  ([name, count]) => ({
    section: 'manifest',
    holds: `it counts the ${name}`,
    find({ manifest, columns }) {
      const found = manifest.counts[name];
      if (found === undefined && name in HISTORY_COUNTS && columns.releaseNameStart.length === 0) return null;
      const expected = count(columns);
      return found === expected ? null : `${found} ${name}, expected ${expected}`;
    },
  }),
);
