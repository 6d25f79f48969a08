import { streetOf } from './address.ts';
import { ADDRESS, ADDRESS_WORDS } from './address-record.ts';
import {
  farthestSquareInBox,
  haversineSquare,
  metresOfSquare,
  nearestSquareInBox,
  RADIANS,
  squareOfMetres,
} from './haversine.ts';
import { compareIds } from './id-hash.ts';
import { LEAF_POINTS, middleOf, pointsBefore, pointsOf, TREE_UNITS, toOrdinals } from './kd-tree.ts';
import { originLatOf, originLonOf } from './locality-answer.ts';
import { NearPoints } from './near-points.ts';
import type { AddressIndex } from './open.ts';
import { readAddressAhead } from './read-ahead.ts';
import { localityOf } from './street-answer.ts';

/** Degrees of one unit of the tree's coordinates. */
const UNIT = 1 / TREE_UNITS;
/**
 * The tree's coordinates are rounded to 1e-7 degrees: a point lies within this many metres of where
 * the tree has it.
 */
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

/** The world's end in units of the tree. */
const EAST = 180 * TREE_UNITS;
const NORTH = 90 * TREE_UNITS;

/** Subtrees of more leaves are left out where they lie in a corner of the box around the circle. */
const LARGE = 512 / LEAF_POINTS;

/** One frame: its first leaf, the one behind its last, axis, whether all of it is known to lie inside, then its box. */
const FRAME = 8;
const stack = new Int32Array(FRAME * 128);
let top = 0;

const points = new NearPoints();

/**
 * The radius of the first circle in metres, the factor by which each further one is larger, and
 * halfway round the earth.
 */
const FIRST_RADIUS = 500;
const GROWTH = 8;
const FARTHEST = 20_100_000;

/**
 * The records nearest to a point, however far: within circles that grow until one has as many as
 * are wanted, or all there are. `total` is that of the last circle.
 */
export function nearestAnywhere(index: AddressIndex, lat: number, lon: number, limit: number): Readonly<Nearest> {
  for (let radius = FIRST_RADIUS; ; radius *= GROWTH) {
    const nearest = nearestAddresses(index, lat, lon, Math.min(radius, FARTHEST), limit);
    if (nearest.found === limit || radius >= FARTHEST) return nearest;
  }
}

/**
 * The records nearest to a point, and how many lie within a radius: exactly what a scan of all main
 * geocodes by haversine finds, ties in the order of ids. A subtree outside the box around the
 * circle is passed over, one inside the circle is counted whole and listed only while it may hold
 * one of the nearest: O(√n) for the count. `limit` at most 20.
 *
 * The tree's coordinates are rounded (kd-tree.ts), so they only tell which records may be among the
 * nearest, or lie at the radius; the distances of those are taken from their main geocodes.
 */
