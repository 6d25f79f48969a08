import type { IndexColumns } from './sections.ts';

/** Elements of `streetAnswer` for each street; one more `text` follows the last street. */
export const STREET_WORDS = 4;

/** The elements of a street in `streetAnswer`: what answers say of it. */
export const STREET = {
  /** Where its id and, right after it, its label begin in `streetText`; the label ends where the next street begins. */
  text: 0,
  /**
   * Bytes of the id (16 bits), bytes of the name, which the label begins with (15 bits), whether it
   * has aliases (the highest bit).
   */
  lengths: 1,
  /** Type, suffix and class: see street-codes.ts. */
  codes: 2,
  /** Its locality. */
  locality: 3,
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

/** Packs what `STREET.lengths` holds. Throws where id or name are longer than there is room for. */
export function packLengths(idBytes: number, nameBytes: number, hasAliases: boolean): number {
  if (idBytes > MOST_ID_BYTES || nameBytes > MOST_NAME_BYTES)
    throw new Error(
      `a street has an id of ${idBytes} bytes and a name of ${nameBytes}, the index holds ${MOST_ID_BYTES} and ${MOST_NAME_BYTES}`,
    );
  return (idBytes | (nameBytes << 16) | (hasAliases ? 1 << 31 : 0)) >>> 0;
}

/** The locality of a street. */
export function localityOf({ columns: { streetAnswer } }: IndexColumns, street: number): number {
  return streetAnswer[street * STREET_WORDS + STREET.locality];
}

/** Where the id of a street ends in `streetText`, and its label begins. */
export function endOfId(streetAnswer: Uint32Array, street: number): number {
  const at = street * STREET_WORDS;
  return streetAnswer[at + STREET.text] + idBytesIn(streetAnswer[at + STREET.lengths]);
}

/** Where the name at the beginning of a street's label ends. */
export function endOfName(streetAnswer: Uint32Array, street: number): number {
  return endOfId(streetAnswer, street) + nameBytesIn(streetAnswer[street * STREET_WORDS + STREET.lengths]);
}

/** Where the label of a street ends. */
export function endOfLabel(streetAnswer: Uint32Array, street: number): number {
  return streetAnswer[(street + 1) * STREET_WORDS + STREET.text];
}

/** The longest id and name that there is room for, in bytes. */
const MOST_ID_BYTES = 0xffff;
const MOST_NAME_BYTES = 0x7fff;
