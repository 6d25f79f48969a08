import { DIALECTS, type DialectLabel, type DialectRoute } from '../../../address/operations/table/dialects.ts';
import type { ParameterTable } from '../../../address/operations/table/parameters.ts';
import type { Rule } from '../../../address/operations/table/rules.ts';
import { TABLE } from '../../../address/operations/table/table.ts';
import { answer, type Call } from '../../../system/openapi.ts';
import { array, object, ref, type Schema, string } from '../../../system/schema.ts';
import { CREDIT_HEADERS, DATA_HEADERS } from './headers.ts';
import { errorsOf } from './responses.ts';

const PARTS = {
  name: string('The first line of the address, as people write it.'),
  housenumber: string('Street number, range or lot.'),
  street: string('Street with its type.'),
  city: string('Suburb or locality.'),
  state: string('Code of the state; absent in the Other Territories.'),
  postcode: string('Postcode.'),
  country: string('`Australia`.'),
};
const id = string('G-NAF persistent identifier: ours, not of the dialect.');
const ABSENT = ['housenumber', 'street', 'city', 'state', 'postcode'];

const features = (properties: Schema): Schema =>
  array(
    object('An address.', {
      type: string('`Feature`.'),
      geometry: object('Its point.', {
        type: string('`Point`.'),
        coordinates: array({ type: 'number', description: 'WGS84 degrees.' }, 'Longitude and latitude.'),
      }),
      properties,
    }),
    'Best or nearest first.',
  );

/** The schemas of answers in the dialects of other geocoders. */
export const DIALECT_SCHEMAS: Readonly<Record<string, Schema>> = {
  PhotonAnswer: object('Addresses as GeoJSON, as Photon answers.', {
    type: string('`FeatureCollection`.'),
    features: features(
      object(
        'The parts of an address.',
        {
          id,
          osm_key: string('`place`.'),
          osm_value: string('`house`.'),
          type: string('`house`.'),
          ...PARTS,
          countrycode: string('`AU`.'),
        },
        ABSENT,
      ),
    ),
  }),
  NominatimPlace: object(
    'An address, as Nominatim answers in `json` and `jsonv2`.',
    {
      id,
      licence: string('The attribution that the licence of the data asks for.'),
      lat: string('Latitude in WGS84 degrees.'),
      lon: string('Longitude in WGS84 degrees.'),
      class: string('Only with `format=json`: `place`.'),
      category: string('Only with `format=jsonv2`, the default: `place`.'),
      type: string('`house`.'),
      place_rank: { type: 'integer', description: '30, that of houses.' },
      importance: { type: 'number', minimum: 0, maximum: 1, description: 'The match score by 100; 1 in reverse.' },
      addresstype: string('`place`.'),
      name: PARTS.name,
      display_name: string('The whole address in a line.'),
      address: object(
        'Only with `addressdetails=1`: its parts.',
        {
          house_number: PARTS.housenumber,
          road: PARTS.street,
          suburb: PARTS.city,
          city: PARTS.city,
          state: PARTS.state,
          postcode: PARTS.postcode,
          country: PARTS.country,
          country_code: string('`au`.'),
        },
        ['house_number', 'road', 'suburb', 'city', 'state', 'postcode'],
      ),
      boundingbox: array(string('Degrees.'), 'South, north, west and east of what a map shows around it.'),
    },
    ['class', 'category', 'address'],
  ),
  NominatimNothing: object('Where no address is near.', { error: string('`Unable to geocode`.') }),
  GeocodeJson: object('Addresses as Nominatim answers in `geocodejson`.', {
    type: string('`FeatureCollection`.'),
    geocoding: object('About the answer.', {
      version: string('Of the format.'),
      attribution: string('The attribution that the licence of the data asks for.'),
      licence: string('The same.'),
    }),
    features: features(
      object('What GeocodeJSON has of an address.', {
        geocoding: object(
          'The parts of an address.',
          {
            id,
            type: string('`house`.'),
            label: string('The whole address in a line.'),
            ...PARTS,
            district: PARTS.city,
            country_code: string('`au`.'),
          },
          [...ABSENT, 'district'],
        ),
      }),
    ),
  }),
};

const ANSWERS: Readonly<Record<DialectLabel, Schema>> = {
  photonSearch: ref('PhotonAnswer'),
  photonReverse: ref('PhotonAnswer'),
  nominatimSearch: {
    anyOf: [array(ref('NominatimPlace'), 'Best first; empty where nothing is found.'), ref('GeocodeJson')],
  },
  nominatimReverse: { anyOf: [ref('NominatimPlace'), ref('NominatimNothing'), ref('GeocodeJson')] },
};

type Describe = (name: string, rule: Rule<unknown>, instead: ParameterTable<unknown>['instead']) => object;

function callOf({ label, path, costs, parameters, summary, description }: DialectRoute, describe: Describe): Call {
  const { cost } = TABLE.find(({ name }) => name === costs)!;
  const rules: Readonly<Record<string, Rule<unknown>>> = parameters.rules;
  return {
    path,
    method: 'get',
    operationId: label,
    tag: 'dialects',
    summary,
    description: `${description} Costs ${cost === 1 ? '1 credit' : `${cost} credits`}, as ${costs} does.`,
    security: ['apiKey', 'publishableKey', 'keyAsName'],
    extensions: { 'x-credit-cost': cost },
    parameters: Object.entries(rules).map(([name, rule]) => describe(name, rule, parameters.instead)),
    answers: { 200: answer('The answer.', ANSWERS[label as DialectLabel], [...CREDIT_HEADERS, ...DATA_HEADERS]) },
    errors: errorsOf(['400', '401', '403', '404', '429', '500']),
  };
}

/** The calls in the dialects of other geocoders; `describe` says what a parameter is. */
export function dialectCalls(describe: Describe): readonly Call[] {
  return DIALECTS.map((route) => callOf(route, describe));
}
