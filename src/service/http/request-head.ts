import type { UwsRequest } from './uws.ts';

/**
 * The API key as sent; empty if the header has no value, null if there is none. If sent twice, the
 * first counts.
 */
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
 * Whether a request may have a body, by its headers. uWebSockets.js takes the first of several
 * lengths, and reads chunk extensions in its own way, so it may be wrong about where such a request
 * ends.
 */
export function mayHaveBody(request: UwsRequest): boolean {
  return request.getHeader('content-length') !== '' || request.getHeader('transfer-encoding') !== '';
}
