import { searchKey } from '../../src/address/index/search-key.ts';
import { type Addresses, FIELD, FIELDS, NO_STREET } from './addresses.ts';
import type { CodeTables } from './code-table.ts';
import { sharedUint32 } from './growable.ts';
import type { Localities, Locality } from './localities.ts';
import type { PidTable } from './pid-table.ts';
import { LEFT_OUT, type Streets, streetLabel } from './streets.ts';
import type { Texts } from './texts.ts';

/** The three orders of an index, and the ways between a release's rows and the ordinals. */
export interface Order {
  /** Localities by ordinal. */
  readonly localities: readonly Locality[];
  /** By locality's pid number: its ordinal. */
  readonly localityOrdinal: Uint32Array;
  /** Streets by ordinal: pid number (NO_STREET for the nameless one), locality's ordinal, first address. */
  readonly streetPid: Uint32Array;
  readonly streetLocality: Uint32Array;
  readonly streetStart: Uint32Array;
  /** Address's pid number by ordinal, and back (LEFT_OUT where it is left out). */
  readonly addressPid: Uint32Array;
  readonly addressOrdinal: Uint32Array;
  /** Number and unit entries in the order of the index, and the position of each. */
  readonly numbers: { readonly order: Uint32Array; readonly rank: Uint32Array };
  readonly units: { readonly order: Uint32Array; readonly rank: Uint32Array };
}

/**
 * Sorts localities by state, name, id; streets by locality, search key of the name, name, type,
 * suffix, id; addresses by street, number, unit, id. A street that has no address is left out. An
 * address whose locality is not its street's gets a street of its own there, with the same name and
 * id.
 */
export function orderIndex(
  addresses: Addresses,
  streets: Streets,
  localities: Localities,
  codes: CodeTables,
  texts: Texts,
): Order {
  const { sorted, ordinal: localityOrdinal } = orderLocalities(localities);
  const places = placeAddresses(addresses, streets);
  const streetOrder = orderStreets(places, streets, localityOrdinal, codes, texts);
  const numbers = addresses.numbers.ranks();
  const units = addresses.units.ranks();
  const { addressPid, streetStart } = orderAddresses(addresses, places.of, streetOrder, numbers.rank, units.rank);
  const addressOrdinal = new Uint32Array(addresses.pids.count).fill(LEFT_OUT);
  for (let i = 0; i < addressPid.length; i++) addressOrdinal[addressPid[i]] = i;
  return {
    localities: sorted,
    localityOrdinal,
    streetPid: streetOrder.map((place) => places.street[place]),
    streetLocality: streetOrder.map((place) => localityOrdinal[places.locality[place]]),
    streetStart,
    addressPid,
    addressOrdinal,
    numbers,
    units,
  };
}

function orderLocalities({ byPid }: Localities): { sorted: Locality[]; ordinal: Uint32Array } {
  const numbers = [...byPid.keys()].filter((pid) => byPid[pid] !== undefined);
  const at = (pid: number) => byPid[pid] as Locality;
  numbers.sort((a, b) => at(a).state - at(b).state || compare(at(a).name, at(b).name) || compare(at(a).pid, at(b).pid));
  const ordinal = new Uint32Array(byPid.length).fill(LEFT_OUT);
  numbers.forEach((pid, position) => {
    ordinal[pid] = position;
  });
  return { sorted: numbers.map(at), ordinal };
}

/** The distinct (street, locality) pairs of the addresses, and the pair of each address. */
interface Places {
  readonly street: Uint32Array;
  readonly locality: Uint32Array;
  /** By address's pid number. */
  readonly of: Uint32Array;
}

function placeAddresses(addresses: Addresses, streets: Streets): Places {
  const street: number[] = [];
  const locality: number[] = [];
  const own = new Uint32Array(streets.pids.count).fill(LEFT_OUT);
  const others = new Map<number, number>();
  const of = new Uint32Array(addresses.pids.count).fill(LEFT_OUT);
  for (let pid = 0; pid < addresses.pids.count; pid++) {
    const in_ = addresses.locality[pid];
    if (in_ === LEFT_OUT) continue;
    const on = addresses.fields[pid * FIELDS + FIELD.street];
    let place = on !== NO_STREET && streets.locality[on] === in_ ? own[on] : undefined;
    if (place === undefined) place = others.get(on * 2 ** 21 + in_) ?? LEFT_OUT;
    if (place === LEFT_OUT) {
      place = street.push(on) - 1;
      locality.push(in_);
      if (on !== NO_STREET && streets.locality[on] === in_) own[on] = place;
      else others.set(on * 2 ** 21 + in_, place);
    }
    of[pid] = place;
  }
  return { street: Uint32Array.from(street), locality: Uint32Array.from(locality), of };
}

