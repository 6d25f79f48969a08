import { endOf } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { findPlace } from '../index/places.ts';
import { NO_POSTCODE, STATE_ORDER } from '../index/sections.ts';
import { writeDebug } from './debug.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import type { SuburbParameters } from './parameters.ts';
import { writePostcode } from './standard-record.ts';
import { writeCoordinate, writeString } from './write-text.ts';

const SUBURB = fragment('{"suburb":');
const POSTCODES = fragment(',"postcodes":[');
const COUNT = fragment('],"address_count":');
const STATE = fragment(',"state":"');
const TOP = fragment(',"bounds":{"top_left":{"lat":');
const LON = fragment(',"lon":');
const BOTTOM = fragment('},"bottom_right":{"lat":');
const END_OF_BOUNDS = fragment('}}');
const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE = 0x7d;

/** Writes the postcodes, count and box of a suburb (contract, "lookup/suburb"), over all localities of the name it means. */
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

/** A name as the index has it: in upper case, with single spaces. */
function nameOf(suburb: string): string {
  return (SPACED.test(suburb) ? suburb.trim().replace(/\s+/g, ' ') : suburb).toUpperCase();
}

/** White space at an end, or anywhere more than a single space. */
const SPACED = /^\s|\s$|\s\s|[^\S ]/;

/** Writes the distinct postcodes with principals, most first, then ascending. */
function writePostcodes(index: AddressIndex, out: JsonBytes, localities: readonly number[], limit: number): void {
  const { localityPostcodeStart, localityPostcode, localityPostcodeCount } = index.columns;
  found.length = 0;
  for (const locality of localities) {
    const end = endOf(localityPostcodeStart, locality, localityPostcode);
    for (let i = localityPostcodeStart[locality]; i < end; i++)
      if (localityPostcode[i] !== NO_POSTCODE && localityPostcodeCount[i] > 0)
        count(localityPostcode[i], localityPostcodeCount[i]);
  }
  if (found.length > 1) found.sort((a, b) => b.addresses - a.addresses || a.postcode - b.postcode);
  for (let i = 0; i < found.length && i < limit; i++) {
    if (i > 0) out.character(COMMA);
    writePostcode(out, found[i].postcode);
  }
}

function count(postcode: number, addresses: number): void {
  for (const known of found)
    if (known.postcode === postcode) {
      known.addresses += addresses;
      return;
    }
  found.push({ postcode, addresses });
}

/** The postcodes of the suburb at hand. */
const found: { readonly postcode: number; addresses: number }[] = [];

function writeBounds(index: AddressIndex, out: JsonBytes, localities: readonly number[]): void {
  const { localityBounds } = index.columns;
  let west = Number.POSITIVE_INFINITY;
  let south = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  for (const locality of localities) {
    const at = locality * 4;
    if (Number.isNaN(localityBounds[at])) continue;
    west = Math.min(west, localityBounds[at]);
    south = Math.min(south, localityBounds[at + 1]);
    east = Math.max(east, localityBounds[at + 2]);
    north = Math.max(north, localityBounds[at + 3]);
  }
  if (west > east) return;
  out.write(TOP);
  writeCoordinate(out, north);
  out.write(LON);
  writeCoordinate(out, west);
  out.write(BOTTOM);
  writeCoordinate(out, south);
  out.write(LON);
  writeCoordinate(out, east);
  out.write(END_OF_BOUNDS);
}
