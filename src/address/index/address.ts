import { isAlias } from './address-head.ts';
import { ADDRESS, ADDRESS_WORDS } from './address-record.ts';
import { originLatOf, originLonOf } from './locality-answer.ts';
import { type IndexColumns, STREET_BLOCK } from './sections.ts';
import { RECORD_END, RECORD_LOCALITY, RECORD_START, STREET_RECORD } from './street-record.ts';

/** Australia with its territories, in 1e-8 degrees: west, south, east, north. */
const AUSTRALIA = { west: 96e8, south: -45e8, east: 169e8, north: -8e8 } as const;

/** Whether a point lies in Australia's box, in 1e-8 degrees. */
export function isInAustralia(lon: number, lat: number): boolean {
  return lon >= AUSTRALIA.west && lon <= AUSTRALIA.east && lat >= AUSTRALIA.south && lat <= AUSTRALIA.north;
}

/** The street of an address. O(1): at most 64 streets are passed over. */
export function streetOf(index: IndexColumns, ordinal: number): number {
  const { addressBlockStreet, streetAddressStart } = index.columns;
  let street = addressBlockStreet[(ordinal / STREET_BLOCK) >>> 0];
  while (streetAddressStart[street + 1] <= ordinal) street++;
  return street;
}

/** The street of an address that was found on a street: that one, unless an alias on it led to an address elsewhere. */
export function homeOf(index: IndexColumns, ordinal: number, street: number): number {
  const { streetRecord } = index.columns;
  const row = street * STREET_RECORD;
  const isHere = ordinal >= streetRecord[row + RECORD_START] && ordinal < streetRecord[row + RECORD_END];
  return isHere ? street : streetOf(index, ordinal);
}

/** The locality of an address that was found on a street: the street's, or its own if an alias led to it. */
export function homeLocalityOf(index: IndexColumns, ordinal: number, street: number): number {
  return index.columns.streetRecord[homeOf(index, ordinal, street) * STREET_RECORD + RECORD_LOCALITY];
}

/** The principal of a record: itself unless it is an alias; -1 if it is unknown. O(log aliases). */
export function principalOf({ columns }: IndexColumns, ordinal: number): number {
  const { addressHead, aliasAddress, aliasPrincipal } = columns;
  if (!isAlias(addressHead[ordinal])) return ordinal;
  const at = lowerBound(aliasAddress, ordinal);
  return aliasAddress[at] === ordinal ? aliasPrincipal[at] : -1;
}

/** Longitude of the main geocode in 1e-8 degrees, for an address of that locality that has one. */
export function lonOf(index: IndexColumns, ordinal: number, locality: number): number {
  return originLonOf(index, locality) + index.columns.addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.lon];
}

/** Latitude of the main geocode in 1e-8 degrees, for an address of that locality that has one. */
export function latOf(index: IndexColumns, ordinal: number, locality: number): number {
  return originLatOf(index, locality) + index.columns.addressRecord[ordinal * ADDRESS_WORDS + ADDRESS.lat];
}

/**
 * Where the run of item `i` of a CSR section ends: at its start in the next item, and never past
 * the values. So a loop over the run ends even if the file is damaged.
 */
export function endOf(start: Uint32Array, i: number, values: { readonly length: number }): number {
  return Math.min(start[i + 1], values.length);
}

/**
 * First position in a sorted column, within `from` to `to`, whose value is at least `value`; both
 * below 2³¹. O(log n). Half of the comparisons of a search are unpredictable, so each becomes a
 * mask rather than a branch (Khuong and Morin 2017).
 */
export function lowerBound(column: Uint32Array | Uint16Array, value: number, from = 0, to = column.length): number {
  let low = from;
  let size = to - from;
  if (size <= 0) return from;
  while (size > 1) {
    const half = size >>> 1;
    low += half & -((column[low + half - 1] - value) >>> 31);
    size -= half;
  }
  return column[low] < value ? low + 1 : low;
}

/** First position within `from` to `to` that is not before what is sought. O(log positions). */
export function firstNotBefore(from: number, to: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Like `lowerBound`, for a value that is probably near `from`: by steps that double, then by
 * halving. O(log distance), in few cache lines (Bentley and Yao 1976).
 */
export function lowerBoundNear(column: Uint32Array | Uint16Array, value: number, from: number, to: number): number {
  let low = from;
  for (let step = 1; low + step <= to; step *= 2) {
    if (column[low + step - 1] >= value) return lowerBound(column, value, low, low + step - 1);
    low += step;
  }
  return lowerBound(column, value, low, to);
}
