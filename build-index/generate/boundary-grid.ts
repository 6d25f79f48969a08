import { BOX, DEGREE } from './country.ts';
import type { PlannedLocality } from './plan.ts';
import { mix32 } from './random.ts';

const REACH = DEGREE / 2;
const NOBODY = -1;

/**
 * The country as a grid of cells, each belonging to the nearest locality (up to half a degree away). Areas of any layer
 * are unions of cells, so that their shared borders coincide exactly.
 */
export interface BoundaryGrid {
  /** Length of a cell's side in 10^-8 degrees. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * Position in the plan of the locality that owns each cell, row by row from the south-west; -1
   * for none.
   */
  readonly owner: Int32Array;
}

/**
 * Grows every locality from its cell until they meet; a cell shared by several goes to the largest.
 * O(cells).
 */
export function growGrid(localities: readonly PlannedLocality[]): BoundaryGrid {
  const cell = localities.length < 300 ? DEGREE / 10 : localities.length < 4000 ? DEGREE / 20 : DEGREE / 50;
  const columns = Math.ceil(((BOX.east - BOX.west) * DEGREE) / cell);
  const rows = Math.ceil(((BOX.north - BOX.south) * DEGREE) / cell);
  const grid: BoundaryGrid = { cell, columns, rows, owner: new Int32Array(columns * rows).fill(NOBODY) };
  const { owner } = grid;
  let frontier: number[] = [];
  for (const locality of [...localities].sort((a, b) => b.addresses - a.addresses || a.index - b.index)) {
    const at = cellAt(grid, locality.longitude, locality.latitude);
    if (owner[at] !== NOBODY) continue;
    owner[at] = locality.index;
    frontier.push(at);
  }
  for (let step = Math.floor(REACH / cell); step > 0; step--) {
    const next: number[] = [];
    for (const at of frontier) {
      const column = at % columns;
      const claim = (neighbour: number) => {
        if (owner[neighbour] !== NOBODY) return;
        owner[neighbour] = owner[at];
        next.push(neighbour);
      };
      if (column > 0) claim(at - 1);
      if (column < columns - 1) claim(at + 1);
      if (at >= columns) claim(at - columns);
      if (at < columns * (rows - 1)) claim(at + columns);
    }
    frontier = next;
  }
  return grid;
}

/** The cell of a point inside the box. */
export function cellAt({ cell, columns }: BoundaryGrid, longitude: number, latitude: number): number {
  const column = Math.floor((longitude - BOX.west * DEGREE) / cell);
  const row = Math.floor((latitude - BOX.south * DEGREE) / cell);
  return row * columns + column;
}

/** A corner of cells by its number, in degrees, moved by up to a quarter of a cell so that borders are jagged. */
export function cornerPoint({ cell, columns }: BoundaryGrid, corner: number): readonly [number, number] {
  const column = corner % (columns + 1);
  const row = Math.floor(corner / (columns + 1));
  const hash = mix32(corner ^ 0x2545f491);
  const moved = (bits: number) => Math.floor(((bits & 0xffff) / 65536 - 0.5) * 0.5 * cell);
  return [
    (BOX.west * DEGREE + column * cell + moved(hash)) / DEGREE,
    (BOX.south * DEGREE + row * cell + moved(hash >>> 16)) / DEGREE,
  ];
}
