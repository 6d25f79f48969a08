import type { AddressIndex } from './open.ts';

/*
 * How many addresses stand where: a tree of squares. The root is the world in Web Mercator, and
 * every square has 4 × 4 children, down to those of level DENSITY_LEVEL: the tiles of that zoom,
 * about 150 m wide. Squares without an address are left out. They stand level by level, each level
 * in the order of their places (two bits of y and x in turn), so that the children of a square are
 * a run; those of the last level are the leaves.
 */

/** The level of the smallest squares: a tile of this zoom is 153 m wide at the equator, and 123 m in Melbourne. */
export const DENSITY_LEVEL = 18;

/** Levels from a square to its children. */
export const DENSITY_STEP = 2;

/** The most that a leaf counts. */
export const MOST_IN_LEAF = 0xffff;

/** Column and row of a child in its parent, by its place among the sixteen: bits y₁ x₁ y₀ x₀. */
function columnOf(place: number): number {
  return (place & 1) | ((place >> 1) & 2);
}

/** See `columnOf`. */
function rowOf(place: number): number {
  return ((place >> 1) & 1) | ((place >> 2) & 2);
}

/** A square with its addresses, as the walk leaves it. */
export interface DensityCell {
  column: number;
  row: number;
  count: number;
}

/**
 * Walks through the squares of a level that hold addresses and lie in a tile, in the order of the
 * tree. Each yield leaves one in `cell`. The time depends on what the tile holds, not on the size
 * of the index.
 */
export function* densityCells(
  { columns }: AddressIndex,
  zoom: number,
  x: number,
  y: number,
  level: number,
  cell: DensityCell,
): Generator<void, void> {
  const { densityMask, densityFirst, densityCount, densityLeaf } = columns;
  const inner = densityMask.length;
  const depth = Math.ceil(level / DENSITY_STEP);
  const shift = depth * DENSITY_STEP - level;
  const nodes = new Array<number>(depth + 1).fill(0);
  const places = new Array<number>(depth + 1).fill(0);
  const nexts = new Array<number>(depth + 1).fill(0);
  const columnsAt = new Array<number>(depth + 1).fill(0);
  const rowsAt = new Array<number>(depth + 1).fill(0);
  nexts[0] = densityFirst[0] + 1;
  cell.count = 0;
  for (let top = 0; top >= 0; ) {
    const place = places[top]++;
    if (place === 16) {
      top--;
      continue;
    }
    if (((densityMask[nodes[top]] >> place) & 1) === 0) continue;
    const node = nexts[top]++;
    const column = columnsAt[top] * 4 + columnOf(place);
    const row = rowsAt[top] * 4 + rowOf(place);
    const below = DENSITY_STEP * (top + 1) - zoom;
    const inTile =
      below >= 0 ? column >> below === x && row >> below === y : column === x >> -below && row === y >> -below;
    if (!inTile) continue;
    if (top + 1 < depth) {
      top++;
      nodes[top] = node;
      places[top] = 0;
      nexts[top] = densityFirst[node] + 1;
      columnsAt[top] = column;
      rowsAt[top] = row;
      continue;
    }
    const count = node < inner ? densityCount[node] : densityLeaf[node - inner];
    // Squares of a level between two of the tree are four neighbours of the lower one.
    if (cell.count > 0 && (cell.column !== column >> shift || cell.row !== row >> shift)) {
      yield;
      cell.count = 0;
    }
    cell.column = column >> shift;
    cell.row = row >> shift;
    cell.count += count;
  }
  if (cell.count > 0) yield;
}
