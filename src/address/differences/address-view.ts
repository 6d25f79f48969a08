import { latOf, lonOf } from '../index/address.ts';
import { HAS_GEOCODE } from '../index/address-flags.ts';
import { numberIn } from '../index/address-head.ts';
import { boundarySetOf, codesOf, postcodeOf } from '../index/address-record.ts';
import { type Detail, readDetail } from '../index/detail.ts';
import { originLatOf, originLonOf } from '../index/locality-answer.ts';
import type { AddressIndex } from '../index/open.ts';
import type { IndexColumns } from '../index/sections.ts';
import { localityOf, STREET, STREET_WORDS } from '../index/street-answer.ts';

/** One address of a release, as far as it is compared. One object a release, moved from address to address. */
export interface AddressView<I extends IndexColumns = AddressIndex> {
  readonly index: I;
  ordinal: number;
  street: number;
  locality: number;
  /** Packed codes (address-record.ts). */
  codes: number;
  number: number;
  unit: number;
  /** A number, NO_POSTCODE for none. */
  postcode: number;
  /** Its boundary set. */
  set: number;
  /** Whether it has a main geocode. */
  located: boolean;
  /**
   * The main geocode in 1e-8 degrees; the locality's origin where there is none, as `allGeocodes`
   * are relative to it.
   */
  lon: number;
  lat: number;
  readonly detail: Detail;
}

/** A view of a release, at no address yet. */
export function viewOf<I extends IndexColumns>(index: I): AddressView<I> {
  return {
    index,
    ordinal: -1,
    street: -1,
    locality: -1,
    codes: 0,
    number: 0,
    unit: 0,
    postcode: 0,
    set: 0,
    located: false,
    lon: 0,
    lat: 0,
    detail: { parcelAt: -1, building: 0, site: 0, lot: 0, geocodes: 0, geocodesAt: 0 },
  };
}

/** Moves a view to an address of that street. O(1), allocates nothing. */
export function lookAt(view: AddressView<IndexColumns>, ordinal: number, street: number): void {
  const { index, detail } = view;
  const { columns } = index;
  const locality = localityOf(index, street);
  const codes = codesOf(index, ordinal);
  const located = (codes & HAS_GEOCODE) !== 0;
  view.ordinal = ordinal;
  view.street = street;
  view.locality = locality;
  view.codes = codes;
  view.number = numberIn(columns.addressHead[ordinal]);
  view.unit = columns.addressUnit[ordinal];
  view.postcode = postcodeOf(index, ordinal, locality);
  view.set = boundarySetOf(index, ordinal);
  view.located = located;
  view.lon = located ? lonOf(index, ordinal, locality) : originLonOf(index, locality);
  view.lat = located ? latOf(index, ordinal, locality) : originLatOf(index, locality);
  const found = readDetail(index, ordinal);
  detail.parcelAt = found.parcelAt;
  detail.building = found.building;
  detail.site = found.site;
  detail.lot = found.lot;
  detail.geocodes = found.geocodes;
  detail.geocodesAt = found.geocodesAt;
}

/** The codes of the street that an address stands in (street-codes.ts). */
export function streetCodesOf({ index, street }: AddressView<IndexColumns>): number {
  return index.columns.streetAnswer[street * STREET_WORDS + STREET.codes];
}
