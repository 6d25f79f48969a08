import { array, count, object, ref, string } from '../../../../system/schema.ts';
import { addressFields } from '../address-schemas.ts';
import { debug as debugField, postcode } from '../answer-schemas.ts';
import { operation } from '../operation.ts';
import { debug, limit, parameters } from '../parameters.ts';
import { digits } from '../rules.ts';

/** Checked parameters of postcode lookup: four ASCII digits, `limit` 1–50. */
export interface PostcodeParameters {
  readonly postcode: string;
  readonly limit: number;
  readonly debug: boolean;
}

/** §3.9 */
export const LOOKUP_POSTCODE = operation({
  name: 'lookupPostcode',
  path: '/v1/address/lookup/postcode',
  cost: 1,
  returns: 'always',
  parameters: parameters<PostcodeParameters>({
    postcode: digits(4, { description: 'Four digits, leading zeroes included.', example: '0872' }),
    limit: limit(50, 10, 'localities'),
    debug,
  }),
  summary: 'List the localities of a postcode',
  description: 'Lists the localities inside a postcode. Counts are of that locality within that postcode.',
  schema: 'PostcodeAnswer',
  schemas: {
    PostcodeLocality: object('A locality of a postcode.', {
      name: string('Official name of the locality.'),
      state: addressFields.state!,
      address_count: count('Addresses of the locality within the postcode.'),
    }),
    PostcodeAnswer: object(
      'The localities of a postcode.',
      {
        postcode: { ...postcode, description: 'The postcode that was asked for.' },
        localities: array(
          ref('PostcodeLocality'),
          'Most addresses first, then by name; empty for an unknown postcode.',
        ),
        debug: debugField,
      },
      ['debug'],
    ),
  },
  example: {
    postcode: '0872',
    localities: [
      {
        name: 'HERMANNSBURG',
        state: 'NT',
        address_count: 20,
      },
      {
        name: 'ALICE SPRINGS',
        state: 'NT',
        address_count: 3,
      },
    ],
  },
  client: { method: 'lookupPostcode', types: 'Postcode' },
  tool: {
    name: 'lookup_postcode',
    title: 'List the localities of a postcode',
    description:
      'List the suburbs and localities of an Australian postcode with their numbers of addresses, largest first.',
    inputs: { postcode: { words: 'four digits, as text: "0872"' } },
  },
  queries: ({ postcode }) => [{ postcode }],
});
