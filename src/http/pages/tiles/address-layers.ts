import { streetOf } from '../../../index/address.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { textOf, textOfBytes } from '../../../index/text.ts';
import { boxOfTile, type TileAddress, type TileBox, tileX, tileY } from './tile-address.ts';
import { EXTENT, type TileLayer } from './vector-tile.ts';

/** Units of the KD-tree in a degree. */
const TREE_UNITS = 1e7;

/**
 * Calls `found` for every address of the KD-tree in a box, with its coordinates in units of the
 * tree; yields after at most a node's points, so that the thread can do other work. kdbush's own
 * `range` would return all at once.
 */
function* pointsInBox(
  { kdTree: { ids, coords, nodeSize, numItems } }: AddressIndex,
  box: TileBox,
  found: (ordinal: number, x: number, y: number) => void,
): Generator<void, void> {
  const west = box.west * TREE_UNITS;
  const south = box.south * TREE_UNITS;
  const east = box.east * TREE_UNITS;
  const north = box.north * TREE_UNITS;
  const stack = [0, numItems - 1, 0];
  const look = (i: number) => {
    const x = coords[2 * i]!;
    const y = coords[2 * i + 1]!;
    if (x >= west && x <= east && y >= south && y <= north) found(ids[i]!, x, y);
  };
  while (stack.length > 0) {
    const axis = stack.pop()!;
    const right = stack.pop()!;
    const left = stack.pop()!;
    if (right - left <= nodeSize) {
      for (let i = left; i <= right; i++) look(i);
      yield;
      continue;
    }
    const middle = (left + right) >> 1;
    look(middle);
    const split = coords[2 * middle + axis]!;
    if ((axis === 0 ? west : south) <= split) stack.push(left, middle - 1, 1 - axis);
    if ((axis === 0 ? east : north) >= split) stack.push(middle + 1, right, 1 - axis);
  }
}

/** From this zoom on, points have numbers, and streets names. */
const NUMBERS_ZOOM = 15;

/** The fewest points of a street in a tile for it to have a name there. */
const LEAST_OF_STREET = 3;

/** Points between two yields. */
const SLICE = 32;

/** One place in a tile: the first of its addresses, and how many there are. */
interface Spot {
  readonly x: number;
  readonly y: number;
  ordinal: number;
  count: number;
}

/** The sums of a street's points in a tile, for their direction. */
interface StreetPoints {
  count: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
  yy: number;
}

/**
 * Writes the addresses of a tile, `n` at each place, at close zoom with the `number` of the first;
 * and the `name` of each street in the middle of its `n` points, with their direction, `angle`, in
 * degrees clockwise.
 */
export function* writeAddresses(
  index: AddressIndex,
  tile: TileAddress,
  addresses: TileLayer,
  streets: TileLayer,
): Generator<void, void> {
  const spots = new Map<number, Spot>();
  yield* pointsInBox(index, boxOfTile(tile, 1e-6), (ordinal, lon, lat) => {
    const x = Math.floor(tileX(tile, lon / TREE_UNITS));
    const y = Math.floor(tileY(tile, lat / TREE_UNITS));
    if (x < 0 || x >= EXTENT || y < 0 || y >= EXTENT) return;
    const place = y * EXTENT + x;
    const spot = spots.get(place);
    if (spot === undefined) spots.set(place, { x, y, ordinal, count: 1 });
    else {
      spot.count++;
      spot.ordinal = Math.min(spot.ordinal, ordinal);
    }
  });
  const isNear = tile.z >= NUMBERS_ZOOM;
  const found = new Map<number, StreetPoints>();
  let written = 0;
  for (const { x, y, ordinal, count } of spots.values()) {
    const number = isNear ? numberOf(index, ordinal) : '';
    addresses.point(x, y, number === '' ? { n: count } : { n: count, number });
    if (isNear) addPoint(found, streetOf(index, ordinal), x, y);
    if (++written % SLICE === 0) yield;
  }
  for (const [street, points] of found) {
    if (points.count < LEAST_OF_STREET) continue;
    const { count: n, x, y } = points;
    const name = textOf(index, index.columns.streetLabel[street]!);
    streets.point(Math.round(x / n), Math.round(y / n), { name, n, angle: angleOf(points) });
    if (++written % SLICE === 0) yield;
  }
}

/** The number of an address as labels write it; empty without one. */
function numberOf({ columns }: AddressIndex, ordinal: number): string {
  const { addressNumber, numberText, numberTextStart } = columns;
  const code = addressNumber[ordinal]!;
  return textOfBytes(numberText, numberTextStart[code]!, numberTextStart[code + 1]!);
}

function addPoint(streets: Map<number, StreetPoints>, street: number, x: number, y: number): void {
  let points = streets.get(street);
  if (points === undefined) {
    points = { count: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
    streets.set(street, points);
  }
  points.count++;
  points.x += x;
  points.y += y;
  points.xx += x * x;
  points.xy += x * y;
  points.yy += y * y;
}

/**
 * The direction of points (their principal axis), from -90 to 90 degrees, so that text along it is
 * never upside down.
 */
function angleOf({ count, x, y, xx, xy, yy }: StreetPoints): number {
  const across = xx - (x * x) / count;
  const down = yy - (y * y) / count;
  const both = xy - (x * y) / count;
  return Math.round((Math.atan2(2 * both, across - down) / 2) * (180 / Math.PI));
}
