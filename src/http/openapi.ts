import { CODES_BY_STATUS, errorSchema, SCHEMAS, type Schema } from './openapi-schemas.ts';
import { ROUTES, type Route } from './routes.ts';

/** What the description says of a data route beyond its parameters. */
interface RouteWords {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: string;
  readonly example: unknown;
}

const WORDS: Readonly<Record<Route['operation'], RouteWords>> = {
  autocomplete: {
    operationId: 'autocomplete',
    summary: 'Suggest addresses for partial text',
    description: 'Suggests addresses for a text as it is typed, best first.',
    answer: 'AutocompleteAnswer',
    example: {
      suggestions: [
        {
          id: 'GAVIC411087566',
          addressLabel: '12 EXAMPLE STREET',
          localityName: 'HAMPTON',
          state: 'VIC',
          postcode: '3188',
          serviceMatchScore: 92,
          serviceMatchQuality: 'high',
        },
      ],
      total: 1,
    },
  },
  validate: {
    operationId: 'validate',
    summary: 'Check an address',
    description: 'Finds the one record that matches a whole address best, and says how well.',
    answer: 'ValidateAnswer',
    example: { match: null, serviceMatchScore: 0, serviceMatchQuality: 'none' },
  },
  enrich: {
    operationId: 'enrich',
    summary: 'Get the complete document of an address',
    description: 'Answers the document of one current address, principal or alias, primary or secondary, by its id.',
    answer: 'EnrichedAddress',
    example: {
      id: 'GAVIC411087566',
      addressLabel: '12 EXAMPLE STREET',
      localityName: 'HAMPTON',
      state: 'VIC',
      postcode: '3188',
      confidence: 2,
      geocode: { latitude: -37.93, longitude: 145.01, type: 'PROPERTY CENTROID', reliability: 2 },
      location: { lat: -37.93, lon: 145.01 },
    },
  },
  reverse: {
    operationId: 'reverseGeocode',
    summary: 'Find addresses near a point',
    description: 'Finds the addresses nearest to a point, by great-circle distance.',
    answer: 'ReverseAnswer',
    example: { results: [{ id: 'GAVIC411087566', addressLabel: '12 EXAMPLE STREET', distance_m: 12.5 }], total: 1 },
  },
  lookupPostcode: {
    operationId: 'lookupPostcode',
    summary: 'List the localities of a postcode',
    description: 'Lists the localities inside a postcode. Counts are of that locality within that postcode.',
    answer: 'PostcodeAnswer',
    example: { postcode: '3188', localities: [{ name: 'HAMPTON', state: 'VIC', address_count: 7410 }] },
  },
  lookupSuburb: {
    operationId: 'lookupSuburb',
    summary: 'Find the postcodes of a suburb',
    description:
      'Finds a suburb or locality by its name, an alias or the nearest spelling. Without `state`, localities of the same name are taken together.',
    answer: 'SuburbAnswer',
    example: { suburb: 'HAMPTON', postcodes: ['3188'], address_count: 7410 },
  },
};

/** Every header of an answer (specification, "Response headers on data responses"). */
const HEADERS: Readonly<Record<string, object>> = {
  'X-Request-Id': { ...header('Unique request identifier.', ref('RequestId')), required: true },
  'X-RateLimit-Product': header('API family whose credit counter was updated.', { type: 'string' }),
  'X-RateLimit-Reset': header('When the current credit window resets.', { type: 'string', format: 'date-time' }),
  'X-RateLimit-Limit': header('Included credits; not on uncapped plans.', { type: 'integer', minimum: 0 }),
  'X-RateLimit-Remaining': header('Included credits that remain, at least zero.', { type: 'integer', minimum: 0 }),
  'X-RateLimit-Over': header('The included credits were exceeded.', { type: 'string', const: 'true' }),
  'X-Payment-Overdue': header('The account has an overdue bill.', { type: 'string', const: 'true' }),
  'Retry-After': header('Seconds. Sent with RATE_LIMITED.', { type: 'integer', minimum: 1 }),
};

const CREDIT_HEADERS = Object.keys(HEADERS).filter(
  (name) => name.startsWith('X-RateLimit-') || name.startsWith('X-Pay'),
);

const REASONS: Readonly<Record<string, string>> = {
  400: 'A required parameter is missing, a value is outside its format, or the request has a body.',
  401: 'The API key is missing, or it is unknown, inactive or malformed.',
  403: 'The plan lacks the address product.',
  404: 'No such address (enrich), path or method.',
  429: 'The burst limit is exceeded, or the quota is exhausted.',
  500: 'Unexpected failure.',
};

