import { isPublishable } from '../admission/api-key.ts';
import { decodeText } from './query-text.ts';
import type { UwsRequest } from './uws.ts';

/** The most bytes that a body may have: a thousand queries of 500 characters, in any script. */
export const MOST_BODY_BYTES = 4 << 20;

/**
 * The length of a request's body; -1 if it is ambiguous. uWebSockets.js takes the first of several
 * lengths, and reads chunks in its own way, so a proxy in front may see another request in what it
 * takes for the body (request smuggling). Only a single length, in digits, without a transfer
 * coding, is unambiguous.
 */
export function bodyLength(request: UwsRequest): number {
  let lengths = 0;
  let length = '';
  let coded = false;
  request.forEach((name, value) => {
    if (name === 'content-length') {
      lengths++;
      length = value;
    } else if (name === 'transfer-encoding') coded = true;
  });
  return lengths === 1 && !coded && /^\d{1,10}$/.test(length) ? Number(length) : -1;
}

const nameOf = (lowerCaseName: string): ArrayBuffer => new TextEncoder().encode(lowerCaseName).slice().buffer;
const KEY = nameOf('x-api-key');
const LENGTH = nameOf('content-length');
const ENCODING = nameOf('transfer-encoding');

const QUERY_KEY = /(?:^|&)key=([^&]*)/;
/** What `key` was given as, whatever it is, and keys that stand elsewhere. */
const KEYS = /(^|&)key=[^&]*|lbx_(?:live|pub)_\w*/g;

/**
 * The API key as sent in the header, which is empty if it has no value; without the header, a
 * publishable key in the query string; null if there is none. If sent twice, the first counts.
 */
export function presentedKey(request: UwsRequest): string | null {
  const key = request.getHeader(KEY);
  if (key !== '') return key;
  let present = false;
  request.forEach((name) => {
    present ||= name === 'x-api-key';
  });
  return present ? '' : publishableKeyIn(request.getQuery() ?? '');
}

/**
 * The publishable key that a raw query string has as `key`, by which a browser asks without a
 * preflight (§12.18); null if there is none, and for keys of any other kind, which do not belong
 * there.
 */
function publishableKeyIn(query: string): string | null {
  const [, sent] = QUERY_KEY.exec(query) ?? [];
  if (sent === undefined) return null;
  const key = decodeText(sent, 0, sent.length);
  return typeof key === 'string' && isPublishable(key) ? key : null;
}

/** A raw query string as it may be logged: without keys. */
export function withoutKeys(query: string): string {
  return query.replace(KEYS, (_, before: string | undefined) => `${before === undefined ? '' : `${before}key=`}…`);
}

/** Whether a request says that it has a body. */
export function hasBody(request: UwsRequest): boolean {
  const length = request.getHeader(LENGTH);
  return (length !== '' && Number(length) !== 0) || request.getHeader(ENCODING) !== '';
}

/**
 * Whether a request may have a body, by its headers. uWebSockets.js takes the first of several
 * lengths, and reads chunk extensions in its own way, so it may be wrong about where such a request
 * ends.
 */
export function mayHaveBody(request: UwsRequest): boolean {
  return request.getHeader(LENGTH) !== '' || request.getHeader(ENCODING) !== '';
}
