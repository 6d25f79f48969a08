import { MOST_QUERIES } from '../batch/queries.ts';
import { MOST_BODY_BYTES } from '../batch/read-body.ts';
import { VALIDATE } from '../parameters.ts';
import { ANSWER_EXAMPLES } from './examples.ts';
import { CREDIT_HEADERS, DATA_HEADERS } from './headers.ts';
import { answer, errorReferences } from './responses.ts';
import { array, count, object, ref, type Schema } from './schema.ts';

const { q, debug } = VALIDATE.rules;

/** The schemas of a batch: of its queries, and of its answers. */
export const BATCH_SCHEMAS: Readonly<Record<string, Schema>> = {
  BatchQuery: {
    description: 'An address to check: a text, or an object of the parameters of Validate.',
    anyOf: [
      { ...q.schema, description: q.description },
      {
        type: 'object',
        description: 'The parameters of Validate.',
        properties: {
          q: { ...q.schema, description: q.description },
          debug: { type: 'boolean', default: false, description: debug.description },
        },
        required: ['q'],
      },
    ],
  },
  BatchQueries: { ...array(ref('BatchQuery'), 'The queries.'), minItems: 1, maxItems: MOST_QUERIES },
  BatchResult: object(
    'The answer to one query: its status, and the result or the error that the query would have by itself.',
    {
      status: { type: 'integer', enum: [200, 400, 500], description: 'As of a request of its own.' },
      result: ref('ValidateAnswer', 'With status 200.'),
      error: ref('ErrorInfo', 'With any other status.'),
    },
    ['result', 'error'],
  ),
  BatchAnswer: object('The answers to the queries of a batch.', {
    results: array(ref('BatchResult'), 'One for each query, in their order.'),
    total: count('The number of queries.'),
  }),
};

const QUERIES = [q.example, { q: 'Perth Street', debug: true }];
const RESULTS = [{ status: 200, result: ANSWER_EXAMPLES.validate }];

/** `POST /v1/address/validate/batch`, beside the six operations. */
export function batchPath() {
  const answered = answer(
    'The answers, in the order of the queries.',
    ref('BatchAnswer'),
    [...CREDIT_HEADERS, ...DATA_HEADERS],
    {
      results: RESULTS,
      total: RESULTS.length,
    },
  );
  const lines = { schema: ref('BatchResult'), example: RESULTS[0] };
  const post = {
    operationId: 'validateBatch',
    tags: ['address'],
    summary: 'Check many addresses',
    description:
      `Validates up to ${MOST_QUERIES} addresses. Costs 1 credit for each query, whatever its answer; one whose answer is 500 is given back. A batch is admitted ` +
      'whole or refused whole: `details.fits` of a 429 then says how many queries would have passed. It is one request to the burst limit. The body is a JSON ' +
      `array, or a line of JSON for each query (NDJSON), and the answer comes in the same form. It has at most ${MOST_BODY_BYTES} bytes, one \`Content-Length\` and no ` +
      '`Transfer-Encoding`; the connection is closed after the answer. For secret keys only.',
    security: [{ apiKey: [] }],
    'x-credit-cost': 1,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: ref('BatchQueries'), example: QUERIES },
        'application/x-ndjson': { schema: ref('BatchQuery'), example: q.example },
      },
    },
    responses: {
      200: { ...answered, content: { ...answered.content, 'application/x-ndjson': lines } },
      ...errorReferences(['400', '401', '403', '429', '500']),
    },
  };
  return { post };
}
