import type { AddressIndex } from '../index/open.ts';
import { NO_RELIABILITY } from '../index/sections.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeCoordinate, writeString } from './write-text.ts';

/** Writes a Geocode; coordinates in 1e-8 degrees. */
export function writeGeocode(index: AddressIndex, out: JsonBytes, lon: number, lat: number, kind: number): void {
  const { geocodeKindText, geocodeKindReliability } = index.columns;
  out.ascii('{"latitude":');
  writeCoordinate(out, lat);
  out.ascii(',"longitude":');
  writeCoordinate(out, lon);
  out.ascii(',"type":');
  writeString(index, out, geocodeKindText[kind]);
  out.ascii(',"reliability":');
  const reliability = geocodeKindReliability[kind];
  if (reliability === NO_RELIABILITY) out.ascii('null');
  else out.uint(reliability);
  out.ascii('}');
}
