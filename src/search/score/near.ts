import { latOf, lonOf } from '../../index/address.ts';
import { HAS_GEOCODE } from '../../index/address-flags.ts';
import { haversineSquare } from '../../index/haversine.ts';
import type { AddressIndex } from '../../index/open.ts';
import type { Candidate } from './candidate.ts';

interface Point {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Orders sorted candidates that answer equally well (costs within `equal` of the first of them) by nearness to a point, in place; those as near
 * stay in their order.
 */
export function sortNear(index: AddressIndex, candidates: Candidate[], near: Point, equal: number): void {
  const cosLat = Math.cos((near.lat * Math.PI) / 180);
  let from = 0;
  while (from < candidates.length) {
    let end = from + 1;
    while (end < candidates.length && candidates[end].cost - candidates[from].cost < equal) end++;
    if (end - from > 1) sortRun(index, candidates, from, end, near, cosLat);
    from = end;
  }
}

/** Distances of the candidates of a run, in their order. */
const distances: number[] = [];

function sortRun(
  index: AddressIndex,
  candidates: Candidate[],
  from: number,
  end: number,
  near: Point,
  cosLat: number,
): void {
  for (let i = from; i < end; i++) {
    const candidate = candidates[i];
    const distance = distanceTo(index, candidate, near, cosLat);
    let at = i;
    for (; at > from && distance < distances[at - 1]; at--) {
      candidates[at] = candidates[at - 1];
      distances[at] = distances[at - 1];
    }
    candidates[at] = candidate;
    distances[at] = distance;
  }
}

/** Behind every distance that `haversineSquare` gives: a record without a geocode comes last. */
const NOWHERE = 2;

function distanceTo(index: AddressIndex, { ordinal, street }: Candidate, near: Point, cosLat: number): number {
  const { addressFlags, streetLocality } = index.columns;
  if ((addressFlags[ordinal] & HAS_GEOCODE) === 0) return NOWHERE;
  const locality = streetLocality[street];
  const lat = latOf(index, ordinal, locality) / 1e8;
  const lon = lonOf(index, ordinal, locality) / 1e8;
  return haversineSquare(near.lat, near.lon, lat, lon, cosLat);
}
