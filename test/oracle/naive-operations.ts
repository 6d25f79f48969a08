import { councilKeys, localityNameVariants } from '../../build-index/compile/name-variants.ts';
import type { State } from '../../src/address/operations/table/rules.ts';
import { type StandardRecord, standardRecord } from './documents.ts';
import { CAPITAL_OF, type NaivePlace, placesMeant, wordsOf } from './naive-places.ts';
import type { NaiveLocality, NaiveRecord, NaiveRelease } from './naive-release.ts';

/** Mean earth radius in metres (§3.8). */
const EARTH_RADIUS = 6_371_008.8;

/** A principal record and its distance from a point, in metres, unrounded. */
export interface Near {
  readonly record: StandardRecord;
  readonly metres: number;
}

/** Every principal record with a main geocode, nearest first, ties by id: a full scan. */
export function nearest(release: NaiveRelease, lat: number, lon: number, radius: number): Near[] {
  const found: Near[] = [];
  for (const { document, principal } of release.records) {
    if (!principal || document.location === null) continue;
    const metres = haversine(lat, lon, document.location.lat, document.location.lon);
    if (metres <= radius) found.push({ record: standardRecord(document), metres });
  }
  return found.sort((a, b) => a.metres - b.metres || (a.record.id < b.record.id ? -1 : 1));
}

/** Great-circle distance in metres between two points in degrees. */
export function haversine(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin(((lat2 - lat1) * radians) / 2);
  const sinLon = Math.sin(((lon2 - lon1) * radians) / 2);
  const a = sinLat * sinLat + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * sinLon * sinLon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** The answer of postcode lookup (§3.9). */
export interface PostcodeAnswer {
  readonly postcode: string;
  readonly localities: readonly {
    readonly name: string;
    readonly state: string | null;
    readonly address_count: number;
  }[];
}

/** Localities of one name and state are one entry; ties beyond the name are broken by state. */
export function postcodeLookup(release: NaiveRelease, postcode: string, limit: number): PostcodeAnswer {
  const counts = new Map<string, { name: string; state: string | null; address_count: number }>();
  for (const { document, principal, locality } of release.records) {
    if (!principal || document.postcode !== postcode) continue;
    const key = `${locality.name}\n${locality.state ?? ''}`;
    const entry = counts.get(key) ?? { name: locality.name, state: locality.state, address_count: 0 };
    entry.address_count++;
    counts.set(key, entry);
  }
  const sorted = [...counts.entries()].sort(([a, x], [b, y]) => y.address_count - x.address_count || (a < b ? -1 : 1));
  return { postcode, localities: sorted.slice(0, limit).map(([, entry]) => entry) };
}

/** The answer of suburb lookup (§3.11). */
export interface SuburbAnswer {
  readonly suburb: string;
  readonly postcodes: readonly string[];
  readonly address_count: number;
  readonly state?: State;
  readonly bounds?: { readonly top_left: LatLon; readonly bottom_right: LatLon };
}
interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Suburb lookup by full scans (naive-places.ts); localities of the name that is meant are counted together.
 */
export function suburbLookup(release: NaiveRelease, suburb: string, state: State | null, limit: number): SuburbAnswer {
  const input = suburb.toUpperCase();
  const matching = matchLocalities(release, input, state);
  const counted = release.records.filter(({ principal, locality }) => principal && matching.includes(locality));
  const postcodes = new Map<string, number>();
  for (const { document } of counted) {
    if (document.postcode !== null) postcodes.set(document.postcode, (postcodes.get(document.postcode) ?? 0) + 1);
  }
  const lats = counted.flatMap(({ document }) => document.location?.lat ?? []);
  const lons = counted.flatMap(({ document }) => document.location?.lon ?? []);
  return {
    suburb: matching[0]?.name ?? input,
    postcodes: [...postcodes]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([postcode]) => postcode),
    address_count: counted.length,
    ...(state === null ? {} : { state }),
    ...(lats.length === 0
      ? {}
      : {
          bounds: {
            top_left: { lat: Math.max(...lats), lon: Math.min(...lons) },
            bottom_right: { lat: Math.min(...lats), lon: Math.max(...lons) },
          },
        }),
  };
}

/** The postcodes of records, most records first. */
function postcodesOf(records: readonly NaiveRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { document } of records)
    if (document.postcode !== null) counts.set(document.postcode, (counts.get(document.postcode) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([postcode]) => postcode);
}

