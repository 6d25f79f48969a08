import { IS_ALIAS } from '../../src/address/index/address-flags.ts';
import { BUILDING_PLACE, BUILDING_RANK, BUILDING_ROW, BUILDING_STREET } from '../../src/address/index/building-row.ts';
import { searchKey } from '../../src/address/index/search-key.ts';
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
 * The sections `building…`: building and site names of principals, each with the first address of
 * every place (street and number) that has it, the best known first.
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
  const add = (name: number, ordinal: number, street: number) => {
    const place = street * 2 ** 22 + addressNumber[ordinal];
    if (lastPlace.get(name) === place) return;
    lastPlace.set(name, place);
    const known = places.get(name);
    if (known === undefined) places.set(name, [{ ordinal, street }]);
    else known.push({ ordinal, street });
  };
  const names = new Names(addresses, sites, order.addressPid);
  for (let street = 0; street < order.streetPid.length; street++)
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
      if ((addressFlags[ordinal] & IS_ALIAS) !== 0) continue;
      names.read(ordinal);
      if (names.building !== 0) add(names.building, ordinal, street);
      if (names.site !== 0) add(names.site, ordinal, street);
    }
  return places;
}

/** Addresses whose names are fetched together; a power of two. */
const BLOCK = 256;

/**
 * Text ids of the names of an address's building and site, 0 for none. Fetched for a block of
 * addresses at once; see readElementsAhead.
 */
class Names {
  building = 0;
  site = 0;
  readonly #addresses: Addresses;
  readonly #sites: Sites;
  readonly #addressPid: Uint32Array;
  readonly #building = new Uint32Array(BLOCK);
  readonly #site = new Uint32Array(BLOCK);
  #block = -1;

  constructor(addresses: Addresses, sites: Sites, addressPid: Uint32Array) {
    this.#addresses = addresses;
    this.#sites = sites;
    this.#addressPid = addressPid;
  }

  /** Leaves the names of an address in `building` and `site`. */
  read(ordinal: number): void {
    const block = Math.floor(ordinal / BLOCK);
    if (block !== this.#block) this.#fetch(block);
    this.building = this.#building[ordinal % BLOCK];
    this.site = this.#site[ordinal % BLOCK];
  }

  #fetch(block: number): void {
    const { fields } = this.#addresses;
    const from = block * BLOCK;
    const count = Math.min(BLOCK, this.#addressPid.length - from);
    for (let i = 0; i < count; i++) {
      const at = this.#addressPid[from + i] * FIELDS;
      this.#building[i] = fields[at + FIELD.building];
      this.#site[i] = fields[at + FIELD.site];
    }
    for (let i = 0; i < count; i++) this.#site[i] = this.#site[i] === NO_SITE ? 0 : this.#sites.name[this.#site[i]];
    this.#block = block;
  }
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
