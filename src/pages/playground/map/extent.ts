/** West, south, east and north of a part of the world, degrees. */
type Bounds = [west: number, south: number, east: number, north: number];

/** The initial view of the map: the mainland and Tasmania. */
export const AUSTRALIA: Bounds = [112.5, -44.2, 154.2, -9.5];

/** The map ends here: Australia with its islands, and the sea around them. */
export const WORLD: Bounds = [60, -72, 180, 32];

/** The least distance of the initial view from the edges of the map, pixels. */
export const MARGIN = 16;

/**
 * Where a point is in Web Mercator, which the map draws: from west to east and from north to south,
 * each from 0 to 1.
 */
export function mercator(lon: number, lat: number): readonly [x: number, y: number] {
  const north = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
  return [0.5 + lon / 360, 0.5 - north / (2 * Math.PI)];
}
