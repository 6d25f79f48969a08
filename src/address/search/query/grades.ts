import { COSTS } from './costs.ts';

/** How a component of a record answers what the query said about it. */
export const ABSENT = 0;
export const EXACT = 1;
export const PREFIX = 2;
export const FUZZY = 3;
export const NONE = 4;
/** Of a unit alone: its number, with a type of another family (FAMILY): CARSPACE 5 for FLAT 5. Answers call it NONE. */
export const OTHER_FAMILY = 5;

export type Grade = typeof ABSENT | typeof EXACT | typeof PREFIX | typeof FUZZY | typeof NONE | typeof OTHER_FAMILY;

/** How a record's street number answers the one typed. */
export const NUMBER_ABSENT = 0;
/** The same number, or the same range. */
export const NUMBER_EXACT = 1;
/** A range that holds the number, on its side of the street. */
export const NUMBER_IN_RANGE = 2;
/** The record's number or range lies within the range that was typed, or overlaps it. */
export const NUMBER_OVERLAPS = 3;
/** A number with the prefix typed so far. */
export const NUMBER_PREFIX = 4;
/** A range that holds the number, on the other side of the street. */
export const NUMBER_ACROSS = 5;
/** The record's number or range overlaps the one typed, an end of which no address of the street has. */
export const NUMBER_OTHER_END = 6;
/** The same number with another suffix. */
export const NUMBER_SUFFIX = 7;
/** Another number. */
export const NUMBER_OTHER = 8;

/** How the locality that was given relates to the record's. */
export const LOCALITY_ABSENT = 0;
export const LOCALITY_EXACT = 1;
export const LOCALITY_ALIAS = 2;
export const LOCALITY_PREFIX = 3;
export const LOCALITY_FUZZY = 4;
export const LOCALITY_NEIGHBOUR = 5;
export const LOCALITY_OTHER = 6;
/** The words in a locality's place mean a region that the record is in (regions.ts), a council's or a metropolis. */
export const LOCALITY_COUNCIL = 7;
export const LOCALITY_METROPOLIS = 8;
/** They are the first words of the name of the record's locality. */
export const LOCALITY_SHORT = 9;
/** They are known for nothing: an estate, an old name. */
export const LOCALITY_UNKNOWN = 10;

/** Where the words that nothing explains stand: inside the address. */
export const WORDS_INSIDE = 0;
/** Outside the address, and one of them says that something next to it is meant: REAR, NEAR. */
export const WORDS_BESIDE = 1;
/** Outside the address, as a name, a company or a note does. */
export const WORDS_OUTSIDE = 2;

/** Where the words stand that nothing explains. */
export type Outside = typeof WORDS_INSIDE | typeof WORDS_BESIDE | typeof WORDS_OUTSIDE;

/** The weight of each component, if the query has it. */
export const WEIGHTS = {
  street_number: 22,
  street_name: 30,
  street_type: 8,
  street_suffix: 14,
  locality: 22,
  postcode: 8,
  state: 4,
  unit: 10,
  level: 4,
  building: 4,
} as const;

export type Component = keyof typeof WEIGHTS;

/** The highest score, by reason. */
export const CAPS = {
  street_number_mismatch: 33,
  street_number_in_range: 90,
  range_mismatch: 66,
  unit_mismatch: 66,
  unit_type: 66,
  level_mismatch: 66,
  postcode_mismatch: 66,
  state_mismatch: 66,
  postcode_and_state_mismatch: 33,
  locality_neighbour: 80,
  place_name: 66,
  locality_mismatch: 33,
  ambiguous: 66,
  unmatched_words: 66,
  no_street_number: 66,
  unit_missing: 66,
  not_an_address: 0,
} as const;

export type Cap = keyof typeof CAPS;

/** What a grade of a component means. */
export interface GradeRow {
  /** What answers call it. */
  readonly grade: Grade;
  /** What it adds to the cost of a record. */
  readonly cost: number;
  /** The share of the component's weight that it meets. */
  readonly share: number;
  /** The cap that it brings by itself, whatever the other components say. */
  readonly cap: Cap | null;
}

