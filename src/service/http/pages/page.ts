import { createHash } from 'node:crypto';
import type { ErrorAnswer } from '../errors.ts';
import { endWithBody, endWithoutBody } from '../response/send.ts';
import type { Text, UwsRequest, UwsResponse } from '../uws.ts';

/** A body in one encoding, ready to be sent. */
interface Variant {
  /** The entity tag, with its quotation marks; each encoding has its own (RFC 9110, 8.8.3.3). */
  readonly tag: string;
  readonly body: Uint8Array;
}

/** A file that is served as it is: a page, a script, a style sheet. */
export interface Page {
  /** It says where another one is: its status is 302. */
  readonly isElsewhere?: true;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly plain: Variant;
  readonly gzip: Variant | null;
  readonly brotli: Variant | null;
}

/** Pages by path: a page, a promise of one that has to be made first, or an error. */
export interface Pages {
  get(path: string): Page | Promise<Page> | ErrorAnswer | undefined;
}

/** What the answer to a request for a page depends on. */
export interface PageRequest {
  /** The values of the headers, empty when absent. */
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
  readonly head: boolean;
}

/** Reads it from a request, which is only valid until its handler returns. */
export function pageRequest(request: UwsRequest, head: boolean): PageRequest {
  return {
    acceptEncoding: request.getHeader('accept-encoding'),
    ifNoneMatch: request.getHeader('if-none-match'),
    head,
  };
}

/** The contents of a page, in each available encoding. */
export interface PageBodies {
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array | null;
  readonly brotli: Uint8Array | null;
}

/** Makes a page; `headers` are added to those that every page has. */
export function pageOf(type: string, bodies: PageBodies, headers: Readonly<Record<string, string>>): Page {
  const tag = createHash('sha256').update(bodies.plain).digest('base64url').slice(0, 22);
  const variant = (body: Uint8Array | null, suffix: string) =>
    body === null ? null : { tag: `"${tag}${suffix}"`, body };
  return {
    headers: Object.entries({
      'Content-Type': type,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      ...headers,
    }),
    plain: { tag: `"${tag}"`, body: bodies.plain },
    gzip: variant(bodies.gzip, '-gzip'),
    brotli: variant(bodies.brotli, '-br'),
  };
}

/** How a page is sent. */
interface SendPage {
  /** The connection is closed after it. */
  readonly close: boolean;
  readonly write: () => void;
  /** It says that there is no such page: the status is 404. */
  readonly isMissing?: boolean;
}

/**
 * Sends a page in the best encoding that the request accepts, or 304 if the client has it. `write`
 * writes the headers that every response has; it is called after the status, which uWebSockets.js
 * needs first.
 */
export function sendPage(
  page: Page,
  { acceptEncoding, ifNoneMatch, head }: PageRequest,
  response: UwsResponse,
  { close, write, isMissing = false }: SendPage,
): 200 | 302 | 304 | 404 {
  const { tag, body } =
    (accepts(acceptEncoding, 'br') ? page.brotli : null) ??
    (accepts(acceptEncoding, 'gzip') ? page.gzip : null) ??
    page.plain;
  const known = !isMissing && !page.isElsewhere && isKnown(ifNoneMatch, tag);
  const status = known ? 304 : isMissing ? 404 : page.isElsewhere ? 302 : 200;
  if (isMissing) response.writeStatus('404 Not Found');
  if (known) response.writeStatus('304 Not Modified');
  if (status === 302) response.writeStatus('302 Found');
  write();
  response.writeHeader('ETag', tag);
  for (const [name, value] of page.headers) response.writeHeader(name, value);
  if (!known && body === page.brotli?.body) response.writeHeader('Content-Encoding', 'br');
  if (!known && body === page.gzip?.body) response.writeHeader('Content-Encoding', 'gzip');
  if (!head && !known) {
    if (close) response.end(body as Text, true);
    else endWithBody(response, body as Text);
    return status;
  }
  if (!known) response.writeHeader('Content-Length', String(body.length));
  if (close) response.writeHeader('Connection', 'close');
  endWithoutBody(response);
  return status;
}

/** Whether an `Accept-Encoding` header names an encoding, without `q=0`. */
export function accepts(header: string, encoding: string): boolean {
  for (const part of header.split(',')) {
    const [name = '', quality = ''] = part.split(';');
    if (name.trim().toLowerCase() === encoding) return !/^\s*q=0(?:\.0*)?\s*$/i.test(quality);
  }
  return false;
}

/** Whether an `If-None-Match` header names a tag. */
function isKnown(header: string, tag: string): boolean {
  if (header === '') return false;
  return header.split(',').some((part) => {
    const each = part.trim();
    return each === '*' || each === tag || each === `W/${tag}`;
  });
}
