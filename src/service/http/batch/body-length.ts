import type { UwsRequest } from '../uws.ts';

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
