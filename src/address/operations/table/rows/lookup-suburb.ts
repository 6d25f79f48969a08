import { array, count, object, ref, string } from '../../../../system/schema.ts';
import { debug as debugField, postcode } from '../answer-schemas.ts';
import { operation } from '../operation.ts';
import { debug, limit, parameters, state } from '../parameters.ts';
import type { State } from '../rules.ts';
import { text } from '../rules.ts';

/** Checked parameters of suburb lookup: `suburb` 1–100 characters, `limit` (of postcodes) 1–20. */
export interface SuburbParameters {
  readonly suburb: string;
  readonly state: State | null;
  readonly limit: number;
  readonly debug: boolean;
}

/** §3.10 */
export const LOOKUP_SUBURB = operation({
  name: 'lookupSuburb',
  path: '/v1/address/lookup/suburb',
  cost: 1,
  returns: 'always',
  parameters: parameters<SuburbParameters>({
    suburb: text(1, 100, { description: 'The name of a suburb or locality.', example: 'Sunnybank' }),
    state,
    limit: limit(20, 10, 'postcodes'),
    debug,
  }),
  summary: 'Find the postcodes of a suburb',
  description:
    'Finds a suburb or locality by its name, an alias, a usual other way to write it, its first words where these mean no other, or the nearest spelling. Whoever asks for one town is never told of another: an unknown name has no postcodes. Without `state`, localities of the same name are taken together.',
  schema: 'SuburbAnswer',
  schemas: {
    Bounds: object('The rectangle of the main geocodes of the addresses.', {
      top_left: ref('Location', 'North-western corner.'),
      bottom_right: ref('Location', 'South-eastern corner.'),
    }),
    SuburbAnswer: object(
      'A suburb and its postcodes.',
      {
        suburb: string('The official name that was found, in upper case; the name asked for when none was.'),
        postcodes: array(postcode, 'Most addresses first.'),
        address_count: count('Addresses in all localities that were found.'),
        state: ref('State', 'Only when the request gave it.'),
        bounds: ref('Bounds', 'Left out when there are no addresses.'),
        debug: debugField,
      },
      ['state', 'bounds', 'debug'],
    ),
  },
  example: {
    suburb: 'SUNNYBANK',
    postcodes: ['4109'],
    address_count: 114,
    state: 'QLD',
    bounds: {
      top_left: {
        lat: -27.57967872,
        lon: 153.05850085,
      },
      bottom_right: {
        lat: -27.57991136,
        lon: 153.06071253,
      },
    },
  },
  client: { method: 'lookupSuburb', types: 'Suburb' },
  tool: {
    name: 'lookup_suburb',
    title: 'Find the postcodes of a suburb',
    description:
      'Find a suburb or locality by name, alias or nearest spelling: its official name, postcodes, number of addresses and extent.',
  },
  queries: ({ locality }) => [{ suburb: locality }],
});
