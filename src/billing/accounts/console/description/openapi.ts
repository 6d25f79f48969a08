import {
  answer,
  type Call,
  documentOf,
  errorAnswer,
  REQUEST_ID,
  REQUEST_ID_PATTERN,
} from '../../../../system/openapi.ts';
import { isOptional } from '../../checks.ts';
import * as k from '../../kinds.ts';
import { CONSOLE_STATUSES, type ConsoleErrorCode } from '../answer.ts';
import type { Field } from '../fields/fields.ts';
import { ENDPOINT, EVENT } from '../resources/events.ts';
import { INVOICE } from '../resources/invoices.ts';
import { KEY } from '../resources/keys.ts';
import { CREATED_ORGANIZATION, INVITATION, PERSON } from '../resources/organizations.ts';
import type { ConsoleRoute } from '../routes/route.ts';
import { CONSOLE_PREFIX, CONSOLE_ROUTES, DESCRIPTION_PATH, ROUTE_GROUPS } from '../routes/routes.ts';

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
    { type: 'string', pattern: REQUEST_ID_PATTERN, description: 'The value of `X-Request-Id`.' },
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
  const description = {
    title: 'Letterbox console',
    version: '2.0.0',
    description:
      'The private account console: organizations, API keys, plans, invoices, events. Members of an organization read, its admins change, ' +
      'operators run the service and may do all. Times are ISO 8601 in UTC, amounts are whole cents. HEAD answers as GET, without a body. ' +
      'Answers may get further properties: ignore those that you do not know.',
    server: 'The console.',
    tags: [
      ...ROUTE_GROUPS.map(({ name, description }) => ({ name, description })),
      { name: 'description', description: 'This description.' },
    ],
    security: ['session'],
    components: {
      schemas: k.definitionsOf([...CONSOLE_ROUTES.map(({ answer }) => answer.schema), ERROR]),
      headers: {
        'X-Request-Id': {
          required: true,
          description: 'New for every answer.',
          schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
        },
        'WWW-Authenticate': { description: 'A session token is required.', schema: { type: 'string' } },
      },
      responses: Object.fromEntries(
        Object.entries(CODES).map(([status, codes]) => {
          const errors = codes.map((code) => ({ code, message: INFO.example.message as string, summary: code }));
          return [
            responseName(status),
            errorAnswer(Number(status), errors, status === '401' ? ['WWW-Authenticate'] : []),
          ];
        }),
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
  const calls = ROUTE_GROUPS.flatMap(({ name, routes }) => routes.map((route) => callOf(route, name)));
  return documentOf(description, [DESCRIPTION, ...calls]);
}

/** The call for this description. */
const DESCRIPTION: Call = {
  path: DESCRIPTION_PATH,
  method: 'get',
  operationId: 'getDescription',
  tag: 'description',
  summary: 'Read this description',
  description: 'OpenAPI 3.1 with JSON Schema 2020-12. It needs no session.',
  security: [],
  answers: {
    200: {
      description: 'This document.',
      content: { 'application/json': { schema: { type: 'object', description: 'An OpenAPI document.' } } },
    },
    304: { description: 'The document is the one that the caller has.' },
  },
  errors: { 404: responseName('404') },
};

function callOf(route: ConsoleRoute, tag: string): Call {
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
  const file = { type: 'string', format: 'binary', description: 'The file.' };
  const statuses = Object.keys(CODES).filter((code) => route.method !== 'GET' || !OF_CHANGES.includes(code));
  return {
    path: `${CONSOLE_PREFIX}${route.path}`,
    method: route.method.toLowerCase() as Call['method'],
    operationId: route.operationId,
    tag,
    summary: route.summary,
    description: `${route.summary}. ${MAY[route.role]}`,
    extensions: { 'x-role': route.role },
    parameters,
    ...(route.method !== 'GET' && { requestBody: requestBody(route) }),
    answers: {
      [status]: media
        ? answer('The answer.', file, [], undefined, media)
        : answer('The answer.', schema.schema, [], schema.example),
    },
    errors: Object.fromEntries(statuses.map((code) => [code, responseName(code)])),
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
