import { type Cursor, PARCEL_PLACE, readSignedVarint, readVarint } from '../index/detail.ts';
import type { IndexColumns } from '../index/sections.ts';
import type { AddressView } from './address-view.ts';
import type { ReleaseCodes } from './shared-codes.ts';

const cursor: Cursor = { at: 0 };
const other: Cursor = { at: 0 };

/** Whether two texts of two releases are the same. Allocates nothing. */
export function sameText(before: IndexColumns, id: number, after: IndexColumns, otherId: number): boolean {
  if (id === 0 || otherId === 0) return id === otherId;
  const { text, textStart } = before.columns;
  const { text: otherText, textStart: otherStart } = after.columns;
  return sameBytes(text, textStart[id], textStart[id + 1], otherText, otherStart[otherId], otherStart[otherId + 1]);
}

/** Whether `bytes[start, end)` is what `otherBytes[otherStart, otherEnd)` is. */
export function sameBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  otherBytes: Uint8Array,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = start, j = otherStart; i < end; i++, j++) if (bytes[i] !== otherBytes[j]) return false;
  return true;
}

/** Whether two addresses have the same legal parcel id. */
export function sameParcel(
  before: AddressView<IndexColumns>,
  after: AddressView<IndexColumns>,
  { parcelTemplate }: ReleaseCodes,
): boolean {
  if (before.detail.parcelAt < 0 || after.detail.parcelAt < 0) return before.detail.parcelAt === after.detail.parcelAt;
  const { detail, parcelTemplate: template, parcelTemplateStart } = before.index.columns;
  const { detail: otherDetail } = after.index.columns;
  cursor.at = before.detail.parcelAt;
  other.at = after.detail.parcelAt;
  const head = readVarint(detail, cursor);
  const otherHead = readVarint(otherDetail, other);
  if (head % 2 !== otherHead % 2) return false;
  if (head % 2 === 1) return sameText(before.index, (head - 1) / 2, after.index, (otherHead - 1) / 2);
  if (parcelTemplate.before[head / 2] !== parcelTemplate.after[otherHead / 2]) return false;
  for (let i = parcelTemplateStart[head / 2]; i < parcelTemplateStart[head / 2 + 1]; i++)
    if (template[i] === PARCEL_PLACE && readVarint(detail, cursor) !== readVarint(otherDetail, other)) return false;
  return true;
}

/** Whether two addresses have the same further geocodes, in the same order. */
export function sameGeocodes(
  before: AddressView<IndexColumns>,
  after: AddressView<IndexColumns>,
  { geocodeType, geocodeReliability }: ReleaseCodes,
): boolean {
  const count = before.detail.geocodes;
  if (count !== after.detail.geocodes) return false;
  const { detail } = before.index.columns;
  const { detail: otherDetail } = after.index.columns;
  cursor.at = before.detail.geocodesAt;
  other.at = after.detail.geocodesAt;
  for (let i = 0; i < count; i++) {
    const head = readVarint(detail, cursor);
    const otherHead = readVarint(otherDetail, other);
    const kind = (head - (head % 2)) / 2;
    const otherKind = (otherHead - (otherHead % 2)) / 2;
    const here = head % 2 === 1;
    const otherHere = otherHead % 2 === 1;
    const lon = before.lon + (here ? 0 : readSignedVarint(detail, cursor));
    const lat = before.lat + (here ? 0 : readSignedVarint(detail, cursor));
    const otherLon = after.lon + (otherHere ? 0 : readSignedVarint(otherDetail, other));
    const otherLat = after.lat + (otherHere ? 0 : readSignedVarint(otherDetail, other));
    if (
      lon !== otherLon ||
      lat !== otherLat ||
      geocodeType.before[kind] !== geocodeType.after[otherKind] ||
      geocodeReliability.before[kind] !== geocodeReliability.after[otherKind]
    )
      return false;
  }
  return true;
}
