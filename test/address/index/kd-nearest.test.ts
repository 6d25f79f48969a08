import fc from 'fast-check';
import KDBush from 'kdbush';
import { describe, expect, it } from 'vitest';
import { kdTreeSections } from '../../../build-index/compile/kd-tree.ts';
import { latOf, lonOf } from '../../../src/address/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../../src/address/index/address-flags.ts';
import { packHead, UNIT_HEAD } from '../../../src/address/index/address-head.ts';
import { ADDRESS, ADDRESS_WORDS, flagsOf, packCodes } from '../../../src/address/index/address-record.ts';
import { haversine } from '../../../src/address/index/haversine.ts';
import { compareIds } from '../../../src/address/index/id-hash.ts';
import { nearestAddresses } from '../../../src/address/index/kd-nearest.ts';
import { pointsInBox } from '../../../src/address/index/kd-tree.ts';
import { LOCALITY, LOCALITY_WORDS, packOrigin } from '../../../src/address/index/locality-answer.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { STREET_BLOCK } from '../../../src/address/index/sections.ts';
import { localityOf, STREET_WORDS } from '../../../src/address/index/street-answer.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Records that can be found, by ordinal. */
type Places = ReadonlyMap<number, Place>;

interface Found {
  readonly total: number;
  readonly ordinals: readonly number[];
  readonly metres: readonly number[];
}

/** What a scan of all records finds. */
function scanned(places: Places, { lat, lon }: Place, radius: number, limit: number, compare: Compare): Found {
  const within = [...places]
    .map(([ordinal, place]) => ({ ordinal, metres: haversine(lat, lon, place.lat, place.lon) }))
    .filter(({ metres }) => metres <= radius)
    .sort((a, b) => a.metres - b.metres || compare(a.ordinal, b.ordinal));
  const first = within.slice(0, limit);
  return {
    total: within.length,
    ordinals: first.map(({ ordinal }) => ordinal),
    metres: first.map(({ metres }) => metres),
  };
}

type Compare = (a: number, b: number) => number;

function searched(index: AddressIndex, { lat, lon }: Place, radius: number, limit: number): Found {
  const { total, found, ordinals, metres } = nearestAddresses(index, lat, lon, radius, limit);
  return { total, ordinals: [...ordinals.slice(0, found)], metres: [...metres.slice(0, found)] };
}

function placesOf(index: AddressIndex): Places {
  const { streetAddressStart } = index.columns;
  const places = new Map<number, Place>();
  for (let street = 0; street + 1 < streetAddressStart.length; street++) {
    const locality = localityOf(index, street);
    for (let ordinal = streetAddressStart[street]; ordinal < streetAddressStart[street + 1]; ordinal++)
      if ((flagsOf(index, ordinal) & (HAS_GEOCODE | IS_ALIAS)) === HAS_GEOCODE)
        places.set(ordinal, {
          lat: latOf(index, ordinal, locality) / 1e8,
          lon: lonOf(index, ordinal, locality) / 1e8,
        });
  }
  return places;
}

/** The row of a locality whose origin is a point. */
function rowAt(lon: number, lat: number): number[] {
  const row = new Array<number>(LOCALITY_WORDS).fill(0);
  row.splice(LOCALITY.lon, 4, ...packOrigin(lon), ...packOrigin(lat));
  return row;
}

/**
 * An index of nothing but points, anywhere on earth, each in a locality of its own; null for a record that cannot be found.
 * Coordinates are integers of 1e-8 degrees. Ids are in the order of `idNumber`.
 */
