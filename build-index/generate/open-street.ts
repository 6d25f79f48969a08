import type { DraftStreet } from './address-draft.ts';
import type { StreetLine } from './street-line.ts';

/** A finished street, with its next unused number. */
export interface Crossing {
  readonly street: DraftStreet;
  nextNumber: number;
}

/** A street whose properties are being made. */
export interface OpenStreet {
  readonly draft: DraftStreet;
  readonly line: StreetLine;
  /** Lots without numbers (a new estate, or unnumbered country). */
  readonly isUnnumbered: boolean;
  /** Addresses take the street's point as their geocode. */
  readonly geocodedToStreet: boolean;
  /** The same street under a neighbouring locality's name; aliases of type AL lie there. */
  readonly acrossBorder: DraftStreet | null;
  /** A crossing street, for the other address of corner properties. */
  readonly crossing: Crossing | null;
  /** Next free number, odd and even. */
  readonly nextNumber: [number, number];
  readonly stepsTaken: [number, number];
  nextLot: number;
  /** Numbers already used. */
  readonly taken: ReadonlySet<number>;
}
