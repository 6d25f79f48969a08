/** The eight states and territories that answers and filters know (§1.8). */
export const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;

/** One of the eight values of `state`. Other Territories are indexed, but have no value here. */
export type State = (typeof STATES)[number];
