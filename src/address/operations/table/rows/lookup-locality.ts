import { array, count, object, ref, string } from '../../../../system/schema.ts';
import { addressFields } from '../address-schemas.ts';
import { debug as debugField, postcode } from '../answer-schemas.ts';
import { operation } from '../operation.ts';
import { debug, limit, parameters, state } from '../parameters.ts';
import type { State } from '../rules.ts';
import { brokenText } from '../rules.ts';

/** Checked parameters of locality lookup: `q` 1–100 characters, `limit` 1–20. */
export interface LocalityParameters {
  readonly q: string;
  readonly state: State | null;
  readonly limit: number;
  readonly debug: boolean;
}

/** §12.6 */
export const LOOKUP_LOCALITY = operation({
  name: 'lookupLocality',
  path: '/v1/address/lookup/locality',
  cost: 1,
  isBeyond: true,
  returns: 'always',
  parameters: parameters<LocalityParameters>({
    q: brokenText(1, 100, {
      description:
        'The name of a locality as far as it is typed. A space or comma at its end ends its last word. Line breaks and tabs are spaces.',
      example: 'sunny',
    }),
    state,
    limit: limit(20, 5, 'localities'),
    debug,
  }),
  summary: 'Suggest localities for partial text',
  description:
    'Lists the localities whose name, an alias of it, or a usual other spelling begins with a text: whole names first, then those with the most addresses.',
  schema: 'LocalityAnswer',
  schemas: {
    Locality: object(
      'A locality.',
      {
        name: string('Official name of the locality.'),
        state: addressFields.state!,
        postcodes: array(postcode, 'Most addresses first.'),
        address_count: count('Addresses of the locality.'),
        bounds: ref('Bounds', 'Left out where no address has a geocode.'),
      },
      ['bounds'],
    ),
    LocalityAnswer: object(
      'Localities whose name begins so.',
      {
        localities: array(
          ref('Locality'),
          'Whole names first, then most addresses, then by name; empty when none begins so.',
        ),
        total: count('The number of localities whose name begins so.'),
        debug: debugField,
      },
      ['debug'],
    ),
  },
  example: {
    localities: [
      {
        name: 'SUNNYBANK',
        state: 'QLD',
        postcodes: ['4109'],
        address_count: 114,
        bounds: {
          top_left: { lat: -27.57967872, lon: 153.05850085 },
          bottom_right: { lat: -27.57991136, lon: 153.06071253 },
        },
      },
      {
        name: 'SPRINGFIELD',
        state: 'QLD',
        postcodes: ['4300'],
        address_count: 42,
        bounds: {
          top_left: { lat: -27.66323097, lon: 152.91661184 },
          bottom_right: { lat: -27.66903904, lon: 152.92022395 },
        },
      },
      {
        name: 'BRISBANE CITY',
        state: 'QLD',
        postcodes: ['4000'],
        address_count: 36,
        bounds: {
          top_left: { lat: -27.47085588, lon: 153.0240589 },
          bottom_right: { lat: -27.47166124, lon: 153.02621122 },
        },
      },
    ],
    total: 3,
  },
  client: { method: 'lookupLocality', types: 'Locality' },
  tool: {
    name: 'lookup_locality',
    title: 'Suggest Australian localities',
    description: 'List the suburbs and localities whose name begins like a text, with postcodes, size and extent.',
    inputs: { q: { name: 'text' } },
  },
  queries: ({ locality }) => [{ q: locality.slice(0, 4).toLowerCase() }, { q: locality }],
});
