/**
 * Localities by where they are: Australia in cells of half a degree, row by row from the south-west, each with the localities whose boxes
 * (`localityBounds`) reach into it. So those around a point are found without a look at all others. In 10⁻⁸ degrees.
 */
const CELL = 5e7;
const WEST = 90e8;
const SOUTH = -60e8;
const COLUMNS = 180;
const ROWS = 110;

/** Cells in all. */
export const PLACE_CELLS = COLUMNS * ROWS;

/**
 * Calls `visit` for every cell that a box reaches into, in 10⁻⁸ degrees; what lies beyond the outermost cells belongs to these. None for a
 * box that is not a number.
 */
export function eachCell(
  west: number,
  south: number,
  east: number,
  north: number,
  visit: (cell: number) => void,
): void {
  const first = columnOf(west);
  const last = columnOf(east);
  for (let row = rowOf(south); row <= rowOf(north); row++)
    for (let column = first; column <= last; column++) visit(row * COLUMNS + column);
}

/**
 * Calls `visit` for every cell of a ring around the cell of a point, in 10⁻⁸ degrees: 0 for its own, 1 for the eight around it, … A point beyond the
 * outermost cells is of the nearest of them.
 */
export function eachCellOfRing(lon: number, lat: number, ring: number, visit: (cell: number) => void): void {
  const column = columnOf(lon);
  const row = rowOf(lat);
  const west = column - ring;
  const east = column + ring;
  for (let y = Math.max(0, row - ring); y <= Math.min(ROWS - 1, row + ring); y++) {
    if (Math.abs(y - row) === ring) {
      for (let x = Math.max(0, west); x <= Math.min(COLUMNS - 1, east); x++) visit(y * COLUMNS + x);
      continue;
    }
    if (west >= 0) visit(y * COLUMNS + west);
    if (east < COLUMNS) visit(y * COLUMNS + east);
  }
}

/**
 * A lower bound of the distance from a point to the cells of a ring, and to all that reach into no cell before it, in 10⁻⁸ degrees of latitude; a degree
 * of longitude counts `shrink` of one of latitude. 0 for a point beyond the outermost cells.
 */
export function distanceToRing(lon: number, lat: number, shrink: number, ring: number): number {
  const west = WEST + (columnOf(lon) - ring + 1) * CELL;
  const south = SOUTH + (rowOf(lat) - ring + 1) * CELL;
  const across = (2 * ring - 1) * CELL;
  const aside = Math.min(lon - west, west + across - lon) * shrink;
  return Math.max(0, Math.min(aside, lat - south, south + across - lat));
}

function columnOf(lon: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((lon - WEST) / CELL)));
}

function rowOf(lat: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor((lat - SOUTH) / CELL)));
}
