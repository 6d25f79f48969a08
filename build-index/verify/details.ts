import { latOf, lonOf } from '../../src/index/address.ts';
import { HAS_GEOCODE } from '../../src/index/address-flags.ts';
import { detailStartOf } from '../../src/index/address-record.ts';
import { type Cursor, DETAIL, PARCEL_PLACE, readSignedVarint, readVarint } from '../../src/index/detail.ts';
import { LOT, STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { AUSTRALIA } from '../compile/build.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';

const ALL_FLAGS = DETAIL.parcel | DETAIL.building | DETAIL.site | DETAIL.lot | DETAIL.geocodes;
const LARGEST_PARCEL_NUMBER = 999_999_999;

/** Detail records: each ends where the next begins, and refers to what is there. */
export const DETAIL_CHECKS: readonly Check[] = [
  {
    section: 'addressRecord',
    holds: 'the starts in detail ascend from 0, and are there',
    find(index) {
      const { detail, addressNumber } = index.columns;
      let before = -1;
      for (let ordinal = 0; ordinal < addressNumber.length; ordinal++) {
        const start = detailStartOf(index, ordinal);
        if (start <= before || (ordinal === 0 && start !== 0))
          return at(ordinal, `start ${start}`, ordinal === 0 ? 0 : `above ${before}`);
        if (start >= detail.length) return at(ordinal, `start ${start}`, `below ${detail.length}, the end of detail`);
        before = start;
      }
      return null;
    },
  },
  {
    section: 'detail',
    holds: 'every record is read to its end, its ids and codes are there, and its geocodes lie in Australia',
    find: recordFault,
  },
];

function recordFault(index: AddressIndex): string | null {
  const { columns } = index;
  const { detail, addressNumber, numberKind, addressFlags } = columns;
  const texts = columns.textStart.length - 1;
  const kinds = columns.geocodeKindText.length;
  const places = placesByTemplate(index);
  const cursor: Cursor = { at: 0 };
  return eachAddress(index, (ordinal, _street, locality) => {
    cursor.at = detailStartOf(index, ordinal);
    const end = ordinal + 1 < addressNumber.length ? detailStartOf(index, ordinal + 1) : detail.length;
    const flags = detail[cursor.at++];
    if (!(flags <= ALL_FLAGS)) return wrong(ordinal, 'flags', flags, `at most ${ALL_FLAGS}`);
    const fault =
      ((flags & DETAIL.parcel) === 0 ? null : parcelFault(ordinal)) ??
      ((flags & DETAIL.building) === 0 ? null : textFault(ordinal, 'building')) ??
      ((flags & DETAIL.site) === 0 ? null : textFault(ordinal, 'site')) ??
      ((flags & DETAIL.lot) === 0 ? null : lotFault(ordinal)) ??
      ((flags & DETAIL.geocodes) === 0 ? null : geocodeFault(ordinal, locality, end));
    return fault ?? (cursor.at === end ? null : wrong(ordinal, 'end', cursor.at, `${end}, where the next begins`));
  });

  function parcelFault(ordinal: number): string | null {
    const head = readVarint(detail, cursor);
    if (head % 2 === 1)
      return head < texts * 2 ? null : wrong(ordinal, 'parcel text', (head - 1) / 2, `below ${texts}`);
    if (head >= places.length * 2) return wrong(ordinal, 'parcel template', head / 2, `below ${places.length}`);
    for (let place = places[head / 2]; place > 0; place--) {
      const number = readVarint(detail, cursor);
      if (number === 0 || number > LARGEST_PARCEL_NUMBER)
        return wrong(ordinal, 'parcel number', number, `from 1 to ${LARGEST_PARCEL_NUMBER}`);
    }
    return null;
  }

  function textFault(ordinal: number, what: string): string | null {
    const text = readVarint(detail, cursor);
    return text > 0 && text < texts ? null : wrong(ordinal, what, text, `a text from 1 to ${texts - 1}`);
  }

  function lotFault(ordinal: number): string | null {
    const lot = readVarint(detail, cursor);
    if (numberKind[lot] !== LOT) return wrong(ordinal, 'lot', lot, 'the code of a lot');
    return numberKind[addressNumber[ordinal]] === STREET_NUMBER
      ? null
      : wrong(ordinal, 'lot', lot, 'none, for the address has no street number');
  }

  function geocodeFault(ordinal: number, locality: number, end: number): string | null {
    const count = readVarint(detail, cursor);
    if (count === 0) return wrong(ordinal, 'geocodes', count, 'at least 1');
    const located = (addressFlags[ordinal] & HAS_GEOCODE) !== 0;
    const baseLon = located ? lonOf(index, ordinal, locality) : columns.localityOriginLon[locality];
    const baseLat = located ? latOf(index, ordinal, locality) : columns.localityOriginLat[locality];
    for (let i = 0; i < count; i++) {
      if (cursor.at >= end) return wrong(ordinal, 'geocodes', i, `${count}, as it says`);
      const head = readVarint(detail, cursor);
      if (head >= kinds * 2) return wrong(ordinal, 'geocode kind', Math.floor(head / 2), `below ${kinds}`);
      const same = head % 2 === 1;
      const lon = baseLon + (same ? 0 : readSignedVarint(detail, cursor));
      const lat = baseLat + (same ? 0 : readSignedVarint(detail, cursor));
      if (lon < AUSTRALIA.west || lon > AUSTRALIA.east)
        return wrong(ordinal, 'longitude', lon / 1e8, 'one in Australia');
      if (lat < AUSTRALIA.south || lat > AUSTRALIA.north)
        return wrong(ordinal, 'latitude', lat / 1e8, 'one in Australia');
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
