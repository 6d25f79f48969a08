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
