/**
 * Everything that adds to a cost: what a record lacks, in one currency. A candidate's cost is their sum,
 * and orders candidates before they are scored. The numbers were set by `bench:accuracy` and real address
 * strings; what matters is their order, which `test/search/cost-order.ts` states and a test checks.
 */
export const COSTS = {
  /** A word that nothing explains: worse than a spelling mistake in each of two names. */
  unmatchedWord: 30,
  /** Unexplained words between the number and the street: another street was meant. */
  gapBeforeStreet: 6,
  /** An edit between what was typed and a street's name. */
  nameEdit: 10,
  /** An edit between what was typed and a locality's name: a little less, as the street confirms it. */
  localityEdit: 9,
  /**
   * A misspelled name of a street with another type, suffix or postcode, or of a street or place in another state, than was typed; another type of THE.
   * The street that was typed, without the number, is likelier.
   */
  otherMisspelled: 22,
  /** The street goes by the name as an alias, or in another spelling: the official name first. */
  otherName: 0.8,
  /** Another street type than was typed: mistaken more easily than a name, but not beside another name of the street or its place. */
  otherType: 9.5,
  /** Another suffix: NORTH is rarely typed by mistake. */
  otherSuffix: 14,
  /** The street has a type or suffix that was not typed although its name was complete; twice for both. */
  extraPart: 0.8,
  /** A suffix before the street's name: `12 NORTH ASCOT STREET`. */
  suffixFirst: 1,
  /** A range that has the number, on its side of the street; one of its numbers for the range that was typed; one that begins as typed. */
  numberInRange: 2,
  numberOverlaps: 4,
  numberPrefix: 3,
  /** A range that has the number on the other side of the street: doubtful, yet nearer than the same number with another suffix. */
  numberAcross: 14,
  numberSuffix: 20,
  /** Another number: the street is worth showing, but the house is not the one. */
  numberOther: 40,
  /** Another lot; one that begins as typed costs as much as such a number. */
  otherLot: 20,
  /** A principal that an alias record on another street, of another range, or of a lot led to. */
  aliasRecord: 0.4,
  /** Each character of a number, where a unit was given but no number: `UNIT 2` finds short ones first, which the next digit leaves exact. */
  numberLetter: 0.05,
  /** The building has no such unit; where no number confirms the building either, the unit was most of the query. */
  noUnit: 6,
  noUnitNorNumber: 10,
  /** A unit of another type: people call any dwelling a unit. */
  unitType: 1,
  /** A unit whose number goes on, a postcode whose digits do: the whole one first. */
  digitsToCome: 0.25,
  /** The record's unit is on another level, or the record leaves its level out. */
  noLevel: 3,
  levelLeftOut: 0.5,
  /** The locality goes by the name as an alias; it begins as typed; next door to the one that was given; any other. */
  localityAlias: 0.8,
  localityPrefix: 1,
  localityNeighbour: 16,
  localityOther: 34,
  /** Another postcode; one of the locality's others. */
  otherPostcode: 12,
  postcodeOfLocality: 0.5,
  /** The postcode that was typed is another state's: its first digits are rarely mistaken. */
  postcodeOfOtherState: 2,
  otherState: 12,
  /** In no state that the last word may become, where it may become the country's name too: `O'CONNOR A`. */
  countryRather: 0.8,
  /** The building answers by a part of its name, or by its beginning: streets of the name come first. */
  buildingPart: 2,
  buildingPrefix: 3,
  /** Words read as a number in a suburb, or in a state alone, where they begin a street's name too: `10 WA`. */
  numberInPlace: 4,
  /** A bare name read as a street where a suburb has it. */
  streetLikeSuburb: 1.5,
  /** A suburb where a street would stand: `10 TAREE S` begins 10 TAREE STREET, CALOUNDRA WEST is one suburb. */
  suburbFirst: 1,
  /** A state or country before the street, whose words begin a name more likely; and one whose last word may become a suburb's name. */
  stateFirst: 4,
  statePrefix: 1.5,
  /** An implausible parse of the numbers: `2 A R` as 2A, not as the beginning of 2 A ROAD. */
  strictNumbers: 0.8,
  /** A reading of the numbers other than the likeliest: more than a longer number, less than a part of the range that was typed. */
  laterReading: 3.1,
  /** Letters read as the digits that a machine may have taken for them. */
  misreadDigits: 0.2,
  /** A street's type read from the end of a word. */
  joinedType: 8,
  /** Words are left over, which the record itself may explain. */
  leftWords: 3,
  /** Words read as the name of a building, where neither street nor number confirms it. */
  buildingAlone: 5,
  /** A misspelled street whose place nothing tells. */
  misspelledAnywhere: 8,
} as const;

export type Cost = keyof typeof COSTS;

/** The share of an edit that a space counts as which a street's or a locality's name has and what was typed lacks, or the reverse. */
export const EDITS_OF_SPACE = { name: 0.2, locality: 0.1 } as const;

/** The share of an edit that a wrong last letter of a beginning counts as, so that what was listed before it precedes other mistakes. */
export const EDITS_OF_LAST = 0.9;

/** The cost of each grade of a number, from NUMBER_ABSENT to NUMBER_OTHER (grades.ts). */
export const NUMBER_COST: readonly number[] = [
  0,
  0,
  COSTS.numberInRange,
  COSTS.numberOverlaps,
  COSTS.numberPrefix,
  COSTS.numberAcross,
  COSTS.numberSuffix,
  COSTS.numberOther,
];

/** The cost of each relation of a locality to the one given, from LOCALITY_ABSENT to LOCALITY_OTHER (grades.ts). */
export const LOCALITY_COST: readonly number[] = [
  0,
  0,
  COSTS.localityAlias,
  COSTS.localityPrefix,
  0,
  COSTS.localityNeighbour,
  COSTS.localityOther,
];

/** Above this cost a record is doubtful: a spelling mistake costs as much, less what tells apart postcodes of one place. */
export const DOUBTFUL = Math.min(COSTS.nameEdit, COSTS.localityEdit) - COSTS.postcodeOfLocality;
/** The least cost that is a flaw, with room for rounding; smaller differences only order records that answer equally well. */
export const EQUALS = Math.min(COSTS.otherName, COSTS.extraPart, COSTS.localityAlias) - COSTS.numberLetter;

/** How badly a number fits a role: 0 where it stands as such numbers do, more the less evidence there is. */
export const MISFIT = {
  /** One thing speaks against the role. */
  slight: 1,
  /** The number stands where another role's do. */
  misplaced: 2,
  /** The number stands between a unit and a street's name, or is written as no number of that role is. */
  unlikely: 3,
  /** A query without a street number or lot: less likely than one with it, all else being equal. */
  noNumber: 0.5,
  /** The role leaves a number that nothing explains. */
  unexplained: 10,
} as const;

/** Roles that fit this much worse than the best are never meant: something besides being misplaced speaks against them. */
export const IMPLAUSIBLE = MISFIT.misplaced + MISFIT.slight;

const LOOSE = 1;
/**
 * How loosely names are read, which orders parses of names that leave equally many words over: each counts
 * twice the one before, a word left over more than all of them. Of equals, longer names come first.
 */
export const LOOSENESS = {
  space: LOOSE,
  localityPrefix: LOOSE,
  streetPrefix: 2 * LOOSE,
  noLocality: 4 * LOOSE,
  noStreet: 8 * LOOSE,
  unmatchedWord: 100 * LOOSE,
  word: -LOOSE / 10,
} as const;
