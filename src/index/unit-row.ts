/**
 * An address that has a unit, in `unitPosting`: UNIT_ROW elements, at these places. The rows of a unit come from different streets, the best
 * known first.
 */
export const UNIT_ROW = 4;
/** The address's ordinal. */
export const UNIT_ADDRESS = 0;
/** Its street. */
export const UNIT_STREET = 1;
/** How many streets of the index are better known: rows ascend by it. */
export const UNIT_RANK = 2;
/** The address's number code. */
export const UNIT_NUMBER = 3;

/** Rows that a unit has at most: fewer, where it stands in fewer streets. */
export const MOST_UNIT_ROWS = 64;
