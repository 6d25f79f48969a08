import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { titleCase } from '../../src/address/formatted/title-case.ts';
import { latOf, lonOf, streetOf } from '../../src/address/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { numberIn } from '../../src/address/index/address-head.ts';
import { codesOf, flagsIn } from '../../src/address/index/address-record.ts';
import { openIndex } from '../../src/address/index/open.ts';
import { localityOf } from '../../src/address/index/street-answer.ts';
import { textOf } from '../../src/address/index/text.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { generatedIndex, sampleIndex } from '../support/shared-releases.ts';

const EXTENT = 4096;
const BUILDINGS = 20_000;

/** An address of the index by its place in the world: the square of side 1 that Web Mercator has it in. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly number: string;
  readonly street: string;
  readonly locality: string;
}

/** All addresses that can be found by a point, read one by one; the projection as Snyder has it (USGS 1395, 7-1 and 7-2). */
function placesOf(path: string): Place[] {
  const index = openIndex(path);
  const { addressHead, streetLabel, localityName, numberText, numberTextStart } = index.columns;
  return Array.from(addressHead.keys()).flatMap((ordinal) => {
    if ((flagsIn(codesOf(index, ordinal)) & (HAS_GEOCODE | IS_ALIAS)) !== HAS_GEOCODE) return [];
    const street = streetOf(index, ordinal);
    const locality = localityOf(index, street);
    const lat = ((latOf(index, ordinal, locality) / 1e8) * Math.PI) / 180;
    const code = numberIn(addressHead[ordinal]);
    return [
      {
        x: lonOf(index, ordinal, locality) / 1e8 / 360 + 0.5,
        y: (1 - Math.log(Math.tan(Math.PI / 4 + lat / 2)) / Math.PI) / 2,
        number: Buffer.from(numberText.subarray(numberTextStart[code], numberTextStart[code + 1])).toString(),
        street: textOf(index, streetLabel[street]),
        locality: textOf(index, localityName[locality]),
      },
    ];
  });
}

/** How many places there are in each square of a zoom, by `column/row`. */
function counted(places: readonly Place[], zoom: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { x, y } of places) {
    const square = `${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}`;
    counts.set(square, (counts.get(square) ?? 0) + 1);
  }
  return counts;
}

