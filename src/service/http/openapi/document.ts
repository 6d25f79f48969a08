import { ATTRIBUTION } from '../../../address/index/format.ts';
import { ADDRESS_SCHEMAS } from '../../../address/operations/table/address-schemas.ts';
import { ANSWER_SCHEMAS } from '../../../address/operations/table/answer-schemas.ts';
import type { ParameterTable } from '../../../address/operations/table/parameters.ts';
import type { Rule } from '../../../address/operations/table/rules.ts';
import { answer, type Call, component, documentOf } from '../../../system/openapi.ts';
import { ref, type Schema } from '../../../system/schema.ts';
import { VERSION } from '../../../system/version.ts';
import { BATCHES, ROUTES, type Route } from '../routes.ts';
import { batchCall, batchSchemas } from './batch-path.ts';
import { DIALECT_SCHEMAS, dialectCalls } from './dialect-paths.ts';
import { CODES_BY_STATUS, ERROR_SCHEMAS } from './error-schemas.ts';
import { CREDIT_HEADERS, DATA_HEADERS, DOCUMENT_HEADERS, HEADERS, STATE_HEADERS } from './headers.ts';
import { RECONCILIATION_SCHEMAS, reconciliationCalls } from './reconciliation-paths.ts';
import { errorsOf, NOT_MODIFIED, RESPONSES } from './responses.ts';
import { SERVICE_SCHEMAS } from './service-schemas.ts';

function parameter(name: string, rule: Rule<unknown>, instead: ParameterTable<unknown>['instead'] = null) {
  const { description, schema, example } = rule;
  const required = rule.required && name !== instead?.of;
  const replaces = instead?.names.includes(name) ? { 'x-instead-of': instead.of } : {};
  const list = schema.type === 'array' ? { style: 'form', explode: false } : {};
  return {
    name,
    in: 'query',
    required,
    description,
    ...replaces,
    ...list,
    schema,
    example: list.style ? [example] : example,
  };
}

/** Parameters that several routes read by the same rule, with the names of their components. */
const SHARED = new Map<Rule<unknown>, { readonly component: string; readonly parameter: object }>();
const rules = ROUTES.flatMap((route) => Object.entries(route.row.parameters.rules));
for (const [name, rule] of rules) {
  if (rules.filter(([, other]) => other === rule).length < 2) continue;
  SHARED.set(rule, {
    component: name[0]!.toUpperCase() + name.slice(1),
    parameter: parameter(name, rule),
  });
}

function parametersOf(route: Route) {
  const { rules, instead } = route.row.parameters;
  return Object.entries(rules).map(([name, rule]) => {
    const shared = SHARED.get(rule);
    if (shared) return component('parameters', shared.component);
    return parameter(name, rule, instead);
  });
}

function dataCall(route: Route): Call {
  const { client, isBeyond = false, summary, description, schema, example } = route.row;
  return {
    path: route.path,
    method: 'get',
    operationId: client.method,
    tag: isBeyond ? 'beyond' : 'address',
    summary,
    description: `${description} Costs ${route.cost === 1 ? '1 credit' : `${route.cost} credits`}.`,
    security: ['apiKey', 'publishableKey'],
    extensions: { 'x-credit-cost': route.cost },
    parameters: parametersOf(route),
    answers: { 200: answer('The answer.', ref(schema), [...CREDIT_HEADERS, ...DATA_HEADERS], example) },
    errors: errorsOf(Object.keys(CODES_BY_STATUS)),
  };
}

/** The calls about the service itself: what each says, and its answers. */
const OPEN_CALLS = [
  {
    path: '/healthz',
    operationId: 'healthz',
    summary: 'Alive',
    description: 'Answers while the process lives, whatever it can do.',
    answers: { 200: answer('The process answers.', ref('Health'), STATE_HEADERS, { status: 'ok', version: VERSION }) },
  },
  {
    path: '/readyz',
    operationId: 'readyz',
    summary: 'Ready',
    description: 'Whether this service is to be sent requests, and what it serves.',
    answers: {
      200: answer('The index is open.', ref('Ready'), STATE_HEADERS, {
        status: 'ready',
        version: VERSION,
        release: '2026.08',
        asgs: '2026',
        addresses: 3600,
        attribution: ATTRIBUTION,
      }),
      503: answer('The server is stopping, or keys and plans do not reach it.', ref('NotReady'), STATE_HEADERS, {
        status: 'stopping',
      }),
    },
  },
  {
    path: '/attribution',
    operationId: 'attribution',
    summary: 'Whose data this is',
    description: 'What somebody who shows or passes on these answers has to say.',
    answers: {
      200: answer('The attribution.', ref('Attribution'), DOCUMENT_HEADERS, { attribution: ATTRIBUTION }),
      304: NOT_MODIFIED,
    },
  },
  {
    path: '/openapi.json',
    operationId: 'openapi',
    summary: 'This description',
    description: 'OpenAPI 3.1 with JSON Schema 2020-12.',
    answers: {
      200: answer('This document.', { type: 'object', description: 'An OpenAPI document.' }, DOCUMENT_HEADERS),
      304: NOT_MODIFIED,
    },
  },
].map((call): Call => ({ ...call, method: 'get', tag: 'service', security: [], errors: errorsOf(['400']) }));

