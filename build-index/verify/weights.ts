import type { AddressIndex } from '../../src/index/open.ts';

/** How well known streets are: by the principals of their locality, then by their own. Orders tries and rare numbers. */
export function streetWeights({ columns: { localityCount, streetLocality, streetCount } }: AddressIndex): Float64Array {
  return Float64Array.from(
    streetLocality,
    (locality, street) => localityCount[locality] * 65536 + Math.min(65535, streetCount[street]),
  );
}

/** How well known localities are: by their principals. */
export function localityWeights({ columns: { localityCount } }: AddressIndex): Float64Array {
  return Float64Array.from(localityCount);
}
