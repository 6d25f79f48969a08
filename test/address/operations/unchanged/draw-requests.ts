import { idOf } from '../../../../bench/address/search/inputs.ts';
import { Random } from '../../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { addressAt, pointAt } from '../../../../src/lists/match/lookup/address.ts';
import { queryOf } from '../calls.ts';

/** Requests of one kind to a call: its path below `/v1/address/`, and query strings. */
export interface RequestClass {
  readonly name: string;
  readonly path: string;
  readonly queries: readonly string[];
}

const DOCUMENTS = 1500;
const POINTS = 400;
const NAMES = 250;

/** Requests to every call but the two that search, drawn by a fixed seed. */
export function drawRequests(index: AddressIndex): RequestClass[] {
  const random = new Random(1, 'unchanged');
  const ordinals = (count: number): number[] =>
    Array.from({ length: count }, () => random.below(index.manifest.addresses));
  const ids = (count: number) => ordinals(count).map((ordinal) => idOf(index, ordinal));
  const places = ordinals(3 * NAMES).map((ordinal) => addressAt(index, ordinal));
  const points = (count: number) =>
    ordinals(count).flatMap((ordinal) => {
      const point = pointAt(index, ordinal);
      if (point === null) return [];
      const near = (degrees: number) => (degrees + (random.fraction() - 0.5) / 100).toFixed(6);
      return [{ lat: near(point.lat), lon: near(point.lon) }];
    });
  const named = (path: string, name: string, parameter: string, from: number, more: object = {}): RequestClass => ({
    name,
    path,
    queries: places
      .slice(from * NAMES, (from + 1) * NAMES)
      .map(({ localityName }) => queryOf({ [parameter]: localityName, ...more })),
  });
  const reverse = (name: string, more: object): RequestClass => ({
    name: `reverse: ${name}`,
    path: 'reverse',
    queries: points(POINTS).map((point) => queryOf({ ...point, ...more })),
  });
  return [
    { name: 'enrich: any record', path: 'enrich', queries: ids(DOCUMENTS).map((id) => queryOf({ id })) },
    {
      name: 'enrich: with diagnostics',
      path: 'enrich',
      queries: ids(NAMES).map((id) => queryOf({ id, debug: true })),
    },
    {
      name: 'enrich: refused',
      path: 'enrich',
      queries: ['id=GANSW0', 'id=', '', 'id=x&debug=maybe', 'id=1&id=2', 'id=%zz'],
    },
    reverse('as it is', {}),
    reverse('wide', { radius: 20000, limit: 20 }),
    reverse('near', { radius: 1, debug: true }),
    {
      name: 'lookup/postcode',
      path: 'lookup/postcode',
      queries: places.map(({ postcode }) => queryOf({ postcode: postcode ?? '0000' })),
    },
    named('lookup/suburb', 'lookup/suburb', 'suburb', 0),
    named('lookup/suburb', 'lookup/suburb: in a state', 'suburb', 1, { state: 'VIC', limit: 2, debug: true }),
    named('lookup/locality', 'lookup/locality', 'q', 2),
    named('lookup/street', 'lookup/street', 'locality', 1),
    {
      name: 'validate: refused',
      path: 'validate',
      queries: ['', 'q=', 'q=%ff', 'q=a&q=b', 'q=a&debug=1', `q=${'a'.repeat(501)}`],
    },
    {
      name: 'autocomplete: refused',
      path: 'autocomplete',
      queries: ['', 'q=', 'q=a&lat=1', 'q=a&limit=21&state=XX', 'lat=x', `q=${'a'.repeat(201)}`],
    },
  ];
}
