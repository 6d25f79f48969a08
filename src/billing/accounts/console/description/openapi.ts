import { isOptional } from '../../checks.ts';
import * as k from '../../kinds.ts';
import { CONSOLE_STATUSES, type ConsoleErrorCode } from '../answer.ts';
import type { Field } from '../fields/fields.ts';
import { ENDPOINT, EVENT } from '../resources/events.ts';
import { INVOICE } from '../resources/invoices.ts';
import { KEY } from '../resources/keys.ts';
import { CREATED_ORGANIZATION } from '../resources/organizations.ts';
import { INVITATION, PERSON } from '../resources/people.ts';
import type { ConsoleRoute } from '../routes/route.ts';
import { CONSOLE_PREFIX, CONSOLE_ROUTES, DESCRIPTION_PATH, ROUTE_GROUPS } from '../routes/routes.ts';

const REQUEST_ID = 'req_0f8fad5bd9cb469fa16570867728950e';

const CODE = k.name(
  'ErrorCode',
  k.oneOf(Object.keys(CONSOLE_STATUSES) as ConsoleErrorCode[], 'Machine-readable code: what to branch on.'),
);

const INFO = k.resource('ErrorInfo', 'What went wrong.', {
  code: k.as(CODE, 'Machine-readable code.'),
  message: k.text('A sentence for users.', 'What went wrong, in a sentence.'),
  status: k.kind(
    {
      type: 'integer',
      enum: [...new Set(Object.values(CONSOLE_STATUSES))],
      description: 'The HTTP status of the answer.',
    },
    400,
  ),
  request_id: k.kind(
    { type: 'string', pattern: '^req_[0-9a-f]{32}$', description: 'The value of `X-Request-Id`.' },
    REQUEST_ID,
  ),
  details: { ...k.details('Details; their shape depends on the code.', {}), optional: true },
});

const ERROR = k.resource('Error', 'An error answer.', { error: k.as(INFO, 'What went wrong.') });

/** What the names in a path are of, and an example of each. */
const IN_PATHS: Readonly<Record<string, { readonly description: string; readonly example: unknown }>> = {
  organization: { description: 'Id of the organization.', example: CREATED_ORGANIZATION.example.id },
  key: { description: 'Id of the key.', example: KEY.example.id },
  endpoint: { description: 'Id of the endpoint.', example: ENDPOINT.example.id },
  invitation: { description: 'Id of the invitation.', example: INVITATION.example.id },
  person: { description: 'Id of the person.', example: PERSON.example.id },
  event: { description: 'Id of the event.', example: EVENT.example.id },
  invoice: { description: 'Number of the invoice.', example: INVOICE.example.number },
};

/** Who may use a route of each role. */
const MAY: Readonly<Record<ConsoleRoute['role'], string>> = {
  member: 'For members of the organization.',
  admin: 'For admins of the organization.',
  operator: 'For operators of the service.',
};

/**
 * The console's interface description, OpenAPI 3.1 with JSON Schema 2020-12. Paths, parameters and
 * bodies are those that requests are served and checked by (`ROUTE_GROUPS`), so it cannot disagree
 * with them. Its server is where it is read.
 */
export function consoleDescription() {
  const paths: Record<string, Record<string, object>> = { [DESCRIPTION_PATH]: { get: describeItself() } };
  for (const { name, routes } of ROUTE_GROUPS) {
    for (const route of routes) {
      const path = `${CONSOLE_PREFIX}${route.path}`;
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, name) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Letterbox console',
      version: '2.0.0',
      description:
        'The private account console: organizations, API keys, plans, invoices, events. Members of an organization read, its admins change, ' +
        'operators run the service and may do all. Times are ISO 8601 in UTC, amounts are whole cents. HEAD answers as GET, without a body. ' +
        'Answers may get further properties: ignore those that you do not know.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The console.' }],
    tags: [
      ...ROUTE_GROUPS.map(({ name, description }) => ({ name, description })),
      { name: 'description', description: 'This description.' },
    ],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: k.definitionsOf([...CONSOLE_ROUTES.map(({ answer }) => answer.schema), ERROR]),
      headers: {
        'X-Request-Id': {
          required: true,
          description: 'New for every answer.',
          schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
        },
        'WWW-Authenticate': { description: 'A session token is required.', schema: { type: 'string' } },
      },
      responses: Object.fromEntries(
        Object.entries(CODES).map(([status, codes]) => [responseName(status), errorAnswer(Number(status), codes)]),
      ),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Session token of the identity provider, which is this service itself where people log in by links.',
        },
      },
    },
  };
}

