import { array, nullable, object, oneOf, ref } from '../../../../system/schema.ts';
import { addressFields, formatted } from '../address-schemas.ts';
import { debug as debugField, match } from '../answer-schemas.ts';
import { record } from '../example-record.ts';
import { type Included, include } from '../include.ts';
import { operation } from '../operation.ts';
import { assembled, debug } from '../parameters.ts';
import { brokenText, part } from '../rules.ts';
import { VERDICT_SCHEMAS } from '../verdict.ts';

/** The parts of an address that may be given in place of `q`, in the order in which a line has them. */
export const PART_NAMES = ['building', 'unit', 'level', 'number', 'street', 'suburb', 'state', 'postcode'] as const;

/** An address in parts; null for one that was not given. */
export type AddressPartsGiven = Readonly<Record<(typeof PART_NAMES)[number], string | null>>;

const INCLUDE = ['formatted', 'abbreviated', 'verdict', 'alternatives'] as const;

/** Checked parameters of validate: `q` 1–500 characters, empty where `parts` were given in its place. */
export interface ValidateParameters {
  readonly q: string;
  readonly parts?: AddressPartsGiven | undefined;
  readonly include?: Included<(typeof INCLUDE)[number]>;
  readonly debug: boolean;
}

type Values = Omit<ValidateParameters, 'parts'> & AddressPartsGiven;

/** A part: with it, `q` is not given. */
const partOf = (what: string, example: string) =>
  part(200, { description: `In place of \`q\`: ${what}. An empty one is as good as none.`, example });

const PART_RULES = {
  building: partOf('the name of the building or site', 'Sunnybank Plaza'),
  unit: partOf('the unit, flat, shop or suite, with or without its type', '3'),
  level: partOf('the level or floor, with or without its type', '1'),
  number: partOf('the street number or lot, where it does not stand in `street`', '2'),
  street: partOf('the street with its type, and its number where that has no parameter of its own', '2 Perth St'),
  suburb: partOf('the suburb or locality', 'Sunnybank'),
  state: partOf('the state', 'QLD'),
  postcode: partOf('the postcode', '4109'),
};

/** §3.3, §12.10 */
export const VALIDATE = operation({
  name: 'validate',
  path: '/v1/address/validate',
  cost: 1,
  returns: 'match',
  parameters: assembled<Values, ValidateParameters>(
    {
      q: brokenText(1, 500, {
        description: 'The address to check, as one text. Line breaks and tabs are spaces.',
        example: '2 Perth Street, Sunnybank QLD 4109',
      }),
      ...PART_RULES,
      include: include(INCLUDE, 'verdict'),
      debug,
    },
    { instead: { of: 'q', names: PART_NAMES } },
    ({ q, include, debug, ...parts }) => ({ q, parts: q === '' ? parts : undefined, include, debug }),
  ),
  summary: 'Check an address',
  description: 'Finds the one record that matches a whole address best, and says how well.',
  schema: 'ValidateAnswer',
  schemas: {
    ValidateAnswer: object(
      'The best match.',
      {
        match: nullable(ref('StandardRecord', 'The best record; null when nothing matches.')),
        ...match,
        verdict: ref('Verdict', 'Only with `include=verdict`.'),
        alternatives: {
          ...array(
            ref('Alternative'),
            'Only with `include=alternatives`: other records that may be meant, best first.',
          ),
          maxItems: 5,
        },
        debug: debugField,
      },
      ['verdict', 'alternatives', 'debug'],
    ),
    Alternative: object(
      'Another record that may be meant.',
      {
        ...addressFields,
        ...match,
        differs: array(
          oneOf(PART_NAMES, 'A component.'),
          'The components in which it differs from the match; none where nothing matches.',
        ),
        formatted,
      },
      ['formatted'],
    ),
    ...VERDICT_SCHEMAS,
  },
  example: { match: record, serviceMatchScore: 100, serviceMatchQuality: 'high' },
  client: { method: 'validate', types: 'Validate' },
  tool: {
    name: 'validate_address',
    title: 'Validate an Australian address',
    description:
      'Find the one official record (G-NAF) for a whole Australian address written as free text, spelling mistakes included. Answers the address, its id and point, how well it matches, and what to do with that.',
    inputs: {
      q: { name: 'address', words: 'e.g. "unit 3, 12 Smith St, Fitzroy VIC 3065"' },
      ...Object.fromEntries(PART_NAMES.map((name) => [name, null])),
      include: null,
    },
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
