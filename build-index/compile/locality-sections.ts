import { letterMask } from '../../src/address/index/letters.ts';
import { LOCALITY, LOCALITY_WORDS, packOrigin } from '../../src/address/index/locality-answer.ts';
import { firstSlotOf } from '../../src/address/index/places.ts';
import { NO_POSTCODE, PLACE_ALIAS, STATE_ORDER } from '../../src/address/index/sections.ts';
import { EMPTY_POSTCODE } from './addresses.ts';
import type { CodeTables } from './code-table.ts';
import { insideOfString, quoted } from './escape-json.ts';
import { JsonTable } from './json-table.ts';
import type { Localities, Locality } from './localities.ts';
import type { Order } from './order.ts';
import { placeTreeSections } from './place-tree.ts';
import type { Texts } from './texts.ts';

/** What is known about localities once all addresses have been seen: postcodes, counts and boxes. */
export class LocalityCounts {
  /** By locality: its postcodes in order of first appearance, and principals per postcode. */
  readonly postcodes: number[][];
  readonly counts: number[][];
  readonly total: Uint32Array;
  /** West, south, east, north of main geocodes of principals, in 1e-8 degrees; NaN where there is none. */
  readonly bounds: Float64Array;

  constructor(localities: number) {
    this.postcodes = Array.from({ length: localities }, () => []);
    this.counts = Array.from({ length: localities }, () => []);
    this.total = new Uint32Array(localities);
    this.bounds = new Float64Array(localities * 4).fill(Number.NaN);
  }

  /** The position of a postcode among the locality's. */
  postcodeSlot(locality: number, postcode: number): number {
    const known = this.postcodes[locality];
    const value = postcode === EMPTY_POSTCODE ? NO_POSTCODE : postcode;
    let slot = known.indexOf(value);
    if (slot < 0) {
      slot = known.push(value) - 1;
      this.counts[locality].push(0);
      if (slot > 255) throw new Error('a locality with more than 256 postcodes');
    }
    return slot;
  }

  /** Counts a current principal record. */
  count(locality: number, slot: number, lon: number, lat: number): void {
    this.counts[locality][slot]++;
    this.total[locality]++;
    if (Number.isNaN(lon)) return;
    const b = locality * 4;
    const { bounds } = this;
    if (!(lon >= bounds[b])) bounds[b] = lon;
    if (!(lat >= bounds[b + 1])) bounds[b + 1] = lat;
    if (!(lon <= bounds[b + 2])) bounds[b + 2] = lon;
    if (!(lat <= bounds[b + 3])) bounds[b + 3] = lat;
  }
}

/** The sections `locality…` made from names, aliases, neighbours and counts. */
export function localitySections(
  order: Order,
  { byPid }: Localities,
  codes: CodeTables,
  texts: Texts,
  counted: LocalityCounts,
  origins: LocalityOrigins,
) {
  const { localities, localityOrdinal } = order;
  const table = new JsonTable();
  for (const locality of localities) {
    table.add(`"localityName":${quoted(locality.name)},${stateJson(locality)}`);
    table.add(contextJson(locality, byPid, codes));
  }
  const json = table.sections();
  const aliases = csr(localities.map((locality) => [...locality.aliases].sort().map((alias) => texts.of(alias))));
  const neighbours = csr(
    localities.map((locality) => locality.neighbours.map((pid) => localityOrdinal[pid]).sort((a, b) => a - b)),
  );
  const postcodes = csr(counted.postcodes);
  return {
    localityName: Uint32Array.from(localities, (locality) => texts.of(locality.name)),
    localityId: Uint32Array.from(localities, (locality) => texts.of(locality.pid)),
    localityState: Uint8Array.from(localities, (locality) => locality.state),
    localityBounds: counted.bounds,
    ...placeTreeSections(
      counted.bounds,
      localities.map((locality) => locality.state),
    ),
    localityCount: counted.total,
    localityAnswer: localityAnswers(json.start, postcodes, origins),
    localityJsonStart: json.start,
    localityJson: json.bytes,
    localityPostcodeStart: postcodes.start,
    localityPostcode: Uint16Array.from(postcodes.values),
    localityPostcodeCount: csr(counted.counts).values,
    localityNeighbourStart: neighbours.start,
    localityNeighbour: neighbours.values,
    localityAliasStart: aliases.start,
    localityAlias: aliases.values,
  };
}

/** By locality: west and south of the main geocodes of all its records, in 1e-8 degrees; 0 where there is none. */
export interface LocalityOrigins {
  readonly lon: Float64Array;
  readonly lat: Float64Array;
}

