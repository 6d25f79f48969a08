import { endOf } from './address.ts';
import { detailStartOf } from './address-record.ts';
import type { IndexColumns } from './sections.ts';

/**
 * Flags of a detail record, which say what follows, in this order.
 *
 * A record is: flags (u8), then
 * - parcel: varint of template × 2, then one varint per place in the template; or varint of text id × 2 + 1;
 * - building, site: varint of a text id;
 * - lot: varint of a number code, where the address has a street number too;
 * - geocodes: varint of their count; for each varint of kind × 2 + 1 where it lies at the main
 *   geocode, else of kind × 2 and two zigzag varints, longitude and latitude in 1e-8 degrees
 *   relative to the main geocode (to the locality's origin where there is none).
 *
 * Varints are little-endian, seven bits a byte.
 */
export const DETAIL = { parcel: 1, building: 2, site: 4, lot: 8, geocodes: 16 } as const;

/** In a parcel template: the place of a number. */
export const PARCEL_PLACE = 0x01;

/** What the last `readDetail` found. Reused from call to call: take what you need from it. */
export interface Detail {
  /** Position of the parcel's code in `detail`, -1 for none. */
  parcelAt: number;
  /** Text ids, 0 for none. */
  building: number;
  site: number;
  /** Number code, 0 for none. */
  lot: number;
  geocodes: number;
  /** Position of the first geocode. */
  geocodesAt: number;
}

/** A place in `detail` that varints are read from. */
export interface Cursor {
  at: number;
}

const detail: Detail = { parcelAt: -1, building: 0, site: 0, lot: 0, geocodes: 0, geocodesAt: 0 };
const cursor: Cursor = { at: 0 };

/** Whether the record with these flags has the name of a building or of a site. */
export function namesBuilding(flags: number): boolean {
  return (flags & (DETAIL.building | DETAIL.site)) !== 0;
}

/** Reads the detail record of an address. Allocates nothing. */
export function readDetail(index: IndexColumns, ordinal: number): Readonly<Detail> {
  const bytes = index.columns.detail;
  cursor.at = detailStartOf(index, ordinal);
  const flags = bytes[cursor.at++];
  detail.parcelAt = -1;
  if ((flags & DETAIL.parcel) !== 0) {
    detail.parcelAt = cursor.at;
    skipParcel(index, bytes);
  }
  detail.building = (flags & DETAIL.building) === 0 ? 0 : readVarint(bytes, cursor);
  detail.site = (flags & DETAIL.site) === 0 ? 0 : readVarint(bytes, cursor);
  detail.lot = (flags & DETAIL.lot) === 0 ? 0 : readVarint(bytes, cursor);
  detail.geocodes = (flags & DETAIL.geocodes) === 0 ? 0 : readVarint(bytes, cursor);
  detail.geocodesAt = cursor.at;
  return detail;
}

/** Reads a varint below 2^53 and moves the cursor past it. */
export function readVarint(bytes: Uint8Array, at: Cursor): number {
  let byte = bytes[at.at++];
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  let scale = 0x80;
  do {
    byte = bytes[at.at++];
    value += (byte & 0x7f) * scale;
    scale *= 0x80;
  } while (byte >= 0x80);
  return value;
}

/** Reads a zigzag varint and moves the cursor past it. */
export function readSignedVarint(bytes: Uint8Array, at: Cursor): number {
  const value = readVarint(bytes, at);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function skipParcel(index: IndexColumns, bytes: Uint8Array): void {
  const head = readVarint(bytes, cursor);
  if (head % 2 === 1) return;
  const { parcelTemplateStart, parcelTemplate } = index.columns;
  const template = head / 2;
  for (let i = parcelTemplateStart[template], end = endOf(parcelTemplateStart, template, parcelTemplate); i < end; i++)
    if (parcelTemplate[i] === PARCEL_PLACE) readVarint(bytes, cursor);
}