function describeItself() {
  const document = { type: 'object', description: 'An OpenAPI document.' };
  return {
    operationId: 'getDescription',
    tags: ['description'],
    summary: 'Read this description',
    description: 'OpenAPI 3.1 with JSON Schema 2020-12. It needs no session.',
    security: [],
    responses: {
      200: { description: 'This document.', content: { 'application/json': { schema: document } } },
      304: { description: 'The document is the one that the caller has.' },
      404: { $ref: `#/components/responses/${responseName('404')}` },
    },
  };
}

function operation(route: ConsoleRoute, tag: string) {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters: object[] = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    ...IN_PATHS[name!],
    schema: { type: 'string' },
  }));
  if (route.method === 'GET') {
    parameters.push(...Object.entries(route.query).map(([name, field]) => parameter(name, field)));
  } else {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes a retry safe: a request that succeeded is answered again as it was.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    });
  }
  const { status, schema, media } = route.answer;
  const content = media
    ? { [media]: { schema: { type: 'string', format: 'binary', description: 'The file.' } } }
    : { 'application/json': { schema: schema.schema, example: schema.example } };
  return {
    operationId: route.operationId,
    tags: [tag],
    summary: route.summary,
    description: `${route.summary}. ${MAY[route.role]}`,
    'x-role': route.role,
    parameters,
    ...(route.method !== 'GET' && { requestBody: requestBody(route) }),
    responses: {
      [status]: {
        description: 'The answer.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
        content,
      },
      ...errors(route),
    },
  };
}

function parameter(name: string, field: Field) {
  const { description } = field.schema;
  return { name, in: 'query', required: !isOptional(field), description, schema: field.schema };
}

/** The fields of a body. Unlike answers it is closed: unknown fields are refused. */
function requestBody({ body, example = {} }: Exclude<ConsoleRoute, { method: 'GET' }>) {
  const required = Object.keys(body).filter((name) => !isOptional(body[name]!));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(body).map(([name, field]) => [name, field.schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return { required: required.length > 0, content: { 'application/json': { schema, example } } };
}

/** The error codes of each status. */
const CODES: Readonly<Record<string, readonly ConsoleErrorCode[]>> = Object.fromEntries(
  [...new Set(Object.values(CONSOLE_STATUSES))].map((status) => [
    status,
    (Object.keys(CONSOLE_STATUSES) as ConsoleErrorCode[]).filter((code) => CONSOLE_STATUSES[code] === status),
  ]),
);

/** Statuses that only changes can have. */
const OF_CHANGES = ['409', '422'];

function responseName(status: string): string {
  return `Error${status}`;
}

function errorAnswer(status: number, codes: readonly string[]) {
  const exampleOf = (code: string) => ({
    summary: code,
    value: { error: { code, message: 'What went wrong, in a sentence.', status, request_id: REQUEST_ID } },
  });
  const names = ['X-Request-Id', ...(status === 401 ? ['WWW-Authenticate'] : [])];
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: {
      'application/json': {
        schema: ERROR.schema,
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
}

function errors(route: ConsoleRoute): Record<string, object> {
  const statuses = Object.keys(CODES).filter((status) => route.method !== 'GET' || !OF_CHANGES.includes(status));
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  );
}
