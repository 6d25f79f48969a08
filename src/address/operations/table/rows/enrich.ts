import { boundaries, record } from '../example-record.ts';
import { type Included, include } from '../include.ts';
import { operation } from '../operation.ts';
import { debug, parameters } from '../parameters.ts';
import { text } from '../rules.ts';

const INCLUDE = ['formatted', 'abbreviated', 'parents'] as const;

/** Checked parameters of enrich: `id` 1–64 characters, opaque. */
export interface EnrichParameters {
  readonly id: string;
  readonly include?: Included<(typeof INCLUDE)[number]>;
  readonly debug: boolean;
}

/** §3.5 */
export const ENRICH = operation({
  name: 'enrich',
  path: '/v1/address/enrich',
  cost: 3,
  returns: 'found',
  notFound: ({ id }) => `Address not found: ${id}`,
  parameters: parameters<EnrichParameters>({
    id: text(1, 64, {
      description: 'The id of an address, as Autocomplete, Validate and Reverse geocode return it. An opaque string.',
      example: 'GAQLD438583692',
    }),
    include: include(INCLUDE, 'parents'),
    debug,
  }),
  summary: 'Get the complete document of an address',
  description: 'Answers the document of one current address, principal or alias, primary or secondary, by its id.',
  schema: 'EnrichedAddress',
  schemas: {},
  example: {
    ...record,
    boundaries: { ...boundaries, ward: null, sa1: '30101600101' },
    sourceDataRelease: '2026.08',
    addressRole: null,
    components: {
      addressSiteName: null,
      buildingName: null,
      flatType: null,
      flatNumber: null,
      levelType: null,
      levelNumber: null,
      lotNumber: null,
      streetNumberFirst: '2',
      streetNumberLast: null,
      streetName: 'PERTH',
      streetType: 'STREET',
      streetSuffix: null,
    },
    legalParcelId: '323RP882459',
    allGeocodes: [
      {
        latitude: -27.57991345,
        longitude: 153.06089516,
        type: 'PROPERTY CENTROID',
        reliability: 2,
      },
      {
        latitude: -27.57989863,
        longitude: 153.06071253,
        type: 'FRONTAGE CENTRE SETBACK',
        reliability: 2,
      },
    ],
    locality: {
      id: 'locd3998090ba85',
      classification: 'GAZETTED LOCALITY',
      neighbours: ['BRISBANE CITY', 'CHERMSIDE', 'NEW FARM', 'SOUTHPORT', 'SPRINGFIELD', 'WEST END'],
      aliases: [],
    },
    street: {
      id: 'QLD5367599',
      classification: 'CONFIRMED',
      aliases: [],
    },
    aliases: [],
    secondaries: [],
  },
  client: { method: 'enrich', types: 'Enrich' },
  tool: {
    name: 'enrich_address',
    title: 'Get everything about an address',
    description:
      'Get the document of one address by the id that the other tools answer. Ask only for the parts that are needed.',
    inputs: { include: null },
  },
  batch: {
    summary: 'Get the complete documents of many addresses',
    query: 'An address by its id',
    prefix: 'EnrichBatch',
  },
  queries: ({ id }) => [{ id }],
});
