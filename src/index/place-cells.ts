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

function columnOf(lon: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((lon - WEST) / CELL)));
}

function rowOf(lat: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor((lat - SOUTH) / CELL)));
}
