import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandPolygon } from '../../build-index/areas/banded-polygon.ts';
import { layerOf } from '../../build-index/areas/boundary-layer.ts';
import { IN_NO_AREA, locateAddresses } from '../../build-index/compile/address-areas.ts';
import { PackedPoints } from '../../build-index/compile/packed-points.ts';
import { Random } from '../../build-index/generate/random.ts';
import type { Point, Ring } from './areas-files.ts';

/** Doubles between 1 and 180 in size are whole multiples of 2^-52: exact as integers after this scaling. */
const exact = (value: number): bigint => BigInt(value * 2 ** 52);

/** Even-odd or on an edge, by a ray straight up, in exact integers: another ray and another arithmetic than the code under test. */
function containsByBruteForce(rings: readonly Ring[], [px, py]: Point): boolean {
  const x = exact(px);
  const y = exact(py);
  let inside = false;
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [ax, ay, bx, by] = [exact(ring[i][0]), exact(ring[i][1]), exact(ring[i + 1][0]), exact(ring[i + 1][1])];
      const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
      const within = (a: bigint, b: bigint, v: bigint) => (a <= v && v <= b) || (b <= v && v <= a);
      if (turn === 0n && within(ax, bx, x) && within(ay, by, y)) return true;
      if (ax > x !== bx > x && turn < 0n === bx > ax) inside = !inside;
    }
  return inside;
}

function layerOfRings(polygons: readonly (readonly Ring[])[]) {
  return layerOf(
    polygons.map((_, area) => ({ name: `Area ${area}`, code: String(area) })),
    polygons.flatMap((rings, area) => {
      const ringStarts = [0];
      for (const ring of rings) ringStarts.push(ringStarts.at(-1)! + ring.length);
      const polygon = bandPolygon({
        coordinates: Float64Array.from(rings.flat(2) as number[]),
        ringStarts: Uint32Array.from(ringStarts),
      });
      return polygon === null ? [] : [{ area, polygon }];
    }),
  );
}

function expectedArea(polygons: readonly (readonly Ring[])[], point: Point): number {
  return polygons.findIndex((rings) => containsByBruteForce(rings, point));
}

const close = (ring: readonly Point[]): Ring => [...ring, ring[0]];

