import { lowerBound } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { STATE_ORDER } from '../index/sections.ts';
import { writeDebug } from './debug.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import type { PostcodeParameters } from './parameters.ts';
import { writeString } from './write-text.ts';

const POSTCODE = fragment('{"postcode":"');
const LOCALITIES = fragment('","localities":[');
const NAME = fragment('{"name":');
const STATE = STATE_ORDER.map((state) => fragment(`,"state":${state === 'OT' ? 'null' : `"${state}"`}`));
const COUNT = fragment(',"address_count":');
const COMMA = 0x2c;
const END_OF_LIST = 0x5d;
const CLOSE = 0x7d;

/** Writes the localities of a postcode with their counts, most addresses first (contract, "lookup/postcode"). O(log n + limit). */
export function lookupPostcode(
  index: AddressIndex,
  { postcode, limit, debug }: PostcodeParameters,
  out: JsonBytes,
): void {
  const { columns } = index;
  const value = Number(postcode);
  const at = lowerBound(columns.postcode, value);
  const known = columns.postcode[at] === value;
  const first = known ? columns.postcodeStart[at] : 0;
  const last = known ? Math.min(columns.postcodeStart[at + 1], first + limit) : 0;
  out.write(POSTCODE);
  out.ascii(postcode);
  out.write(LOCALITIES);
  for (let i = first; i < last; i++) {
    const locality = columns.postcodeLocality[i];
    if (i > first) out.character(COMMA);
    out.write(NAME);
    writeString(index, out, columns.localityName[locality]);
    out.write(STATE[columns.localityState[locality]]);
    out.write(COUNT);
    out.uint(columns.postcodeCount[i]);
    out.character(CLOSE);
  }
  out.character(END_OF_LIST);
  if (debug) writeDebug(out, 'lookup');
  out.character(CLOSE);
}
