import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { AUSTRALIA, mercator } from '../playground/map/extent.ts';

const AUSTRALIAN = '036';

/**
 * Countries by ISO 3166-1 number, each with the number of steps per degree that its coast is
 * rounded to: Australia and its neighbours.
 */
const STEPS: Readonly<Record<string, number>> = {
  [AUSTRALIAN]: 400,
  ...Object.fromEntries(['090', '360', '540', '548', '554', '598', '626'].map((country) => [country, 20])),
};

/**
 * Islands smaller than this in both directions, in degrees, are left out; for neighbours, those up
 * to ten times as large.
 */
const LEAST_ISLAND = 0.02;

/** The land as GeoJSON: a multipolygon. */
export function coastline(): string {
  return JSON.stringify({ type: 'MultiPolygon', coordinates: land(LEAST_ISLAND) });
}

/** How wide the picture of the coast is, in its own units, and how far apart its points are at least. */
const WIDTH = 500;
const APART = 2;

/**
 * The same land as a picture, in the place that it has in the initial view of the map: what a page
 * shows until the map is drawn.
 */
export function coastPicture(): string {
  const [west, south, east, north] = AUSTRALIA;
  const [left, top] = mercator(west, north);
  const [right, bottom] = mercator(east, south);
  const scale = WIDTH / (right - left);
  const lines = land(10 * LEAST_ISLAND).flatMap((rings) =>
    rings.map((ring) => {
      const [first, ...points] = ring.map(([lon, lat]) => {
        const [x, y] = mercator(lon, lat);
        return [Math.round((x - left) * scale), Math.round((y - top) * scale)] as const;
      });
      let [atX, atY] = first;
      let line = `M${atX} ${atY}l`;
      for (const [x, y] of points) {
        if (Math.hypot(x - atX, y - atY) < APART) continue;
        line += `${x - atX} ${y - atY} `;
        [atX, atY] = [x, y];
      }
      return `${line.trimEnd().replaceAll(' -', '-')}z`;
    }),
  );
  const height = Math.round((bottom - top) * scale);
  return `<svg class="coast" viewBox="0 0 ${WIDTH} ${height}" aria-hidden="true"><path d="${lines.join('')}"/></svg>`;
}

/**
 * The polygons of the land of Australia and its neighbours, from Natural Earth's 1:10 million map
 * (public domain) in the package world-atlas, without islands that are smaller than `least` in both
 * directions, in degrees; for neighbours ten times that.
 */
function land(least: number): Position[][][] {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const { features } = feature(topology, topology.objects.countries);
  return features.flatMap(({ id, geometry }) => {
    const steps = STEPS[String(id)];
    if (steps === undefined) return [];
    return polygonsOf(geometry as Polygon | MultiPolygon)
      .filter(([outline]) =>
        [0, 1].some((axis) => extentOf(outline, axis) > least * (String(id) === AUSTRALIAN ? 1 : 10)),
      )
      .map((rings) => rings.map((ring) => rounded(ring, steps)));
  });
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

function extentOf(ring: readonly Position[], axis: number): number {
  const values = ring.map((position) => position[axis]);
  return Math.max(...values) - Math.min(...values);
}

/** A ring rounded to steps of a degree, without repeated points. */
function rounded(ring: readonly Position[], steps: number): Position[] {
  const points = ring.map((position) => position.map((degrees) => Math.round(degrees * steps) / steps));
  return points.filter(([x, y], i) => i === 0 || x !== points[i - 1][0] || y !== points[i - 1][1]);
}