const API_KEY =
  'A secret key (`lbx_live_…`) of a server, or a publishable key (`lbx_pub_…`) in a web page. A publishable key is bound to origins, operations and a rate ' +
  'per client address; only pages of its origins can read the answers (CORS), and requests outside its terms are refused at no cost. Both are made in the console.';

const PUBLISHABLE_KEY =
  'Beyond the specification: a publishable key alone, in place of the header, which counts if both are sent. A browser then asks without a preflight. ' +
  'The key shows wherever the URL does; any other key here counts as none.';

const DESCRIPTION = `Australian addresses from G-NAF: search, validation, enrichment, reverse geocoding and locality lookup.

Parameters are percent-encoded UTF-8 in the query string, \`+\` is a space. A parameter given twice is refused, unknown ones are ignored. In \`q\`, line breaks and tabs are spaces; other control characters are refused. \
Numbers are decimal digits, perhaps with a minus, a fraction or an exponent, as in JSON; leading zeroes do no harm.

Every answer carries \`X-Request-Id\`, except that requests which are not well-formed HTTP/1.1 are refused with a plain page (400, 431 for a head of more than 16 KiB or 98 headers, 505 for another version) \
and the connection closes. Any other path or method is 404 \`NOT_FOUND\`, without a key and at no cost. HEAD answers as GET, without a body. \
Answers may get further properties: ignore those that you do not know.`;

/** The version of the interface. It changes with the interface, not with the program (`src/system/version.ts`). */
const API_VERSION = '2.0.0';

/**
 * The interface description, OpenAPI 3.1 with JSON Schema 2020-12. Paths, costs and parameters come
 * from the same tables that requests are served and parsed by (`ROUTES`), so it cannot disagree
 * with them. `attribution` is that of the served index.
 */
export function openApiDocument(attribution: string = ATTRIBUTION) {
  const description = {
    title: 'Letterbox',
    version: API_VERSION,
    description: `${DESCRIPTION}\n\nAttribution: ${attribution}`,
    server: 'The service.',
    info: { 'x-attribution': attribution },
    tags: [
      {
        name: 'address',
        description: 'The operations. They need a key and cost credits.',
      },
      {
        name: 'beyond',
        description:
          'Beyond the specification: batches, by POST, the lookups of localities and streets by a beginning, and the changes of an address. They need a key and cost credits. Publishable keys are beyond it too, with the errors `ORIGIN_NOT_ALLOWED` and `OPERATION_NOT_ALLOWED`.',
      },
      {
        name: 'dialects',
        description:
          'Beyond the specification: search and reverse geocoding as Photon and Nominatim answer them, for the map plug-ins and libraries that speak these. They need a key and cost credits.',
      },
      {
        name: 'reconciliation',
        description:
          'Beyond the specification: the Reconciliation Service API 0.2 (W3C community group), which OpenRefine speaks. Its key is in the path; any page may read its answers.',
      },
      { name: 'service', description: 'The state of the service, and this description.' },
    ],
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: API_KEY },
        publishableKey: { type: 'apiKey', in: 'query', name: 'key', description: PUBLISHABLE_KEY },
        keyAsName: {
          type: 'http',
          scheme: 'basic',
          description:
            'Any key as the name, with an empty password, for the clients of other geocoders, which can send no header.',
        },
      },
      parameters: Object.fromEntries(Array.from(SHARED.values(), ({ component, parameter }) => [component, parameter])),
      schemas: {
        ...ADDRESS_SCHEMAS,
        ...ANSWER_SCHEMAS,
        ...(Object.assign({}, ...ROUTES.map(({ row }) => row.schemas)) as Record<string, Schema>),
        ...batchSchemas(BATCHES),
        ...DIALECT_SCHEMAS,
        ...RECONCILIATION_SCHEMAS,
        ...ERROR_SCHEMAS,
        ...SERVICE_SCHEMAS,
      },
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
  return documentOf(description, [
    ...ROUTES.map(dataCall),
    ...BATCHES.map(batchCall),
    ...dialectCalls(parameter),
    ...reconciliationCalls(),
    ...OPEN_CALLS,
  ]);
}
