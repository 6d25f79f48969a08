import { latOf, lonOf } from '../../index/address.ts';
import { HAS_GEOCODE } from '../../index/address-flags.ts';
import { haversineSquare } from '../../index/haversine.ts';
import type { AddressIndex } from '../../index/open.ts';
import type { Candidate } from './candidate.ts';

interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** Orders candidates that answer equally well (costs within `equal` of the first of them) by nearness to a point, in place. */
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

function sortRun(
  index: AddressIndex,
  candidates: Candidate[],
  from: number,
  end: number,
  near: Point,
  cosLat: number,
): void {
  const equals: { readonly candidate: Candidate; readonly distance: number }[] = [];
  for (let i = from; i < end; i++)
    equals.push({ candidate: candidates[i], distance: distanceTo(index, candidates[i], near, cosLat) });
  equals.sort(
    ({ candidate: a, distance: toA }, { candidate: b, distance: toB }) =>
      toA - toB || a.cost - b.cost || b.weight - a.weight || a.ordinal - b.ordinal,
  );
  for (let i = from; i < end; i++) candidates[i] = equals[i - from].candidate;
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
