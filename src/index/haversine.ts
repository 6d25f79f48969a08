/** Mean earth radius in metres (contract, "reverse"). */
export const EARTH_RADIUS = 6_371_008.8;

const RADIANS = Math.PI / 180;

/** Great-circle distance in metres between two points in degrees, on a sphere of the mean earth radius. */
export function haversine(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const a = haversineSquare(lat1, lon1, lat2, lon2, Math.cos(lat1 * RADIANS));
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(a)));
}

/**
 * The square of half the chord between two points in degrees, on a unit sphere: grows with the distance, and costs no root
 * and no arcsine. `cosLat1` is the cosine of the first latitude.
 */
export function haversineSquare(lat1: number, lon1: number, lat2: number, lon2: number, cosLat1: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2);
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2);
  return sinLat * sinLat + cosLat1 * Math.cos(lat2 * RADIANS) * sinLon * sinLon;
}

/** The value of `haversineSquare` at a distance in metres, up to half way round. */
export function squareOfMetres(metres: number): number {
  const sine = Math.sin(Math.min(Math.PI / 2, Math.max(0, metres) / (2 * EARTH_RADIUS)));
  return sine * sine;
}

/**
 * A lower bound of `haversineSquare` from a point to any point of a box in degrees (west ≤ east within one turn). Exact up to
 * rounding: the nearest point lies on the point's own meridian, or on the nearer of the two meridians that bound the box.
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
 * An upper bound of `haversineSquare` from a point to any point of a box in degrees. Along a meridian within a quarter turn the
 * farthest point is an end, and at one latitude the larger turn is farther; beyond a quarter turn the answer is 1.
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