function indexOf(
  points: readonly (readonly [lon: number, lat: number] | null)[],
  idNumber: (ordinal: number) => number = (ordinal) => ordinal,
): AddressIndex {
  const each = Uint32Array.from(points, (_, i) => i);
  const addressRecord = new Uint32Array(points.length * ADDRESS_WORDS);
  for (const ordinal of each) {
    addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.idNumber] = idNumber(ordinal);
    addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.codes] = packCodes(0, 0, 0, 1);
  }
  const columns = {
    addressHead: each.map((code) => packHead(code, UNIT_HEAD)),
    addressUnit: each,
    addressRecord,
    addressBlockStreet: each.filter((i) => i % STREET_BLOCK === 0),
    streetAddressStart: Uint32Array.of(...each, points.length),
    streetAnswer: Uint32Array.from({ length: points.length * STREET_WORDS }, (_, i) => Math.floor(i / STREET_WORDS)),
    localityAnswer: Uint32Array.from(points.flatMap((point) => rowAt(point?.[0] ?? 0, point?.[1] ?? 0))),
    ...kdTreeSections(
      points.length,
      (ordinal) => points[ordinal]?.[0] ?? Number.NaN,
      (ordinal) => points[ordinal]?.[1] ?? Number.NaN,
    ),
  };
  return { columns } as unknown as AddressIndex;
}

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
const corners = fc.record({ lat: fc.constantFrom(-90, 0, 90), lon: fc.constantFrom(-180, 0, 180) });
const limits = fc.integer({ min: 1, max: 20 });
const radii = fc.oneof(
  fc.integer({ min: 1, max: 50_000 }),
  fc.double({ min: 0, max: Math.log10(50_000), noNaN: true }).map((power) => 10 ** power),
);

/** Points at places, and around them at every scale from a millimetre to a thousand kilometres. */
function near(places: readonly Place[]): fc.Arbitrary<Place> {
  const around = fc
    .record({
      place: fc.constantFrom(...places),
      power: fc.double({ min: -8, max: 1, noNaN: true }),
      angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    })
    .map(({ place, power, angle }) => ({
      lat: Math.max(-90, Math.min(90, place.lat + 10 ** power * Math.sin(angle))),
      lon: Math.max(-180, Math.min(180, place.lon + 10 ** power * Math.cos(angle))),
    }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...places) },
    { weight: 6, arbitrary: around },
    { weight: 1, arbitrary: anywhere },
    { weight: 1, arbitrary: corners },
  );
}

