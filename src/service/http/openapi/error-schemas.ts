import { type ErrorExample, REQUEST_ID, REQUEST_ID_PATTERN } from '../../../system/openapi.ts';
import { array, count, object, oneOf, ref, type Schema, string } from '../../../system/schema.ts';
import { OPERATIONS } from '../../admission/costs.ts';
import { type CountedCode, ERROR_CODES } from '../../telemetry/worker-counts.ts';
import { BATCHES } from '../routes.ts';

/** The status of each code, with an example of a message and of details, if it has any. */
const EXAMPLES: Readonly<Record<CountedCode, Omit<ErrorExample, 'code'> & { readonly status: number }>> = {
  INVALID_PARAMETERS: {
    status: 400,
    message: 'Invalid query parameters',
    details: { lat: ['must be a number from -90 to 90, not "200"'], lon: ['is required'] },
  },
  MISSING_API_KEY: { status: 401, message: 'Missing X-Api-Key header' },
  INVALID_API_KEY: { status: 401, message: 'Invalid API key' },
  PRODUCT_NOT_ALLOWED: {
    status: 403,
    message: 'Product not included in your plan',
    details: { product: 'address', allowed: [] },
  },
  ORIGIN_NOT_ALLOWED: { status: 403, message: 'This publishable key is not for pages of this origin' },
  OPERATION_NOT_ALLOWED: {
    status: 403,
    message: 'This publishable key is not for this operation',
    details: { operation: 'reverse', allowed: ['autocomplete', 'validate', 'enrich'] },
  },
  NOT_FOUND: { status: 404, message: 'Address not found: GAQLD000000000' },
  RATE_LIMITED: { status: 429, message: 'Rate limit exceeded' },
  QUOTA_EXCEEDED: {
    status: 429,
    message: 'Credit quota exceeded: 998 of 1000 credits used, this request needs 3',
    details: { product: 'address', used: 998, limit: 1000, required: 3, resets_at: '2026-06-01T00:00:00.000Z' },
  },
  INTERNAL_ERROR: { status: 500, message: 'Internal server error' },
};

/** The error codes of each status (§6.1). */
export const CODES_BY_STATUS: Readonly<Record<string, readonly CountedCode[]>> = Object.fromEntries(
  Object.values(EXAMPLES).map(({ status }) => [status, ERROR_CODES.filter((code) => EXAMPLES[code].status === status)]),
);

/** An example of each error of a status. */
export function errorExamples(status: string): readonly ErrorExample[] {
  return CODES_BY_STATUS[status]!.map((code) => ({ code, ...EXAMPLES[code] }));
}

/** The schemas of error answers: one for all of them (§6.1). */
export const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = {
  RequestId: {
    type: 'string',
    pattern: REQUEST_ID_PATTERN,
    description: 'New for every response.',
    examples: [REQUEST_ID],
  },
  ErrorCode: oneOf(Object.values(CODES_BY_STATUS).flat(), 'Machine-readable code: what to branch on.'),
  Error: object('An error answer.', { error: ref('ErrorInfo', 'What went wrong.') }),
  ErrorInfo: object(
    'What went wrong.',
    {
      code: ref('ErrorCode', 'Machine-readable code: branch on this, not on the message.'),
      message: string('For people.'),
      status: {
        type: 'integer',
        enum: Object.keys(CODES_BY_STATUS).map(Number),
        description: 'The HTTP status of the answer.',
      },
      request_id: ref('RequestId', 'The value of `X-Request-Id`.'),
      details: {
        anyOf: [
          ref('InvalidParametersDetails'),
          ref('EndedIdDetails'),
          ref('ProductNotAllowedDetails'),
          ref('OperationNotAllowedDetails'),
          ref('QuotaExceededDetails'),
        ],
        description:
          'With `INVALID_PARAMETERS`, `PRODUCT_NOT_ALLOWED`, `OPERATION_NOT_ALLOWED` and `QUOTA_EXCEEDED` only, and with `NOT_FOUND` of an id that has ended; its shape depends on the code.',
      },
    },
    ['details'],
  ),
  InvalidParametersDetails: {
    type: 'object',
    description:
      'With `INVALID_PARAMETERS`: parameter names, each with what is wrong with it; `body` for a request that has one.',
    additionalProperties: { ...array(string('What is wrong.'), 'All that is wrong with the parameter.'), minItems: 1 },
    minProperties: 1,
  },
  EndedIdDetails: object(
    'With `NOT_FOUND`, where a former release had the id and the index was built with it.',
    {
      last_release: string('The last release that had the id.'),
      successor: string('The id of the address with the same label in the same place, where there is one.'),
    },
    ['successor'],
  ),
  ProductNotAllowedDetails: object('With `PRODUCT_NOT_ALLOWED`.', {
    product: string('The API family of the route.'),
    allowed: array(string('An API family.'), 'The API families that the account has.'),
  }),
  OperationNotAllowedDetails: object('With `OPERATION_NOT_ALLOWED`.', {
    operation: oneOf([...OPERATIONS, ...BATCHES.map(({ label }) => label)], 'The operation that was asked for.'),
    allowed: array(oneOf(OPERATIONS, 'An operation.'), 'The operations that the key is for.'),
  }),
  QuotaExceededDetails: object(
    'With `QUOTA_EXCEEDED`.',
    {
      product: string('The API family of the route.'),
      used: count('Credits used in this window.'),
      limit: count('Credits that there are in this window.'),
      required: { ...count('Credits that the request needs.'), minimum: 1 },
      resets_at: { type: 'string', format: 'date-time', description: 'When the window ends.' },
      key: oneOf(
        ['day', 'month'],
        "Where a cap of the key's own has no room: whether it is the one of the UTC day or of the calendar month, which the numbers are of then.",
      ),
      cap: oneOf(['spending'], "Where it is the account's own cap on spending that has no room."),
    },
    ['key', 'cap'],
  ),
};
