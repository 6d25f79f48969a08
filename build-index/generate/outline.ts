const EAST = 0;
const SOUTH = 1;
const WEST = 2;
const NORTH = 3;

/** A closed ring as corner numbers, `row * (columns + 1) + column` from the south-west; the first is not repeated. */
export type Ring = readonly number[];

/**
 * The outlines of every area of a grid: outer rings clockwise, holes counter-clockwise (the area
 * lies to the right). No ring visits a corner twice: if cells of one area touch only diagonally,
 * rings touch but never cross.
 *
 * @param areaAt area of each cell, row by row from the south-west; negative for none
 */
export function traceOutlines(areaAt: Int32Array, columns: number, rows: number, areas: number): Ring[][] {
  const edges = collectEdges(areaAt, columns, rows, areas);
  const stride = columns + 1;
  const moves = [1, -stride, -1, stride];
  return Array.from({ length: areas }, (_, area) => {
    const leaving = new Map<number, number>();
    for (let i = edges.offsets[area]; i < edges.offsets[area + 1]; i++) {
      const corner = edges.corners[i];
      leaving.set(corner, (leaving.get(corner) ?? 0) | (1 << edges.directions[i]));
    }
    const rings: Ring[] = [];
    for (const start of leaving.keys()) {
      while (leaving.get(start)) followRings(leaving, start, moves, rings);
    }
    return rings;
  });
}

/**
 * Follows the border from one edge until it closes; whenever it returns to one of its corners, the
 * loop is a ring.
 */
function followRings(leaving: Map<number, number>, start: number, moves: readonly number[], rings: Ring[]): void {
  const path: number[] = [];
  const placeOf = new Map<number, number>();
  let corner = start;
  let direction = lowestDirection(leaving.get(start) ?? 0);
  do {
    placeOf.set(corner, path.length);
    path.push(corner);
    leaving.set(corner, (leaving.get(corner) ?? 0) & ~(1 << direction));
    corner += moves[direction];
    const place = placeOf.get(corner);
    if (place !== undefined) {
      const ring = path.splice(place);
      for (const passed of ring) placeOf.delete(passed);
      rings.push(ring);
    }
    direction = nextDirection(leaving.get(corner) ?? 0, direction);
  } while (path.length > 0);
}

/** Right if the border goes there, else straight on, else left. */
function nextDirection(mask: number, direction: number): number {
  const right = (direction + 1) & 3;
  if ((mask >> right) & 1) return right;
  return (mask >> direction) & 1 ? direction : (direction + 3) & 3;
}

function lowestDirection(mask: number): number {
  return [EAST, SOUTH, WEST, NORTH].find((direction) => (mask >> direction) & 1) ?? EAST;
}

interface Edges {
  /** Edges of area `a` are those from `offsets[a]` to `offsets[a + 1]`. */
  readonly offsets: Uint32Array;
  readonly corners: Uint32Array;
  readonly directions: Uint8Array;
}

function collectEdges(areaAt: Int32Array, columns: number, rows: number, areas: number): Edges {
  const offsets = new Uint32Array(areas + 1);
  eachEdge(areaAt, columns, rows, (area) => {
    offsets[area + 1]++;
  });
  for (let area = 0; area < areas; area++) offsets[area + 1] += offsets[area];
  const filled = offsets.slice();
  const corners = new Uint32Array(offsets[areas]);
  const directions = new Uint8Array(offsets[areas]);
  eachEdge(areaAt, columns, rows, (area, corner, direction) => {
    corners[filled[area]] = corner;
    directions[filled[area]++] = direction;
  });
  return { offsets, corners, directions };
}

function eachEdge(
  areaAt: Int32Array,
  columns: number,
  rows: number,
  emit: (area: number, corner: number, direction: number) => void,
): void {
  const stride = columns + 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const area = areaAt[at];
      if (area < 0) continue;
      const corner = row * stride + column;
      if (row === rows - 1 || areaAt[at + columns] !== area) emit(area, corner + stride, EAST);
      if (column === columns - 1 || areaAt[at + 1] !== area) emit(area, corner + stride + 1, SOUTH);
      if (row === 0 || areaAt[at - columns] !== area) emit(area, corner + 1, WEST);
      if (column === 0 || areaAt[at - 1] !== area) emit(area, corner, NORTH);
    }
  }
}
