import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import { principals } from '../../oracle/naive-operations.ts';
import { type NaiveRelease, readNaiveRelease } from '../../oracle/naive-release.ts';
import { type Service, serve } from '../../oracle/product.ts';
import { generatedIndex, generatedRelease } from '../../support/shared-releases.ts';

/* Clauses that no other test holds, on a made release. */

const ADDRESSES = 3_000;
const SEED = 7;

let service: Service;
let naive: NaiveRelease;
beforeAll(async () => {
  naive = readNaiveRelease(generatedRelease(ADDRESSES, SEED));
  service = await serve(generatedIndex(ADDRESSES, SEED));
});
afterAll(() => service?.stop());

type Json = Readonly<Record<string, unknown>>;
const get = async (path: string, parameters: Readonly<Record<string, string | number>>) =>
  (await service.get(path, parameters)).body as Json;
const lineOf = ({ document: { addressLabel, localityName, state, postcode } }: NaiveRelease['records'][number]) =>
  [addressLabel, localityName, state, postcode].filter(Boolean).join(' ');
/** Every value below a value, with the name that it has. */
function* members(value: unknown, name = ''): Generator<readonly [name: string, value: unknown]> {
  yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) yield* members(item, Array.isArray(value) ? name : key);
}

/** One answer of each operation about one record, and one of each that found nothing. */
async function answersAbout(record: NaiveRelease['records'][number]): Promise<readonly Json[]> {
  const { id, postcode, localityName, geocode } = record.document;
  return Promise.all([
    get('autocomplete', { q: lineOf(record) }),
    get('validate', { q: lineOf(record), debug: 'true' }),
    get('enrich', { id, debug: 'true' }),
    get('reverse', { lat: geocode?.latitude ?? 0, lon: geocode?.longitude ?? 0, debug: 'true' }),
    get('lookup/postcode', { postcode: postcode ?? '0000', debug: 'true' }),
    get('lookup/suburb', { suburb: localityName ?? 'X', state: 'VIC', debug: 'true' }),
    get('autocomplete', { q: 'qqqq zzzz' }),
    get('validate', { q: 'qqqq zzzz' }),
    get('reverse', { lat: 0, lon: 0 }),
    get('lookup/postcode', { postcode: '0001' }),
    get('lookup/suburb', { suburb: 'qqqqzzzz' }),
  ]);
}

/** Every thirtieth record. */
const some = () => naive.records.filter((_, i) => i % 30 === 0);

describe('an answer', () => {
  const SNAKE = new Set(['address_count', 'distance_m', 'top_left', 'bottom_right']);
  /** Those of the description whose type is an array. */
  const arrays = new Set(
    'suggestions results localities postcodes allGeocodes neighbours aliases secondaries scoreCaps'.split(' '),
  );

  it('§2.3: has names in camelCase, with the listed exceptions', async () => {
    for (const { debug: _, ...answer } of await answersAbout(naive.records[0]))
      for (const [name] of members(answer)) if (!SNAKE.has(name)) expect(name).toMatch(/^([a-z][A-Za-z0-9]*)?$/);
  });

  it('§2.4, §2.5: has null for no value and an empty array for no items, and leaves out only the four properties that may be', async () => {
    const left = new Set(['debug', 'bounds', 'details', 'state']);
    for (const record of some())
      for (const answer of await answersAbout(record))
        for (const [name, value] of members(answer)) {
          expect(value, name).not.toBeUndefined();
          if (arrays.has(name)) expect(value, name).not.toBeNull();
          if (value === null) expect(name === 'state' || !left.has(name), name).toBe(true);
        }
  });

  it('§2.6: has postcodes of four digits as strings, and ids as they are in the source', async () => {
    for (const record of some()) {
      const document = await get('enrich', { id: record.document.id });
      expect(document.id).toBe(record.document.id);
      if (document.postcode !== null) expect(document.postcode).toMatch(/^[0-9]{4}$/);
    }
  });

  it('§2.7: finds addresses in the Other Territories, with a state of null', async () => {
    const there = naive.records.filter(({ principal, locality }) => principal && locality.state === null);
    expect(there.length).toBeGreaterThan(0);
    for (const record of there.slice(0, 10)) {
      const { match } = await get('validate', { q: lineOf(record) });
      expect(match).toMatchObject({ localityName: record.document.localityName, state: null });
    }
  });
});

describe('autocomplete', () => {
  it('§3.2: answers one character, and reads the last word as a prefix unless a space or comma follows', async () => {
    for (const letter of 'ABS4') {
      const { suggestions } = await get('autocomplete', { q: letter });
      expect((suggestions as unknown[]).length, letter).toBeGreaterThan(0);
    }
    const names = new Set(naive.localities.map(({ name }) => name));
    const begun = naive.records.find(({ document: { components }, principal }) => {
      const name = components?.streetName;
      return principal && components?.streetNumberFirst && name && name.length > 5 && !names.has(name);
    })!;
    const { streetNumberFirst, streetName } = begun.document.components!;
    const typed = `${streetNumberFirst} ${streetName!.slice(0, -1)}`;
    const matched = async (q: string) =>
      (
        (await get('autocomplete', { q, limit: 20, debug: 'true' })).suggestions as {
          debug: { matchedComponents: Record<string, string> };
        }[]
      ).map(({ debug }) => Object.values(debug.matchedComponents));
    expect((await matched(typed)).some((grades) => grades.includes('prefix'))).toBe(true);
    for (const end of [' ', ','])
      expect((await matched(typed + end)).some((grades) => grades.includes('prefix'))).toBe(false);
    expect(await get('autocomplete', { q: 'qqqq zzzz' })).toEqual({ suggestions: [], total: 0 });
  });
});

