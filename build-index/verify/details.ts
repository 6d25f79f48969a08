import { isInAustralia, latOf, lonOf } from '../../src/address/index/address.ts';
import { HAS_GEOCODE } from '../../src/address/index/address-flags.ts';
import { detailStartOf, flagsOf } from '../../src/address/index/address-record.ts';
import { type Cursor, DETAIL, PARCEL_PLACE, readSignedVarint, readVarint } from '../../src/address/index/detail.ts';
import { originLatOf, originLonOf } from '../../src/address/index/locality-answer.ts';
import { LOT } from '../../src/address/index/number-kinds.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { eachAddress } from './addresses.ts';
import type { Check } from './check.ts';
import { rowsOf } from './rules.ts';

const ALL_FLAGS = DETAIL.parcel | DETAIL.building | DETAIL.site | DETAIL.lot | DETAIL.geocodes;
/** Bytes of the shortest geocode. */
const LEAST_GEOCODE = 1;

/** Detail records: each ends where the next begins, and refers to what is there. */
export const DETAIL_CHECKS: readonly Check[] = [
  { section: 'detail', holds: 'every record is read to its end, and its ids and codes are there', find: recordFault },
];

function recordFault(index: AddressIndex): string | null {
  const { columns } = index;
  const { detail, addressHead } = columns;
  const texts = rowsOf(columns, 'textStart');
  const kinds = columns.geocodeKindText.length;
  const places = placesByTemplate(index);
  const cursor: Cursor = { at: 0 };
  return eachAddress(index, (ordinal, _street, locality) => {
    const start = detailStartOf(index, ordinal);
    if (start !== cursor.at) return wrong(ordinal, 'start', start, `${cursor.at}, the end of the record before`);
    const flags = detail[cursor.at++];
    if (flags > ALL_FLAGS) return wrong(ordinal, 'flags', flags, `at most ${ALL_FLAGS}`);
    const fault =
      ((flags & DETAIL.parcel) === 0 ? null : parcelFault(ordinal)) ??
      ((flags & DETAIL.building) === 0 ? null : codeFault(ordinal, 'building', texts)) ??
      ((flags & DETAIL.site) === 0 ? null : codeFault(ordinal, 'site', texts)) ??
      ((flags & DETAIL.lot) === 0 ? null : lotFault(ordinal)) ??
      ((flags & DETAIL.geocodes) === 0 ? null : geocodeFault(ordinal, locality));
    if (fault !== null) return fault;
    const last = ordinal + 1 === addressHead.length;
    return cursor.at > detail.length || (last && cursor.at < detail.length)
      ? wrong(ordinal, 'end', cursor.at, `${detail.length}, the end of detail`)
      : null;
  });

  function parcelFault(ordinal: number): string | null {
    const head = readVarint(detail, cursor);
    if (head % 2 === 1) return head < texts * 2 ? null : wrong(ordinal, 'parcel', (head - 1) / 2, `below ${texts}`);
    if (head >= places.length * 2) return wrong(ordinal, 'parcel', head / 2, `below ${places.length}`);
    for (let place = places[head / 2]; place > 0; place--) readVarint(detail, cursor);
    return null;
  }

  function codeFault(ordinal: number, what: string, limit: number): string | null {
    const code = readVarint(detail, cursor);
    return code < limit ? null : wrong(ordinal, what, code, `below ${limit}`);
  }

  function lotFault(ordinal: number): string | null {
    const lot = readVarint(detail, cursor);
    return columns.numberKind[lot] === LOT ? null : wrong(ordinal, 'lot', lot, 'the code of a lot');
  }

  function geocodeFault(ordinal: number, locality: number): string | null {
    const count = readVarint(detail, cursor);
    const located = (flagsOf(index, ordinal) & HAS_GEOCODE) !== 0;
    const baseLon = located ? lonOf(index, ordinal, locality) : originLonOf(index, locality);
    const baseLat = located ? latOf(index, ordinal, locality) : originLatOf(index, locality);
    if (count * LEAST_GEOCODE > detail.length - cursor.at)
      return wrong(ordinal, 'geocodes', count, 'as many as there are');
    for (let i = 0; i < count; i++) {
      const head = readVarint(detail, cursor);
      if (head >= kinds * 2) return wrong(ordinal, 'geocode kind', Math.floor(head / 2), `below ${kinds}`);
      const same = head % 2 === 1;
      const lon = baseLon + (same ? 0 : readSignedVarint(detail, cursor));
      const lat = baseLat + (same ? 0 : readSignedVarint(detail, cursor));
      if (!isInAustralia(lon, lat))
        return `record ${ordinal}: geocode ${lon / 1e8}, ${lat / 1e8}, expected in Australia`;
    }
    return null;
  }
}

function wrong(ordinal: number, what: string, found: number, expected: string): string {
  return `record ${ordinal}: ${what} ${found}, expected ${expected}`;
}

function placesByTemplate({ columns: { parcelTemplate, parcelTemplateStart } }: AddressIndex): Uint32Array {
  const places = new Uint32Array(parcelTemplateStart.length - 1);
  for (let template = 0; template < places.length; template++)
    for (let i = parcelTemplateStart[template]; i < parcelTemplateStart[template + 1]; i++)
      if (parcelTemplate[i] === PARCEL_PLACE) places[template]++;
  return places;
}
