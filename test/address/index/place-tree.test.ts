import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeTreeSections } from '../../../build-index/compile/place-tree.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { BOX } from '../../../src/address/index/place-tree.ts';
import { TYPING_BY_SOURCES } from '../../../src/address/search/policy.ts';
import { NO_PLACE, placeAround } from '../../../src/address/search/retrieve/places/near-places.ts';
import { nearTo, squareTo, squareToPlace } from '../../../src/address/search/retrieve/places/regions.ts';
import { type Query, queryOf } from '../../../src/address/search/retrieve/query.ts';
import { openSample } from '../search/sample.ts';

const STATES = 9;

/** A locality: its state and the box of its addresses in degrees, null without addresses. */
interface Place {
  readonly state: number;
  readonly box: readonly [number, number, number, number] | null;
}

const lon = fc.double({ min: 110, max: 155, noNaN: true });
const lat = fc.double({ min: -45, max: -10, noNaN: true });
/** Many are small, some as large as a state, some a point; some share a corner. */
const size = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 0.2, noNaN: true }),
  fc.double({ max: 9, min: 0, noNaN: true }),
);
const box = fc
  .tuple(fc.oneof(lon, fc.constant(151)), fc.oneof(lat, fc.constant(-33)), size, size)
  .map(([west, south, width, height]): Place['box'] => [west, south, west + width, south + height]);
const place: fc.Arbitrary<Place> = fc.record({
  state: fc.nat(STATES - 1),
  box: fc.option(box, { nil: null, freq: 9 }),
});
const places = fc
  .array(place, { maxLength: 700, size: 'max' })
  .map((list) => [...list].sort((a, b) => a.state - b.state));

let index: AddressIndex;

beforeAll(() => {
  index = openSample().index;
});

/** The index with other localities. */
function withPlaces(list: readonly Place[]): AddressIndex {
  const localityBounds = new Float64Array(BOX * list.length).fill(Number.NaN);
  list.forEach((at, i) => {
    if (at.box !== null)
      localityBounds.set(
        at.box.map((degrees) => degrees * 1e8),
        BOX * i,
      );
  });
  const states = list.map(({ state }) => state);
  const localityState = Uint8Array.from(states);
  return {
    ...index,
    columns: { ...index.columns, localityBounds, localityState, ...placeTreeSections(localityBounds, states) },
  };
}

function nearest(query: Query, most: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < most; i++) {
    const next = placeAround(query, i);
    if (next === NO_PLACE) break;
    found.push(next);
  }
  return found;
}

describe('The localities around a point', () => {
  it('come in the order of their distance, those of the state alone where one is given', () => {
    fc.assert(
      fc.property(places, lon, lat, fc.integer({ min: -1, max: STATES - 1 }), fc.nat(80), (list, x, y, state, most) => {
        const changed = withPlaces(list);
        const query = queryOf(changed, 'SMITH', TYPING_BY_SOURCES, { state, near: nearTo({ lat: y, lon: x }) });
        const square = (locality: number) => squareTo(changed, locality, nearTo({ lat: y, lon: x }));
        const expected = list
          .flatMap((at, i) => (at.box !== null && (state < 0 || at.state === state) ? [i] : []))
          .sort((a, b) => square(a) - square(b) || a - b);
        expect(nearest(query, most)).toEqual(expected.slice(0, most));
        if (most > 0) expect(placeAround(query, 0)).toBe(expected[0] ?? NO_PLACE);
      }),
      { numRuns: 200 },
    );
  });

  it('are localities of the index, and come to an end, whatever a damaged tree says', () => {
    const word = fc.oneof(
      fc.nat(60),
      fc.integer({ min: 1, max: 200 }).map((box) => 2 ** 32 - box),
      fc.nat(2 ** 32 - 1),
    );
    const broken = fc.array(fc.tuple(fc.nat(59), word), { minLength: 1, maxLength: 20 });
    const list = Array.from(
      { length: 60 },
      (_, i): Place => ({ state: i % 7 < 3 ? 1 : 2, box: [150 + i / 60, -33, 151, -32] }),
    );
    fc.assert(
      fc.property(broken, fc.integer({ min: -1, max: 2 }), (words, state) => {
        const changed = withPlaces([...list].sort((a, b) => a.state - b.state));
        for (const [item, value] of words) changed.columns.placeTreeLocality[item] = value;
        const found = nearest(
          queryOf(changed, 'SMITH', TYPING_BY_SOURCES, { state, near: nearTo({ lat: -32.5, lon: 150.5 }) }),
          1000,
        );
        expect(found.length).toBeLessThanOrEqual(list.length);
        expect(found.every((locality) => locality < list.length)).toBe(true);
      }),
    );
  });
});

it('Of boxes that hold a point, the one whose middle is nearer is the nearer, on any side; one that does not hold it is farther', () => {
  const [lat, lon] = [-32.5, 150.5];
  const square = (east: number, north: number) => {
    const degrees = [lon - 1 + east, lat - 1 + north, lon + 1 + east, lat + 1 + north];
    return squareToPlace(
      Float64Array.from(degrees, (at) => at * 1e8),
      0,
      nearTo({ lat, lon }),
    );
  };
  expect(square(0, 0)).toBeCloseTo(0, 0);
  for (const sign of [-1, 1])
    for (const away of [0.2, 0.5, 0.9]) {
      expect(square(0, sign * away)).toBeGreaterThan(square(0, (sign * away) / 2));
      expect(square(sign * away, 0)).toBeGreaterThan(square((sign * away) / 2, 0));
      expect(square(sign * 2.1, sign * 2.1)).toBeGreaterThan(square(sign * away, sign * away));
    }
});
