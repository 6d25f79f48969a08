import { DENSITY_LEVEL, type DensityCell, densityCells } from '../../../../address/index/density.ts';
import { latAt } from '../../../../address/index/mercator.ts';
import type { AddressIndex } from '../../../../address/index/open.ts';
import type { TileAddress } from './tile-address.ts';
import { EXTENT, type TileLayer } from './vector-tile.ts';

/**
 * A tile has 2⁷ by 2⁷ squares, as far as the tree is that deep; up to FAR_ZOOM, where few squares
 * hold addresses, 2⁸ by 2⁸.
 */
const FINENESS = 7;
const FAR_ZOOM = 6;

/** Squares between two yields. */
const SLICE = 64;

/** Circumference of the earth in km. */
const EQUATOR = 40_075;

/**
 * Writes the squares of a tile that hold addresses, each as a point in its middle: `n` addresses,
 * `d` per km².
 */
export function* writeDensity(index: AddressIndex, { z, x, y }: TileAddress, layer: TileLayer): Generator<void, void> {
  const level = Math.min(DENSITY_LEVEL, z + FINENESS + (z <= FAR_ZOOM ? 1 : 0));
  const side = EXTENT / 2 ** (level - z);
  const cell: DensityCell = { column: 0, row: 0, count: 0 };
  let written = 0;
  for (const _ of densityCells(index, z, x, y, level, cell)) {
    const { column, row, count } = cell;
    const kilometres = (EQUATOR / 2 ** level) * Math.cos((latAt((row + 0.5) / 2 ** level) * Math.PI) / 180);
    const left = (column - x * 2 ** (level - z)) * side;
    const top = (row - y * 2 ** (level - z)) * side;
    layer.point(left + side / 2, top + side / 2, { n: count, d: rounded(count / kilometres ** 2) });
    if (++written % SLICE === 0) yield;
  }
}

/** Two significant digits: colours need no more. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
