import { lowerBound } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { STATE_ORDER } from '../index/sections.ts';
import { writeDebug } from './debug.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { PostcodeParameters } from './parameters.ts';
import { writeString } from './write-text.ts';

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
  out.ascii('{"postcode":"');
  out.ascii(postcode);
  out.ascii('","localities":[');
  for (let i = first; i < last; i++) {
    const locality = columns.postcodeLocality[i];
    const state = STATE_ORDER[columns.localityState[locality]];
    out.ascii(i > first ? ',{"name":' : '{"name":');
    writeString(index, out, columns.localityName[locality]);
    out.ascii(',"state":');
    if (state === 'OT') out.ascii('null');
    else {
      out.ascii('"');
      out.ascii(state);
      out.ascii('"');
    }
    out.ascii(',"address_count":');
    out.uint(columns.postcodeCount[i]);
    out.ascii('}');
  }
  out.ascii(']');
  if (debug) writeDebug(out, 'lookup');
  out.ascii('}');
}
