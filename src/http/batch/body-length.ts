import type { UwsRequest } from '../uws.ts';

/** The most bytes that a body may have: a thousand queries of 500 characters, in any script. */
export const MOST_BODY_BYTES = 4 << 20;

/**
 * How long the body of a request is; -1 where that is a matter of opinion. uWebSockets.js takes the first of several lengths, and reads chunks in a way of its own, so
 * what it takes for the body may be another request to somebody in between: only one length, in digits, without a transfer coding, means what it says.
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
