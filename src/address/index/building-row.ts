/**
 * A place that goes by a building's or a site's name, in `buildingAddress`: BUILDING_ROW elements,
 * of which the first is the place's first address, and the others are at these places. The
 * best-known places of a name come first.
 */
export const BUILDING_ROW = 4;
export const BUILDING_STREET = 1;
/** The locality and the entry of its name, as ROW_PLACE has them (posting-row.ts). */
export const BUILDING_PLACE = 2;
/** How many streets are better known than the building's. */
export const BUILDING_RANK = 3;
