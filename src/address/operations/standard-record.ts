import { latOf, lonOf, streetOf } from '../index/address.ts';
import { confidenceIn, HAS_GEOCODE } from '../index/address-flags.ts';
import { boundarySetOf, codesOf, geocodeKindIn, idNumberOf, idPrefixIn, postcodeOf } from '../index/address-record.ts';
import { localityDetailsOf, localityJsonOf } from '../index/locality-answer.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_POSTCODE, NO_RELIABILITY } from '../index/sections.ts';
import { localityOf } from '../index/street-answer.ts';
import { writeBoundaries } from './boundaries.ts';
import { fragment, JsonBytes, membersOf } from './json-bytes.ts';
import { writeLabel } from './label.ts';
import { standardFields } from './table/address-schemas.ts';
import { NULL, writeCoordinate, writeString, writeText } from './write-text.ts';

const QUOTE = 0x22;
const CLOSE = 0x7d;
const FIELD = membersOf(standardFields);
const ID = fragment(FIELD.id);
const LABEL = fragment(`,${FIELD.addressLabel}`);
const COMMA = 0x2c;
const POSTCODE = fragment(`,${FIELD.postcode}`);
const CONFIDENCE = [-1, 0, 1, 2].map((confidence) => fragment(`,${FIELD.confidence}${confidence}`));
const NO_CONFIDENCE = fragment(`,${FIELD.confidence}null`);
const NO_GEOCODE = fragment(`,${FIELD.geocode}null,${FIELD.location}null`);
const GEOCODE = fragment(`,${FIELD.geocode}{"latitude":`);
const LOCATION = fragment(`,${FIELD.location}{"lat":`);
const LON = fragment(',"lon":');
const BOUNDARIES = fragment(`,${FIELD.boundaries}`);

/** Writes the members id, addressLabel, localityName, state, postcode, without braces: what every address answer begins with. */
export function writeAddressHead(index: AddressIndex, out: JsonBytes, ordinal: number, street: number): void {
  const locality = localityOf(index, street);
  out.write(ID);
  writeId(index, out, ordinal);
  out.write(LABEL);
  writeLabel(index, out, ordinal, street);
  out.character(COMMA);
  out.raw(index.bytes.localityJson, localityJsonOf(index, locality), localityDetailsOf(index, locality));
  out.write(POSTCODE);
  writePostcode(out, postcodeOf(index, ordinal, locality));
}

/** Writes the members confidence, geocode, location, boundaries, each after a comma. */
export function writeAddressBody(
  index: AddressIndex,
  out: JsonBytes,
  ordinal: number,
  street: number,
  enriched: boolean,
): void {
  const codes = codesOf(index, ordinal);
  const confidence = confidenceIn(codes);
  out.write(confidence === null ? NO_CONFIDENCE : CONFIDENCE[confidence + 1]);
  if ((codes & HAS_GEOCODE) === 0) out.write(NO_GEOCODE);
  else {
    const locality = localityOf(index, street);
    const lon = lonOf(index, ordinal, locality);
    const lat = latOf(index, ordinal, locality);
    out.write(GEOCODE);
    const latStart = out.length;
    writeCoordinate(out, lat);
    const latEnd = out.length;
    out.write(LONGITUDE);
    const lonStart = out.length;
    writeCoordinate(out, lon);
    const lonEnd = out.length;
    writeGeocodeKind(index, out, geocodeKindIn(codes));
    out.write(LOCATION);
    out.again(latStart, latEnd);
    out.write(LON);
    out.again(lonStart, lonEnd);
    out.character(CLOSE);
  }
  out.write(BOUNDARIES);
  writeBoundaries(index, out, boundarySetOf(index, ordinal), enriched);
}

/** Writes the members of a StandardRecord, without braces (§3.4). */
export function writeStandardRecord(index: AddressIndex, out: JsonBytes, ordinal: number, street: number): void {
  writeAddressHead(index, out, ordinal, street);
  writeAddressBody(index, out, ordinal, street, false);
}

/** Writes the id of an address as a JSON string. */
export function writeId(index: AddressIndex, out: JsonBytes, ordinal: number): void {
  const { idPrefixText, idPrefixDigits } = index.columns;
  const code = idPrefixIn(codesOf(index, ordinal));
  const number = idNumberOf(index, ordinal);
  out.character(QUOTE);
  if (code === 0) writeText(index, out, number);
  else {
    writeText(index, out, idPrefixText[code]);
    out.digits(number, idPrefixDigits[code]);
  }
  out.character(QUOTE);
}

/** Writes a postcode as a JSON string of four digits, or `null`. */
export function writePostcode(out: JsonBytes, postcode: number): void {
  if (postcode === NO_POSTCODE) {
    out.write(NULL);
    return;
  }
  out.character(QUOTE);
  out.digits(postcode, 4);
  out.character(QUOTE);
}

const LINK_ID = fragment('{"id":');
const LINK_LABEL = fragment(',"addressLabel":');

/** The id and label of another record. Allocates. */
export function linkOf(index: AddressIndex, ordinal: number): { id: string; addressLabel: string | null } {
  const out = new JsonBytes();
  writeLink(index, out, ordinal);
  out.character(CLOSE);
  return JSON.parse(new TextDecoder().decode(out.view()));
}

/** Writes an object with the id and label of another record, left open. */
export function writeLink(index: AddressIndex, out: JsonBytes, ordinal: number): void {
  out.write(LINK_ID);
  writeId(index, out, ordinal);
  out.write(LINK_LABEL);
  writeLabel(index, out, ordinal, streetOf(index, ordinal));
}

const LATITUDE = fragment('{"latitude":');
/** What stands between the coordinates of a Geocode. */
const LONGITUDE = fragment(',"longitude":');
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
function writeGeocodeKind(index: AddressIndex, out: JsonBytes, kind: number): void {
  const { geocodeKindText, geocodeKindReliability } = index.columns;
  out.write(TYPE);
  writeString(index, out, geocodeKindText[kind]);
  out.write(RELIABILITY);
  const reliability = geocodeKindReliability[kind];
  if (reliability === NO_RELIABILITY) out.write(NULL);
  else out.uint(reliability);
  out.character(CLOSE);
}
