import type { Headers } from '../../admission/admit.ts';
import type { Text, UwsResponse } from '../uws.ts';

import { CLOSE, CONNECTION, CONTENT_LENGTH, writeHead, X_REQUEST_ID } from './head.ts';
import { prepareHeads } from './prepared-heads.ts';
import type { RequestIds } from './request-ids.ts';

/**
 * Sends an answer to the current request. `lines` follow the request id (head.ts), then `headers`;
 * `head` leaves out the body.
 */
export type Send = (
  response: UwsResponse,
  head: boolean,
  status: number,
  lines: string,
  headers: Headers,
  body: Text,
) => void;

/** The ways to answer the current request of an application. */
export interface Sender {
  /** Sends an answer before returning, as far as the system takes it. */
  readonly send: Send;
  /**
   * Sends the last answer of a connection: to a request that may have a body, so that it is
   * ambiguous where the next one begins. It is sent once the handler has returned. If
   * uWebSockets.js sees a next request before that, the connection is closed.
   */
  readonly sendLast: Send;
  /** Sends 304 with these headers. */
  readonly sendUnchanged: (response: UwsResponse, headers: Headers) => void;
}

/**
 * The longest body, in characters or bytes, that may be ended without asking whether the system took it. Not asking
 * saves an array that uWebSockets.js would make. A client that sends requests and does not read the answers is found by the one
 * answer in eight that asks (`endWithBody`).
 */
const SHORT = 4096;

/** Creates a sender; `isDraining` says whether every answer should close its connection. */
export function senderOf(ids: RequestIds, isDraining: () => boolean): Sender {
  const writeCurrent = prepareHeads(ids);
  return {
    send(response, head, status, lines, headers, body) {
      writeCurrent(response, status, lines, headers);
      if (head) {
        response.writeHeader(CONTENT_LENGTH, String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
        if (isDraining()) response.writeHeader(CONNECTION, CLOSE);
        endWithoutBody(response);
      } else if (isDraining()) response.end(body, true);
      else if (body.length <= SHORT && !ids.isOneOfEight()) response.end(body);
      else endWithBody(response, body);
    },
    sendLast(response, head, status, lines, headers, body) {
      const first = ids.text() + lines;
      const kept = copiesOf(headers);
      const text = head ? '' : copyOf(body);
      let gone = false;
      response.onAborted(() => {
        gone = true;
      });
      setImmediate(() => {
        if (gone) return;
        response.cork(() => {
          writeHead(response, status, first, kept);
          response.end(text, true);
        });
      });
    },
    sendUnchanged(response, headers) {
      response.writeStatus(NOT_MODIFIED);
      response.writeHeader(X_REQUEST_ID, ids.bytes());
      for (const [name, value] of headers) response.writeHeader(name, value);
      if (isDraining()) response.writeHeader(CONNECTION, CLOSE);
      endWithoutBody(response);
    },
  };
}

const NOT_MODIFIED = new TextEncoder().encode('304 Not Modified');

/** A copy of text that the next answer does not overwrite. */
function copyOf(text: Text): Text {
  return typeof text === 'string' ? text : text.slice();
}

/** Copies of headers that the next answer does not overwrite. */
export function copiesOf(headers: Headers): Headers {
  return headers.map(([name, value]) => [copyOf(name), copyOf(value)] as const);
}

/*
 * How answers end, so that a client that sends requests and does not read the answers cannot fill
 * the memory. uWebSockets.js buffers what the system does not take yet, without a limit, but closes
 * a connection that sends a further request before the answer has ended. So a long answer, and one
 * in eight of the short ones (`send.ts`), is not ended while bytes wait.
 */

/** Ends an answer with a body. Bytes that the system does not take now are sent later. */
export function endWithBody(response: UwsResponse, body: Text): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (!response.tryEnd(body, length)[1])
    endAsItDrains(response, typeof body === 'string' ? Buffer.from(body) : body.slice(), length);
}

function endAsItDrains(response: UwsResponse, body: Uint8Array, length: number): void {
  response.onAborted(() => {});
  response.onWritable((sent) => {
    const [ok] = response.tryEnd(body.subarray(sent), length);
    return ok;
  });
}

/**
 * Ends an answer without a body, whose headers are written, after the handler has returned, since
 * it is not known here whether bytes wait.
 */
export function endWithoutBody(response: UwsResponse): void {
  let gone = false;
  response.onAborted(() => {
    gone = true;
  });
  setImmediate(() => {
    if (!gone) response.cork(() => void response.endWithoutBody());
  });
}
