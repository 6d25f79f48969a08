import { latOf, lonOf } from '../index/address.ts';
import { CONFIDENCE_MASK, HAS_GEOCODE } from '../index/address-flags.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_POSTCODE, STATE_ORDER } from '../index/sections.ts';
import { writeBoundaries } from './boundaries.ts';
import { writeGeocode } from './geocode.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeLabel } from './label.ts';
import { writeCoordinate, writeString, writeText } from './write-text.ts';

/** JSON of `state` by position in STATE_ORDER: Other Territories have no value of the enum. */
const STATE_JSON = STATE_ORDER.map((state) => (state === 'OT' ? 'null' : `"${state}"`));

/** Writes the members id, addressLabel, localityName, state, postcode, without braces: what every address answer begins with. */
export function writeAddressHead(index: AddressIndex, out: JsonBytes, ordinal: number, street: number): void {
  const { columns } = index;
  const locality = columns.streetLocality[street];
  out.ascii('"id":');
  writeId(index, out, ordinal);
  out.ascii(',"addressLabel":');
  writeLabel(index, out, ordinal, street);
  out.ascii(',"localityName":');
  writeString(index, out, columns.localityName[locality]);
  out.ascii(',"state":');
  out.ascii(STATE_JSON[columns.localityState[locality]]);
  out.ascii(',"postcode":');
  writePostcode(
    out,
    columns.localityPostcode[columns.localityPostcodeStart[locality] + columns.addressPostcode[ordinal]],
  );
}

/** Writes the members confidence, geocode, location, boundaries, each after a comma. */
export function writeAddressBody(
  index: AddressIndex,
  out: JsonBytes,
  ordinal: number,
  street: number,
  enriched: boolean,
): void {
  const { columns } = index;
  const flags = columns.addressFlags[ordinal];
  const confidence = (flags & CONFIDENCE_MASK) - 1;
  out.ascii(CONFIDENCE_JSON[confidence + 1]);
  if ((flags & HAS_GEOCODE) === 0) out.ascii(',"geocode":null,"location":null');
  else {
    const locality = columns.streetLocality[street];
    const lon = lonOf(index, ordinal, locality);
    const lat = latOf(index, ordinal, locality);
    out.ascii(',"geocode":');
    writeGeocode(index, out, lon, lat, columns.addressGeocodeKind[ordinal]);
    out.ascii(',"location":{"lat":');
    writeCoordinate(out, lat);
    out.ascii(',"lon":');
    writeCoordinate(out, lon);
    out.ascii('}');
  }
  out.ascii(',"boundaries":');
  writeBoundaries(index, out, columns.addressBoundarySet[ordinal], enriched);
}

const CONFIDENCE_JSON = [-1, 0, 1, 2].map((confidence) => `,"confidence":${confidence}`);

/** Writes the members of a StandardRecord, without braces (contract, "validate"). */
export function writeStandardRecord(index: AddressIndex, out: JsonBytes, ordinal: number, street: number): void {
  writeAddressHead(index, out, ordinal, street);
  writeAddressBody(index, out, ordinal, street, false);
}

/** Writes the id of an address as a JSON string. */
export function writeId(index: AddressIndex, out: JsonBytes, ordinal: number): void {
  const { addressIdPrefix, addressIdNumber, idPrefixText, idPrefixDigits } = index.columns;
  const code = addressIdPrefix[ordinal];
  const number = addressIdNumber[ordinal];
  out.ascii('"');
  if (code === 0) writeText(index, out, number);
  else {
    writeText(index, out, idPrefixText[code]);
    writeDigits(out, number, idPrefixDigits[code]);
  }
  out.ascii('"');
}

/** Writes a postcode as a JSON string of four digits, or `null`. */
export function writePostcode(out: JsonBytes, postcode: number): void {
  if (postcode === NO_POSTCODE) {
    out.ascii('null');
    return;
  }
  out.ascii('"');
  writeDigits(out, postcode, 4);
  out.ascii('"');
}

function writeDigits(out: JsonBytes, value: number, digits: number): void {
  out.reserve(digits);
  const { bytes } = out;
  let rest = value;
  for (let at = out.length + digits - 1; at >= out.length; at--) {
    const next = Math.floor(rest / 10);
    bytes[at] = 0x30 + (rest - next * 10);
    rest = next;
  }
  out.length += digits;
}
