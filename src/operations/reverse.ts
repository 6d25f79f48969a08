import { compareIds } from '../index/id-hash.ts';
import { nearestAddresses } from '../index/kd-nearest.ts';
import type { AddressIndex } from '../index/open.ts';
import { writeDebug } from './debug.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { ReverseParameters } from './parameters.ts';
import { writeStandardRecord } from './standard-record.ts';

/**
 * Writes the records nearest to a point (contract, "reverse"): nearest first by great-circle distance of the main geocode, ties
 * by id, and the number of all within the radius.
 */
export function reverse(index: AddressIndex, parameters: ReverseParameters, out: JsonBytes): void {
  const { lat, lon, radius, limit, debug } = parameters;
  const nearest = nearestAddresses(index, lat, lon, radius, limit, (a, b) => compareIds(index, a, b));
  out.ascii('{"results":[');
  for (let i = 0; i < nearest.found; i++) {
    out.ascii(i > 0 ? ',{' : '{');
    writeStandardRecord(index, out, nearest.ordinals[i], nearest.streets[i]);
    out.ascii(',"distance_m":');
    writeTenths(out, nearest.metres[i]);
    out.ascii('}');
  }
  out.ascii('],"total":');
  out.uint(nearest.total);
  if (debug) writeDebug(out, 'reverse');
  out.ascii('}');
}

function writeTenths(out: JsonBytes, metres: number): void {
  const tenths = Math.round(metres * 10);
  out.uint(Math.floor(tenths / 10));
  if (tenths % 10 === 0) return;
  out.ascii('.');
  out.uint(tenths % 10);
}
