import { latOf, lonOf, streetOf } from './address.ts';
import {
  boxAround,
  farthestSquareInBox,
  haversineSquare,
  metresOfSquare,
  nearestSquareInBox,
  RADIANS,
  squareOfMetres,
} from './haversine.ts';
import { NearPoints } from './near-points.ts';
import type { AddressIndex } from './open.ts';

/** Degrees of one unit of the tree's coordinates. */
const UNIT = 1e-7;
/** The tree's coordinates are rounded to 1e-7 degrees: a point lies within this many metres of where the tree has it. */
const ROUNDING = 0.02;

/** What a search near a point found. Arrays are reused from search to search. */
export interface Nearest {
  /** Ordinals, nearest first, ties in the order of ids; the first `found` count. */
  readonly ordinals: Uint32Array;
  readonly streets: Uint32Array;
  /** Distances in metres. */
  readonly metres: Float64Array;
  found: number;
  /** All records within the radius. */
  total: number;
}

const MOST = 20;
const result: Nearest = {
  ordinals: new Uint32Array(MOST),
  streets: new Uint32Array(MOST),
  metres: new Float64Array(MOST),
  found: 0,
  total: 0,
};

/** The world's end in degrees. Parked records lie beyond it, so only a box that reaches it may hold some. */
const EAST = 180;
const NORTH = 90;

/** One frame: left, right, axis, whether all of it is known to lie inside, then its box. */
const FRAME = 8;
const stack = new Float64Array(FRAME * 128);
let top = 0;

const points = new NearPoints();

/**
 * The records nearest to a point, and how many lie within a radius: exactly what a scan of all main geocodes by haversine
 * finds. A subtree outside the radius is passed over, one inside it is counted whole and listed only while it may hold one of
 * the nearest: O(√n) for the count. `compareIds` orders records at equal distances. `limit` at most 20.
 *
 * The tree is kdbush's (Agafonkin): an implicit balanced KD-tree in one array. Its coordinates are rounded, so they only tell which
 * records may be among the nearest, or lie at the radius; the distances of those are taken from their main geocodes.
 */
export function nearestAddresses(
  index: AddressIndex,
  lat: number,
  lon: number,
  radius: number,
  limit: number,
  compareIds: (a: number, b: number) => number,
): Readonly<Nearest> {
  const { ids, coords, nodeSize, numItems } = index.kdTree;
  result.found = 0;
  result.total = 0;
  if (numItems === 0) return result;
  const cosLat = Math.cos(lat * RADIANS);
  const surelyInside = radius > ROUNDING ? squareOfMetres(radius - ROUNDING) : 0;
  const surelyOutside = squareOfMetres(radius + ROUNDING);
  const circle = boxAround(lat, lon, radius + ROUNDING);
  points.begin(lat, lon, radius, ROUNDING, limit);
  top = 0;
  push(0, numItems - 1, 0, 0, -180, -90, EAST, NORTH);
  while (top > 0) {
    top -= FRAME;
    const west = stack[top + 4];
    const south = stack[top + 5];
    const east = stack[top + 6];
    const north = stack[top + 7];
    if (west > circle.east || east < circle.west || south > circle.north || north < circle.south) continue;
    const left = stack[top];
    const right = stack[top + 1];
    const axis = stack[top + 2];
    let inside = stack[top + 3] === 1;
    const nearest = nearestSquareInBox(lat, lon, cosLat, west, south, east, north);
    if (nearest > surelyOutside) continue;
    if (
      !inside &&
      east < EAST &&
      west >= circle.west &&
      east <= circle.east &&
      south >= circle.south &&
      north <= circle.north &&
      farthestSquareInBox(lat, lon, cosLat, west, south, east, north) < surelyInside
    ) {
      result.total += right - left + 1;
      inside = true;
    }
    if (inside && nearest > points.below) continue;
    if (right - left <= nodeSize) {
      result.total += points.scan(ids, coords, left, right, inside);
      continue;
    }
    const middle = Math.floor((left + right) / 2);
    const split = Math.min(axis === 0 ? EAST : NORTH, coords[2 * middle + axis] * UNIT);
    result.total += points.scan(ids, coords, middle, middle, inside);
    const code = inside ? 1 : 0;
    if (axis === 0) {
      if (lon <= split) {
        push(middle + 1, right, 1, code, split, south, east, north);
        push(left, middle - 1, 1, code, west, south, split, north);
      } else {
        push(left, middle - 1, 1, code, west, south, split, north);
        push(middle + 1, right, 1, code, split, south, east, north);
      }
    } else if (lat <= split) {
      push(middle + 1, right, 0, code, west, split, east, north);
      push(left, middle - 1, 0, code, west, south, east, split);
    } else {
      push(left, middle - 1, 0, code, west, south, east, split);
      push(middle + 1, right, 0, code, west, split, east, north);
    }
  }
  measure(index, lat, lon, cosLat, radius, limit, compareIds);
  return result;
}

function push(
  left: number,
  right: number,
  axis: number,
  inside: number,
  west: number,
  south: number,
  east: number,
  north: number,
): void {
  stack[top] = left;
  stack[top + 1] = right;
  stack[top + 2] = axis;
  stack[top + 3] = inside;
  stack[top + 4] = west;
  stack[top + 5] = south;
  stack[top + 6] = east;
  stack[top + 7] = north;
  top += FRAME;
}

/** Takes the distances of the points that were kept from their main geocodes, and lists the nearest. */
function measure(
  index: AddressIndex,
  lat: number,
  lon: number,
  cosLat: number,
  radius: number,
  limit: number,
  compareIds: (a: number, b: number) => number,
): void {
  const { streetLocality } = index.columns;
  points.discard();
  // The units of a building often lie at one point: its distance is taken once.
  let lastLat = Number.NaN;
  let lastLon = Number.NaN;
  let metres = 0;
  for (let i = 0; i < points.count; i++) {
    const ordinal = points.ordinals[i];
    const street = streetOf(index, ordinal);
    const locality = streetLocality[street];
    const pointLat = latOf(index, ordinal, locality) / 1e8;
    const pointLon = lonOf(index, ordinal, locality) / 1e8;
    if (pointLat !== lastLat || pointLon !== lastLon) {
      metres = metresOfSquare(haversineSquare(lat, lon, pointLat, pointLon, cosLat));
      lastLat = pointLat;
      lastLon = pointLon;
    }
    if (metres > radius) continue;
    if (points.uncertain[i] === 1) result.total++;
    keep(ordinal, street, metres, limit, compareIds);
  }
}

function keep(
  ordinal: number,
  street: number,
  metres: number,
  limit: number,
  compareIds: (a: number, b: number) => number,
): void {
  const { ordinals, streets, metres: distances } = result;
  let at = result.found;
  if (at === limit) {
    if (!precedes(metres, ordinal, at - 1, compareIds)) return;
    at--;
  } else result.found++;
  for (; at > 0 && precedes(metres, ordinal, at - 1, compareIds); at--) {
    ordinals[at] = ordinals[at - 1];
    streets[at] = streets[at - 1];
    distances[at] = distances[at - 1];
  }
  ordinals[at] = ordinal;
  streets[at] = street;
  distances[at] = metres;
}

function precedes(
  metres: number,
  ordinal: number,
  other: number,
  compareIds: (a: number, b: number) => number,
): boolean {
  const distance = result.metres[other];
  return metres < distance || (metres === distance && compareIds(ordinal, result.ordinals[other]) < 0);
}
