import { STATES } from '../operations/parameters.ts';

/** A JSON Schema (2020-12) of the interface description. */
export type Schema = { readonly [keyword: string]: unknown };

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const nullable = (schema: Schema): Schema =>
  typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
const array = (items: Schema): Schema => ({ type: 'array', items });
const string = (description?: string): Schema => ({ type: 'string', ...(description && { description }) });
const text = (description?: string): Schema => nullable(string(description));

/** An object with these fields and no others. */
function object(properties: Record<string, Schema>, required: readonly string[], description?: string): Schema {
  return {
    type: 'object',
    ...(description && { description }),
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const latitude: Schema = { type: 'number', format: 'double', minimum: -90, maximum: 90, description: 'WGS84 degrees' };
const longitude: Schema = {
  type: 'number',
  format: 'double',
  minimum: -180,
  maximum: 180,
  description: 'WGS84 degrees',
};
const count: Schema = { type: 'integer', minimum: 0 };

const id = string('G-NAF persistent identifier: an opaque string.');
const addressLabel = text('Street-address line for display: unit, level, number and street.');
const localityName = text('Official suburb or locality name.');
const state = nullable(ref('State'));
const postcode: Schema = { type: ['string', 'null'], pattern: '^[0-9]{4}$', description: 'Always a string.' };
const debug = ref('DebugInfo');

const confidence: Schema = {
  type: ['integer', 'null'],
  minimum: -1,
  maximum: 2,
  description:
    'G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired.',
};

const match = { serviceMatchScore: ref('ServiceMatchScore'), serviceMatchQuality: ref('ServiceMatchQuality') };

const baseBoundaries: Record<string, Schema> = {
  lga: nullable(ref('NamedArea')),
  stateElectorate: nullable(ref('NamedArea')),
  commonwealthElectorate: nullable(ref('NamedArea')),
  meshBlock: nullable(ref('MeshBlock')),
  sa2: nullable(ref('NamedArea')),
  sa3: nullable(ref('NamedArea')),
  sa4: nullable(ref('NamedArea')),
  gccsa: nullable(ref('NamedArea')),
};

const standardRecord: Record<string, Schema> = {
  id,
  addressLabel,
  localityName,
  state,
  postcode,
  confidence,
  geocode: nullable(ref('Geocode')),
  location: nullable(ref('Location')),
  boundaries: nullable(ref('Boundaries')),
};

const components = [
  'addressSiteName',
  'buildingName',
  'flatType',
  'flatNumber',
  'levelType',
  'levelNumber',
  'lotNumber',
  'streetNumberFirst',
  'streetNumberLast',
  'streetName',
  'streetType',
  'streetSuffix',
];

/** The error codes of each status (specification, "Errors"). */
export const CODES_BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  400: ['INVALID_PARAMETERS'],
  401: ['MISSING_API_KEY', 'INVALID_API_KEY'],
  403: ['PRODUCT_NOT_ALLOWED'],
  404: ['NOT_FOUND'],
  429: ['RATE_LIMITED', 'QUOTA_EXCEEDED'],
  500: ['INTERNAL_ERROR'],
};

const ERROR_DETAILS: Readonly<Record<string, Schema>> = {
  INVALID_PARAMETERS: {
    type: 'object',
    description: 'Parameter names, each with what is wrong with it; `body` for a request that has one.',
    additionalProperties: { ...array(string()), minItems: 1 },
    minProperties: 1,
  },
  PRODUCT_NOT_ALLOWED: object(
    { product: string('The API family of the route.'), allowed: array(string()) },
    ['product', 'allowed'],
    'The product asked for, and those that the account has.',
  ),
  QUOTA_EXCEEDED: object(
    {
      product: string(),
      used: count,
      limit: count,
      required: { ...count, minimum: 1 },
      resets_at: { type: 'string', format: 'date-time' },
    },
    ['product', 'used', 'limit', 'required', 'resets_at'],
  ),
};

const FIXED_MESSAGES: Readonly<Record<string, string>> = {
  INVALID_PARAMETERS: 'Invalid query parameters',
  MISSING_API_KEY: 'Missing X-Api-Key header',
  INVALID_API_KEY: 'Invalid API key',
  PRODUCT_NOT_ALLOWED: 'Product not included in your plan',
  RATE_LIMITED: 'Rate limit exceeded',
  INTERNAL_ERROR: 'Internal server error',
};

/** The schema of the error body of one status: its codes, with their messages and details. */
export function errorSchema(status: string): Schema {
  const variants = CODES_BY_STATUS[status].map((code) => {
    const message = FIXED_MESSAGES[code];
    const details = ERROR_DETAILS[code];
    const error = object(
      {
        code: { type: 'string', const: code },
        message: message === undefined ? string() : { type: 'string', const: message },
        status: { type: 'integer', const: Number(status) },
        request_id: ref('RequestId'),
        ...(details && { details }),
      },
      ['code', 'message', 'status', 'request_id', ...(details ? ['details'] : [])],
    );
    return object({ error }, ['error']);
  });
  return variants.length === 1 ? variants[0] : { oneOf: variants };
}

/** What `/healthz` and `/readyz` say of the credit sidecar, when there is one. */
const SIDECAR: Record<string, Schema> = {
  sidecar: { enum: ['running', 'silent'], description: 'Whether the sidecar gives signs of life.' },
  ledger: { enum: ['reachable', 'away'], description: 'Usage waits in the counter file while the ledger is away.' },
  drained_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When all usage was last in the ledger.',
  },
};

