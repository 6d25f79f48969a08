import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PbfWriter } from 'pbf';
import type { AddressIndex } from '../../../../address/index/open.ts';
import { type ErrorAnswer, OVERLOADED } from '../../errors.ts';
import { type Page, pageOf } from '../page.ts';
import { writeAddresses } from './address-layers.ts';
import { writeDensity } from './density-layer.ts';
import { writeLocalities } from './locality-layers.ts';
import { type TileAddress, tileAddressOf } from './tile-address.ts';
import { TileLayer } from './vector-tile.ts';

/** From this zoom on, a tile has the addresses themselves; below it, their density. */
const ADDRESSES_ZOOM = 14;

/**
 * Makes a vector tile of an index: `density` or `addresses` and `streets`, then `localities` and
 * `extents`. Yields every few microseconds.
 */
export function* makeTile(index: AddressIndex, tile: TileAddress): Generator<void, Uint8Array> {
  const density = new TileLayer('density');
  const addresses = new TileLayer('addresses');
  const streets = new TileLayer('streets');
  const localities = new TileLayer('localities');
  const extents = new TileLayer('extents');
  if (tile.z < ADDRESSES_ZOOM) yield* writeDensity(index, tile, density);
  else yield* writeAddresses(index, tile, addresses, streets);
  yield* writeLocalities(index, tile, localities, extents);
  const pbf = new PbfWriter(new Uint8Array(1024));
  for (const layer of [extents, density, addresses, streets, localities]) {
    layer.writeTo(pbf);
    yield;
  }
  return pbf.finish().slice();
}

/** The longest that the thread works on a tile before it answers requests, ms. */
const SLICE_MS = 0.5;

/** The most tiles that wait to be made: anybody may ask for them, and nobody pays. */
const MOST_WAITING = 64;

/** The size of the tile cache, in bytes, compressed and plain. */
const MOST_BYTES = 16 * 2 ** 20;

/** What a cached tile takes besides its bodies, approximately. */
const ENTRY_BYTES = 1024;

const LEAST_TO_COMPRESS = 512;

const HEADERS = { 'Cache-Control': 'public, max-age=3600', 'Cross-Origin-Resource-Policy': 'same-origin' };

const compress = promisify(gzip);

/**
 * Tiles by path: a tile, a promise of one that is being made, or an error; undefined if it is not
 * the path of a tile.
 */
export type Tiles = (path: string) => Page | Promise<Page> | ErrorAnswer | undefined;

/**
 * The tiles of an index. They are made one at a time, a slice in each turn of the event loop, and
 * the most recently made are cached.
 */
export function tilesOf(index: AddressIndex): Tiles {
  const kept = new Map<string, { readonly page: Page; readonly bytes: number }>();
  const waiting = new Map<string, Promise<Page>>();
  let bytes = 0;
  let last: Promise<unknown> = Promise.resolve();

  function keep(path: string, page: Page): void {
    const size = ENTRY_BYTES + page.plain.body.length + (page.gzip?.body.length ?? 0);
    kept.set(path, { page, bytes: size });
    bytes += size;
    for (const [oldest, entry] of kept) {
      if (bytes <= MOST_BYTES) break;
      kept.delete(oldest);
      bytes -= entry.bytes;
    }
  }

  async function make(path: string, tile: TileAddress): Promise<Page> {
    const page = await pageOfTile(await inSlices(makeTile(index, tile)));
    keep(path, page);
    return page;
  }

  return (path) => {
    const tile = tileAddressOf(path);
    if (tile === null) return undefined;
    if ('status' in tile) return tile;
    const entry = kept.get(path);
    if (entry !== undefined) {
      kept.delete(path);
      kept.set(path, entry);
      return entry.page;
    }
    const promised = waiting.get(path);
    if (promised !== undefined) return promised;
    if (waiting.size >= MOST_WAITING) return OVERLOADED;
    const made = last.then(() => make(path, tile)).finally(() => waiting.delete(path));
    waiting.set(path, made);
    last = made.catch(() => {});
    return made;
  };
}

async function pageOfTile(plain: Uint8Array): Promise<Page> {
  const packed = plain.length < LEAST_TO_COMPRESS ? null : await compress(plain, { level: 4 });
  return pageOf('application/vnd.mapbox-vector-tile', { plain, gzip: packed, brotli: null }, HEADERS);
}

/** Runs a generator to its end, and lets the thread answer requests after every slice of it. */
async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < end);
    await setImmediate();
  }
}
