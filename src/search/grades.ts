import type { NameReading } from './name-readings.ts';

/** How a component of a record answers what the query said of it. */
export const ABSENT = 0;
export const EXACT = 1;
export const PREFIX = 2;
export const FUZZY = 3;
export const NONE = 4;

export type Grade = typeof ABSENT | typeof EXACT | typeof PREFIX | typeof FUZZY | typeof NONE;

/** How a record's street number answers the one typed. */
export const NUMBER_ABSENT = 0;
/** The same number, or the same range. */
export const NUMBER_EXACT = 1;
/** A range that contains the number, on its side of the street. */
export const NUMBER_IN_RANGE = 2;
/** The record is within, or overlaps, the range that was typed. */
export const NUMBER_OVERLAPS = 3;
/** A number that the digits typed so far begin. */
export const NUMBER_PREFIX = 4;
/** A range that contains the number, on the other side of the street. */
export const NUMBER_ACROSS = 5;
/** The same number with another suffix. */
export const NUMBER_SUFFIX = 6;
/** Another number. */
export const NUMBER_OTHER = 7;

/** How the locality that was said relates to the record's. */
export const LOCALITY_ABSENT = 0;
export const LOCALITY_EXACT = 1;
export const LOCALITY_ALIAS = 2;
export const LOCALITY_PREFIX = 3;
export const LOCALITY_FUZZY = 4;
export const LOCALITY_NEIGHBOUR = 5;
export const LOCALITY_OTHER = 6;

/** One record, and how it answers a query. */
export interface Candidate {
  /** The principal record. */
  ordinal: number;
  /** The street that was found, which may be an alias record's. */
  street: number;
  number: number;
  unit: Grade;
  level: Grade;
  lot: Grade;
  name: Grade;
  nameEdits: number;
  /** The name was met by a spelling of it, or by an alias of the street. */
  nameOther: boolean;
  type: Grade;
  suffix: Grade;
  /** What the street is called besides what was said of it: 1 for its type, 2 for its suffix. */
  unsaid: number;
  locality: number;
  localityEdits: number;
  postcode: Grade;
  state: Grade;
  /** The postcode that was typed is another state's. */
  postcodeAway: boolean;
  building: Grade;
  /** Words that nothing explains, and all words. */
  unmatched: number;
  words: number;
  /** Unexplained words stand between the number and the street. */
  apart: boolean;
  /** The query has a street number or lot. */
  numbered: boolean;
  /** Several addresses stand on the street. */
  several: boolean;
  /** Several units answer equally well: only their level was said. */
  units: boolean;
  /** The query is, or may be, something that no index of addresses holds. */
  nowhere: boolean;
  /** What the way of reading itself costs: a less likely one. */
  detour: number;
  /** The reading that left words unexplained, which the record itself may explain; null where that was tried, or cannot be. */
  reading: NameReading | null;
  cost: number;
  weight: number;
}

/** What a record lacks of a perfect answer, for ranking: 0 is perfect. Smaller is better; ties go by the place. */
export function costOf(c: Candidate): number {
  return (
    c.detour +
    c.unmatched * 30 +
    c.nameEdits * 10 +
    (c.nameOther ? 0.8 : 0) +
    (c.type === NONE ? 9 : 0) +
    (c.suffix === NONE ? 14 : 0) +
    c.unsaid * 0.8 +
    NUMBER_COST[c.number] +
    (c.unit === NONE ? (c.numbered ? 6 : 10) : c.unit === FUZZY ? 1 : 0) +
    (c.apart ? 6 : 0) +
    (c.level === NONE ? 3 : c.level === FUZZY ? 0.5 : 0) +
    (c.lot === NONE ? 20 : c.lot === PREFIX ? 3 : 0) +
    LOCALITY_COST[c.locality] +
    c.localityEdits * 9 +
    (c.postcode === NONE ? 12 : c.postcode === FUZZY ? 0.5 : c.postcode === PREFIX ? 0.25 : 0) +
    (c.postcodeAway ? 2 : 0) +
    (c.state === NONE ? 12 : 0) +
    (c.building === FUZZY ? 2 : c.building === PREFIX ? 3 : 0)
  );
}

/** What a number costs that answers as it does. */
export const NUMBER_COST: readonly number[] = [0, 0, 2, 4, 3, 14, 20, 40];
/** What a locality costs that relates as it does to the one that was said. */
export const LOCALITY_COST: readonly number[] = [0, 0, 0.8, 1, 0, 16, 34];
