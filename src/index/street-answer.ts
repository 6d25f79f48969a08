import type { AddressIndex } from './open.ts';
import { textOfBytes } from './text.ts';

/** Elements of `streetAnswer` for each street; after the last street follows one more `text`. */
export const STREET_WORDS = 3;

/** The elements of a street in `streetAnswer`: what answers say of it. */
export const STREET = {
  /** Where its id and, right behind, its label begin in `streetText`; the label ends where the next street begins. */
  text: 0,
  /** Bytes of the id (16 bits), bytes of the name, which the label begins with (15 bits), whether it has aliases (the highest bit). */
  lengths: 1,
  /** Type (16 bits), suffix (8), class (8): positions in their code tables. */
  codes: 2,
} as const;

/** Of `STREET.lengths`: bytes of the id. */
export function idBytesIn(lengths: number): number {
  return lengths & 0xffff;
}

/** Of `STREET.lengths`: bytes of the name. */
export function nameBytesIn(lengths: number): number {
  return (lengths >>> 16) & MOST_NAME_BYTES;
}

/** Of `STREET.lengths`: whether the street has aliases. */
export function hasAliasesIn(lengths: number): boolean {
  return lengths >>> 31 === 1;
}

/** The longest id and name that there is room for, in bytes. */
export const MOST_ID_BYTES = 0xffff;
export const MOST_NAME_BYTES = 0x7fff;

/** The id of a street (STREET_LOCALITY_PID), empty for the nameless one. Allocates. */
export function streetIdOf(index: AddressIndex, street: number): string {
  const { streetAnswer, streetText } = index.columns;
  const from = streetAnswer[street * STREET_WORDS + STREET.text];
  return textOfBytes(streetText, from, from + idBytesIn(streetAnswer[street * STREET_WORDS + STREET.lengths]));
}
