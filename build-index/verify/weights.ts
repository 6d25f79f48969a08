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

/** Of each thing, how many have more weight, or the same and a lower ordinal. */
export function betterKnown(weights: Float64Array): Uint32Array {
  const order = Array.from(weights, (_, ordinal) => ordinal).sort((a, b) => weights[b] - weights[a] || a - b);
  const rank = new Uint32Array(weights.length);
  for (let i = 0; i < order.length; i++) rank[order[i]] = i;
  return rank;
}
