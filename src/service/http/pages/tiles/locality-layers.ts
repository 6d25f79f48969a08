import { titleCase } from '../../../../address/formatted/title-case.ts';
import type { AddressIndex } from '../../../../address/index/open.ts';
import { STATE_ORDER } from '../../../../address/index/sections.ts';
import { textOf } from '../../../../address/index/text.ts';
import { boxOfTile, type TileAddress, tileX, tileY } from './tile-address.ts';
import { EXTENT, type TileLayer } from './vector-tile.ts';

/** Localities between two yields. */
const SLICE = 256;

/**
 * A tile has at most one name in each of 8 × 8 squares, that of the locality with most addresses: by
 * size alone, suburbs of the largest cities would be all.
 */
const NAME_SQUARES = 8;

/** From this zoom on, localities have boxes. */
const BOXES_ZOOM = 8;

/** How far a box may reach beyond the tile, in its units, so that lines there are not seen. */
const BEYOND = 128;

const UNITS = 1e8;

interface Named {
  readonly locality: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Writes the largest locality of each square of a tile, largest first: `name` in title case and `n` addresses in the middle of
 * each; and the boxes of those that reach into it, clipped to it, by official `name` and `state`.
 */
export function* writeLocalities(
  index: AddressIndex,
  tile: TileAddress,
  names: TileLayer,
  boxes: TileLayer,
): Generator<void, void> {
  const { localityBounds, localityCount, localityName } = index.columns;
  const here = boxOfTile(tile);
  const found = new Map<number, Named>();
  for (let locality = 0; locality < localityCount.length; locality++) {
    if (locality % SLICE === SLICE - 1) yield;
    const west = localityBounds[4 * locality]! / UNITS;
    const south = localityBounds[4 * locality + 1]! / UNITS;
    const east = localityBounds[4 * locality + 2]! / UNITS;
    const north = localityBounds[4 * locality + 3]! / UNITS;
    // False for a locality without bounds, which are NaN.
    if (!(west <= here.east && east >= here.west && south <= here.north && north >= here.south)) continue;
    if (tile.z >= BOXES_ZOOM)
      boxes.box(
        within(tileX(tile, west)),
        within(tileY(tile, north)),
        within(tileX(tile, east)),
        within(tileY(tile, south)),
        nameOf(index, locality),
      );
    const x = Math.floor(tileX(tile, (west + east) / 2));
    const y = Math.floor(tileY(tile, (south + north) / 2));
    if (x >= 0 && x < EXTENT && y >= 0 && y < EXTENT) keepLargest(found, { locality, x, y }, localityCount);
  }
  const largest = [...found.values()].sort((a, b) => localityCount[b.locality]! - localityCount[a.locality]!);
  for (const { locality, x, y } of largest)
    names.point(x, y, { name: titleCase(textOf(index, localityName[locality]!)), n: localityCount[locality]! });
}

/** Keeps a locality if none in its square has as many addresses; of two with as many, the first in the index. */
function keepLargest(found: Map<number, Named>, named: Named, counts: Uint32Array): void {
  const side = EXTENT / NAME_SQUARES;
  const square = Math.floor(named.y / side) * NAME_SQUARES + Math.floor(named.x / side);
  const largest = found.get(square);
  if (largest === undefined || counts[named.locality]! > counts[largest.locality]!) found.set(square, named);
}

function nameOf(index: AddressIndex, locality: number) {
  const { localityName, localityState } = index.columns;
  return { name: textOf(index, localityName[locality]!), state: STATE_ORDER[localityState[locality]!]! };
}

function within(units: number): number {
  return Math.max(-BEYOND, Math.min(EXTENT + BEYOND, Math.round(units)));
}