describe('The tiles of the map', () => {
  let service: Letterbox;
  let places: Place[];
  beforeAll(async () => {
    const index = generatedIndex(BUILDINGS, 7);
    places = placesOf(index);
    service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--workers', '1']);
  }, 120_000);
  afterAll(() => stopLetterbox(service));

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${service.port}/tiles/${path}`, { headers });

  /** The layers of a tile, as an independent reader finds them: features with their first point and properties. */
  async function tile(z: number, x: number, y: number) {
    const response = await ask(`${z}/${x}/${y}.mvt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())));
    return (name: string) =>
      Array.from({ length: layers[name]?.length ?? 0 }, (_, i) => {
        const feature = layers[name].feature(i);
        const [first] = feature.loadGeometry();
        return { ring: first, x: first[0].x, y: first[0].y, ...(feature.properties as object) } as unknown as {
          readonly ring: readonly { readonly x: number; readonly y: number }[];
          readonly x: number;
          readonly y: number;
          readonly n: number;
          readonly d: number;
          readonly number?: string;
          readonly name: string;
        };
      });
  }

  it('have, far out, in every square the addresses that stand there, whatever the zoom', async () => {
    for (const z of [0, 3, 4, 9, 10, 12, 13]) {
      const level = Math.min(18, z + (z <= 6 ? 8 : 7));
      const expected = counted(places, level);
      const squares = 2 ** (level - z);
      // Every tile that has addresses, as far as a few of them go.
      const tiles = [...counted(places, z).entries()].slice(0, 12);
      for (const [name, count] of tiles) {
        const [x, y] = name.split('/').map(Number);
        const density = (await tile(z, x, y))('density');
        const sum = density.reduce((all, { n }) => all + n, 0);
        expect([z, name, sum]).toEqual([z, name, count]);
        for (const { n, d, ...at } of density) {
          const column = x * squares + Math.floor((at.x / EXTENT) * squares);
          const row = y * squares + Math.floor((at.y / EXTENT) * squares);
          expect([column, row, n]).toEqual([column, row, expected.get(`${column}/${row}`)]);
          expect(d).toBeGreaterThan(0);
        }
        expect(new Set(density.map(({ x, y }) => `${x} ${y}`)).size).toBe(density.length);
      }
    }
  });

  it('have, near by, every address once, at its place, with its number, and roads between those of a street', async () => {
    let roads = 0;
    const unitsOf = (z: number, x: number, y: number) => (place: Place) => ({
      x: (place.x * 2 ** z - x) * EXTENT,
      y: (place.y * 2 ** z - y) * EXTENT,
    });
    const extent = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
    for (const z of [14, 15, 16]) {
      for (const [name, count] of [...counted(places, z).entries()].sort((a, b) => b[1] - a[1]).slice(0, 4)) {
        const [x, y] = name.split('/').map(Number);
        const layer = await tile(z, x, y);
        expect(layer('density')).toEqual([]);
        const here = places.filter((place) => Math.floor(place.x * 2 ** z) === x && Math.floor(place.y * 2 ** z) === y);
        const addresses = layer('addresses');
        expect(addresses.reduce((sum, { n }) => sum + n, 0)).toBe(count);
        for (const { n, number, ...at } of addresses) {
          const there = here.filter(
            (place) =>
              Math.abs((place.x * 2 ** z - x) * EXTENT - at.x - 0.5) <= 0.6 &&
              Math.abs((place.y * 2 ** z - y) * EXTENT - at.y - 0.5) <= 0.6,
          );
          expect(there.length).toBeGreaterThanOrEqual(n);
          if (number !== undefined) expect(there.map((place) => place.number)).toContain(number);
        }
        expect(addresses.some(({ number }) => number !== undefined)).toBe(z > 14);
        for (const { ring, name } of layer('streets')) {
          roads++;
          const ofStreet = places.filter(({ street }) => titleCase(street) === name).map(unitsOf(z, x, y));
          // Between the addresses of its street, and at its ends hardly beyond them.
          const [west, east] = extent(ofStreet.map((place) => place.x));
          const [north, south] = extent(ofStreet.map((place) => place.y));
          const beyond = 2 + 0.2 * Math.hypot(east - west, south - north);
          for (const point of ring) {
            expect(point.x).toBeGreaterThanOrEqual(west - beyond);
            expect(point.x).toBeLessThanOrEqual(east + beyond);
            expect(point.y).toBeGreaterThanOrEqual(north - beyond);
            expect(point.y).toBeLessThanOrEqual(south + beyond);
          }
        }
        // A box of an address here reaches into the tile.
        const boxes = layer('extents').map((box) => box.name);
        for (const { locality } of here) expect(boxes).toContain(locality);
      }
    }
    expect(roads).toBeGreaterThan(5);
  });

  it('name the localities with most addresses, in the middle of their boxes, each in one tile of a zoom', async () => {
    const counts = new Map<string, number>();
    for (const { locality } of places) counts.set(locality, (counts.get(locality) ?? 0) + 1);
    const [[largest]] = [...counts].sort((a, b) => b[1] - a[1]);
    const world = (await tile(0, 0, 0))('localities');
    expect(world.map(({ name }) => name)).toContain(titleCase(largest));
    expect(world.map(({ n }) => n)).toEqual(world.map(({ n }) => n).sort((a, b) => b - a));
  });

  it('are kept, compressed, and told apart by a tag', async () => {
    const [name] = [...counted(places, 5).keys()];
    const first = await ask(`5/${name}.mvt`, { 'Accept-Encoding': 'gzip' });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const etag = first.headers.get('etag')!;
    const again = await ask(`5/${name}.mvt`, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    const head = await fetch(`http://127.0.0.1:${service.port}/tiles/5/${name}.mvt`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const sea = await ask('9/0/0.mvt');
    expect([sea.status, (await sea.arrayBuffer()).byteLength]).toEqual([200, 0]);
  });

  it.each([
    ['17/0/0', { z: ['must be a whole number from 0 to 16'] }],
    ['-1/0/0', { z: ['must be a whole number from 0 to 16'] }],
    ['1e1/0/0', { z: ['must be a whole number from 0 to 16'] }],
    ['3/8/7', { x: ['must be a whole number from 0 to 7 at zoom 3'] }],
    [
      '3/8/08',
      { x: ['must be a whole number from 0 to 7 at zoom 3'], y: ['must be a whole number from 0 to 7 at zoom 3'] },
    ],
    ['0/0/%30', { y: ['must be a whole number from 0 to 0 at zoom 0'] }],
  ])('refuse %s, and say what was expected', async (path, details) => {
    const response = await ask(`${path}.mvt`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: 'INVALID_PARAMETERS', details });
    expect(response.headers.get('x-request-id')).toBe(error.request_id);
  });

  it('wait in a line that has an end, and leave others their turn', async () => {
    const tiles = [...counted(places, 13).keys()].slice(0, 400);
    const answers = Promise.all(
      tiles.map(async (name) => {
        const { status, headers } = await ask(`13/${name}.mvt`);
        return `${status} ${headers.get('retry-after')}`;
      }),
    );
    const lookup = await fetch(`http://127.0.0.1:${service.port}/v1/address/lookup/postcode?postcode=4000`, {
      headers: { 'X-Api-Key': 'demo' },
    });
    expect(lookup.status).toBe(200);
    const statuses = new Set(await answers);
    expect([...statuses].filter((status) => status !== '200 null' && status !== '429 1')).toEqual([]);
    const [name] = tiles;
    expect((await ask(`13/${name}.mvt`)).status).toBe(200);
  });
});

it('No tile is served with the reference alone, nor what is no tile', async () => {
  const index = sampleIndex();
  const service = await runLetterbox(['--index', index, '--dev-key', 'demo', '--workers', '1', '--pages', 'docs']);
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${service.port}${path}`)).status;
  expect(await Promise.all(['/tiles/0/0/0.mvt', '/tiles/0/0.mvt', '/docs'].map(status))).toEqual([404, 404, 200]);
  await stopLetterbox(service);
});
