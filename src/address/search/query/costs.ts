/**
 * Everything that adds to a candidate's cost, in one unit; candidates are sorted by the sum before they are scored.
 * The numbers were set with `bench:accuracy` and real address strings; what matters is their order, which
 * `test/address/search/cost-order.ts` states and a test checks.
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
   * A misspelled street of another type, suffix or postcode than was typed, or a misspelled street or place in another
   * state; another type of THE. The street that was typed, without the number, is likelier.
   */
  otherMisspelled: 22,
  /** The name is an alias of the street or another spelling of its name: official names first. */
  otherName: 0.8,
  /** Another street type than was typed: cheaper than an edit of the name, but not together with an alias. */
  otherType: 9.5,
  /** Another suffix: NORTH is rarely typed by mistake. */
  otherSuffix: 14,
  /** The street's type was not typed though its name was complete; twice for its suffix, three times for both. */
  extraPart: 0.8,
  /** A suffix before the street's name: `12 NORTH ASCOT STREET`. */
  suffixFirst: 1,
  /** A range that holds the number, on its side of the street; a number in the range typed; one with this prefix. */
  numberInRange: 2,
  numberOverlaps: 4,
  numberPrefix: 3,
  /** A range that holds the number, on the other side of the street: doubtful, but better than another suffix. */
  numberAcross: 14,
  numberSuffix: 20,
  /** Another number: the street is worth showing, but it is not the house. */
  numberOther: 40,
  /** Another lot; a lot with the prefix typed costs `numberPrefix`. */
  otherLot: 20,
  /** A principal found by an alias record that is on another street, or has another range or a lot. */
  aliasRecord: 0.4,
  /** Each character of the record's number if only a unit or level was given: `UNIT 2` finds short numbers first. */
  numberLetter: 0.05,
  /** The building has no such unit; more if no number was typed, as the unit was then most of the query. */
  noUnit: 6,
  noUnitNorNumber: 10,
  /** A unit of another type: people call any dwelling a unit. */
  unitType: 1,
  /** A unit of a type of another family: less than the building without the unit. */
  unitFamily: 5,
  /** A unit or postcode that is longer than what was typed: the whole one first. */
  digitsToCome: 0.25,
  /** The record's unit is on another level, or the record leaves its level out. */
  noLevel: 3,
  levelLeftOut: 0.5,
  /** The name is an alias of the locality; its name begins as typed; it is next to the one given; any other. */
  localityAlias: 0.8,
  localityPrefix: 1,
  localityNeighbour: 16,
  /** Its name's first words, which no other name is: before a misspelling. A region that it is in: after a neighbour. */
  localityShort: 8,
  localityRegion: 17,
  localityOther: 34,
  /** The place is neither the one given, nor next to it, nor of its postcode: after another number next door. */
  elsewhere: 25,
  /** Another postcode; one of the locality's others. */
  otherPostcode: 12,
  postcodeOfLocality: 0.5,
  /** The postcode that was typed is another state's: its first digits are rarely mistaken. */
  postcodeOfOtherState: 2,
  otherState: 12,
  /** In no state that the last word begins, if it also begins the country's name: `O'CONNOR A`. */
  countryRather: 0.8,
  /** Part of the building's name was typed, or a prefix of it: streets of that name come first. */
  buildingPart: 2,
  buildingPrefix: 3,
  /** A number in a suburb, or in a state alone, though the words begin a street's name too: `10 WA`. */
  numberInPlace: 4,
  /** A bare name read as a street though a suburb has it. */
  streetLikeSuburb: 1.5,
  /** A suburb where a street would stand: `10 TAREE S` begins 10 TAREE STREET, CALOUNDRA WEST is one suburb. */
  suburbFirst: 1,
  /** A state or country before the street, whose words more likely begin a name; one that the last word begins. */
  stateFirst: 4,
  statePrefix: 1.5,
  /** A capital as its state behind a place that ends in a street's type: `10 GEORGE STREET SYDNEY` has a street and a place. */
  capitalState: 40,
  /** An implausible number parse: `2 A R` as 2A, not as a prefix of 2 A ROAD. */
  strictNumbers: 0.8,
  /** A number parse other than the likeliest: more than `numberPrefix`, less than `numberOverlaps`. */
  laterReading: 3.1,
  /** Letters read as the digits that they may be misread from. */
  misreadDigits: 0.2,
  /** A street's type read from the end of a word. */
  joinedType: 8,
  /** Words are left over, which the record itself may explain. */
  leftWords: 3,
  /** Words read as the name of a building that neither street nor number confirms. */
  buildingAlone: 5,
  /** A misspelled street of which no place was given. */
  misspelledAnywhere: 8,
} as const;

export type Cost = keyof typeof COSTS;

/** What a missing or additional space counts, as a share of an edit, in a street's and in a locality's name. */
export const EDITS_OF_SPACE = { name: 0.2, locality: 0.1 } as const;

/** What a wrong last letter of a prefix counts, as a share of an edit: what was listed before it stays first. */
export const EDITS_OF_LAST = 0.9;

/** Above this cost a record is doubtful: an edit, less the cost of another postcode of the same place. */
export const DOUBTFUL = Math.min(COSTS.nameEdit, COSTS.localityEdit) - COSTS.postcodeOfLocality;
/** The least cost that is a flaw; smaller differences only order records that answer equally well. */
export const EQUALS = Math.min(COSTS.otherName, COSTS.extraPart, COSTS.localityAlias) - COSTS.numberLetter;

/** How badly a number fits a role: 0 if it stands where such numbers do, more the less evidence there is. */
export const MISFIT = {
  /** One thing speaks against the role. */
  slight: 1,
  /** The number stands where those of another role do. */
  misplaced: 2,
  /** The number stands between a unit and a street's name, or is written as no number of that role is. */
  unlikely: 3,
  /** A query without a street number or lot: less likely than one with it, all else being equal. */
  noNumber: 0.5,
  /** The role leaves a number that nothing explains. */
  unexplained: 10,
  /** The number stands where only a postcode does: it is no street's, whatever records exist. */
  never: 100,
} as const;

/** Roles that fit this much worse than the best are dropped: more than their position speaks against them. */
export const IMPLAUSIBLE = MISFIT.misplaced + MISFIT.slight;

const LOOSE = 1;
/**
 * How loosely names are read, which orders name parses that leave equally many words over: after the first two, each
 * counts twice the one before, a word left over more than all of them. Ties go to longer names.
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
