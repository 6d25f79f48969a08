import type { AddressIndex } from '../index/open.ts';
import { findPlace } from '../index/places.ts';
import { STATE_ORDER } from '../index/sections.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { nameOf, writeBounds, writePostcodes } from './localities.ts';
import { writeDebug } from './match-quality.ts';
import type { SuburbParameters } from './table/rows/lookup-suburb.ts';
import { writeString } from './write-text.ts';

const SUBURB = fragment('{"suburb":');
const POSTCODES = fragment(',"postcodes":[');
const COUNT = fragment('],"address_count":');
const STATE = fragment(',"state":"');
const QUOTE = 0x22;
const CLOSE = 0x7d;

/** Writes the postcodes, count and box of a suburb (§3.10), over all localities of the name it means. */
export function lookupSuburb(index: AddressIndex, parameters: SuburbParameters, out: JsonBytes): void {
  const { suburb, state, limit, debug } = parameters;
  const { columns } = index;
  const name = nameOf(suburb);
  const localities = findPlace(index, name, state === null ? -1 : STATE_ORDER.indexOf(state));
  out.write(SUBURB);
  if (localities.length === 0) out.string(suburb.toUpperCase());
  else writeString(index, out, columns.localityName[localities[0]]);
  out.write(POSTCODES);
  writePostcodes(index, out, localities, limit);
  out.write(COUNT);
  let addresses = 0;
  for (const locality of localities) addresses += columns.localityCount[locality];
  out.uint(addresses);
  if (state !== null) {
    out.write(STATE);
    out.ascii(state);
    out.character(QUOTE);
  }
  writeBounds(index, out, localities);
  if (debug) writeDebug(out, 'lookup');
  out.character(CLOSE);
}
