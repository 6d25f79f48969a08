import type { Headers } from '../../admission/admit.ts';
import { STATUS_LINES } from '../errors.ts';
import type { Text, UwsResponse } from '../uws.ts';

const bytes = (ascii: string): Uint8Array => new TextEncoder().encode(ascii);
/** The header lines of an answer that follow its request id. */
const linesOf = (type: string, ...lines: string[]) => ['', `Content-Type: ${type}`, ...lines].join('\r\n');
const OF_DATA = ['Cache-Control: private, no-store', 'Link: </attribution>; rel="license"'];

/** The lines of an answer to a data request. */
export const DATA = linesOf('application/json', ...OF_DATA);
/** The lines of an answer to a batch in lines of JSON. */
export const DATA_LINES = linesOf('application/x-ndjson', ...OF_DATA);
/**
 * The headers that let pages of any origin read an answer: safe, since no cookie or header of the
 * browser authenticates anybody; the key is in the path.
 */
const OF_ANY_ORIGIN = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Expose-Headers: X-Request-Id, Retry-After, X-RateLimit-Product, X-RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining',
];
/** The lines of an answer of the reconciliation service. */
export const OPEN_DATA = linesOf('application/json', ...OF_DATA, ...OF_ANY_ORIGIN);
/** The lines of a page of it, which loads nothing and may be framed. */
export const OPEN_PAGE = linesOf(
  'text/html; charset=utf-8',
  ...OF_DATA,
  ...OF_ANY_ORIGIN,
  "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  // Links out of it must not reveal its path, which has a key.
  'Referrer-Policy: no-referrer',
  'X-Content-Type-Options: nosniff',
);
/** The lines of an answer that must not be cached. */
export const STATE = linesOf('application/json', 'Cache-Control: no-store');
/** The lines of a document, which callers may keep and revalidate. */
export const DOCUMENT = linesOf('application/json', 'Cache-Control: no-cache');
/** The lines of a document that pages of any origin may read. */
export const OPEN_DOCUMENT = `${DOCUMENT}\r\nAccess-Control-Allow-Origin: *\r\nCross-Origin-Resource-Policy: cross-origin`;

export const X_REQUEST_ID = bytes('X-Request-Id');
export const CONTENT_LENGTH = bytes('Content-Length');
export const CONNECTION = bytes('Connection');
export const CLOSE = bytes('close');

const WWW_AUTHENTICATE = bytes('WWW-Authenticate');
const CHALLENGE = bytes('ApiKey realm="Letterbox"');
const OK = bytes('200 OK');
const STATUS = new Map(Object.entries(STATUS_LINES).map(([status, line]) => [Number(status), bytes(line)]));

/** Writes the status line and the headers of an answer; `first` is the request id, with the lines that follow it. */
export function writeHead(response: UwsResponse, status: number, first: Text, headers: Headers): void {
  if (status !== 200) response.writeStatus(STATUS.get(status) ?? OK);
  response.writeHeader(X_REQUEST_ID, first);
  for (const [name, value] of headers) response.writeHeader(name, value);
  if (status === 401) writeChallenge(response);
}

/** Writes the header that every 401 has. */
export function writeChallenge(response: UwsResponse): void {
  response.writeHeader(WWW_AUTHENTICATE, CHALLENGE);
}
