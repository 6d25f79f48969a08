import { latOf, lonOf } from '../index/address.ts';
import { HAS_GEOCODE } from '../index/address-flags.ts';
import { haversineSquare } from '../index/haversine.ts';
import type { AddressIndex } from '../index/open.ts';
import type { Candidate } from './grades.ts';

/** Orders candidates that answer equally well (costs within `equal` of the first of them) by nearness to a point, in place. */
export function sortNear(
  index: AddressIndex,
  candidates: Candidate[],
  near: { readonly lat: number; readonly lon: number },
  equal: number,
): void {
  const cosLat = Math.cos((near.lat * Math.PI) / 180);
  const distances = new Map<Candidate, number>();
  const distance = (candidate: Candidate) => {
    let known = distances.get(candidate);
    if (known === undefined) {
      const { addressFlags, streetLocality } = index.columns;
      const locality = streetLocality[candidate.street];
      known =
        (addressFlags[candidate.ordinal] & HAS_GEOCODE) === 0
          ? 2
          : haversineSquare(
              near.lat,
              near.lon,
              latOf(index, candidate.ordinal, locality) / 1e8,
              lonOf(index, candidate.ordinal, locality) / 1e8,
              cosLat,
            );
      distances.set(candidate, known);
    }
    return known;
  };
  let from = 0;
  while (from < candidates.length) {
    let end = from + 1;
    while (end < candidates.length && candidates[end].cost - candidates[from].cost < equal) end++;
    const equals = candidates.slice(from, end);
    equals.sort((a, b) => distance(a) - distance(b) || a.cost - b.cost || b.weight - a.weight || a.ordinal - b.ordinal);
    for (let i = from; i < end; i++) candidates[i] = equals[i - from];
    from = end;
  }
}
