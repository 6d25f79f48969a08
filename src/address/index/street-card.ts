import { suffixIn, typeIn } from './street-codes.ts';
import { HAS_LOTS, RECORD_CODES, RECORD_HIGHEST, stateOf } from './street-record.ts';

/**
 * What rules a street out, in 32 bits beside its posting, so that a list of postings is scanned
 * without a memory access for each of its streets. From the lowest: the highest street number (13
 * bits), whether any address has a lot (1), type (9), suffix (5), state (4). A number, type or
 * suffix that does not fit is stored as the highest of its bits, which says nothing: the street's
 * record knows (street-record.ts).
 */
const NUMBER_MASK = 0x1fff;
const LOTS = 1 << 13;
const TYPE_MASK = 0x1ff;
const SUFFIX_MASK = 0x1f;
const TYPE_SHIFT = 14;
const SUFFIX_SHIFT = 23;
export const STATE_SHIFT = 28;

/** A card that says nothing about number, lots, type and suffix, and no state. */
export const BLANK_CARD = 0xffff_ffff;

/** A street is asked for no number, or for any lot; otherwise for a street number, which is 0 or more. */
export const ANY_NUMBER = -1;
export const ANY_LOT = -2;

/** The card of the street whose first element in `streetRecord` is `row`. */
export function cardOf(record: Uint32Array, row: number): number {
  const codes = record[row + RECORD_CODES];
  const type = Math.min(typeIn(codes), TYPE_MASK);
  const suffix = Math.min(suffixIn(codes), SUFFIX_MASK);
  const lots = (codes & HAS_LOTS) === 0 ? 0 : LOTS;
  const highest = Math.min(record[row + RECORD_HIGHEST], NUMBER_MASK);
  return (highest | lots | (type << TYPE_SHIFT) | (suffix << SUFFIX_SHIFT) | (stateOf(codes) << STATE_SHIFT)) >>> 0;
}

/**
 * Whether a street may have a street number, ANY_NUMBER or ANY_LOT, by its card. Never wrong when
 * it says no.
 */
export function mayHave(card: number, number: number): boolean {
  if (number < 0) return number === ANY_NUMBER || (card & LOTS) !== 0;
  const highest = card & NUMBER_MASK;
  return number <= highest || highest === NUMBER_MASK;
}

/** A street's type code by its card, -1 where the card does not know. */
export function typeOnCard(card: number): number {
  const type = (card >>> TYPE_SHIFT) & TYPE_MASK;
  return type === TYPE_MASK ? -1 : type;
}

/** A street's suffix code by its card, -1 where the card does not know. */
export function suffixOnCard(card: number): number {
  const suffix = (card >>> SUFFIX_SHIFT) & SUFFIX_MASK;
  return suffix === SUFFIX_MASK ? -1 : suffix;
}

/** The state of a street or locality by its card, a position in STATE_ORDER. */
export function stateOnCard(card: number): number {
  return card >>> STATE_SHIFT;
}
