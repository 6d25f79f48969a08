import { latOf, lonOf } from '../../index/address.ts';
import { HAS_GEOCODE } from '../../index/address-flags.ts';
import { haversineSquare } from '../../index/haversine.ts';
import type { AddressIndex } from '../../index/open.ts';
import type { Candidate } from './candidate.ts';

/** A point in degrees. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Orders the first `most` of sorted candidates, and drops the others: those that answer equally well (costs within `equal` of the first of them) by
 * nearness to a point; those as near stay in their order. O(candidates × most) at worst; where they come in no order, O(candidates + most² × log(candidates / most)).
 */
export function keepNearest(
  index: AddressIndex,
  candidates: Candidate[],
  near: Point,
  equal: number,
  most: number,
): void {
  const cosLat = Math.cos((near.lat * Math.PI) / 180);
  let from = 0;
  let kept = 0;
  while (from < candidates.length && kept < most) {
    let end = from + 1;
    while (end < candidates.length && candidates[end].cost - candidates[from].cost < equal) end++;
    kept = end - from > 1 ? keepNearestOf(index, candidates, from, end, most, near, cosLat) : end;
    from = end;
  }
  if (candidates.length > most) candidates.length = most;
}

/** Puts the nearest of the candidates of a run first, as many as there is room for; answers where they end. */
function keepNearestOf(
  index: AddressIndex,
  candidates: Candidate[],
  from: number,
  end: number,
  most: number,
  near: Point,
  cosLat: number,
): number {
  const distances: number[] = [];
  let kept = from;
  for (let i = from; i < end; i++) {
    const candidate = candidates[i];
    const distance = distanceTo(index, candidate, near, cosLat);
    if (kept === most && distance >= distances[kept - 1]) continue;
    let at = kept < most ? kept++ : kept - 1;
    for (; at > from && distance < distances[at - 1]; at--) {
      candidates[at] = candidates[at - 1];
      distances[at] = distances[at - 1];
    }
    candidates[at] = candidate;
    distances[at] = distance;
  }
  return kept;
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
