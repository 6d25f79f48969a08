/**
 * What a record lacks of a perfect answer, in one currency: a candidate's cost is the sum of these, and orders candidates before they are
 * scored. Smaller than 1: equals are told apart. From about 8.5 on, a spelling mistake is the likelier explanation. The numbers were set by
 * `bench:accuracy` and real address strings; what matters is their order, which the reasons give.
 */
export const PENALTY = {
  /** A word that nothing explains: worse than a spelling mistake in each of two names. */
  unmatchedWord: 30,
  /** An edit between what was typed and a street's name. */
  nameEdit: 10,
  /**
   * A misspelled name of a street with another type, suffix or postcode, or of a street or place in another state, than was typed. The street that was
   * typed, without the number, is likelier.
   */
  otherMisspelled: 22,
  /** An edit between what was typed and a locality's name: a little less, as the street bears it out. */
  localityEdit: 9,
  /** The street goes by the name as an alias, or in another spelling: the official name first. */
  otherName: 0.8,
  /** Another street type than was typed: people mistake types more easily than names. */
  otherType: 9,
  /** Another suffix: NORTH is rarely typed by mistake. */
  otherSuffix: 14,
  /** The street has a type or suffix that was not typed although its name was complete; twice for both. */
  extraPart: 0.8,
  /** The building has no such unit; where no number holds the building either, the unit was most of the query. */
  noUnit: 6,
  noUnitNorNumber: 10,
  /** A unit of another type: people call any dwelling a unit. */
  unitType: 1,
  /** A unit whose number goes on: the whole one first. */
  unitPrefix: 0.25,
  /** The record's unit is on another level, or the record leaves its level out. */
  noLevel: 3,
  levelLeftOut: 0.5,
  /** Another lot; one that begins as typed. */
  otherLot: 20,
  lotPrefix: 3,
  /** Unexplained words between the number and the street: another street was meant. */
  gapBeforeStreet: 6,
  /** Another postcode; one of the locality's others; one that begins as typed. */
  otherPostcode: 12,
  postcodeOfLocality: 0.5,
  postcodePrefix: 0.25,
  /** The postcode that was typed is another state's. */
  postcodeOfOtherState: 2,
  otherState: 12,
  /** Not of a state that the last word may become, which may become the country's name too: `O'CONNOR A`. */
  countryRather: 0.8,
  /** The building answers by a part of its name, or by its beginning: streets of the name come first. */
  buildingPart: 2,
  buildingPrefix: 3,
} as const;

/** What a number costs that answers as it does, by NUMBER_ABSENT to NUMBER_OTHER (grades.ts). */
export const NUMBER_COST: readonly number[] = [0, 0, 2, 4, 3, 14, 20, 40];
/** What a locality costs that relates as it does to the one that was given, by LOCALITY_ABSENT to LOCALITY_OTHER (grades.ts). */
export const LOCALITY_COST: readonly number[] = [0, 0, 0.8, 1, 0, 16, 34];
