/** Mean earth radius in metres (§3.8). */
const EARTH_RADIUS = 6_371_008.8;

/** One degree. */
export const RADIANS = Math.PI / 180;

/** Great-circle distance in metres between two points in degrees, on a sphere of the mean earth radius. */
export function haversine(lat1: number, lon1: number, lat2: number, lon2: number): number {
  return metresOfSquare(haversineSquare(lat1, lon1, lat2, lon2, Math.cos(lat1 * RADIANS)));
}

/** The distance in metres of a `haversineSquare`. */
export function metresOfSquare(square: number): number {
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/**
 * The square of half the chord between two points in degrees, on a unit sphere: grows with the
 * distance, and costs no root and no arcsine. `cosLat1` is the cosine of the first latitude.
 */
export function haversineSquare(lat1: number, lon1: number, lat2: number, lon2: number, cosLat1: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2);
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2);
  return sinLat * sinLat + cosLat1 * Math.cos(lat2 * RADIANS) * sinLon * sinLon;
}

/** Differences, in radians, for which the series of `nearSquare` are exact to 1e-11 of the result. */
const NEAR = 0.03;

/**
 * `haversineSquare`, from the first terms of the series of sine and cosine where the points are
 * close together, from the functions themselves where they are not. The sine and cosine passed are
 * those of the first latitude.
 */
export function nearSquare(
  lat1: number,
  lon1: number,
  sinLat1: number,
  cosLat1: number,
  lat2: number,
  lon2: number,
): number {
  const u = (lat2 - lat1) * RADIANS;
  const v = (lon2 - lon1) * RADIANS;
  if (!(Math.abs(u) < NEAR && Math.abs(v) < NEAR)) return haversineSquare(lat1, lon1, lat2, lon2, cosLat1);
  const uu = u * u;
  const vv = v * v;
  const cosLat2 = cosLat1 * (1 - uu * (1 / 2 - uu / 24)) - sinLat1 * u * (1 - uu * (1 / 6 - uu / 120));
  return halfChordSquare(uu) + cosLat1 * cosLat2 * halfChordSquare(vv);
}

/** The square of the sine of half a small angle, by the square of the angle. */
function halfChordSquare(square: number): number {
  return square * (1 / 4 - square * (1 / 48 - square / 1440));
}

/** Above this the inverse sine is not exact enough. */
const MOST_SINE = 1 - 1e-9;

/**
 * The smallest box in degrees that holds every point within a distance in metres; all longitudes
 * where it holds a pole or passes 180°.
 */
export function boxAround(lat: number, lon: number, metres: number): Box {
  const turn = (Math.max(0, metres) / EARTH_RADIUS) * (1 + 1e-9) + 1e-12;
  const south = lat - turn / RADIANS;
  const north = lat + turn / RADIANS;
  const sine = Math.sin(Math.min(turn, Math.PI / 2)) / Math.cos(lat * RADIANS);
  const half = south > -90 && north < 90 && sine < MOST_SINE ? (Math.asin(sine) / RADIANS) * (1 + 1e-9) + 1e-10 : 360;
  const whole = lon - half < -180 || lon + half > 180;
  return { west: whole ? -180 : lon - half, south, east: whole ? 180 : lon + half, north };
}

/** A box in degrees; its west is never east of its east. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The value of `haversineSquare` at a distance in metres, up to halfway round the earth. */
export function squareOfMetres(metres: number): number {
  const sine = Math.sin(Math.min(Math.PI / 2, Math.max(0, metres) / (2 * EARTH_RADIUS)));
  return sine * sine;
}

/**
 * A lower bound of `haversineSquare` from a point to any point of a box in degrees (west ≤ east
 * within one turn). Exact up to rounding: the nearest point lies on the point's own meridian, or on
 * the nearer of the two meridians that bound the box.
 */
export function nearestSquareInBox(
  lat: number,
  lon: number,
  cosLat: number,
  west: number,
  south: number,
  east: number,
  north: number,
): number {
  const turn = lon < west ? turned(west - lon) : lon > east ? turned(lon - east) : 0;
  const otherTurn = lon < west ? turned(east - lon) : lon > east ? turned(lon - west) : 0;
  const nearest = Math.min(turn, otherTurn);
  if (nearest === 0) {
    if (lat >= south && lat <= north) return 0;
    const nearestLat = lat < south ? south : Math.min(lat, north);
    return haversineSquare(lat, 0, nearestLat, 0, cosLat);
  }
  const cosTurn = Math.cos(nearest * RADIANS);
  if (cosTurn > 0) {
    const foot = Math.atan(Math.tan(lat * RADIANS) / cosTurn) / RADIANS;
    const nearestLat = foot < south ? south : Math.min(foot, north);
    return haversineSquare(lat, 0, nearestLat, nearest, cosLat);
  }
  return Math.min(haversineSquare(lat, 0, south, nearest, cosLat), haversineSquare(lat, 0, north, nearest, cosLat));
}

/**
 * An upper bound of `haversineSquare` from a point to any point of a box in degrees. Along a
 * meridian within a quarter turn the farthest point is an end, and at one latitude the larger turn
 * is farther; beyond a quarter turn the answer is 1.
 */
export function farthestSquareInBox(
  lat: number,
  lon: number,
  cosLat: number,
  west: number,
  south: number,
  east: number,
  north: number,
): number {
  const turn = Math.max(Math.abs(lon - west), Math.abs(east - lon));
  if (turn > 90) return 1;
  return Math.max(haversineSquare(lat, 0, south, turn, cosLat), haversineSquare(lat, 0, north, turn, cosLat));
}

function turned(degrees: number): number {
  return degrees > 180 ? 360 - degrees : degrees;
}
