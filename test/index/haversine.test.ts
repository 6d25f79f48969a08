import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EARTH_RADIUS,
  farthestSquareInBox,
  haversine,
  haversineSquare,
  nearestSquareInBox,
  squareOfMetres,
} from '../../src/index/haversine.ts';

const RADIANS = Math.PI / 180;
const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, -45, 0, 45, 90));
const lon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, -90, 0, 90, 180));
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Boxes that do not cross the antimeridian. */
const box = fc.tuple(lon, fc.double({ min: 0, max: 360, noNaN: true }), lat, lat).map(([west, width, a, b]) => ({
  west,
  east: Math.min(west + width, 180),
  south: Math.min(a, b),
  north: Math.max(a, b),
}));

/** Great-circle distance by the angle between unit vectors (atan2 of cross and dot product), which is exact at every distance. */
function byVectors(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const vector = (phi: number, lambda: number) => [
    Math.cos(phi * RADIANS) * Math.cos(lambda * RADIANS),
    Math.cos(phi * RADIANS) * Math.sin(lambda * RADIANS),
    Math.sin(phi * RADIANS),
  ];
  const [a, b] = [vector(lat1, lon1), vector(lat2, lon2)];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return EARTH_RADIUS * Math.atan2(Math.hypot(...cross), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

describe('haversine', () => {
  it('is the distance that the vectors of the points give, from nothing to half way round', () => {
    fc.assert(
      fc.property(lat, lon, lat, lon, (lat1, lon1, lat2, lon2) => {
        const expected = byVectors(lat1, lon1, lat2, lon2);
        const tolerance = expected > 1.9e7 ? 0.5 : 1e-6;
        expect(Math.abs(haversine(lat1, lon1, lat2, lon2) - expected)).toBeLessThan(tolerance);
      }),
      { numRuns: 2000 },
    );
  });

  it('grows with its square, which metres give too', () => {
    fc.assert(
      fc.property(lat, lon, lat, lon, (lat1, lon1, lat2, lon2) => {
        const square = haversineSquare(lat1, lon1, lat2, lon2, Math.cos(lat1 * RADIANS));
        expect(squareOfMetres(haversine(lat1, lon1, lat2, lon2))).toBeCloseTo(Math.min(1, square), 12);
      }),
    );
  });
});

describe('a box', () => {
  it('is nowhere nearer and nowhere farther than its bounds say', () => {
    fc.assert(
      fc.property(lat, lon, box, share, share, (fromLat, fromLon, { west, south, east, north }, x, y) => {
        const cosLat = Math.cos(fromLat * RADIANS);
        const inLat = south + (north - south) * y;
        const inLon = west + (east - west) * x;
        const square = haversineSquare(fromLat, fromLon, inLat, inLon, cosLat);
        expect(nearestSquareInBox(fromLat, fromLon, cosLat, west, south, east, north)).toBeLessThanOrEqual(
          square + 1e-15,
        );
        expect(farthestSquareInBox(fromLat, fromLon, cosLat, west, south, east, north)).toBeGreaterThanOrEqual(
          square - 1e-15,
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('is as near as its nearest point, which a walk along its edges and meridian finds', () => {
    fc.assert(
      fc.property(lat, lon, box, (fromLat, fromLon, { west, south, east, north }) => {
        const cosLat = Math.cos(fromLat * RADIANS);
        const meridian = Math.min(Math.max(fromLon, west), east);
        let nearest = Number.POSITIVE_INFINITY;
        for (let step = 0; step <= 400; step++) {
          const inLat = south + ((north - south) * step) / 400;
          for (const inLon of [west, east, meridian])
            nearest = Math.min(nearest, haversineSquare(fromLat, fromLon, inLat, inLon, cosLat));
        }
        const bound = nearestSquareInBox(fromLat, fromLon, cosLat, west, south, east, north);
        expect(nearest - bound).toBeLessThan(1e-4);
      }),
      { numRuns: 500 },
    );
  });
});