/** Whether a name begins with what was typed: with its last word whole, where something follows that. */
function beginsWith(name: string, typed: string): boolean {
  const words = wordsOf(typed);
  if (words === '') return false;
  return /[\s,-]$/.test(typed) ? `${wordsOf(name)} `.startsWith(`${words} `) : wordsOf(name).startsWith(words);
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Locality lookup by full scans (§12.6). */
export function localityLookup(release: NaiveRelease, q: string, state: State | null, limit: number) {
  const found = release.localities.flatMap((locality) => {
    if (!isIn(release, locality, state)) return [];
    const names = [locality.name, ...locality.aliases];
    const spelled = names.flatMap((name) => [wordsOf(name), ...localityNameVariants(name)]);
    if (!spelled.some((name) => beginsWith(name, q))) return [];
    const records = release.records.filter((record) => record.principal && record.locality === locality);
    if (records.length === 0) return [];
    const lats = records.flatMap(({ document }) => document.location?.lat ?? []);
    const lons = records.flatMap(({ document }) => document.location?.lon ?? []);
    const answer = {
      name: locality.name,
      state: locality.state,
      postcodes: postcodesOf(records),
      address_count: records.length,
      ...(lats.length > 0 && {
        bounds: {
          top_left: { lat: Math.max(...lats), lon: Math.min(...lons) },
          bottom_right: { lat: Math.min(...lats), lon: Math.max(...lons) },
        },
      }),
    };
    return [{ answer, id: locality.id, isWhole: spelled.includes(wordsOf(q)) }];
  });
  found.sort(
    (a, b) =>
      Number(b.isWhole) - Number(a.isWhole) ||
      b.answer.address_count - a.answer.address_count ||
      byText(a.answer.name, b.answer.name) ||
      byText(a.answer.state ?? 'OT', b.answer.state ?? 'OT') ||
      byText(a.id, b.id),
  );
  return { localities: found.slice(0, limit).map(({ answer }) => answer), total: found.length };
}

/** Street lookup by full scans (§12.7). */
export function streetLookup(
  release: NaiveRelease,
  locality: string,
  state: State | null,
  q: string | null,
  limit: number,
) {
  const places = matchLocalities(release, locality.toUpperCase(), state);
  const streets = new Map<string, NaiveRecord[]>();
  for (const record of release.records) {
    const { streetName } = record.document.components;
    if (!record.principal || streetName === null || !places.includes(record.locality)) continue;
    const key = `${record.locality.id} ${record.document.street.id}`;
    streets.set(key, [...(streets.get(key) ?? []), record]);
  }
  const found = [...streets].flatMap(([key, records]) => {
    const { document, locality } = records[0];
    const { streetName, streetType, streetSuffix } = document.components;
    const label = [streetName, streetType, streetSuffix].filter(Boolean).join(' ');
    if (q !== null && !beginsWith(label, q)) return [];
    const numbers = records.flatMap(({ document: { components } }) =>
      components.streetNumberFirst === null
        ? []
        : [components.streetNumberFirst, components.streetNumberLast ?? components.streetNumberFirst],
    );
    const values = numbers.map((number) => Number(/\d+/.exec(number)?.[0]));
    const answer = {
      name: streetName,
      type: streetType,
      suffix: streetSuffix,
      localityName: locality.name,
      state: locality.state,
      postcodes: postcodesOf(records),
      address_count: records.length,
      number_first: values.length === 0 ? null : Math.min(...values),
      number_last: values.length === 0 ? null : Math.max(...values),
    };
    return [{ answer, label, place: `${locality.state ?? 'OT'} ${key}` }];
  });
  const isWordless = ({ answer }: (typeof found)[number]) => Number(wordsOf(answer.name ?? '').length === 0);
  found.sort(
    (a, b) =>
      isWordless(a) - isWordless(b) ||
      byText(wordsOf(a.answer.name ?? ''), wordsOf(b.answer.name ?? '')) ||
      byText(a.label, b.label) ||
      byText(a.place, b.place),
  );
  return { streets: found.slice(0, limit).map(({ answer }) => answer), total: found.length };
}

/** The localities of a release as the lookups know them. Counted once. */
const placesOf = new WeakMap<NaiveRelease, (NaivePlace & { readonly locality: NaiveLocality })[]>();

/** Names of the council and of the metropolis that a record is in; without areas, any place of a state is in its capital's. */
function regionsOf({ document: { boundaries }, locality: { state } }: NaiveRecord, hasAreas: boolean): string[] {
  const capital = CAPITAL_OF[state ?? ''];
  const gccsa = wordsOf(boundaries.gccsa?.name ?? '');
  const isCentral = hasAreas ? gccsa === `GREATER ${capital}` || gccsa === 'AUSTRALIAN CAPITAL TERRITORY' : true;
  return [
    ...(boundaries.lga === null ? [] : councilKeys(boundaries.lga.name)),
    ...(isCentral && capital !== undefined ? [capital, `GREATER ${capital}`] : []),
  ];
}

function matchLocalities(release: NaiveRelease, input: string, state: State | null): NaiveLocality[] {
  const hasAreas = release.records.some(({ document }) => document.boundaries.gccsa !== null);
  const places =
    placesOf.get(release) ??
    release.localities.map((locality) => {
      const records = release.records.filter((record) => record.locality === locality);
      return {
        name: locality.name,
        aliases: locality.aliases,
        addresses: records.filter(({ principal }) => principal).length,
        isIn: (state: string) => (state === 'OT' ? locality.state === null : isIn(release, locality, state)),
        regions: [...new Set(records.flatMap((record) => regionsOf(record, hasAreas)))],
        locality,
      };
    });
  placesOf.set(release, places);
  return placesMeant(places, input, state).map(({ locality }) => locality);
}

/** The states that a territory's mail goes to, by its postcodes. */
const MAIL: Readonly<Record<string, readonly string[]>> = {
  2540: ['ACT', 'NSW'],
  2899: ['NSW'],
  6798: ['WA'],
  6799: ['WA'],
};

/** Whether a locality is in a state, or a territory whose mail goes there (§4.8); any is in null. */
function isIn(release: NaiveRelease, locality: NaiveLocality, state: string | null): boolean {
  if (state === null || locality.state === state) return true;
  if (locality.state !== null) return false;
  const records = release.records.filter((record) => record.locality === locality);
  return records.some(({ document }) => MAIL[document.postcode ?? '']?.includes(state));
}

/** The principal records of a release. */
export function principals(release: NaiveRelease): NaiveRecord[] {
  return release.records.filter(({ principal }) => principal);
}
