/**
 * All limits of a search apart from bounds and the budget. Of the lists for 9 401 prefixes of addresses and real
 * strings, at a million addresses, four times the limit changes: `MOST_SHALLOW` 162, `ENOUGH` 150, `MOST_MEANT` 79,
 * `FEW` 46; `MOST_SPANS`, `MOST_NAME_PARSES`, `MOST_SCANNED`, `MOST_ROWS`, `MOST_UNITS` and `ROWS_PER_STREET` none:
 * they guard against unusual indexes.
 */

/** Tokens of a query that are read: a set of them is one integer. */
export const MOST_TOKENS = 31;
/** Letters of a query that are read. */
export const MOST_LETTERS = 1024;

/** Street spans and locality spans of a query (the longest), and names that one misspelling may mean (the nearest). */
export const MOST_SPANS = 24;
/** Name parses: those that leave the fewest words over. */
export const MOST_NAME_PARSES = 40;
/** Alternatives followed: places without a street, misspelled streets without a place, numbers as the postcode. */
export const MOST_MEANT = 6;

/** Streets, or places of a street, scanned for one parse, whatever the limit: a shorter list begins a longer one. */
export const MOST_SCANNED = 400;
/** The same if words are left over or the name is misspelled. */
export const MOST_SHALLOW = 16;
/** More than a list shows: gathered for a street or suburb alone, for units, and around a point. */
export const ENOUGH = 20;

/** A list this short is scanned in full; of a longer one in no useful order, only this many. */
export const FEW = 64;
/** Rows of one list that are looked at: postings, addresses of a unit, places of a building. */
export const MOST_ROWS = 4096;
/** Distinct units scanned for a type, a level, or letters before a number. */
export const MOST_UNITS = 16_384;
/** Rows passed over for each street scanned: of thousands with one name, few may have the number and the type. */
export const ROWS_PER_STREET = 32;

/** Streets of one number, and addresses of one unit, that are sorted at query time. */
export const MOST_SORTED = 1024;
/** Addresses of one street that are found at a time. */
export const MOST_RESOLVED = 128;

/** Words of one misspelled name. */
export const MOST_WORDS = 4;

/** A list of suggestions has room for so many candidates; no more are scored. */
export const MOST_CANDIDATES = 40;

/** Streets that one number, or a unit at a number, leads to; also those scanned for a unit, which costs more. */
export const MOST_OFFERED = 48;
/** Postings that are scanned for those of one state. */
export const MOST_OF_STATE = 65_536;
/** Letters that may name a unit: `SHOP G`, `UNIT AB`. */
export const MOST_UNIT_LETTERS = 2;
/** The fewest letters that say which name is meant. */
export const LEAST_NAME = 3;
