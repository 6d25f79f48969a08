import type { AddressIndex } from '../../../index/open.ts';
import { BOX } from '../../../index/place-tree.ts';

/** A point whose surroundings are preferred, and what was found of them. */
export interface Near {
  /** In units of 10⁻⁸ degrees. */
  readonly lat: number;
  readonly lon: number;
  /** How long a degree of longitude is there, in degrees of latitude. */
  readonly shrink: number;
  /** The nearest localities, the nearest first, as far as they were asked for. */
  readonly places: number[];
  /** Whether the walk to them has begun (near-places.ts). */
  begun: boolean;
  /** The first box of every level of the tree of places, once it has. */
  levels: readonly number[];
}

/** The surroundings of a point in degrees. */
export function nearTo({ lat, lon }: { readonly lat: number; readonly lon: number }): Near {
  return {
    lat: lat * UNITS,
    lon: lon * UNITS,
    shrink: Math.cos((lat * Math.PI) / 180),
    places: [],
    begun: false,
    levels: [],
  };
}

/** Units of a degree. */
const UNITS = 1e8;

/** What distances within a box count beside those to it: of several that hold the point, the one whose middle is nearest. */
const RANGE_COST = 1e-6;

/**
 * The square of the distance from a point to the box of a locality's addresses, in 10⁻⁸ degrees of latitude, on a plane: good enough to
 * say which is the nearer. Infinite for a locality without addresses.
 */
export function squareTo({ columns: { localityBounds } }: AddressIndex, locality: number, near: Near): number {
  const at = locality * BOX;
  return Number.isNaN(localityBounds[at]) ? Number.POSITIVE_INFINITY : squareToPlace(localityBounds, at, near);
}

/** The same for a box that begins at an element of some boxes. */
export function squareToPlace(boxes: Float64Array, at: number, { lat, lon, shrink }: Near): number {
  const west = boxes[at] - lon;
  const south = boxes[at + 1] - lat;
  const east = boxes[at + 2] - lon;
  const north = boxes[at + 3] - lat;
  const x = Math.max(west, 0, -east) * shrink;
  const y = Math.max(south, 0, -north);
  const middleX = (west + east) * shrink;
  const middleY = south + north;
  return x * x + y * y + RANGE_COST * (middleX * middleX + middleY * middleY);
}

/** A lower bound of `squareToPlace` for every box within a box. */
export function squareToBox(boxes: Float64Array, at: number, { lat, lon, shrink }: Near): number {
  const x = Math.max(boxes[at] - lon, 0, lon - boxes[at + 2]) * shrink;
  const y = Math.max(boxes[at + 1] - lat, 0, lat - boxes[at + 3]);
  return x * x + y * y;
}
