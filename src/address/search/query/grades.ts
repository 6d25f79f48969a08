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