/** Headers of error answers beyond `X-Request-Id`: those of the credits come with every error after admission. */
const ERROR_HEADERS: Readonly<Record<string, readonly string[]>> = {
  400: CREDIT_HEADERS,
  403: ['X-Payment-Overdue'],
  404: CREDIT_HEADERS,
  429: [...CREDIT_HEADERS, 'Retry-After'],
  500: CREDIT_HEADERS,
};

/** Refusals of requests that are not well-formed HTTP: plain pages without `X-Request-Id`, after which the connection closes. */
const HTTP_LAYER: Readonly<Record<string, string>> = {
  431: 'The request head is over 16 KiB, or has 100 headers. The connection closes.',
  505: 'The request line is not that of HTTP/1.1. The connection closes.',
};

function header(description: string, schema: Schema) {
  return { description, schema };
}

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

function page() {
  return { 'text/html': { schema: { type: 'string' } } };
}

function headers(names: readonly string[]) {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function json(description: string, schema: Schema, names: readonly string[] = [], example?: unknown) {
  const content = { 'application/json': { schema, ...(example !== undefined && { example }) } };
  return { description, headers: headers(names), content };
}

function error(status: string) {
  const answer = json(REASONS[status], errorSchema(status), ERROR_HEADERS[status]);
  return status === '400' ? { ...answer, content: { ...answer.content, ...page() } } : answer;
}

/** The error responses of a path, by reference, and the refusals of the HTTP layer. */
function errors(statuses: readonly string[]) {
  const all = [...statuses, ...Object.keys(HTTP_LAYER)];
  return Object.fromEntries(all.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]));
}

function parametersOf(route: Route) {
  return Object.entries(route.parameters.rules).map(([name, rule]) => ({
    name,
    in: 'query',
    required: rule.required,
    description: rule.description,
    schema: rule.schema,
    example: rule.example,
  }));
}

function dataPath(route: Route) {
  const words = WORDS[route.operation];
  const get = {
    operationId: words.operationId,
    tags: ['address'],
    summary: words.summary,
    description: `${words.description} Costs ${route.cost === 1 ? '1 credit' : `${route.cost} credits`}.`,
    security: [{ apiKey: [] }],
    'x-credit-cost': route.cost,
    parameters: parametersOf(route),
    responses: {
      200: json('The answer.', ref(words.answer), CREDIT_HEADERS, words.example),
      ...errors(Object.keys(CODES_BY_STATUS)),
    },
  };
  return { get };
}

function openPath(operationId: string, summary: string, responses: Record<string, unknown>) {
  const get = { operationId, tags: ['service'], summary, security: [] };
  return { get: { ...get, responses: { ...responses, ...errors(['400']) } } };
}

/**
 * The interface description, OpenAPI 3.1 with JSON Schema 2020-12. Paths, costs and parameters are those that requests are
 * served and parsed by (`ROUTES`), so it cannot disagree with them.
 */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Letterbox',
      version: '2.0.0',
      description:
        'Australian addresses from G-NAF: search, validation, enrichment, reverse geocoding and locality lookup. ' +
        'Parameters are percent-encoded UTF-8 in the query string, `+` is a space; a parameter given twice is refused, unknown ones are ignored. ' +
        'Numbers are plain decimals: digits, perhaps a minus before and a point with digits after; no exponent, no plus, no spaces; leading zeroes do no harm. ' +
        'Every answer carries `X-Request-Id`, except that requests which are not well-formed HTTP/1.1 are refused with a plain page (400, 431, 505) and the connection closes. ' +
        'Any other path or method is 404 `NOT_FOUND`, without a key and at no cost. HEAD answers as GET, without a body.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'address', description: 'The six operations. They need a key and cost credits.' },
      { name: 'service', description: 'The state of the service, and this description.' },
    ],
    paths: {
      ...Object.fromEntries(ROUTES.map((route) => [route.path, dataPath(route)])),
      '/healthz': openPath('healthz', 'Alive', { 200: json('The process answers.', ref('Health')) }),
      '/readyz': openPath('readyz', 'Ready', {
        200: json('The index is open.', ref('Ready')),
        503: json('The server is stopping, or keys and plans do not reach it.', {
          oneOf: [ref('Stopping'), ref('NoSidecar')],
        }),
      }),
      '/openapi.json': openPath('openapi', 'This description', { 200: json('OpenAPI 3.1.', { type: 'object' }) }),
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      schemas: SCHEMAS,
      headers: HEADERS,
      responses: Object.fromEntries([
        ...Object.keys(CODES_BY_STATUS).map((status) => [`Error${status}`, error(status)]),
        ...Object.entries(HTTP_LAYER).map(([status, description]) => [
          `Error${status}`,
          { description, content: page() },
        ]),
      ]),
    },
  };
}