describe('locating addresses', () => {
  it('agrees with locating each in each layer, also where edges run along the lines of a grid or end in its corners', () => {
    /** In 1e-8 degrees: ten steps are a 128th of a degree. */
    const step = 78_125;
    const at = (units: number) => (units * step) / 1e8;
    const place = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
    const ring = fc
      .array(place, { minLength: 3, maxLength: 6 })
      .map((places) => close(places.map(([x, y]): Point => [at(144 * 1280 + x), at(-38 * 1280 + y)])));
    const polygon = fc.array(ring, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(
        fc.array(polygon, { maxLength: 4 }),
        fc.array(polygon, { maxLength: 2 }),
        fc.array(place, { minLength: 50, maxLength: 200 }),
        (lgas, wards, places) => {
          const none = layerOf([], []);
          const layers = { lga: layerOfRings(lgas), ward: layerOfRings(wards), stateElectorate: none };
          const points = new PackedPoints(places.length);
          places.forEach(([x, y], i) => {
            points.set(i, (144 * 1280 + x) * step, (-38 * 1280 + y) * step, 1);
          });
          const located = locateAddresses({ ...layers, commonwealthElectorate: none, sources: [] }, points);
          const expected = places.flatMap(([x, y]) =>
            [layers.lga, layers.ward, none, none].map((layer) => {
              const area = layer.locate(at(144 * 1280 + x), at(-38 * 1280 + y));
              return area < 0 ? IN_NO_AREA : area;
            }),
          );
          expect([...located]).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('locating a point in a layer', () => {
  it('agrees with exact ray casting on any rings of a small grid, edges and vertices included', () => {
    const vertex = fc.tuple(fc.integer({ min: 100, max: 108 }), fc.integer({ min: 10, max: 18 }));
    const ring = fc.array(vertex, { minLength: 3, maxLength: 10 }).map(close);
    const polygon = fc.array(ring, { minLength: 1, maxLength: 4 });
    const quarter = fc.tuple(fc.integer({ min: 396, max: 436 }), fc.integer({ min: 36, max: 76 }));
    fc.assert(
      fc.property(
        fc.array(polygon, { minLength: 1, maxLength: 5 }),
        fc.array(quarter, { minLength: 40, maxLength: 80 }),
        (polygons, quarters) => {
          const layer = layerOfRings(polygons);
          const points = [...polygons.flat(2), ...quarters.map(([x, y]): Point => [x / 4, y / 4])];
          for (const point of points) {
            const expected = expectedArea(polygons, point);
            expect(layer.locate(point[0], point[1]), `at ${point}`).toBe(expected);
            expect(layer.locate(point[0], point[1]), `again at ${point}`).toBe(expected);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('agrees with exact ray casting within a rounding error of the edges', () => {
    const lon = fc.double({ min: 113, max: 153, noNaN: true });
    const lat = fc.double({ min: -43, max: -10, noNaN: true });
    const ring = fc.array(fc.tuple(lon, lat), { minLength: 3, maxLength: 12 }).map(close);
    fc.assert(
      fc.property(
        fc.array(ring, { minLength: 1, maxLength: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rings, t) => {
          const layer = layerOfRings([rings]);
          for (const edges of rings)
            for (let i = 0; i + 1 < edges.length; i++) {
              const x = edges[i][0] + t * (edges[i + 1][0] - edges[i][0]);
              const y = edges[i][1] + t * (edges[i + 1][1] - edges[i][1]);
              for (const point of [
                [x, y],
                [x, edges[i][1]],
                [edges[i][0], y],
              ] as Point[])
                expect(layer.locate(point[0], point[1]), `at ${point}`).toBe(expectedArea([rings], point));
            }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('agrees with exact ray casting on jagged polygons of thousands of vertices that share their lines', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const random = new Random(seed, 'polygons');
        // Four areas around a jagged cross of grid points, as neighbouring councils share a river.
        const steps = 700;
        const jag = () =>
          Array.from({ length: steps + 1 }, (_, i) =>
            i === 0 || i === steps || i * 2 === steps ? 0 : random.below(60) - 30,
          );
        const down = jag().map((d, i): Point => [140 + d / 64, -40 + (i * 20) / steps]);
        const across = jag().map((d, i): Point => [130 + (i * 20) / steps, -30 + d / 64]);
        const [south, north] = [down.slice(0, steps / 2 + 1), down.slice(steps / 2)];
        const [west, east] = [across.slice(0, steps / 2 + 1), across.slice(steps / 2)];
        const polygons: Ring[][] = [
          [close([...west, ...north, [130, -20]])],
          [close([...east, [150, -20], ...[...north].reverse()])],
          [close([...east, [150, -40], ...south])],
          [close([...west, ...[...south].reverse(), [130, -40]])],
        ];
        const layer = layerOfRings(polygons);
        const points: Point[] = [
          [140, -30],
          [130, -30],
          [140, -40],
        ];
        for (let i = 0; i < 60; i++) {
          const k = random.below(steps);
          for (const line of [down, across]) {
            const [a, b] = [line[k], line[k + 1]];
            points.push(a, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], [a[0], b[1]]);
          }
          points.push([129 + random.below(22 * 64) / 64, -41 + random.below(22 * 64) / 64]);
        }
        for (const point of points)
          expect(layer.locate(point[0], point[1]), `at ${point}`).toBe(expectedArea(polygons, point));
      }),
      { numRuns: 8 },
    );
  });

  it('is right to the last bit beside a slanting edge, where plain floating point is not (Kettner et al., 2008)', () => {
    const ring: Ring = [
      [-12, -12],
      [24, 24],
      [24, -12],
      [-12, -12],
    ];
    const layer = layerOfRings([[ring]]);
    const bit = 2 ** -53;
    const wrong: Point[] = [];
    for (let i = 0; i < 128; i++)
      for (let j = 0; j < 128; j++) {
        const point: Point = [0.5 + i * bit, 0.5 + j * bit];
        if ((layer.locate(point[0], point[1]) === 0) !== j <= i) wrong.push(point);
      }
    expect(wrong).toEqual([]);
  });

  it('gives a point on a shared line to the first of the areas, whatever order it is asked in', () => {
    const left: Ring = [
      [140, -30],
      [140, -20],
      [145, -20],
      [145, -30],
      [140, -30],
    ];
    const right: Ring = [
      [145, -30],
      [145, -20],
      [150, -20],
      [150, -30],
      [145, -30],
    ];
    expect(layerOfRings([[left], [right]]).locate(145, -25)).toBe(0);
    expect(layerOfRings([[right], [left]]).locate(145, -25)).toBe(0);
  });

  it('answers no area for a point that is not a number and for a layer without polygons', () => {
    expect(layerOfRings([]).locate(145, -25)).toBe(-1);
    const layer = layerOfRings([
      [
        [
          [140, -30],
          [140, -20],
          [145, -20],
          [140, -30],
        ],
      ],
    ]);
    expect(layer.locate(Number.NaN, -25)).toBe(-1);
    expect(layer.locate(142, Number.NaN)).toBe(-1);
  });
});
