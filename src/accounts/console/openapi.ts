import { CONSOLE_STATUSES } from './answer.ts';
import { type FieldSet, fieldSchema } from './fields.ts';
import type { ConsoleRoute } from './route.ts';
import { CONSOLE_PREFIX, CONSOLE_ROUTES, DESCRIPTION_PATH } from './routes.ts';
import { CONSOLE_SCHEMAS, ref, type Schema } from './schemas.ts';

/**
 * The console's interface description, OpenAPI 3.1 with JSON Schema 2020-12. Paths, parameters and bodies are those that
 * requests are served and checked by (`CONSOLE_ROUTES`), so it cannot disagree with them.
 */
export function consoleDescription() {
  const paths: Record<string, Record<string, object>> = {
    [DESCRIPTION_PATH]: {
      get: {
        operationId: 'getDescription',
        summary: 'Read this description',
        security: [],
        responses: {
          200: { description: 'This document.', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  };
  for (const route of CONSOLE_ROUTES) {
    const path = `${CONSOLE_PREFIX}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Letterbox console',
      version: '1.0.0',
      description:
        'The private account console: organizations, API keys, plans, invoices. Members of an organization read, its admins change, ' +
        'operators run the service. Times are ISO 8601 in UTC, amounts are whole cents.',
    },
    security: [{ session: [] }],
    paths,
    components: {
      schemas: CONSOLE_SCHEMAS,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Session token of the identity provider.',
        },
      },
    },
  };
}

function operation(route: ConsoleRoute) {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const parameters: object[] = [...inPath];
  if (route.method === 'GET') {
    parameters.push(...Object.entries(route.query).map(([name, field]) => parameter(name, 'query', field)));
  } else {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes a retry safe: a request that succeeded is answered again as it was.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    });
  }
  return {
    operationId: route.operationId,
    summary: route.summary,
    'x-role': route.role,
    parameters,
    ...(route.method !== 'GET' && { requestBody: requestBody(route.body) }),
    responses: { [route.answer.status]: json('The answer.', ref(route.answer.schema)), ...errors(route) },
  };
}

function parameter(name: string, place: string, field: FieldSet[string]) {
  return { name, in: place, required: field.required, schema: fieldSchema(field) };
}

function requestBody(fields: FieldSet) {
  const required = Object.keys(fields).filter((name) => fields[name].required);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return { required: required.length > 0, content: { 'application/json': { schema } } };
}

function errors(route: ConsoleRoute): Record<string, object> {
  const onlyChanges = ['CONFLICT', 'CHANGE_REFUSED', 'PREVIEW_UNKNOWN', 'PREVIEW_STALE', 'IDEMPOTENCY_KEY_REUSED'];
  const codes = Object.entries(CONSOLE_STATUSES).filter(
    ([code]) => route.method !== 'GET' || !onlyChanges.includes(code),
  );
  const byStatus: Record<string, object> = {};
  for (const status of new Set(codes.map(([, each]) => each))) {
    const names = codes.filter(([, each]) => each === status).map(([code]) => code);
    byStatus[status] = json(names.join(', '), ref('Error'));
  }
  return byStatus;
}

function json(description: string, schema: Schema) {
  const headers = { 'X-Request-Id': { required: true, schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' } } };
  return { description, headers, content: { 'application/json': { schema } } };
}
