import { endOf, streetOf } from './address.ts';
import { isAlias, nextHead } from './address-head.ts';
import { BUILDING_ROW, BUILDING_STREET } from './building-row.ts';
import { readDetail } from './detail.ts';
import type { AddressIndex } from './open.ts';
import { searchKey } from './search-key.ts';
import { textOf } from './text.ts';

/** Most places of a name that are looked through: a name with more says nothing about a street. */
const MOST_BEARERS = 4096;

/** The names of a record's building and site, as words of their keys. Allocates. */
export function buildingWords(index: AddressIndex, ordinal: number): string[][] {
  const { building, site } = readDetail(index, ordinal);
  return [building, site].filter((name) => name !== 0).map((name) => searchKey(textOf(index, name)).split(' '));
}

/**
 * Whether exactly one principal on the street has the name with this key, for its building or its
 * site. O(log names + places that have it).
 */
export function isSoleOnStreet(index: AddressIndex, ordinal: number, key: string): boolean {
  const { buildingAddress, buildingStart } = index.columns;
  const name = nameOf(index, key);
  if (name < 0) return false;
  const street = streetOf(index, ordinal);
  const from = buildingStart[name];
  const end = Math.min(buildingStart[name + 1], from + MOST_BEARERS);
  let bearers = 0;
  for (let row = from; row < end && bearers < 2; row++)
    if (buildingAddress[row * BUILDING_ROW + BUILDING_STREET] === street) bearers += bearersAt(index, row, name);
  return bearers === 1;
}

/**
 * How many principals a row of `buildingAddress` stands for: those at its number that have the
 * name, counted up to 2.
 */
export function bearersAt(index: AddressIndex, row: number, name: number): number {
  const { buildingAddress, buildingKey, buildingKeyStart, streetAddressStart } = index.columns;
  const { addressHead } = index.columns;
  const first = buildingAddress[row * BUILDING_ROW];
  const street = buildingAddress[row * BUILDING_ROW + BUILDING_STREET];
  const end = endOf(streetAddressStart, street, addressHead);
  const key = Buffer.from(buildingKey.subarray(buildingKeyStart[name], buildingKeyStart[name + 1])).toString('latin1');
  const has = (text: number) => text !== 0 && searchKey(textOf(index, text)) === key;
  const { building, site } = readDetail(index, first);
  const [isBuilding, isSite] = [has(building), has(site)];
  let bearers = 0;
  const next = nextHead(addressHead[first]);
  for (let i = first; i < end && addressHead[i] < next && bearers < 2; i++) {
    if (isAlias(addressHead[i])) continue;
    const its = readDetail(index, i);
    if ((isBuilding && its.building === building) || (isSite && its.site === site)) bearers++;
  }
  return bearers;
}

/** The building or site name with a key, -1 for none. O(log names). */
function nameOf({ columns }: AddressIndex, key: string): number {
  const { buildingKey, buildingKeyStart } = columns;
  const wanted = Buffer.from(key, 'latin1');
  let low = 0;
  let high = buildingKeyStart.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = Buffer.compare(buildingKey.subarray(buildingKeyStart[middle], buildingKeyStart[middle + 1]), wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}
