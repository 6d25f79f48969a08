import { endOf } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_POSTCODE } from '../index/sections.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writePostcode } from './standard-record.ts';
import { writeCoordinate } from './write-text.ts';

const TOP = fragment(',"bounds":{"top_left":{"lat":');
const LON = fragment(',"lon":');
const BOTTOM = fragment('},"bottom_right":{"lat":');
const END_OF_BOUNDS = fragment('}}');
const COMMA = 0x2c;

/** A name as the index has it: in upper case, with single spaces. */
export function nameOf(suburb: string): string {
  let small = false;
  let before = SPACE;
  for (let i = 0; i < suburb.length; i++) {
    const c = suburb.charCodeAt(i);
    if (c < SPACE || c > LAST_OF_ASCII || (c === SPACE && before === SPACE)) return tidied(suburb);
    if (c >= SMALL_A && c <= SMALL_Z) small = true;
    before = c;
  }
  if (before === SPACE) return tidied(suburb);
  return small ? suburb.toUpperCase() : suburb;
}

function tidied(suburb: string): string {
  return suburb.trim().replace(/\s+/g, ' ').toUpperCase();
}

const SPACE = 0x20;
const LAST_OF_ASCII = 0x7f;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;

/**
 * The distinct postcodes of the current suburb, and the number of addresses in each. A postcode
 * fits in 16 bits.
 */
const codes = new Uint16Array(1 << 16);
const counts = new Uint32Array(1 << 16);

/** Writes the distinct postcodes of localities that have principals, most first, then ascending: at most `limit`, without brackets. */
export function writePostcodes(
  index: AddressIndex,
  out: JsonBytes,
  localities: readonly number[],
  limit: number,
): void {
  const found = countPostcodes(index, localities);
  for (let i = 0; i < found && i < limit; i++) {
    let first = i;
    for (let j = i + 1; j < found; j++)
      if (counts[j] > counts[first] || (counts[j] === counts[first] && codes[j] < codes[first])) first = j;
    const postcode = codes[first];
    codes[first] = codes[i];
    counts[first] = counts[i];
    if (i > 0) out.character(COMMA);
    writePostcode(out, postcode);
  }
}

/** Counts addresses by postcode, into `codes` and `counts`; answers how many postcodes there are. */
function countPostcodes(index: AddressIndex, localities: readonly number[]): number {
  const { localityPostcodeStart, localityPostcode, localityPostcodeCount } = index.columns;
  let found = 0;
  for (const locality of localities) {
    const end = endOf(localityPostcodeStart, locality, localityPostcode);
    for (let i = localityPostcodeStart[locality]; i < end; i++) {
      if (localityPostcode[i] === NO_POSTCODE || localityPostcodeCount[i] === 0) continue;
      let at = 0;
      while (at < found && codes[at] !== localityPostcode[i]) at++;
      if (at === found) {
        codes[at] = localityPostcode[i];
        counts[at] = 0;
        found++;
      }
      counts[at] += localityPostcodeCount[i];
    }
  }
  return found;
}

/** Writes the member `bounds`, after a comma: the box of the main geocodes of localities. Nothing where there is none. */
export function writeBounds(index: AddressIndex, out: JsonBytes, localities: readonly number[]): void {
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
