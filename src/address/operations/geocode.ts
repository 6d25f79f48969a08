import type { AddressIndex } from '../index/open.ts';
import { NO_RELIABILITY } from '../index/sections.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { NULL, writeCoordinate, writeString } from './write-text.ts';

const LATITUDE = fragment('{"latitude":');
/** What stands between the coordinates of a Geocode. */
export const LONGITUDE = fragment(',"longitude":');
const TYPE = fragment(',"type":');
const RELIABILITY = fragment(',"reliability":');

/** Writes a Geocode; coordinates in 1e-8 degrees. */
export function writeGeocode(index: AddressIndex, out: JsonBytes, lon: number, lat: number, kind: number): void {
  out.write(LATITUDE);
  writeCoordinate(out, lat);
  out.write(LONGITUDE);
  writeCoordinate(out, lon);
  writeGeocodeKind(index, out, kind);
}

/** Writes the end of a Geocode, after its coordinates. */
export function writeGeocodeKind(index: AddressIndex, out: JsonBytes, kind: number): void {
  const { geocodeKindText, geocodeKindReliability } = index.columns;
  out.write(TYPE);
  writeString(index, out, geocodeKindText[kind]);
  out.write(RELIABILITY);
  const reliability = geocodeKindReliability[kind];
  if (reliability === NO_RELIABILITY) out.write(NULL);
  else out.uint(reliability);
  out.character(CLOSE);
}

const CLOSE = 0x7d;
