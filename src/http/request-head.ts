import type { UwsRequest } from './uws.ts';

/** The API key as sent; empty when the header is there without a value, null when there is none. Sent twice, the first counts. */
export function presentedKey(request: UwsRequest): string | null {
  const key = request.getHeader('x-api-key');
  if (key !== '') return key;
  let present = false;
  request.forEach((name) => {
    present ||= name === 'x-api-key';
  });
  return present ? '' : null;
}

/** Whether a request says that it has a body. */
export function hasBody(request: UwsRequest): boolean {
  const length = request.getHeader('content-length');
  return (length !== '' && Number(length) !== 0) || request.getHeader('transfer-encoding') !== '';
}

/**
 * Whether a request may have a body, by what it says of one. uWebSockets.js takes the first of several lengths, and reads chunk
 * extensions in a way of its own, so it may be wrong about where such a request ends.
 */
export function mayHaveBody(request: UwsRequest): boolean {
  return request.getHeader('content-length') !== '' || request.getHeader('transfer-encoding') !== '';
}
