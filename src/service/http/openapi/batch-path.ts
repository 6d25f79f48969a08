import { type Batch, MOST_QUERIES } from '../../../address/operations/table/operation.ts';
import type { Rule } from '../../../address/operations/table/rules.ts';
import { answer, type Call } from '../../../system/openapi.ts';
import { array, count, object, ref, type Schema } from '../../../system/schema.ts';
import { MOST_BODY_BYTES } from '../request-head.ts';
import type { BatchOperation, Route } from '../routes.ts';
import { CREDIT_HEADERS, DATA_HEADERS } from './headers.ts';
import { errorsOf } from './responses.ts';

function wordsOf({ row }: Route): Batch {
  if (row.batch === undefined) throw new Error(`${row.name} takes no batches`);
  return row.batch;
}

/** The error that a query by itself would be answered with, of any error status. */
const BATCH_ERROR = object('The error that a query by itself would be answered with.', {
  status: { type: 'integer', enum: [400, 401, 403, 404, 429, 500], description: 'As of a request of its own.' },
  error: ref('ErrorInfo', 'What went wrong.'),
});

/** The schemas of batches: their queries and answers. */
export function batchSchemas(batches: readonly BatchOperation[]): Readonly<Record<string, Schema>> {
  return { BatchError: BATCH_ERROR, ...Object.assign({}, ...batches.map(({ route }) => schemasOf(route))) };
}

function schemasOf(route: Route): Record<string, Schema> {
  const { prefix, query } = wordsOf(route);
  const { rules, names, instead } = route.row.parameters;
  const first = names[0]!;
  const { schema, description } = rules[first]!;
  const text = { ...schema, description };
  const others = names.slice(1).map((name) => [name, jsonSchemaOf(rules[name]!)] as const);
  return {
    [`${prefix}Query`]: {
      description: `${query}: a text, or an object of the parameters of the call.`,
      anyOf: [
        text,
        {
          type: 'object',
          description: 'The parameters of the call.',
          properties: { [first]: text, ...Object.fromEntries(others) },
          ...(instead === null && { required: [first] }),
        },
      ],
    },
    [`${prefix}Queries`]: {
      ...array(ref(`${prefix}Query`), 'The queries.'),
      minItems: 1,
      maxItems: MOST_QUERIES,
    },
    [`${prefix}Success`]: object('The answer that a query by itself would have.', {
      status: { type: 'integer', enum: [200], description: 'As of a request of its own.' },
      result: ref(route.row.schema, 'The answer.'),
    }),
    [`${prefix}Result`]: {
      description: 'What a query by itself would be answered with: `status` tells which of the two it is.',
      anyOf: [ref(`${prefix}Success`), ref('BatchError')],
    },
    [`${prefix}Answer`]: object('The answers to the queries of a batch.', {
      results: array(ref(`${prefix}Result`), 'One for each query, in their order.'),
      total: count('The number of queries.'),
    }),
  };
}

/**
 * The schema of a parameter in JSON: the same as in a query string, except that a flag is a
 * boolean, and a list a text with commas.
 */
function jsonSchemaOf({ schema, description }: Rule<unknown>): Schema {
  const isFlag = schema.$ref === '#/components/schemas/DebugFlag';
  if (isFlag) return { type: 'boolean', default: false, description };
  return { ...(schema.type === 'array' ? { type: 'string', minLength: 1 } : schema), description };
}

/** The call of an operation's batches. */
export function batchCall({ label, path, route }: BatchOperation): Call {
  const { prefix, summary } = wordsOf(route);
  const first = route.row.parameters.names[0]!;
  const { example } = route.row.parameters.rules[first]!;
  const result = { status: 200, result: route.row.example };
  const results = [result, result];
  const answered = answer(
    'The answers, in the order of the queries.',
    ref(`${prefix}Answer`),
    [...CREDIT_HEADERS, ...DATA_HEADERS],
    { results, total: results.length },
  );
  const lines = { schema: ref(`${prefix}Result`), example: result };
  const cost = route.cost === 1 ? '1 credit' : `${route.cost} credits`;
  return {
    path,
    method: 'post',
    operationId: label,
    tag: 'beyond',
    summary,
    description:
      `Up to ${MOST_QUERIES} calls in one. Each query costs ${cost}, like the call, when it is answered; a 500 costs nothing, and neither do queries that were not answered because the ` +
      'client had left. Where credits run out on the way, the rest have status 429 and `QUOTA_EXCEEDED`. A batch is one request to the burst limit, and is refused by its head, at ' +
      `no cost, where the account has no credits for one query. The body is a JSON array, or a line of JSON for each query (NDJSON), and the answer comes in the same form, as ` +
      `it is made; the credit headers are those of its beginning. A body of another shape is 400 and costs nothing. It has at most ${MOST_BODY_BYTES / 2 ** 20} MiB, one \`Content-Length\` and ` +
      'no `Transfer-Encoding`. For secret keys only.',
    security: ['apiKey'],
    extensions: { 'x-credit-cost': route.cost },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: ref(`${prefix}Queries`),
          example: [example, { [first]: example }],
        },
        'application/x-ndjson': { schema: ref(`${prefix}Query`), example },
      },
    },
    answers: { 200: { ...answered, content: { ...answered.content, 'application/x-ndjson': lines } } },
    errors: errorsOf(['400', '401', '403', '429', '500']),
  };
}
