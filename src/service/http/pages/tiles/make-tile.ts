import { PbfWriter } from 'pbf';
import type { AddressIndex } from '../../../../address/index/open.ts';
import { writeAddresses } from './address-layers.ts';
import { writeDensity } from './density-layer.ts';
import { writeLocalities } from './locality-layers.ts';
import type { TileAddress } from './tile-address.ts';
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
