import { STATE_SHIFT } from './street-card.ts';

/**
 * A posting in `…EntryRanked` and `…Best`, together with what a scan of its list looks for, so that
 * the things themselves need not be read: POSTING_ROW elements, at these places.
 */
export const POSTING_ROW = 4;
/**
 * What turns a street away (street-card.ts); in the lists of localities the state (4 bits, the
 * highest, where a street's card has it) and how many streets there are (28).
 */
export const ROW_CARD = 1;
/**
 * The locality of a street: its ordinal (16 bits, the lowest) and the entry of its name (16); in the
 * lists of localities the first of its streets.
 */
export const ROW_PLACE = 2;
/** How many things of the index are better known: lists ascend by it. */
export const ROW_RANK = 3;

/** Localities, and entries of their names, that `ROW_PLACE` can tell apart. */
export const PLACE_LIMIT = 2 ** 16;

/** What ROW_CARD holds of a locality: its state, a position in STATE_ORDER, and how many streets it has. */
export function cardOfLocality(state: number, streets: number): number {
  return (streets | (state << STATE_SHIFT)) >>> 0;
}

/** How many streets a locality has, by its ROW_CARD. */
export function streetsOnCard(card: number): number {
  return card & ((1 << STATE_SHIFT) - 1);
}

/** The end of the run of item `i` of a CSR section over rows, in rows, and never past the last. */
export function endOfRows(start: Uint32Array, i: number, rows: Uint32Array): number {
  return Math.min(start[i + 1], Math.floor(rows.length / POSTING_ROW));
}

/** What ROW_PLACE holds of a locality and the entry of its name. */
export function placeInRow(locality: number, entry: number): number {
  return (locality | (entry << 16)) >>> 0;
}

/** The ordinal of a locality, by its ROW_PLACE. */
export function localityOfPlace(place: number): number {
  return place & 0xffff;
}

/** The entry of a locality's name, by its ROW_PLACE. */
export function entryOfPlace(place: number): number {
  return place >>> 16;
}
