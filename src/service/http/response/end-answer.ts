import type { Text, UwsResponse } from '../uws.ts';

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
