import { latOf, lonOf, streetOf } from './address.ts';
import { farthestSquareInBox, haversine, haversineSquare, nearestSquareInBox, squareOfMetres } from './haversine.ts';
import type { AddressIndex } from './open.ts';
import { KD_PARKED } from './sections.ts';

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

/**
 * The records nearest to a point, and how many lie within a radius: exactly what a scan of all main geocodes by haversine
 * finds. A subtree outside the radius is passed over, one inside it is counted whole and listed only while it may hold one of
 * the nearest: O(√n) for the count. `compareIds` orders records at equal distances. `limit` at most 20. Allocates nothing.
 *
 * The tree is kdbush's (Agafonkin): an implicit balanced KD-tree in one array.
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
  const cosLat = Math.cos((lat * Math.PI) / 180);
  const surelyInside = squareOfMetres(radius - ROUNDING);
  const surelyOutside = squareOfMetres(radius + ROUNDING);
  let candidateBelow = surelyOutside;
  let top = 0;
  push(0, numItems - 1, 0, 0, -180, -90, EAST, NORTH);
  while (top > 0) {
    top -= FRAME;
    const left = stack[top];
    const right = stack[top + 1];
    const axis = stack[top + 2];
    let inside = stack[top + 3] === 1;
    const west = stack[top + 4];
    const south = stack[top + 5];
    const east = stack[top + 6];
    const north = stack[top + 7];
    const nearest = nearestSquareInBox(lat, lon, cosLat, west, south, east, north);
    if (nearest > surelyOutside) continue;
    if (
      !inside &&
      east < EAST &&
      radius > ROUNDING &&
      farthestSquareInBox(lat, lon, cosLat, west, south, east, north) < surelyInside
    ) {
      result.total += right - left + 1;
      inside = true;
    }
    if (inside && nearest > candidateBelow) continue;
    if (right - left <= nodeSize) {
      for (let i = left; i <= right; i++) visit(i, inside);
      continue;
    }
    const middle = (left + right) >> 1;
    const split = Math.min(axis === 0 ? EAST : NORTH, coords[2 * middle + axis] * UNIT);
    visit(middle, inside);
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
  return result;

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

  function visit(i: number, counted: boolean): void {
    const x = coords[2 * i];
    if (x === KD_PARKED) return;
    const square = haversineSquare(lat, lon, coords[2 * i + 1] * UNIT, x * UNIT, cosLat);
    if (square > surelyOutside) return;
    const certain = counted || square < surelyInside;
    if (certain && square > candidateBelow) {
      if (!counted) result.total++;
      return;
    }
    const ordinal = ids[i];
    const street = streetOf(index, ordinal);
    const locality = index.columns.streetLocality[street];
    const metres = haversine(lat, lon, latOf(index, ordinal, locality) / 1e8, lonOf(index, ordinal, locality) / 1e8);
    if (metres > radius) return;
    if (!counted) result.total++;
    keep(ordinal, street, metres);
  }

  function keep(ordinal: number, street: number, metres: number): void {
    const { ordinals, streets, metres: distances } = result;
    let at = result.found;
    if (at === limit) {
      if (!precedes(metres, ordinal, at - 1)) return;
      at--;
    } else result.found++;
    while (at > 0 && precedes(metres, ordinal, at - 1)) {
      ordinals[at] = ordinals[at - 1];
      streets[at] = streets[at - 1];
      distances[at] = distances[at - 1];
      at--;
    }
    ordinals[at] = ordinal;
    streets[at] = street;
    distances[at] = metres;
    if (result.found === limit)
      candidateBelow = Math.min(surelyOutside, squareOfMetres(distances[limit - 1] + ROUNDING));
  }

  function precedes(metres: number, ordinal: number, other: number): boolean {
    const distance = result.metres[other];
    return metres < distance || (metres === distance && compareIds(ordinal, result.ordinals[other]) < 0);
  }
}
