import type { AddressIndex } from '../../../index/open.ts';

/** A point whose surroundings are preferred, and what was found of them. */
export interface Near {
  /** In units of 10⁻⁸ degrees. */
  readonly lat: number;
  readonly lon: number;
  /** How long a degree of longitude is there, in degrees of latitude. */
  readonly shrink: number;
  /** The nearest localities, the nearest first; null until they are asked for. */
  places: readonly number[] | null;
}

/** The surroundings of a point in degrees. */
export function nearTo({ lat, lon }: { readonly lat: number; readonly lon: number }): Near {
  return { lat: lat * UNITS, lon: lon * UNITS, shrink: Math.cos((lat * Math.PI) / 180), places: null };
}

/** Units of a degree. */
export const UNITS = 1e8;

/** What distances within a box count beside those to it: of several that hold the point, the one whose middle is nearest. */
const RANGE_COST = 1e-6;

/**
 * The square of the distance from a point to the box of a locality's addresses, in 10⁻⁸ degrees of latitude, on a plane: good enough to
 * say which is the nearer. Infinite for a locality without addresses.
 */
export function squareTo(
  { columns: { localityBounds } }: AddressIndex,
  locality: number,
  { lat, lon, shrink }: Near,
): number {
  const west = localityBounds[locality * 4] - lon;
  if (Number.isNaN(west)) return Number.POSITIVE_INFINITY;
  const south = localityBounds[locality * 4 + 1] - lat;
  const east = localityBounds[locality * 4 + 2] - lon;
  const north = localityBounds[locality * 4 + 3] - lat;
  const x = Math.max(west, 0, -east) * shrink;
  const y = Math.max(south, 0, -north);
  const middleX = (west + east) * shrink;
  const middleY = south + north;
  return x * x + y * y + RANGE_COST * (middleX * middleX + middleY * middleY);
}
