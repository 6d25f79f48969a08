import { titleCase } from '../../../../address/formatted/title-case.ts';
import { streetOf } from '../../../../address/index/address.ts';
import { numberIn } from '../../../../address/index/address-head.ts';
import { pointsInBox, TREE_UNITS, type TreeBox } from '../../../../address/index/kd-tree.ts';
import type { AddressIndex } from '../../../../address/index/open.ts';
import { textOf, textOfBytes } from '../../../../address/index/text.ts';
import { streetLines } from './street-lines.ts';
import { boxOfTile, type TileAddress, type TileBox, tileX, tileY } from './tile-address.ts';
import { EXTENT, type TileLayer } from './vector-tile.ts';

function inTree({ west, south, east, north }: TileBox): TreeBox {
  return {
    west: west * TREE_UNITS,
    south: south * TREE_UNITS,
    east: east * TREE_UNITS,
    north: north * TREE_UNITS,
  };
}

/** From this zoom on, points have numbers, and streets are drawn. */
const STREETS_ZOOM = 15;

/** Streets are drawn by what stands on them here, or this near, as a share of the tile's side. */
const NEAR = 0.12;

/** Points between two yields. */
const SLICE = 32;

/** One place in a tile: the first of its addresses, and how many there are. */
interface Spot {
  readonly x: number;
  readonly y: number;
  ordinal: number;
  count: number;
}

/**
 * Writes the addresses of a tile, `n` at each place, at close zoom with the `number` of the first;
 * and the course of each street near them, with its `name` and its `n` addresses.
 */
export function* writeAddresses(
  index: AddressIndex,
  tile: TileAddress,
  addresses: TileLayer,
  streets: TileLayer,
): Generator<void, void> {
  const spots = new Map<number, Spot>();
  const hasStreets = tile.z >= STREETS_ZOOM;
  const near = new Set<number>();
  yield* pointsInBox(index, inTree(boxOfTile(tile, hasStreets ? NEAR : 1e-6)), (ordinal, lon, lat) => {
    if (hasStreets) near.add(streetOf(index, ordinal));
    const x = Math.floor(tileX(tile, lon / TREE_UNITS));
    const y = Math.floor(tileY(tile, lat / TREE_UNITS));
    if (x < 0 || x >= EXTENT || y < 0 || y >= EXTENT) return;
    const place = y * EXTENT + x;
    const spot = spots.get(place);
    if (spot === undefined) spots.set(place, { x, y, ordinal, count: 1 });
    else {
      spot.count++;
      spot.ordinal = Math.min(spot.ordinal, ordinal);
    }
  });
  let written = 0;
  for (const { x, y, ordinal, count } of spots.values()) {
    const number = hasStreets ? numberOf(index, ordinal) : '';
    addresses.point(x, y, number === '' ? { n: count } : { n: count, number });
    if (++written % SLICE === 0) yield;
  }
  const { streetAddressStart, streetLabel } = index.columns;
  for (const street of near) {
    const lines = yield* streetLines(index, tile, street);
    const name = titleCase(textOf(index, streetLabel[street]!));
    const n = streetAddressStart[street + 1]! - streetAddressStart[street]!;
    for (const line of lines) streets.line(line, { name, n });
  }
}

/** The number of an address as labels write it; empty without one. */
function numberOf({ columns }: AddressIndex, ordinal: number): string {
  const { addressHead, numberText, numberTextStart } = columns;
  const code = numberIn(addressHead[ordinal]!);
  return textOfBytes(numberText, numberTextStart[code]!, numberTextStart[code + 1]!);
}
