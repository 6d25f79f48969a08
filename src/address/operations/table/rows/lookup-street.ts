import { array, count, nullable, text as nullableText, object, ref, string } from '../../../../system/schema.ts';
import { addressFields } from '../address-schemas.ts';
import { debug as debugField, postcode } from '../answer-schemas.ts';
import { operation } from '../operation.ts';
import { debug, limit, parameters, state } from '../parameters.ts';
import type { State } from '../rules.ts';
import { optionalText, text } from '../rules.ts';

/** Checked parameters of street lookup: `locality` 1–100 characters, `q` null or 1–100, `limit` 1–50. */
export interface StreetParameters {
  readonly locality: string;
  readonly state: State | null;
  readonly q: string | null;
  readonly limit: number;
  readonly debug: boolean;
}

/** §12.7 */
export const LOOKUP_STREET = operation({
  name: 'lookupStreet',
  path: '/v1/address/lookup/street',
  cost: 1,
  isBeyond: true,
  returns: 'always',
  parameters: parameters<StreetParameters>({
    locality: text(1, 100, { description: 'The name of a suburb or locality.', example: 'Sunnybank' }),
    state,
    q: optionalText(1, 100, {
      description:
        'The name of a street as far as it is typed, its type after it. A space or comma at its end ends its last word. Line breaks and tabs are spaces. All streets when it is not given.',
      example: 'p',
    }),
    limit: limit(50, 10, 'streets'),
    debug,
  }),
  summary: 'List the streets of a locality',
  description:
    'Lists the streets of a locality, found as by the lookup of suburbs, that have addresses and whose name begins with a text. Without `state`, localities of the same name are taken together.',
  schema: 'StreetAnswer',
  schemas: {
    Street: object('A street of a locality.', {
      name: string('Its name without type and suffix.'),
      type: nullableText('Street type, expanded.'),
      suffix: nullableText('Street suffix or direction.'),
      localityName: string('Official name of its locality.'),
      state: addressFields.state!,
      postcodes: array(postcode, 'Most addresses first.'),
      address_count: count('Addresses of the street.'),
      number_first: nullable(count('The lowest street number; null where no address has one.')),
      number_last: nullable(count('The highest street number; null where no address has one.')),
    }),
    StreetAnswer: object(
      'Streets of a locality.',
      {
        streets: array(ref('Street'), 'By name; empty when there is none.'),
        total: count('The number of streets whose name begins so.'),
        debug: debugField,
      },
      ['debug'],
    ),
  },
  example: {
    streets: [
      {
        name: 'PERTH',
        type: 'STREET',
        suffix: null,
        localityName: 'SUNNYBANK',
        state: 'QLD',
        postcodes: ['4109'],
        address_count: 103,
        number_first: 1,
        number_last: 2,
      },
    ],
    total: 1,
  },
  client: { method: 'lookupStreet', types: 'Street' },
  tool: {
    name: 'lookup_street',
    title: 'List the streets of a locality',
    description: 'List the streets of a suburb or locality, with their lowest and highest street number and size.',
    inputs: { q: { name: 'beginning', words: 'of the street name' } },
  },
  queries: ({ label, locality }) => {
    const street = label.slice(label.indexOf(' ') + 1);
    return [{ locality, q: street.slice(0, 2).toLowerCase() }, { locality }];
  },
});
