import { nearestAddresses } from '../index/kd-nearest.ts';
import type { AddressIndex } from '../index/open.ts';
import { readAddressAhead, readAhead } from '../index/read-ahead.ts';
import { writeDebug } from './debug.ts';
import { writeFormatted } from './formatted.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeStandardRecord } from './standard-record.ts';
import type { ReverseParameters } from './table/rows/reverse.ts';

const RESULTS = fragment('{"results":[');
const DISTANCE = fragment(',"distance_m":');
const TOTAL = fragment('],"total":');
const COMMA = 0x2c;
const POINT = 0x2e;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Writes the records nearest to a point (§3.8): nearest first by great-circle distance of the main geocode, ties
 * by id, and the number of all within the radius.
 */
export function reverse(index: AddressIndex, parameters: ReverseParameters, out: JsonBytes): void {
  const { lat, lon, radius, limit, include, debug } = parameters;
  const nearest = nearestAddresses(index, lat, lon, radius, limit);
  for (let i = 0; i < nearest.found; i++) {
    readAddressAhead(index, nearest.ordinals[i]);
    readAhead(index, nearest.ordinals[i], nearest.streets[i]);
  }
  out.write(RESULTS);
  for (let i = 0; i < nearest.found; i++) {
    if (i > 0) out.character(COMMA);
    out.character(OPEN);
    writeStandardRecord(index, out, nearest.ordinals[i], nearest.streets[i]);
    out.write(DISTANCE);
    writeTenths(out, nearest.metres[i]);
    writeFormatted(index, out, nearest.ordinals[i], nearest.streets[i], include);
    out.character(CLOSE);
  }
  out.write(TOTAL);
  out.uint(nearest.total);
  if (debug) writeDebug(out, 'reverse');
  out.character(CLOSE);
}

function writeTenths(out: JsonBytes, metres: number): void {
  const tenths = Math.round(metres * 10);
  out.uint(Math.floor(tenths / 10));
  if (tenths % 10 === 0) return;
  out.character(POINT);
  out.uint(tenths % 10);
}
