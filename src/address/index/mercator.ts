/**
 * Web Mercator, as tiles of maps are cut: the world is a square whose side is 1, x going east from
 * 180° W and y south from 85.05° N. At zoom z it has 2ᶻ by 2ᶻ tiles.
 */

/** x of a longitude in degrees. */
export function worldX(lon: number): number {
  return lon / 360 + 0.5;
}

/** y of a latitude in degrees. */
export function worldY(lat: number): number {
  return 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
}

/** The longitude of an x, in degrees. */
export function lonAt(x: number): number {
  return (x - 0.5) * 360;
}

/** The latitude of a y, in degrees. */
export function latAt(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}