function orderStreets(
  places: Places,
  streets: Streets,
  localityOrdinal: Uint32Array,
  codes: CodeTables,
  texts: Texts,
): Uint32Array {
  const names = new Map<number, string>();
  const nameOf = (text: number) => {
    const name = names.get(text) ?? `${searchKey(texts.get(text))}\u0000${texts.get(text)}`;
    names.set(text, name);
    return name;
  };
  const label = Array.from(places.street, (pid) =>
    pid === NO_STREET
      ? ''
      : `${nameOf(streets.name[pid])}\u0000${streetLabel(texts, codes.streetType, codes.streetSuffix, {
          name: streets.name[pid],
          type: streets.type[pid],
          suffix: streets.suffix[pid],
        })}`,
  );
  const order = Uint32Array.from(places.street, (_, place) => place);
  return order.sort((a, b) => {
    const x = places.street[a];
    const y = places.street[b];
    return (
      localityOrdinal[places.locality[a]] - localityOrdinal[places.locality[b]] ||
      compare(label[a], label[b]) ||
      (x === NO_STREET || y === NO_STREET ? x - y : streets.pids.compare(x, y))
    );
  });
}

function orderAddresses(
  addresses: Addresses,
  placeOf: Uint32Array,
  streetOrder: Uint32Array,
  numberRank: Uint32Array,
  unitRank: Uint32Array,
): { addressPid: Uint32Array; streetStart: Uint32Array } {
  const streetOfPlace = new Uint32Array(streetOrder.length);
  streetOrder.forEach((place, street) => {
    streetOfPlace[place] = street;
  });
  const streetStart = new Uint32Array(streetOrder.length + 1);
  for (const place of placeOf) if (place !== LEFT_OUT) streetStart[streetOfPlace[place] + 1]++;
  for (let i = 0; i < streetOrder.length; i++) streetStart[i + 1] += streetStart[i];
  const next = streetStart.slice();
  const addressPid = sharedUint32(streetStart[streetOrder.length]);
  for (let pid = 0; pid < placeOf.length; pid++)
    if (placeOf[pid] !== LEFT_OUT) addressPid[next[streetOfPlace[placeOf[pid]]]++] = pid;
  const { fields, pids } = addresses;
  /** For each address of a street: number and unit, so that they are fetched from memory once, and together. */
  let keys = new Float64Array(1 << 12);
  for (let street = 0; street < streetOrder.length; street++) {
    const run = addressPid.subarray(streetStart[street], streetStart[street + 1]);
    if (run.length > keys.length) keys = new Float64Array(run.length * 2);
    for (let i = 0; i < run.length; i++) {
      const at = run[i] * FIELDS;
      keys[i] = numberRank[fields[at + FIELD.number]] * 2 ** 26 + unitRank[fields[at + FIELD.unit]];
    }
    if (run.length <= 24) insertionSort(run, keys, pids);
    else {
      const unsorted = run.slice();
      const order = Uint32Array.from(run, (_, i) => i);
      order.sort((a, b) => keys[a] - keys[b] || pids.compare(unsorted[a], unsorted[b]));
      for (let i = 0; i < run.length; i++) run[i] = unsorted[order[i]];
    }
  }
  return { addressPid, streetStart };
}

/** Sorts a few addresses by their keys, then by their pids. The keys move along. */
function insertionSort(run: Uint32Array, keys: Float64Array, pids: PidTable): void {
  for (let i = 1; i < run.length; i++) {
    const pid = run[i];
    const key = keys[i];
    let j = i;
    for (; j > 0 && (keys[j - 1] > key || (keys[j - 1] === key && pids.compare(run[j - 1], pid) > 0)); j--) {
      run[j] = run[j - 1];
      keys[j] = keys[j - 1];
    }
    run[j] = pid;
    keys[j] = key;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
