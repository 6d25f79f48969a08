import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxAround,
  farthestSquareInBox,
  haversine,
  haversineSquare,
  metresOfSquare,
  nearestSquareInBox,
  nearSquare,
  squareOfMetres,
} from '../../../src/address/index/haversine.ts';

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
  return 6_371_008.8 * Math.atan2(Math.hypot(...cross), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
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

describe('the square by series', () => {
  it('is within a tenth of a millimetre of the true one up to 50 km, wherever that is', () => {
    const step = fc.double({ min: -0.45, max: 0.45, noNaN: true });
    fc.assert(
      fc.property(lat, lon, step, step, (lat1, lon1, northward, eastward) => {
        const lat2 = Math.max(-90, Math.min(90, lat1 + northward));
        const lon2 = lon1 + eastward;
        const [sine, cosine] = [Math.sin(lat1 * RADIANS), Math.cos(lat1 * RADIANS)];
        const found = metresOfSquare(nearSquare(lat1, lon1, sine, cosine, lat2, lon2));
        expect(Math.abs(found - haversine(lat1, lon1, lat2, lon2))).toBeLessThan(1e-4);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('the box around a point', () => {
  it('holds whatever lies within the distance', () => {
    fc.assert(
      fc.property(lat, lon, lat, lon, share, (lat1, lon1, lat2, lon2, slack) => {
        const { west, south, east, north } = boxAround(lat1, lon1, haversine(lat1, lon1, lat2, lon2) * (1 + slack));
        expect(lat2 >= south && lat2 <= north && lon2 >= west && lon2 <= east).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('holds a point a quarter of the way round', () => {
    const lon1 = 6.937664451811543e-7;
    const { west, east } = boxAround(0, lon1, haversine(0, lon1, 0, 90));
    expect(west <= 90 && 90 <= east).toBe(true);
  });

  it('is hardly larger than needed', () => {
    const metres = fc.double({ min: 1, max: 50_000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -60, max: 60, noNaN: true }), metres, (lat1, distance) => {
        const { west, south, east, north } = boxAround(lat1, 0, distance);
        expect(haversine(lat1, 0, north, 0)).toBeCloseTo(distance, 2);
        expect(haversine(lat1, 0, south, 0)).toBeCloseTo(distance, 2);
        expect(haversine(lat1, 0, lat1, east)).toBeLessThan(distance * 1.001);
        expect(west).toBe(-east);
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
