import type { AddressIndex } from './open.ts';

/** Postcodes are numbers below this. */
const POSTCODES = 10_000;

/** By postcode, one more than its row; 0 for none. */
const rows = new WeakMap<AddressIndex, Uint16Array>();

/** The row of a postcode, its position in `postcode`; -1 for one that no address has. O(1). */
export function postcodeRow(index: AddressIndex, value: number): number {
  let known = rows.get(index);
  if (known === undefined) {
    known = new Uint16Array(POSTCODES);
    const { postcode } = index.columns;
    for (let row = 0; row < postcode.length; row++) known[postcode[row]] = row + 1;
    rows.set(index, known);
  }
  return value < POSTCODES ? known[value] - 1 : -1;
}

/** Localities with principals in a postcode, those with most first. */
export function localitiesOfPostcode(index: AddressIndex, value: number): Uint32Array {
  const { postcodeStart, postcodeLocality } = index.columns;
  const row = postcodeRow(index, value);
  return row < 0
    ? postcodeLocality.subarray(0, 0)
    : postcodeLocality.subarray(postcodeStart[row], postcodeStart[row + 1]);
}