const row = (grade: Grade, cost: number, share: number, cap: Cap | null = null): GradeRow => ({
  grade,
  cost,
  share,
  cap,
});

/** The rows of a component with plain grades, ABSENT to NONE, by what they cost. */
function rowsOf(prefix: number, fuzzy: number, none: number): readonly GradeRow[] {
  return [row(ABSENT, 0, 0), row(EXACT, 0, 1), row(PREFIX, prefix, 0.95), row(FUZZY, fuzzy, 0.7), row(NONE, none, 0)];
}

/**
 * What each grade of each component means: one row for cost, share and cap. Numbers and localities have grades of their
 * own (grades.ts); each mistake in a name costs by the edit, and `localityShare` and `nameShare` lower its share.
 */
export const TABLE = {
  street_number: [
    row(ABSENT, 0, 0),
    row(EXACT, 0, 1),
    row(FUZZY, COSTS.numberInRange, 0.9, 'street_number_in_range'),
    row(FUZZY, COSTS.numberOverlaps, 0.7, 'street_number_in_range'),
    row(PREFIX, COSTS.numberPrefix, 0.95),
    row(FUZZY, COSTS.numberAcross, 0, 'street_number_in_range'),
    row(FUZZY, COSTS.numberOverlaps, 0.7, 'range_mismatch'),
    row(NONE, COSTS.numberSuffix, 0, 'street_number_mismatch'),
    row(NONE, COSTS.numberOther, 0, 'street_number_mismatch'),
  ],
  locality: [
    row(ABSENT, 0, 0),
    row(EXACT, 0, 1),
    row(EXACT, COSTS.localityAlias, 0.97),
    row(PREFIX, COSTS.localityPrefix, 0.95),
    row(FUZZY, 0, 1),
    row(FUZZY, COSTS.localityNeighbour, 0.5, 'locality_neighbour'),
    row(NONE, COSTS.localityOther, 0, 'locality_mismatch'),
    row(FUZZY, COSTS.localityRegion, 0.5, 'locality_mismatch'),
    row(FUZZY, COSTS.localityRegion, 0.5, 'locality_mismatch'),
    row(FUZZY, COSTS.localityShort, 0.5, 'locality_mismatch'),
    row(NONE, COSTS.localityOther, 0, 'locality_mismatch'),
  ],
  /** With a street number; a building without the unit costs more where there is none. */
  unit: [...rowsOf(COSTS.digitsToCome, COSTS.unitType, COSTS.noUnit), row(NONE, COSTS.unitFamily, 0, 'unit_type')],
  level: rowsOf(0, COSTS.levelLeftOut, COSTS.noLevel),
  lot: rowsOf(COSTS.numberPrefix, 0, COSTS.otherLot),
  street_name: rowsOf(0, 0, 0),
  street_type: rowsOf(0, 0, COSTS.otherType),
  street_suffix: rowsOf(0, 0, COSTS.otherSuffix),
  postcode: rowsOf(COSTS.digitsToCome, COSTS.postcodeOfLocality, COSTS.otherPostcode),
  state: rowsOf(0, 0, COSTS.otherState),
  building: rowsOf(COSTS.buildingPrefix, COSTS.buildingPart, 0),
} as const satisfies Readonly<Record<Component | 'lot', readonly GradeRow[]>>;

const costsOf = (rows: readonly GradeRow[]) => Float64Array.from(rows, ({ cost }) => cost);

/** The costs of TABLE alone, by the grade, as they are added up for each record. */
export const GRADE_COST = {
  street_number: costsOf(TABLE.street_number),
  locality: costsOf(TABLE.locality),
  unit: costsOf(TABLE.unit),
  level: costsOf(TABLE.level),
  lot: costsOf(TABLE.lot),
  street_type: costsOf(TABLE.street_type),
  street_suffix: costsOf(TABLE.street_suffix),
  postcode: costsOf(TABLE.postcode),
  state: costsOf(TABLE.state),
  building: costsOf(TABLE.building),
} as const;

/** The cost of each grade of a number, of a locality and of a unit, which bounds are made of. */
export const { street_number: NUMBER_COST, locality: LOCALITY_COST, unit: UNIT_COST } = GRADE_COST;
