import { component, errorAnswer, headersOf } from '../../../system/openapi.ts';
import { errorExamples } from './error-schemas.ts';
import { CREDIT_HEADERS, DATA_HEADERS, DOCUMENT_HEADERS } from './headers.ts';

/**
 * The error answers by status: the name of the component, when they occur, and their headers
 * besides `X-Request-Id`.
 */
const ERRORS: Readonly<Record<string, { name: string; description: string; headers: readonly string[] }>> = {
  400: {
    name: 'BadRequest',
    description: 'A required parameter is missing, a value is outside its format, or the request has a body.',
    headers: CREDIT_HEADERS,
  },
  401: {
    name: 'Unauthorized',
    description: 'The API key is missing, or it is unknown, inactive or malformed.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The plan lacks the address product, or a publishable key is not for this origin or operation.',
    headers: ['X-Payment-Overdue'],
  },
  404: { name: 'NotFound', description: 'No such address (enrich), path or method.', headers: CREDIT_HEADERS },
  429: {
    name: 'TooManyRequests',
    description: 'The burst limit is exceeded, or the quota is exhausted.',
    headers: [...CREDIT_HEADERS.filter((name) => name !== 'X-RateLimit-Over'), 'Retry-After'],
  },
  500: { name: 'InternalServerError', description: 'Unexpected failure.', headers: CREDIT_HEADERS },
};

/**
 * The components that are the error answers of a path, by status. Malformed HTTP is refused with a page of
 * HTML, which the description tells in words: else the error of a generated client would be of an unknown type.
 */
export function errorsOf(statuses: readonly string[]) {
  return Object.fromEntries(statuses.map((status) => [status, ERRORS[status]!.name]));
}

/** The answer to who has a document. */
export const NOT_MODIFIED = component('responses', 'NotModified');

/** The responses that paths refer to. */
export const RESPONSES = Object.fromEntries([
  ...Object.entries(ERRORS).map(([status, { name, description, headers }]) => {
    return [name, errorAnswer(Number(status), errorExamples(status), [...headers, ...DATA_HEADERS], description)];
  }),
  [
    'NotModified',
    { description: 'The document is the one that the caller has.', headers: headersOf(DOCUMENT_HEADERS.slice(1)) },
  ],
]);
