import { LARGEST_STREETS } from '../../src/index/sections.ts';
import { at, type Check, firstDifference } from './check.ts';

/** The largest localities of each state, and the largest streets of each locality. */
export const LARGEST_STREET_CHECKS: readonly Check[] = [
  {
    section: 'localityBySize',
    holds: 'it has every locality once, by state, those with most principals first',
    find({ columns: { localityBySize, localityState, localityCount } }) {
      const expected = Uint32Array.from(localityState, (_, i) => i).sort(
        (a, b) => localityState[a] - localityState[b] || localityCount[b] - localityCount[a] || a - b,
      );
      return firstDifference(localityBySize, expected);
    },
  },
  {
    section: 'localityLargest',
    holds: 'every locality has its named streets with most principals, the largest first',
    find({ columns }) {
      const { localityLargest, localityLargestStart, localityStreetStart, streetCount, streetName } = columns;
      for (let locality = 0; locality + 1 < localityStreetStart.length; locality++) {
        const named: number[] = [];
        for (let street = localityStreetStart[locality]; street < localityStreetStart[locality + 1]; street++)
          if (streetName[street] !== 0) named.push(street);
        named.sort((a, b) => streetCount[b] - streetCount[a] || a - b);
        const start = localityLargestStart[locality];
        const length = localityLargestStart[locality + 1] - start;
        const expected = Math.min(LARGEST_STREETS, named.length);
        if (length !== expected) return at(start, `${length} streets of locality ${locality}`, expected);
        for (let i = 0; i < length; i++)
          if (localityLargest[start + i] !== named[i]) return at(start + i, localityLargest[start + i], named[i]);
      }
      return null;
    },
  },
];
