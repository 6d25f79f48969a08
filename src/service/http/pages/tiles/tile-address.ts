import { latAt, lonAt, worldX, worldY } from '../../../../address/index/mercator.ts';
import { type ErrorAnswer, invalidParameters } from '../../errors.ts';
import { EXTENT } from './vector-tile.ts';

/** The deepest zoom with tiles; maps enlarge these for closer views. */
export const MOST_ZOOM = 16;

/** A tile of the world, by zoom, column and row. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

const PATH = /^\/tiles\/([^/]*)\/([^/]*)\/([^/]*)\.mvt$/;

/** The tile that a path names, or what is wrong with it; null if it is not the path of a tile. */
export function tileAddressOf(path: string): TileAddress | ErrorAnswer | null {
  const parts = PATH.exec(path);
  if (parts === null) return null;
  const numbers = parts.slice(1).map((text) => (/^(0|[1-9]\d{0,5})$/.test(text) ? Number(text) : Number.NaN));
  const [z, x, y] = numbers as [number, number, number];
  if (!(z <= MOST_ZOOM)) return invalidParameters({ z: [`must be a whole number from 0 to ${MOST_ZOOM}`] });
  const most = 2 ** z - 1;
  const wrong = Object.entries({ x, y }).filter(([, value]) => !(value <= most));
  if (wrong.length === 0) return { z, x, y };
  const message = `must be a whole number from 0 to ${most} at zoom ${z}`;
  return invalidParameters(Object.fromEntries(wrong.map(([name]) => [name, [message]])));
}

/** The box of a tile in degrees, extended on each side by a share of its size. */
export function boxOfTile({ z, x, y }: TileAddress, wider = 0): TileBox {
  const side = 2 ** -z;
  return {
    west: lonAt((x - wider) * side),
    east: lonAt((x + 1 + wider) * side),
    north: latAt((y - wider) * side),
    south: latAt((y + 1 + wider) * side),
  };
}

/** A box in degrees. */
export interface TileBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Where a longitude lies in a tile, in its units, not rounded. */
export function tileX({ z, x }: TileAddress, lon: number): number {
  return (worldX(lon) * 2 ** z - x) * EXTENT;
}

/** Where a latitude lies in a tile, in its units, not rounded. */
export function tileY({ z, y }: TileAddress, lat: number): number {
  return (worldY(lat) * 2 ** z - y) * EXTENT;
}
