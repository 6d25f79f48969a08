import { LARGEST_STREETS } from '../../src/index/sections.ts';
import { at, type Check } from './check.ts';

/** The largest streets of each locality. */
export const LARGEST_STREET_CHECKS: readonly Check[] = [
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