describe('validate', () => {
  const STANDARD = 'id addressLabel localityName state postcode confidence geocode location boundaries'.split(' ');

  it('§3.3, §3.4, §5.2: answers one standard record, or null with score 0, by the one scorer', async () => {
    for (const record of some().filter(({ principal }) => principal)) {
      const answer = await get('validate', { q: lineOf(record), debug: 'true' });
      expect(Object.keys(answer)).toEqual(['match', 'serviceMatchScore', 'serviceMatchQuality', 'debug']);
      expect(Object.keys(answer.match as object)).toEqual(STANDARD);
      expect(answer.debug).toMatchObject({ scoringVersion: 'address-match-v1' });
    }
    const none = { match: null, serviceMatchScore: 0, serviceMatchQuality: 'none' };
    expect(await get('validate', { q: 'qqqq zzzz' })).toEqual(none);
  });

  it('§4.1: finds an alias through its principal, which alone is counted', async () => {
    const ids = new Set(principals(naive).map(({ document }) => document.id));
    const aliases = naive.records.filter(({ principal }) => !principal);
    expect(aliases.length).toBeGreaterThan(0);
    for (const alias of aliases.slice(0, 50)) {
      const { match } = await get('validate', { q: lineOf(alias) });
      if (match !== null) expect(ids).toContain((match as { id: string }).id);
      const { results } = await get('reverse', {
        lat: alias.document.geocode?.latitude ?? 0,
        lon: alias.document.geocode?.longitude ?? 0,
        limit: 20,
      });
      for (const { id } of results as { id: string }[]) expect(ids).toContain(id);
    }
  });
});

describe('enrich', () => {
  it('§4.5, §4.6, §4.7: has every part of the document, and the release that it is from', async () => {
    const boundaries = 'lga stateElectorate commonwealthElectorate meshBlock sa1 sa2 sa3 sa4 gccsa ward'.split(' ');
    const releases = new Set<unknown>();
    for (const { document } of some()) {
      const answer = await get('enrich', { id: document.id });
      expect(Object.keys(answer.boundaries as object).sort()).toEqual([...boundaries].sort());
      expect(answer.components).toMatchObject({
        addressSiteName: document.components?.addressSiteName ?? null,
        buildingName: document.components?.buildingName ?? null,
      });
      for (const name of ['locality', 'street', 'aliases', 'secondaries']) expect(answer).toHaveProperty(name);
      releases.add(answer.sourceDataRelease);
    }
    expect([...releases]).toEqual([expect.stringMatching(/^\d{4}\.\d{2}$/)]);
  });
});

describe('parameters and costs', () => {
  it('§3.7: takes decimals and exponents in coordinates, and no other notation', async () => {
    const status = async (lat: string) => (await service.get('reverse', { lat, lon: '1.45e2' })).status;
    for (const lat of ['-3.7e1', '-37', '-37.0', '-1e-05', '3E1']) expect(await status(lat), lat).toBe(200);
    for (const lat of ['NaN', 'Infinity', '0x10', ' 1', '1 ', '', '1,5', '--1', '1e', '1e400'])
      expect(await status(lat), lat).toBe(400);
  });

  it('§3.10, §3.12: gives a suburb with the bounding box of its addresses, and with its state only if one was sent', async () => {
    const locality = naive.localities.find(({ state }) => state === 'NSW')!;
    const found = await get('lookup/suburb', { suburb: locality.name });
    expect(found).not.toHaveProperty('state');
    expect(await get('lookup/suburb', { suburb: locality.name, state: 'nsw' })).toHaveProperty('state', 'NSW');
    const inside = principals(naive).filter(({ locality: { name } }) => name === locality.name);
    const lats = inside.flatMap(({ document }) => document.geocode?.latitude ?? []);
    const lons = inside.flatMap(({ document }) => document.geocode?.longitude ?? []);
    expect(found.bounds).toEqual({
      top_left: { lat: Math.max(...lats), lon: Math.min(...lons) },
      bottom_right: { lat: Math.min(...lats), lon: Math.max(...lons) },
    });
    expect(await get('lookup/suburb', { suburb: 'qqqqzzzz' })).toEqual({
      suburb: 'QQQQZZZZ',
      postcodes: [],
      address_count: 0,
    });
  });

  it('§6.4: names every fault of a request under its parameter', async () => {
    const { status, body } = await service.get('reverse', { lat: 'x', radius: 0 });
    expect(status).toBe(400);
    expect((body as { error: Json }).error).toMatchObject({
      code: 'INVALID_PARAMETERS',
      message: 'Invalid query parameters',
      details: { lat: [expect.any(String)], lon: [expect.any(String)], radius: [expect.any(String)] },
    });
  });

  it('§8.1: charges 1, 1, 3, 2, 1 and 1', () => {
    const costs = Object.fromEntries(OPERATIONS.map((name, i) => [name, COSTS[i]]));
    expect(costs).toMatchObject({
      autocomplete: 1,
      validate: 1,
      enrich: 3,
      reverse: 2,
      lookupPostcode: 1,
      lookupSuburb: 1,
    });
  });
});
