const EAST = 0;
const SOUTH = 1;
const WEST = 2;
const NORTH = 3;

/** A closed ring as corner numbers, `row * (columns + 1) + column` from the south-west; the first is not repeated. */
export type Ring = readonly number[];

/**
 * The outlines of every area of a grid: outer rings clockwise, holes counter-clockwise (the area lies to the right).
 * At a corner where two cells of one area touch only diagonally, a ring turns right: rings may touch there but never cross.
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
      for (let mask = leaving.get(start) ?? 0; mask !== 0; mask = leaving.get(start) ?? 0) {
        rings.push(followRing(leaving, start, lowestDirection(mask), moves));
      }
    }
    return rings;
  });
}

function followRing(leaving: Map<number, number>, start: number, startDirection: number, moves: number[]): Ring {
  const ring: number[] = [];
  let corner = start;
  let direction = startDirection;
  do {
    ring.push(corner);
    leaving.set(corner, (leaving.get(corner) ?? 0) & ~(1 << direction));
    corner += moves[direction];
    let mask = leaving.get(corner) ?? 0;
    if (corner === start) mask |= 1 << startDirection;
    const right = (direction + 1) & 3;
    const left = (direction + 3) & 3;
    if ((mask >> right) & 1) direction = right;
    else if (!((mask >> direction) & 1)) direction = left;
  } while (corner !== start || direction !== startDirection);
  return ring;
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
