import { debug as debugField, match } from '../answer-schemas.ts';
import { record } from '../example-record.ts';
import { type Included, include } from '../include.ts';
import { operation } from '../operation.ts';
import { debug, parameters } from '../parameters.ts';
import { brokenText } from '../rules.ts';
import { nullable, object, ref } from '../schema.ts';

/** Checked parameters of validate: `q` 1–500 characters. */
export interface ValidateParameters {
  readonly q: string;
  readonly include?: Included<'formatted' | 'abbreviated'>;
  readonly debug: boolean;
}

/** §3.3 */
export const VALIDATE = operation({
  name: 'validate',
  path: '/v1/address/validate',
  cost: 1,
  returns: 'match',
  parameters: parameters<ValidateParameters>({
    q: brokenText(1, 500, {
      description: 'The address to check, as one text. Line breaks and tabs are spaces.',
      example: '2 Perth Street, Sunnybank QLD 4109',
    }),
    include: include(['formatted', 'abbreviated'], 'formatted'),
    debug,
  }),
  summary: 'Check an address',
  description: 'Finds the one record that matches a whole address best, and says how well.',
  schema: 'ValidateAnswer',
  schemas: {
    ValidateAnswer: object(
      'The best match.',
      {
        match: nullable(ref('StandardRecord', 'The best record; null when nothing matches.')),
        ...match,
        debug: debugField,
      },
      ['debug'],
    ),
  },
  example: { match: record, serviceMatchScore: 100, serviceMatchQuality: 'high' },
  client: { method: 'validate', types: 'Validate' },
  tool: {
    name: 'validate_address',
    title: 'Validate an Australian address',
    description:
      'Find the one official record (G-NAF) for a whole Australian address written as free text, spelling mistakes included. Answers the address, its id and point, how well it matches, and what to do with that.',
    inputs: { q: { name: 'address', words: 'e.g. "unit 3, 12 Smith St, Fitzroy VIC 3065"' }, include: null },
  },
  batch: {
    summary: 'Check many addresses',
    query: 'An address to check',
    prefix: 'Batch',
    tool: {
      name: 'validate_addresses',
      title: 'Validate many Australian addresses',
      description:
        'Validate up to 100 addresses at once: an answer to each in their order, and how many there are of each quality. Each costs what validate_address does.',
      input: 'addresses',
    },
  },
  queries: ({ label, locality, state, postcode }) => [
    { q: `${label}, ${locality} ${state} ${postcode}` },
    { q: `${label} ${locality.toLowerCase()}` },
  ],
});
