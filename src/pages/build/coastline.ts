import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const AUSTRALIA = '036';

/**
 * Countries by ISO 3166-1 number, each with the number of steps per degree that its coast is
 * rounded to: Australia and its neighbours.
 */
const STEPS: Readonly<Record<string, number>> = {
  [AUSTRALIA]: 400,
  ...Object.fromEntries(['090', '360', '540', '548', '554', '598', '626'].map((country) => [country, 20])),
};

/**
 * Islands smaller than this in both directions, in degrees, are left out; for neighbours, those up
 * to ten times as large.
 */
const LEAST_ISLAND = 0.02;

/**
 * The land of Australia and its neighbours as GeoJSON: a multipolygon from Natural Earth's 1:10
 * million map (public domain), in the package world-atlas.
 */
export function coastline(): string {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const { features } = feature(topology, topology.objects.countries);
  const polygons = features.flatMap(({ id, geometry }) => {
    const steps = STEPS[String(id)];
    if (steps === undefined) return [];
    return polygonsOf(geometry as Polygon | MultiPolygon)
      .filter(([outline]) =>
        [0, 1].some((axis) => extentOf(outline, axis) > LEAST_ISLAND * (String(id) === AUSTRALIA ? 1 : 10)),
      )
      .map((rings) => rings.map((ring) => rounded(ring, steps)));
  });
  return JSON.stringify({ type: 'MultiPolygon', coordinates: polygons });
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
