import { ref, type Schema } from '../../../system/schema.ts';

function header(description: string, schema: Schema) {
  return { description, schema };
}

/** Every header of an answer (§8.5). */
export const HEADERS: Readonly<Record<string, object>> = {
  'X-Request-Id': { ...header('Unique request identifier.', ref('RequestId')), required: true },
  'X-RateLimit-Product': header('API family whose credit counter was updated.', { type: 'string' }),
  'X-RateLimit-Reset': header('When the current credit window resets.', { type: 'string', format: 'date-time' }),
  'X-RateLimit-Limit': header('Included credits; not on uncapped plans.', { type: 'integer', minimum: 0 }),
  'X-RateLimit-Remaining': header('Included credits that remain, at least zero.', { type: 'integer', minimum: 0 }),
  'RateLimit-Policy': header(
    'Requests that may come at once, and the seconds in which as many pass: `"burst";q=100;w=2`; included credits: `"credits";q=1000;qu="credits"` (IETF draft "RateLimit header fields for HTTP").',
    { type: 'string' },
  ),
  RateLimit: header(
    'What is left of each, and the seconds until it is more: `"burst";r=99;t=1, "credits";r=970;t=86400`.',
    { type: 'string' },
  ),
  'X-RateLimit-Over': header('The included credits were exceeded.', { type: 'string', const: 'true' }),
  'X-Payment-Overdue': header('The account has an overdue bill.', { type: 'string', const: 'true' }),
  'Retry-After': header('Seconds. Sent with RATE_LIMITED.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header('That an API key is asked for.', { type: 'string' }),
  'Cache-Control': header('Answers are not to be stored; documents are to be asked for again.', { type: 'string' }),
  Link: header('Where the attribution is that the licence of the data asks for.', { type: 'string' }),
  'Access-Control-Allow-Origin': header(
    'To a page with a publishable key: its origin; of the reconciliation service, any.',
    { type: 'string' },
  ),
  'Access-Control-Expose-Headers': header('With it: the headers that the page may read.', { type: 'string' }),
  'Referrer-Policy': header('Of a page: no other site learns its path, which has a key.', {
    type: 'string',
  }),
  'Content-Security-Policy': header('Of a page: it loads nothing.', { type: 'string' }),
  'X-Content-Type-Options': header('Of a page: it is what it says.', { type: 'string' }),
  Vary: header('With a publishable key: `Origin`; of a document: `Accept-Encoding`.', { type: 'string' }),
  ETag: header('Changes with the document.', { type: 'string' }),
  'Last-Modified': header('When the service was started with this document.', { type: 'string' }),
};

/** The headers about an account's credits. */
export const CREDIT_HEADERS: readonly string[] = Object.keys(HEADERS).filter((name) =>
  /^(X-)?RateLimit|^X-Payment-Overdue$/.test(name),
);

/**
 * The headers of the answers of data routes, for any account; those after `Link` only with
 * publishable keys.
 */
export const DATA_HEADERS: readonly string[] = [
  'Cache-Control',
  'Link',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Vary',
];

/** The headers of the answers about the service itself. */
export const STATE_HEADERS: readonly string[] = ['Cache-Control'];

/** The headers of a document that stays the same while the service runs. */
export const DOCUMENT_HEADERS: readonly string[] = ['Cache-Control', 'ETag', 'Last-Modified', 'Vary'];
