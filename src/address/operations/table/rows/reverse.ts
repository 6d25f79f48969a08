import { array, count, nullable, object, ref } from '../../../../system/schema.ts';
import { addressFields, formatted, standardFields } from '../address-schemas.ts';
import { debug as debugField } from '../answer-schemas.ts';
import { record } from '../example-record.ts';
import { type Included, include } from '../include.ts';
import { operation } from '../operation.ts';
import { debug, limit, parameters } from '../parameters.ts';
import { defaultDecimal, requiredDecimal } from '../rules.ts';

const INCLUDE = ['formatted', 'abbreviated', 'nearest', 'place'] as const;

/** Checked parameters of reverse: WGS84 degrees, `radius` in metres 1–50000, `limit` 1–20. */
export interface ReverseParameters {
  readonly lat: number;
  readonly lon: number;
  readonly radius: number;
  readonly limit: number;
  readonly include?: Included<(typeof INCLUDE)[number]>;
  readonly debug: boolean;
}

/** A coordinate without an exponent. */
function plain(degrees: number): string {
  return degrees.toFixed(8).replace(/\.?0+$/, '');
}

/** §3.7 */
export const REVERSE = operation({
  name: 'reverse',
  path: '/v1/address/reverse',
  cost: 2,
  returns: 'always',
  parameters: parameters<ReverseParameters>({
    lat: requiredDecimal(-90, 90, { description: 'Latitude in WGS84 degrees.', example: -27.58 }),
    lon: requiredDecimal(-180, 180, { description: 'Longitude in WGS84 degrees.', example: 153.0607 }),
    radius: defaultDecimal(1, 50000, 100, { description: 'How far to look, in metres.', example: 100 }),
    limit: limit(20, 5, 'addresses', 1),
    include: include(INCLUDE, 'place'),
    debug,
  }),
  summary: 'Find addresses near a point',
  description: 'Finds the addresses nearest to a point, by great-circle distance.',
  schema: 'ReverseAnswer',
  schemas: {
    ReverseResult: object(
      'An address near the point.',
      {
        ...standardFields,
        distance_m: { type: 'number', minimum: 0, description: 'Great-circle distance in metres, with one decimal.' },
        formatted,
      },
      ['formatted'],
    ),
    ReverseAnswer: object(
      'Addresses near a point.',
      {
        results: array(ref('ReverseResult'), 'Nearest first, ties by `id`; empty when none is within the radius.'),
        total: count('The number of addresses within the radius.'),
        nearest: nullable(
          ref(
            'ReverseResult',
            'Only with `include=nearest`, and where none is within the radius: the nearest, however far.',
          ),
        ),
        place: nullable(
          ref('Place', 'Only with `include=place`: null where the nearest addresses are of several localities.'),
        ),
        debug: debugField,
      },
      ['nearest', 'place', 'debug'],
    ),
    Place: object('What the five addresses nearest to a point agree on, whatever the radius.', {
      localityName: addressFields.localityName,
      state: addressFields.state,
      postcode: addressFields.postcode,
      boundaries: ref('Boundaries', 'The areas that all of them lie in; null each where they do not.'),
      distance_m: {
        type: 'number',
        minimum: 0,
        description: 'How far the nearest of them is, in metres, with one decimal.',
      },
    }),
  },
  example: { results: [{ ...record, distance_m: 11.3 }], total: 103 },
  client: { method: 'reverseGeocode', types: 'ReverseGeocode' },
  tool: {
    name: 'reverse_geocode',
    title: 'Find addresses near a point',
    description: 'List the addresses nearest to a point (WGS84 degrees), nearest first.',
    inputs: { radius: { name: 'radius_m' }, include: null },
  },
  queries: ({ lat, lon }) => [{ lat: plain(lat), lon: plain(lon) }],
});
