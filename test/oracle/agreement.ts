import fc from 'fast-check';
import { expect, it } from 'vitest';
import { STATES } from '../../src/address/operations/table/rules.ts';
import { differences } from './documents.ts';
import { localityLookup, nearest, postcodeLookup, principals, streetLookup, suburbLookup } from './naive-operations.ts';
import type { NaiveRelease } from './naive-release.ts';
import { forEach, type Service } from './product.ts';

/** A release that the service serves, and the same release as the naive reader has it. */
export interface Subject {
  readonly service: Service;
  readonly naive: NaiveRelease;
}

/** Metres within which two correct haversine computations may differ: a record this near to the circle's edge may be in or out. */
const ROUNDING = 1e-6;

/**
 * Defines the tests that hold the service to the naive answers over HTTP, on whatever `subject` returns once the hooks have run.
 *
 * @param runs how many random requests each operation is asked
 */
export function itAgreesWithTheNaiveReader(subject: () => Subject, runs: number): void {
  it('§3.5: enriches every current record, principals and aliases, field by field', async () => {
    const { service, naive } = subject();
    const found: string[] = [];
    await forEach(naive.records, async ({ document }) => {
      const { status, body } = await service.get('enrich', { id: document.id });
      if (status !== 200) found.push(`${document.id}: status ${status}`);
      else found.push(...differences(body, document));
    });
    expect(found.slice(0, 20)).toEqual([]);
  });

  it('§3.6: knows nothing of retired records and of ids that are not in the release', async () => {
    const { service, naive } = subject();
    const strangers = naive.records
      .slice(0, 100)
      .flatMap(({ document: { id } }) => [`${id}0`, id.slice(0, -1), id.toLowerCase()]);
    await forEach([...naive.leftOut, ...strangers], async (id) => {
      const { status, body } = await service.get('enrich', { id });
      expect({ id, status, body }).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND', message: `Address not found: ${id}` } },
      });
    });
  });

  it('§3.8: finds around any point what a scan of all records finds, in the same order', async () => {
    const { service, naive } = subject();
    const property = fc.asyncProperty(
      pointNear(naive),
      radius,
      optional(fc.integer({ min: 1, max: 20 })),
      async (at, within, limit) => {
        const parameters = { ...at, ...present({ radius: within, limit }) };
        const { status, body } = await service.get('reverse', parameters);
        expect(status).toBe(200);
        expect(
          reverseFaults(naive, body as ReverseBody, Number(at.lat), Number(at.lon), within ?? 100, limit ?? 5),
        ).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: runs });
  });

  it('§3.9: lists the localities of every postcode, and none of a postcode that no record has', async () => {
    const { service, naive } = subject();
    const known = [...new Set(naive.records.map(({ document }) => document.postcode ?? '0000'))];
    await forEach(known, async (postcode) => {
      const { body } = await service.get('lookup/postcode', { postcode, limit: 50 });
      expect(body).toEqual(postcodeLookup(naive, postcode, 50));
    });
    const any = fc.integer({ min: 0, max: 9999 }).map((code) => String(code).padStart(4, '0'));
    const limits = optional(fc.integer({ min: 1, max: 50 }));
    const property = fc.asyncProperty(fc.oneof(fc.constantFrom(...known), any), limits, async (postcode, limit) => {
      const { status, body } = await service.get('lookup/postcode', { postcode, ...present({ limit }) });
      expect({ status, body }).toEqual({ status: 200, body: postcodeLookup(naive, postcode, limit ?? 10) });
    });
    await fc.assert(property, { numRuns: runs / 4 });
  });

  it('§3.11: finds every suburb by its name and by its aliases, in its state and in all', async () => {
    const { service, naive } = subject();
    const asked = naive.localities.flatMap(({ name, aliases, state }) =>
      [name, ...aliases].map((suburb) => ({ suburb, state })),
    );
    await forEach(asked, async ({ suburb, state }) => {
      for (const within of state === null ? [null] : [null, STATES.find((known) => known === state) ?? null]) {
        const { body } = await service.get('lookup/suburb', { suburb, ...present({ state: within }) });
        expect({ suburb, body }).toEqual({ suburb, body: suburbLookup(naive, suburb, within, 10) });
      }
    });
  });

  it('§3.11: finds a misspelled suburb where a scan of all names finds it', async () => {
    const { service, naive } = subject();
    const limits = optional(fc.integer({ min: 1, max: 20 }));
    const states = optional(fc.constantFrom(...STATES));
    const property = fc.asyncProperty(misspelledName(naive), states, limits, async (suburb, state, limit) => {
      const { status, body } = await service.get('lookup/suburb', { suburb, ...present({ state, limit }) });
      expect({ status, body }).toEqual({ status: 200, body: suburbLookup(naive, suburb, state, limit ?? 10) });
    });
    await fc.assert(property, { numRuns: runs });
  });

  it('§12.6: suggests for any beginning of a name the localities that a scan of all names finds', async () => {
    const { service, naive } = subject();
    const states = optional(fc.constantFrom(...STATES));
    const limits = optional(fc.integer({ min: 1, max: 20 }));
    const property = fc.asyncProperty(beginning(misspelledName(naive)), states, limits, async (q, state, limit) => {
      const { status, body } = await service.get('lookup/locality', { q, ...present({ state, limit }) });
      expect({ status, body }).toEqual({ status: 200, body: localityLookup(naive, q, state, limit ?? 5) });
    });
    await fc.assert(property, { numRuns: runs });
  });

  it('§12.7: lists the streets of a locality that a scan of all records finds', async () => {
    const { service, naive } = subject();
    const states = optional(fc.constantFrom(...STATES));
    const limits = optional(fc.integer({ min: 1, max: 50 }));
    const streets = principals(naive).flatMap(({ document: { components }, locality }) =>
      components.streetName === null
        ? []
        : [{ place: locality.name, street: `${components.streetName} ${components.streetType ?? ''}` }],
    );
    const asked = fc.constantFrom(...streets).chain(({ place, street }) =>
      fc.record({
        locality: fc.oneof(
          { weight: 3, arbitrary: fc.constant(place) },
          { weight: 1, arbitrary: misspelledName(naive) },
        ),
        q: optional(beginning(fc.constant(street))),
      }),
    );
    const property = fc.asyncProperty(asked, states, limits, async ({ locality, q }, state, limit) => {
      const { status, body } = await service.get('lookup/street', { locality, ...present({ q, state, limit }) });
      expect({ status, body }).toEqual({ status: 200, body: streetLookup(naive, locality, state, q, limit ?? 10) });
    });
    await fc.assert(property, { numRuns: runs });
  });

  it('§1.9: answers the same with debug=true, and says how beside it', async () => {
    const { service, naive } = subject();
    const some = principals(naive).filter((_, i, all) => i % Math.ceil(all.length / 50) === 0);
    await forEach(some, async ({ document, locality }) => {
      const requests: [path: string, queryMode: string, parameters: Record<string, string | number>][] = [
        ['enrich', 'enrich', { id: document.id }],
        ['reverse', 'reverse', { lat: document.location?.lat ?? 0, lon: document.location?.lon ?? 0 }],
        ['lookup/postcode', 'lookup', { postcode: document.postcode ?? '0000' }],
        ['lookup/suburb', 'lookup', { suburb: locality.name }],
        ['lookup/locality', 'lookup', { q: locality.name }],
        ['lookup/street', 'lookup', { locality: locality.name }],
      ];
      for (const [path, queryMode, parameters] of requests) {
        const plain = await service.get(path, parameters);
        const { debug, ...rest } = (await service.get(path, { ...parameters, debug: 'true' })).body as Record<
          string,
          unknown
        >;
        expect(rest).toEqual(plain.body);
        expect(debug).toMatchObject({ scoringVersion: 'address-match-v1', queryMode });
      }
    });
  });
}