/** The section `localityAnswer`. */
function localityAnswers(jsonStart: Uint32Array, postcodes: ReturnType<typeof csr>, { lon, lat }: LocalityOrigins) {
  const rows = new Uint32Array(lon.length * LOCALITY_WORDS + 1);
  for (let locality = 0; locality < lon.length; locality++) {
    const at = locality * LOCALITY_WORDS;
    rows[at + LOCALITY.json] = jsonStart[2 * locality];
    rows[at + LOCALITY.details] = jsonStart[2 * locality + 1];
    rows.set(packOrigin(lon[locality]), at + LOCALITY.lon);
    rows.set(packOrigin(lat[locality]), at + LOCALITY.lat);
    const { start, values } = postcodes;
    rows[at + LOCALITY.postcodes] = start[locality];
    rows[at + LOCALITY.postcode] = start[locality] < start[locality + 1] ? values[start[locality]] : NO_POSTCODE;
  }
  rows[lon.length * LOCALITY_WORDS + LOCALITY.json] = jsonStart[2 * lon.length];
  return rows;
}

/**
 * The sections `postcode…`: localities with principals in each postcode, most first, then by name,
 * then by state. Localities of one state that share a name are one entry.
 */
export function postcodeSections(order: Order, counted: LocalityCounts) {
  const entries = new Map<number, { locality: number; count: number }[]>();
  counted.postcodes.forEach((postcodes, locality) => {
    postcodes.forEach((postcode, slot) => {
      const count = counted.counts[locality][slot];
      if (postcode === NO_POSTCODE || count === 0) return;
      const known = entries.get(postcode) ?? [];
      entries.set(postcode, known);
      const same = known.find((entry) => sameName(order.localities[entry.locality], order.localities[locality]));
      if (same === undefined) known.push({ locality, count });
      else same.count += count;
    });
  });
  const name = (locality: number) => order.localities[locality].name;
  const postcodes = [...entries.keys()].sort((a, b) => a - b);
  const lists = postcodes.map((postcode) =>
    (entries.get(postcode) ?? []).sort(
      (a, b) => b.count - a.count || compare(name(a.locality), name(b.locality)) || a.locality - b.locality,
    ),
  );
  const localities = csr(lists.map((list) => list.map((entry) => entry.locality)));
  const table = new JsonTable();
  for (const { locality, count } of lists.flat())
    table.add(`{"name":${quoted(name(locality))},${stateJson(order.localities[locality])},"address_count":${count}},`);
  const json = table.sections();
  return {
    postcode: Uint16Array.from(postcodes),
    postcodeStart: localities.start,
    postcodeLocality: localities.values,
    postcodeCount: csr(lists.map((list) => list.map((entry) => entry.count))).values,
    postcodeJsonStart: json.start,
    postcodeJson: json.bytes,
  };
}

/** The sections `place…`: every official and alias name with the localities that go by it. */
export function placeSections(order: Order, texts: Texts) {
  const places = new Map<string, number[]>();
  const add = (name: string, entry: number) => {
    const known = places.get(name);
    if (known === undefined) places.set(name, [entry]);
    else if (!known.includes(entry)) known.push(entry);
  };
  order.localities.forEach((locality, ordinal) => {
    add(locality.name, ordinal);
    for (const alias of locality.aliases) add(alias, (ordinal | PLACE_ALIAS) >>> 0);
  });
  const names = [...places.keys()]
    .map((name) => ({ name, bytes: escaped(name) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ name }) => name);
  const localities = csr(names.map((name) => places.get(name) ?? []));
  return {
    placeSlot: slotsOf(names),
    placeName: Uint32Array.from(names, (name) => texts.of(name)),
    placeStart: localities.start,
    placeLocality: localities.values,
    placeLetters: Uint32Array.from(names, letterMask),
    placeLength: Uint8Array.from(names, (name) => Math.min(255, name.length)),
  };
}

/** Names by their hash, at most half of the slots in use. */
function slotsOf(names: readonly string[]): Uint32Array {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * names.length + 1)));
  names.forEach((name, place) => {
    let slot = firstSlotOf(name, slots.length);
    while (slots[slot] !== 0) slot = (slot + 1) % slots.length;
    slots[slot] = place + 1;
  });
  return slots;
}

function sameName(a: Locality, b: Locality): boolean {
  return a.name === b.name && a.state === b.state;
}

/** Lists one after another, and where each begins. */
export function csr(lists: readonly (readonly number[])[]): { start: Uint32Array; values: Uint32Array } {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  const values = new Uint32Array(start[lists.length]);
  lists.forEach((list, i) => {
    values.set(list, start[i]);
  });
  return { start, values };
}

/** The member `state`: the enum has no value for Other Territories. */
function stateJson({ state }: Locality): string {
  const name = STATE_ORDER[state];
  return `"state":${name === 'OT' ? 'null' : `"${name}"`}`;
}

function contextJson(locality: Locality, byPid: Localities['byPid'], codes: CodeTables): string {
  const neighbours = new Set(locality.neighbours.flatMap((pid) => byPid[pid]?.name ?? []));
  return JSON.stringify({
    id: locality.pid,
    classification: codes.localityClass.label(locality.classification) || null,
    neighbours: [...neighbours].sort(),
    aliases: [...locality.aliases].sort(),
  });
}

/** The bytes of a text as the index has them: escaped. */
function escaped(text: string): Uint8Array {
  return Buffer.from(insideOfString(text));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
