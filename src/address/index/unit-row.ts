/**
 * An address that has a unit, in `unitPosting`: UNIT_ROW elements, at these places. The rows of a
 * unit come from different streets, the best known first.
 */
export const UNIT_ROW = 4;
/** The address's ordinal. */
export const UNIT_ADDRESS = 0;
/** Its street. */
export const UNIT_STREET = 1;
/** How many streets of the index are better known: rows ascend by it. */
export const UNIT_RANK = 2;
/** The entry of its street's name (`streetEntry`). */
export const UNIT_ENTRY = 3;

/** Most rows of a unit; it has fewer if fewer streets have it. */
export const MOST_UNIT_ROWS = 64;

/** An address with a unit at a street number, in `numberedUnit`: NUMBERED_UNIT_ROW elements, at these places. */
export const NUMBERED_UNIT_ROW = 3;
/** The address's ordinal. */
export const NUMBERED_ADDRESS = 0;
/** The entry of its street's name (`streetEntry`). */
export const NUMBERED_ENTRY = 1;
/** Its unit and level (`addressUnit`). */
export const NUMBERED_UNIT = 2;

/** More than any street number, which has six digits (ADDRESS_DETAIL). */
export const STREET_NUMBERS = 2 ** 20;

/**
 * Most rows of a unit at a street number that are ordered by how well known the streets are; longer
 * lists are in the order of `NUMBERED_ENTRY`.
 */
export const MOST_RANKED_UNITS = 256;

/** In `numberedUnitNumber`: not a unit's number, but the level that an address has. */
export const ANY_LEVEL = 0xffff_ffff;
