import type { BandedPolygon } from './banded-polygon.ts';

/** Cells per degree in each direction; a cell is about 850 m wide. */
const PER_DEGREE = 128;
/** Tiles of one degree each, once around and from pole to pole. */
const TILES_EAST = 361;
const TILES_NORTH = 181;
/** How near an edge may pass without crossing a cell, in cells: far more than rounding shifts any coordinate. */
const MARGIN = 1e-6;
/** What is known about a cell: nothing; that an edge crosses it; else its answer + 1. */
const UNKNOWN = 0;
const CROSSED = 0xffff;

/**
 * A grid over some polygons. All points in a cell that no edge of theirs touches lie in the same
 * polygons: one answer serves them all. Most addresses lie in such cells. Takes 32 KB for every
 * one-degree tile that has an edge or was asked about.
 */
export class UniformCells<T> {
  readonly #tiles = new Array<Uint16Array | undefined>(TILES_EAST * TILES_NORTH);
  readonly #answers: T[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(polygons: Iterable<BandedPolygon>) {
    for (const { coordinates, edges } of polygons)
      for (const edge of edges)
        this.#cross(coordinates[edge], coordinates[edge + 1], coordinates[edge + 2], coordinates[edge + 3]);
  }

  /**
   * The answer for the cell of a point in degrees, found by `find` for the first point asked of the
   * cell. Null where an edge crosses the cell. `key` tells answers apart.
   */
  answer(lon: number, lat: number, find: () => T, key: (answer: T) => string): T | null {
    const x = Math.floor((lon + 180) * PER_DEGREE);
    const y = Math.floor((lat + 90) * PER_DEGREE);
    const tile = this.#tile(x, y);
    const cell = cellIn(x, y);
    const state = tile[cell];
    if (state === CROSSED) return null;
    if (state !== UNKNOWN) return this.#answers[state - 1];
    const found = find();
    const text = key(found);
    let number = this.#numbers.get(text);
    if (number === undefined) {
      if (this.#answers.length === CROSSED - 1) return found;
      number = this.#answers.push(found) - 1;
      this.#numbers.set(text, number);
    }
    tile[cell] = number + 1;
    return found;
  }

  /** Marks the cells that an edge touches, row by row. */
  #cross(aLon: number, aLat: number, bLon: number, bLat: number): void {
    const upward = aLat <= bLat;
    const x0 = ((upward ? aLon : bLon) + 180) * PER_DEGREE;
    const y0 = ((upward ? aLat : bLat) + 90) * PER_DEGREE;
    const x1 = ((upward ? bLon : aLon) + 180) * PER_DEGREE;
    const y1 = ((upward ? bLat : aLat) + 90) * PER_DEGREE;
    const rise = Math.max(y1 - y0, Number.MIN_VALUE);
    /** How far along the edge a latitude is reached, from 0 to 1. */
    const along = (y: number) => Math.max(0, Math.min(1, (y - y0) / rise));
    const first = Math.floor(y0 - MARGIN);
    const last = Math.floor(y1 + MARGIN);
    for (let y = first; y <= last; y++) {
      // The part of it that may lie in the row: all of it where the row is its only one, as for every level edge.
      const enters = y === first ? x0 : x0 + (x1 - x0) * along(y - MARGIN);
      const leaves = y === last ? x1 : x0 + (x1 - x0) * along(y + 1 + MARGIN);
      const west = Math.floor(Math.min(enters, leaves) - MARGIN);
      const east = Math.floor(Math.max(enters, leaves) + MARGIN);
      for (let x = west; x <= east; x++) if (x >= 0 && y >= 0) this.#tile(x, y)[cellIn(x, y)] = CROSSED;
    }
  }

  #tile(x: number, y: number): Uint16Array {
    const at = Math.floor(y / PER_DEGREE) * TILES_EAST + Math.floor(x / PER_DEGREE);
    let tile = this.#tiles[at];
    if (tile === undefined) {
      tile = new Uint16Array(PER_DEGREE * PER_DEGREE);
      this.#tiles[at] = tile;
    }
    return tile;
  }
}

function cellIn(x: number, y: number): number {
  return (y % PER_DEGREE) * PER_DEGREE + (x % PER_DEGREE);
}
