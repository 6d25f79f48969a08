import { type Nearest, nearestAddresses, nearestAnywhere } from '../index/kd-nearest.ts';
import type { AddressIndex } from '../index/open.ts';
import { readRecordAhead } from '../index/read-ahead.ts';
import { writeFormatted } from './formatted.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeDebug } from './match-quality.ts';
import { writePlace } from './place.ts';
import { writeStandardRecord } from './standard-record.ts';
import type { ReverseParameters } from './table/rows/reverse.ts';
import { NULL, writeTenths } from './write-text.ts';

const RESULTS = fragment('{"results":[');
const DISTANCE = fragment(',"distance_m":');
const NEAREST = fragment(',"nearest":');
const TOTAL = fragment('],"total":');
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Writes the records nearest to a point (§3.8): nearest first by great-circle distance of the main geocode, ties
 * by id, and the number of all within the radius.
 */
export function reverse(index: AddressIndex, parameters: ReverseParameters, out: JsonBytes): void {
  const { lat, lon, radius, limit, include, debug } = parameters;
  const nearest = nearestAddresses(index, lat, lon, radius, limit);
  for (let i = 0; i < nearest.found; i++) readRecordAhead(index, nearest.ordinals[i], nearest.streets[i]);
  out.write(RESULTS);
  for (let i = 0; i < nearest.found; i++) {
    if (i > 0) out.character(COMMA);
    writeResult(index, out, nearest, i, include);
  }
  out.write(TOTAL);
  out.uint(nearest.total);
  if (include?.includes('nearest') && nearest.total === 0) {
    out.write(NEAREST);
    const farther = nearestAnywhere(index, lat, lon, 1);
    if (farther.found === 0) out.write(NULL);
    else writeResult(index, out, farther, 0, include);
  }
  if (include?.includes('place')) writePlace(index, out, lat, lon);
  if (debug) writeDebug(out, 'reverse');
  out.character(CLOSE);
}

/** Writes the i-th of the nearest as a result. */
function writeResult(
  index: AddressIndex,
  out: JsonBytes,
  { ordinals, streets, metres }: Readonly<Nearest>,
  i: number,
  include: ReverseParameters['include'],
): void {
  out.character(OPEN);
  writeStandardRecord(index, out, ordinals[i], streets[i]);
  out.write(DISTANCE);
  writeTenths(out, metres[i]);
  writeFormatted(index, out, ordinals[i], streets[i], include);
  out.character(CLOSE);
}