/** Every schema of the interface description, by name (specification, "Resources and their fields"; contract). */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  State: { type: 'string', enum: STATES },
  RequestId: { type: 'string', pattern: '^req_[0-9a-f]{32}$', description: 'New for every response.' },
  ServiceMatchScore: {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'How well the address matches the request, by the scorer `address-match-v1`.',
  },
  ServiceMatchQuality: {
    type: 'string',
    enum: ['high', 'medium', 'low', 'none'],
    description: '67 to 100 is `high`, 34 to 66 `medium`, 1 to 33 `low`, 0 `none`.',
  },
  Geocode: object(
    {
      latitude,
      longitude,
      type: text('G-NAF geocoding method.'),
      reliability: {
        type: ['integer', 'null'],
        minimum: 0,
        maximum: 6,
        description: 'Lower means more precise location evidence; not match quality.',
      },
    },
    ['latitude', 'longitude'],
  ),
  AllGeocode: object(
    { latitude, longitude, type: text('G-NAF geocoding method.'), reliability: { type: ['number', 'null'] } },
    ['latitude', 'longitude'],
  ),
  Location: object({ lat: latitude, lon: longitude }, ['lat', 'lon']),
  NamedArea: object({ name: string(), code: text() }, ['name']),
  MeshBlock: object({ code: string('ABS mesh block code.'), category: text('Land use, such as Residential.') }, [
    'code',
  ]),
  Ward: object({ name: text() }, [], 'Council ward.'),
  Boundaries: object(baseBoundaries, []),
  EnrichedBoundaries: object(
    { ...baseBoundaries, sa1: text('ABS Statistical Area Level 1 code.'), ward: nullable(ref('Ward')) },
    [],
  ),
  AddressComponents: object(Object.fromEntries(components.map((name) => [name, text()])), []),
  LocalityContext: object(
    {
      id: text('Public locality identifier.'),
      classification: text(),
      neighbours: array(string()),
      aliases: array(string()),
    },
    [],
  ),
  StreetContext: object(
    { id: text('Public street identifier.'), classification: text(), aliases: array(string()) },
    [],
  ),
  AddressAlias: object({ id: text(), addressLabel: text(), type: text('Kind of alias.') }, []),
  SecondaryAddress: object({ id: text(), addressLabel: text() }, []),
  DebugInfo: object(
    {
      scoringVersion: { type: 'string', enum: ['address-match-v1'] },
      queryMode: { type: 'string', enum: ['autocomplete', 'validate', 'enrich', 'reverse', 'lookup'] },
      matchedComponents: {
        type: 'object',
        description: 'Component names; the shape may evolve between scoring versions.',
        additionalProperties: { type: 'string', enum: ['exact', 'prefix', 'fuzzy', 'none'] },
      },
      scoreCaps: array(string()),
      searchScore: { type: 'number', format: 'double', description: 'Unstable: not to be stored or decided upon.' },
    },
    ['scoringVersion', 'queryMode'],
    'Only with `debug=true`. For support only.',
  ),
  EnrichedAddress: object(
    {
      ...standardRecord,
      boundaries: nullable(ref('EnrichedBoundaries')),
      sourceDataRelease: text('Source data release of the record; not the API version.'),
      addressRole: { type: ['string', 'null'], enum: ['PRIMARY', 'SECONDARY', null] },
      components: ref('AddressComponents'),
      legalParcelId: text('Parcel or legal-property reference.'),
      allGeocodes: array(ref('AllGeocode')),
      locality: ref('LocalityContext'),
      street: ref('StreetContext'),
      aliases: array(ref('AddressAlias')),
      secondaries: array(ref('SecondaryAddress')),
      debug,
    },
    ['id'],
  ),
  StandardRecord: object(standardRecord, ['id']),
  Suggestion: object({ id, addressLabel, localityName, state, postcode, ...match, debug }, [
    'id',
    'serviceMatchScore',
    'serviceMatchQuality',
  ]),
  AutocompleteAnswer: object(
    {
      suggestions: array(ref('Suggestion')),
      total: { ...count, description: 'The number of suggestions here.' },
      debug,
    },
    ['suggestions', 'total'],
  ),
  ValidateAnswer: object({ match: nullable(ref('StandardRecord')), ...match, debug }, [
    'match',
    'serviceMatchScore',
    'serviceMatchQuality',
  ]),
  ReverseResult: object(
    { ...standardRecord, distance_m: { type: 'number', minimum: 0, description: 'Great-circle metres, one decimal.' } },
    ['id', 'distance_m'],
  ),
  ReverseAnswer: object(
    {
      results: { ...array(ref('ReverseResult')), description: 'Nearest first, ties by `id`.' },
      total: { ...count, description: 'The number of addresses within the radius.' },
      debug,
    },
    ['results', 'total'],
  ),
  PostcodeLocality: object({ name: string(), state, address_count: count }, ['name', 'state', 'address_count']),
  PostcodeAnswer: object(
    {
      postcode: { type: 'string', pattern: '^[0-9]{4}$' },
      localities: { ...array(ref('PostcodeLocality')), description: 'Most addresses first, then by name.' },
      debug,
    },
    ['postcode', 'localities'],
  ),
  Bounds: object({ top_left: ref('Location'), bottom_right: ref('Location') }, ['top_left', 'bottom_right']),
  SuburbAnswer: object(
    {
      suburb: string('The official name found, in upper case; the name asked for when none is.'),
      postcodes: array({ type: 'string', pattern: '^[0-9]{4}$' }),
      address_count: count,
      state: { ...ref('State'), description: 'Only when the request gave it.' },
      bounds: { ...ref('Bounds'), description: 'Left out when there are no addresses.' },
      debug,
    },
    ['suburb', 'postcodes', 'address_count'],
  ),
  Health: object({ status: { type: 'string', const: 'ok' }, ...SIDECAR }, ['status']),
  Ready: object(
    {
      status: { type: 'string', const: 'ready' },
      release: string('G-NAF release of the index.'),
      addresses: count,
      ...SIDECAR,
    },
    ['status', 'release', 'addresses'],
  ),
  NoSidecar: object({ status: { type: 'string', const: 'no sidecar' }, ...SIDECAR }, ['status']),
  Stopping: object({ status: { type: 'string', const: 'stopping' } }, ['status']),
};
