import { IS_ALIAS } from '../../src/index/address-flags.ts';
import { BUILDING_PLACE, BUILDING_RANK, BUILDING_ROW, BUILDING_STREET } from '../../src/index/building-row.ts';
import { searchKey } from '../../src/index/search-key.ts';
import { type Addresses, FIELD, FIELDS, NO_SITE } from './addresses.ts';
import { firstWordsOf } from './first-words.ts';
import type { Order } from './order.ts';
import type { RowFacts } from './posting-rows.ts';
import type { Sites } from './sites.ts';
import type { Texts } from './texts.ts';

/** A place that goes by a name: its first address, and its street. */
interface Place {
  readonly ordinal: number;
  readonly street: number;
}

/**
 * The sections `building…`: building and site names of principals, each with the first address of every place (street and
 * number) that has it, the best known first.
 */
export function buildingSections(
  order: Order,
  addresses: Addresses,
  sites: Sites,
  texts: Texts,
  columns: { readonly addressNumber: Uint32Array; readonly addressFlags: Uint8Array },
  { place, rank }: RowFacts,
) {
  const byKey = placesByKey(placesByName(order, addresses, sites, columns), texts);
  const keys = [...byKey.keys()].sort();
  const keyStart = new Uint32Array(keys.length + 1);
  const start = new Uint32Array(keys.length + 1);
  keys.forEach((key, i) => {
    keyStart[i + 1] = keyStart[i] + key.length;
    start[i + 1] = start[i] + (byKey.get(key)?.length ?? 0);
  });
  const rows = new Uint32Array(start[keys.length] * BUILDING_ROW);
  let at = 0;
  for (const key of keys) {
    const places = byKey.get(key) ?? [];
    places.sort((a, b) => rank[a.street] - rank[b.street] || a.ordinal - b.ordinal);
    for (const { ordinal, street } of places) {
      rows[at] = ordinal;
      rows[at + BUILDING_STREET] = street;
      rows[at + BUILDING_PLACE] = place(street);
      rows[at + BUILDING_RANK] = rank[street];
      at += BUILDING_ROW;
    }
  }
  const key = Buffer.from(keys.join(''), 'latin1');
  const words = firstWordsOf({ key, keyStart });
  return {
    buildingKeyStart: keyStart,
    buildingKey: key,
    buildingWordStart: words.start,
    buildingWord: words.entry,
    buildingStart: start,
    buildingAddress: rows,
  };
}

/** By text id of a name: the places that have it. */
function placesByName(
  order: Order,
  addresses: Addresses,
  sites: Sites,
  { addressNumber, addressFlags }: { readonly addressNumber: Uint32Array; readonly addressFlags: Uint8Array },
): Map<number, Place[]> {
  const places = new Map<number, Place[]>();
  const lastPlace = new Map<number, number>();
  for (let street = 0; street < order.streetPid.length; street++)
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
      if ((addressFlags[ordinal] & IS_ALIAS) !== 0) continue;
      const pid = order.addressPid[ordinal];
      const place = street * 2 ** 22 + addressNumber[ordinal];
      const site = addresses.fields[pid * FIELDS + FIELD.site];
      for (const name of [addresses.fields[pid * FIELDS + FIELD.building], site === NO_SITE ? 0 : sites.name[site]]) {
        if (name === 0 || lastPlace.get(name) === place) continue;
        lastPlace.set(name, place);
        const known = places.get(name);
        if (known === undefined) places.set(name, [{ ordinal, street }]);
        else known.push({ ordinal, street });
      }
    }
  return places;
}

/** By search key: the places of all names that have it, each address once. */
function placesByKey(byName: ReadonlyMap<number, readonly Place[]>, texts: Texts): Map<string, Place[]> {
  const byKey = new Map<string, Map<number, Place>>();
  for (const [name, places] of byName) {
    const key = searchKey(texts.get(name));
    if (key === '') continue;
    const known = byKey.get(key) ?? new Map<number, Place>();
    for (const place of places) known.set(place.ordinal, place);
    byKey.set(key, known);
  }
  return new Map([...byKey].map(([key, places]) => [key, [...places.values()]]));
}
