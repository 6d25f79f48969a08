import type { AddressIndex } from '../index/open.ts';
import { postcodeRow } from '../index/postcodes.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeDebug } from './match-quality.ts';
import type { PostcodeParameters } from './table/rows/lookup-postcode.ts';

const POSTCODE = fragment('{"postcode":"');
const LOCALITIES = fragment('","localities":[');
const END_OF_LIST = 0x5d;
const CLOSE = 0x7d;

/** Writes the localities of a postcode with their counts, most addresses first (§3.9). O(limit). */
export function lookupPostcode(
  index: AddressIndex,
  { postcode, limit, debug }: PostcodeParameters,
  out: JsonBytes,
): void {
  const { postcodeStart, postcodeJsonStart } = index.columns;
  const row = postcodeRow(index, numberOf(postcode));
  out.write(POSTCODE);
  out.ascii(postcode);
  out.write(LOCALITIES);
  if (row >= 0) {
    const first = postcodeStart[row];
    const last = Math.min(postcodeStart[row + 1], first + limit);
    // All but the comma after the last.
    out.raw(index.bytes.postcodeJson, postcodeJsonStart[first], postcodeJsonStart[last] - 1);
  }
  out.character(END_OF_LIST);
  if (debug) writeDebug(out, 'lookup');
  out.character(CLOSE);
}

/** The number of a text of digits: cheaper than `Number`, which takes any text. */
function numberOf(digits: string): number {
  let value = 0;
  for (let i = 0; i < digits.length; i++) value = value * 10 + digits.charCodeAt(i) - 0x30;
  return value;
}