describe('nearestAddresses', () => {
  it.each([
    { addresses: 200, seed: 11 },
    { addresses: 3000, seed: 7 },
  ])(
    'finds in a release of $addresses addresses what a scan finds, in the same order, with the same total',
    async ({ addresses, seed }) => {
      const index = openIndex(generatedIndex(addresses, seed));
      const places = placesOf(index);
      const byId: Compare = (a, b) => compareIds(index, a, b);
      fc.assert(
        fc.property(near([...places.values()]), radii, limits, (point, radius, limit) => {
          expect(searched(index, point, radius, limit)).toEqual(scanned(places, point, radius, limit, byId));
        }),
        { numRuns: cases(120, 1500) },
      );
    },
  );

  it('puts records at one place in the order of their ids, whichever that is, also where the limit cuts them', () => {
    const points = Array.from({ length: 1000 }, (_, i): [number, number] => [145e8 + (i % 7) * 1000, -38e8]);
    const places = new Map(points.map(([lon, lat], i) => [i, { lon: lon / 1e8, lat: lat / 1e8 }]));
    for (const idNumber of [(i: number) => i, (i: number) => 1000 - i, (i: number) => (i * 7919) % 1009])
      for (const limit of [1, 2, 5, 19, 20]) {
        const at = { lat: -38, lon: 145.00001 };
        const byId: Compare = (a, b) => idNumber(a) - idNumber(b);
        expect(searched(indexOf(points, idNumber), at, 100, limit)).toEqual(scanned(places, at, 100, limit, byId));
      }
  });

  it('finds around the poles and across the antimeridian what a scan finds', () => {
    const edge = fc.oneof(
      fc.integer({ min: -1800_000_000, max: 1800_000_000 }),
      fc.constantFrom(-18e8, 18e8),
      fc.constant(0),
    );
    const nearPole = fc.oneof(
      fc.integer({ min: -90_000, max: 90_000 }).map((offset) => 90e8 - Math.abs(offset)),
      fc.integer({ min: -9_000_000, max: 9_000_000 }).map((offset) => Math.abs(offset) - 90e8),
      fc.integer({ min: -900_000_000, max: 900_000_000 }).map((tens) => tens * 10),
    );
    const nearAntimeridian = fc.oneof(
      fc
        .integer({ min: -20_000_000, max: 20_000_000 })
        .map((offset) => (offset < 0 ? -180e8 - offset : 180e8 - offset)),
      edge.map((tens) => tens * 10),
    );
    const point = fc.option(fc.tuple(nearAntimeridian, nearPole), { freq: 12, nil: null });
    const fromPoint = fc.oneof(
      anywhere,
      corners,
      fc.record({
        lat: nearPole.map((lat) => lat / 1e8),
        lon: nearAntimeridian.map((lon) => lon / 1e8),
      }),
    );
    const byOrdinal: Compare = (a, b) => a - b;
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 70, maxLength: 400 }),
        fc.array(fromPoint, { minLength: 20, maxLength: 20 }),
        radii,
        limits,
        (points, from, radius, limit) => {
          const index = indexOf(points);
          const places = new Map(
            points.flatMap((place, i) => (place === null ? [] : [[i, { lon: place[0] / 1e8, lat: place[1] / 1e8 }]])),
          );
          for (const at of [...from, ...[...places.values()].slice(0, 5)])
            expect(searched(index, at, radius, limit)).toEqual(scanned(places, at, radius, limit, byOrdinal));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds what a scan finds, however large the circle, and never the records that are parked', () => {
    const point = fc.option(fc.tuple(fc.integer({ min: 96e8, max: 169e8 }), fc.integer({ min: -45e8, max: -8e8 })), {
      freq: 3,
      nil: null,
    });
    const byOrdinal: Compare = (a, b) => a - b;
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 100, maxLength: 500 }),
        anywhere,
        fc.double({ min: 1, max: 2.1e7, noNaN: true }),
        limits,
        (points, at, radius, limit) => {
          const places = new Map(
            points.flatMap((place, i) => (place === null ? [] : [[i, { lon: place[0] / 1e8, lat: place[1] / 1e8 }]])),
          );
          expect(searched(indexOf(points), at, radius, limit)).toEqual(scanned(places, at, radius, limit, byOrdinal));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds nothing where there is nothing', () => {
    expect(searched(indexOf([]), { lat: -38, lon: 145 }, 50_000, 20)).toEqual({
      total: 0,
      ordinals: [],
      metres: [],
    });
    expect(searched(indexOf([null, null]), { lat: 90, lon: 180 }, 50_000, 20).total).toBe(0);
  });
});

describe('pointsInBox', () => {
  const degrees = fc.integer({ min: -40, max: 40 });
  const point = fc.tuple(degrees, degrees).map(([lon, lat]) => [lon * 1e7, lat * 1e7] as const);

  it('finds in a box what kdbush finds, each with its place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(point, { freq: 10 }), { maxLength: 600 }),
        fc.tuple(degrees, degrees, degrees, degrees),
        (points, [west, south, east, north]) => {
          const there = [...points.entries()].filter((each): each is [number, [number, number]] => each[1] !== null);
          const tree = new KDBush(there.length, 8, Int32Array);
          for (const [, [lon, lat]] of there) tree.add(lon / 10, lat / 10);
          const box = { west: west * 1e6, south: south * 1e6, east: east * 1e6, north: north * 1e6 };
          const expected = tree.finish().range(box.west, box.south, box.east, box.north);
          const found: string[] = [];
          const walk = pointsInBox(indexOf(points), box, (ordinal, x, y) => found.push(`${ordinal} ${x} ${y}`));
          while (walk.next().done !== true);
          const lines = expected.map((i) => `${there[i]![0]} ${there[i]![1][0] / 10} ${there[i]![1][1] / 10}`);
          expect(found.sort()).toEqual(lines.sort());
        },
      ),
      { numRuns: cases(200, 5000) },
    );
  });
});