interface ReverseBody {
  readonly results: readonly (Record<string, unknown> & { readonly id: string; readonly distance_m: number })[];
  readonly total: number;
}

/** What is wrong with an answer of reverse, one sentence each. */
function reverseFaults(
  naive: NaiveRelease,
  body: ReverseBody,
  lat: number,
  lon: number,
  within: number,
  limit: number,
): string[] {
  const faults: string[] = [];
  const around = nearest(naive, lat, lon, within + ROUNDING);
  const certain = around.filter(({ metres }) => metres <= within - ROUNDING).length;
  if (body.total < certain || body.total > around.length) faults.push(`total ${body.total}, expected ${certain}`);
  const expectedLength = Math.min(limit, body.total);
  if (body.results.length !== expectedLength) faults.push(`${body.results.length} results, expected ${expectedLength}`);
  for (const [i, { distance_m, ...record }] of body.results.entries()) {
    const own = around.find((near) => near.record.id === record.id);
    const place = around[i];
    if (!own || !place) {
      faults.push(`${record.id} at place ${i}, expected ${place?.record.id ?? 'nothing'}`);
      continue;
    }
    const samePlace = own === place || (own.metres !== place.metres && Math.abs(own.metres - place.metres) < ROUNDING);
    if (!samePlace) faults.push(`${record.id} at place ${i}, expected ${place.record.id}`);
    if (Math.abs(distance_m - own.metres) > 0.05 + ROUNDING || Math.round(distance_m * 10) / 10 !== distance_m) {
      faults.push(`${record.id} distance_m ${distance_m}, expected ${own.metres.toFixed(1)}`);
    }
    faults.push(...differences(record, own.record));
  }
  return faults;
}

