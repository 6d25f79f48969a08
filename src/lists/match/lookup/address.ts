import { latOf, lonOf, streetOf } from '../../../address/index/address.ts';
import { HAS_GEOCODE } from '../../../address/index/address-flags.ts';
import { codesOf } from '../../../address/index/address-record.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { localityOf } from '../../../address/index/street-answer.ts';
import { writeDocument } from '../../../address/operations/document.ts';
import { JsonBytes } from '../../../address/operations/json-bytes.ts';

/** An address as every answer of the service begins. */
export interface Address {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
}

/** WGS84 degrees. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
}

const out = new JsonBytes();
const decoder = new TextDecoder();

/** The address at a position of the index, with the `parts` of its document (`partsWith`). */
export function addressAt(index: AddressIndex, ordinal: number, parts = 0): Address {
  out.reset();
  out.ascii('{');
  writeDocument(index, out, ordinal, parts);
  out.ascii('}');
  return JSON.parse(decoder.decode(out.view())) as Address;
}

/** An address in one line: `2 PERTH STREET, SUNNYBANK QLD 4109`. */
export function oneLine({ addressLabel, localityName, state, postcode }: Address): string {
  const place = [localityName, state, postcode].filter(Boolean).join(' ');
  return [addressLabel, place].filter(Boolean).join(', ');
}

/** The main geocode of an address, or null where it has none. */
export function pointAt(index: AddressIndex, ordinal: number): Point | null {
  if ((codesOf(index, ordinal) & HAS_GEOCODE) === 0) return null;
  const locality = localityOf(index, streetOf(index, ordinal));
  return { lat: latOf(index, ordinal, locality) / 1e8, lon: lonOf(index, ordinal, locality) / 1e8 };
}
