/** Elements of `boundarySet` for each set. */
export const SET_WORDS = 4;

/** The elements of a set in `boundarySet`. Areas are positions in `areaStart`, 65535 for none. */
export const SET = {
  /** Local government area, and in the upper half the ward. */
  lgaAndWard: 0,
  /** State electorate, and in the upper half the Commonwealth electorate. */
  electorates: 1,
  /** Position in the mesh blocks, 0 for none. */
  meshBlock: 2,
  /** Position in `sa2Start`, 65535 for none. */
  sa2: 3,
} as const;

/** Two areas in one element, as `lgaAndWard` and `electorates` hold them. */
export function packAreas(lower: number, upper: number): number {
  return (lower | (upper << 16)) >>> 0;
}

/** The first of two areas in an element. */
export function lowerArea(element: number): number {
  return element & 0xffff;
}

/** The second of two areas in an element. */
export function upperArea(element: number): number {
  return element >>> 16;
}