const radius = optional(
  fc.oneof(
    fc.integer({ min: 1, max: 50_000 }),
    fc.double({ min: 0, max: 4.69, noNaN: true }).map((power) => Math.round(10 ** power)),
  ),
);

/** Points at records, around them at every scale from centimetres to a thousand kilometres, and anywhere on earth. */
function pointNear(naive: NaiveRelease): fc.Arbitrary<{ lat: string; lon: string }> {
  const places = principals(naive).flatMap(({ document }) => document.location ?? []);
  const place = fc.nat(places.length - 1).map((i) => places[i]);
  const shift = fc
    .tuple(fc.double({ min: -7, max: 1, noNaN: true }), fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }))
    .map(([power, angle]) => ({ lat: 10 ** power * Math.sin(angle), lon: 10 ** power * Math.cos(angle) }));
  const anywhere = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const corners = fc.record({ lat: fc.constantFrom(-90, 0, 90), lon: fc.constantFrom(-180, 0, 180) });
  const around = fc.tuple(place, shift).map(([from, by]) => ({ lat: from.lat + by.lat, lon: from.lon + by.lon }));
  return fc
    .oneof(
      { weight: 3, arbitrary: place },
      { weight: 8, arbitrary: around },
      { weight: 1, arbitrary: anywhere },
      { weight: 1, arbitrary: corners },
    )
    .map(({ lat, lon }) => ({ lat: plain(lat, 90), lon: plain(lon, 180) }));
}

function plain(degrees: number, limit: number): string {
  return String(Number(Math.max(-limit, Math.min(limit, degrees)).toFixed(8)) + 0).replace(/^.*e-.*$/, '0');
}

/** The first letters of a text, with what may be typed behind and within them. */
function beginning(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      texts,
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom('', '', ' ', ',', '-'),
      fc.constantFrom(' ', '-', "'", '  '),
    )
    .map(([text, length, end, between]) => text.slice(0, length).replaceAll(' ', between) + end);
}

/** Official names and aliases, as they are or with one to three letters wrong, in any case. */
function misspelledName(naive: NaiveRelease): fc.Arbitrary<string> {
  const names = [...new Set(naive.localities.flatMap(({ name, aliases }) => [name, ...aliases]))];
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'substitute'),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    letter: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  });
  return fc
    .tuple(fc.constantFrom(...names), fc.array(edit, { maxLength: 3 }), fc.constantFrom('upper', 'lower', 'mixed'))
    .map(([name, edits, letterCase]) => {
      const wrong = edits.reduce((text, { kind, at, letter }) => {
        const i = Math.floor(at * text.length);
        return text.slice(0, i) + (kind === 'delete' ? '' : letter) + text.slice(kind === 'insert' ? i : i + 1);
      }, name);
      if (letterCase === 'upper') return wrong;
      return letterCase === 'lower' ? wrong.toLowerCase() : wrong.replace(/\B[A-Z]/g, (letter) => letter.toLowerCase());
    })
    .filter((name) => /^[^ ]+( [^ ]+)*$/.test(name));
}

function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { nil: null, freq: 3 });
}

function present(parameters: Readonly<Record<string, string | number | null>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
