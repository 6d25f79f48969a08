import type { AddressIndex } from './open.ts';
import { textOfBytes } from './text.ts';

/** Elements of `streetAnswer` for each street; after the last street follows one more `text`. */
export const STREET_WORDS = 4;

/** The elements of a street in `streetAnswer`. */
export const STREET = {
  /** Where its id and, right behind, its label begin in `streetText`; the label ends where the next street begins. */
  text: 0,
  /** Bytes of the id, and in the upper half bytes of the name, which the label begins with. */
  lengths: 1,
  /** Type, in the third byte suffix, in the fourth class: positions in their code tables. */
  codes: 2,
  /** Position in the localities; the highest bit: the street has aliases. */
  locality: 3,
} as const;

/** Bit of `STREET.locality`. */
export const HAS_STREET_ALIASES = 0x8000_0000;

/** The id of a street (STREET_LOCALITY_PID), empty for the nameless one. Allocates. */
export function streetIdOf(index: AddressIndex, street: number): string {
  const { streetAnswer, streetText } = index.columns;
  const from = streetAnswer[street * STREET_WORDS + STREET.text];
  return textOfBytes(streetText, from, from + (streetAnswer[street * STREET_WORDS + STREET.lengths] & 0xffff));
}