export function nearestAddresses(
  index: AddressIndex,
  lat: number,
  lon: number,
  radius: number,
  limit: number,
): Readonly<Nearest> {
  const { kdSplit } = index.columns;
  const all = pointsOf(index);
  result.found = 0;
  result.total = 0;
  if (all === 0) return result;
  const cosLat = Math.cos(lat * RADIANS);
  const surelyInside = radius > ROUNDING ? squareOfMetres(radius - ROUNDING) : 0;
  const surelyOutside = squareOfMetres(radius + ROUNDING);
  points.begin(lat, lon, radius, ROUNDING, limit);
  const { west: circleWest, south: circleSouth, east: circleEast, north: circleNorth } = points;
  const x = lon * TREE_UNITS;
  const y = lat * TREE_UNITS;
  top = 0;
  push(0, kdSplit.length, 0, 0, -EAST, -NORTH, EAST, NORTH);
  while (top > 0) {
    top -= FRAME;
    let left = stack[top];
    let right = stack[top + 1];
    let axis = stack[top + 2];
    let inside = stack[top + 3];
    let west = stack[top + 4];
    let south = stack[top + 5];
    let east = stack[top + 6];
    let north = stack[top + 7];
    for (;;) {
      const boxed =
        inside === 0 && west >= circleWest && east <= circleEast && south >= circleSouth && north <= circleNorth;
      if (inside === 1 || boxed || right - left > LARGE) {
        const [w, s, e, n] = [west * UNIT, south * UNIT, east * UNIT, north * UNIT];
        const nearest = nearestSquareInBox(lat, lon, cosLat, w, s, e, n);
        if (nearest > surelyOutside) break;
        if (boxed && farthestSquareInBox(lat, lon, cosLat, w, s, e, n) < surelyInside) {
          result.total += pointsBefore(right, all) - pointsBefore(left, all);
          inside = 1;
        }
        if (inside === 1 && nearest > points.below) break;
      }
      if (right - left === 1) {
        result.total += points.scan(index, left, inside === 1);
        break;
      }
      const middle = middleOf(left, right);
      const split = kdSplit[middle];
      if (axis === 0) {
        axis = 1;
        if (split > circleEast) {
          right = middle;
          east = split;
        } else if (split < circleWest) {
          left = middle;
          west = split;
        } else if (x <= split) {
          push(middle, right, axis, inside, split, south, east, north);
          right = middle;
          east = split;
        } else {
          push(left, middle, axis, inside, west, south, split, north);
          left = middle;
          west = split;
        }
      } else {
        axis = 0;
        if (split > circleNorth) {
          right = middle;
          north = split;
        } else if (split < circleSouth) {
          left = middle;
          south = split;
        } else if (y <= split) {
          push(middle, right, axis, inside, west, split, east, north);
          right = middle;
          north = split;
        } else {
          push(left, middle, axis, inside, west, south, east, split);
          left = middle;
          south = split;
        }
      }
    }
  }
  measure(index, lat, lon, cosLat, radius, limit);
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
function measure(index: AddressIndex, lat: number, lon: number, cosLat: number, radius: number, limit: number): void {
  const { addressRecord, streetAddressStart } = index.columns;
  points.discard();
  const { count, positions: ordinals, uncertain } = points;
  toOrdinals(index, ordinals, count);
  for (let i = 0; i < count; i++) readAddressAhead(index, ordinals[i]);
  // The units of a building are on one street, and often at one point, whose distance is computed once.
  let street = -1;
  let from = 0;
  let to = 0;
  let originLat = 0;
  let originLon = 0;
  let lastLat = Number.NaN;
  let lastLon = Number.NaN;
  let metres = 0;
  for (let i = 0; i < count; i++) {
    const ordinal = ordinals[i];
    if (ordinal < from || ordinal >= to) {
      street = streetOf(index, ordinal);
      from = streetAddressStart[street];
      to = streetAddressStart[street + 1];
      const locality = localityOf(index, street);
      originLat = originLatOf(index, locality);
      originLon = originLonOf(index, locality);
    }
    const pointLat = (originLat + addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.lat]) / 1e8;
    const pointLon = (originLon + addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.lon]) / 1e8;
    if (pointLat !== lastLat || pointLon !== lastLon) {
      metres = metresOfSquare(haversineSquare(lat, lon, pointLat, pointLon, cosLat));
      lastLat = pointLat;
      lastLon = pointLon;
    }
    if (metres > radius) continue;
    if (uncertain[i] === 1) result.total++;
    keep(index, ordinal, street, metres, limit);
  }
}

function keep(index: AddressIndex, ordinal: number, street: number, metres: number, limit: number): void {
  const { ordinals, streets, metres: distances } = result;
  let at = result.found;
  if (at === limit) {
    if (!precedes(index, metres, ordinal, at - 1)) return;
    at--;
  } else result.found++;
  for (; at > 0 && precedes(index, metres, ordinal, at - 1); at--) {
    ordinals[at] = ordinals[at - 1];
    streets[at] = streets[at - 1];
    distances[at] = distances[at - 1];
  }
  ordinals[at] = ordinal;
  streets[at] = street;
  distances[at] = metres;
}

function precedes(index: AddressIndex, metres: number, ordinal: number, other: number): boolean {
  const distance = result.metres[other];
  return metres < distance || (metres === distance && compareIds(index, ordinal, result.ordinals[other]) < 0);
}
