import type { FeatureCollection, Point } from 'geojson';

/** The national and the state capitals, largest first, as longitude and latitude of their general post offices. */
const CAPITALS: readonly (readonly [name: string, lon: number, lat: number])[] = [
  ['Sydney', 151.2073, -33.8678],
  ['Melbourne', 144.9631, -37.8142],
  ['Brisbane', 153.0281, -27.4679],
  ['Perth', 115.8589, -31.9523],
  ['Adelaide', 138.5999, -34.9275],
  ['Canberra', 149.1286, -35.282],
  ['Hobart', 147.3294, -42.8824],
  ['Darwin', 130.8411, -12.4634],
];

/** The capitals as points with `name` and `rank`, from 0: G-NAF has no cities, only their localities. */
export const CAPITAL_POINTS: FeatureCollection<Point> = {
  type: 'FeatureCollection',
  features: CAPITALS.map(([name, lon, lat], rank) => ({
    type: 'Feature',
    properties: { name, rank },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
};
