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
  const name = suburb.trim().replace(/\s+/g, ' ').toUpperCase();
  const localities = findPlace(index, name, state === null ? -1 : STATE_ORDER.indexOf(state));
  out.write(SUBURB);
  if (localities.length === 0) out.string(suburb.toUpperCase());
  else writeString(index, out, columns.localityName[localities[0]]);
  out.write(POSTCODES);
  const postcodes = postcodesOf(index, localities);
  for (let i = 0; i < postcodes.length && i < limit; i++) {
    if (i > 0) out.character(COMMA);
    writePostcode(out, postcodes[i]);
  }
  out.write(COUNT);
  out.uint(localities.reduce((sum, locality) => sum + columns.localityCount[locality], 0));
  if (state !== null) {
    out.write(STATE);
    out.ascii(state);
    out.character(QUOTE);
  }
  writeBounds(index, out, localities);
  if (debug) writeDebug(out, 'lookup');
  out.character(CLOSE);
}

/** Distinct postcodes with principals, most first, then ascending. */
function postcodesOf(index: AddressIndex, localities: readonly number[]): number[] {
  const { localityPostcodeStart, localityPostcode, localityPostcodeCount } = index.columns;
  const counts = new Map<number, number>();
  for (const locality of localities) {
    const end = endOf(localityPostcodeStart, locality, localityPostcode);
    for (let i = localityPostcodeStart[locality]; i < end; i++) {
      const postcode = localityPostcode[i];
      if (postcode !== NO_POSTCODE && localityPostcodeCount[i] > 0)
        counts.set(postcode, (counts.get(postcode) ?? 0) + localityPostcodeCount[i]);
    }
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || a - b).map(([postcode]) => postcode);
}

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
