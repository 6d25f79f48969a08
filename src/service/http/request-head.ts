import type { UwsRequest } from './uws.ts';

const nameOf = (lowerCaseName: string): ArrayBuffer => new TextEncoder().encode(lowerCaseName).slice().buffer;
const KEY = nameOf('x-api-key');
const LENGTH = nameOf('content-length');
const ENCODING = nameOf('transfer-encoding');

/**
 * The API key as sent; empty if the header has no value, null if there is none. If sent twice, the
 * first counts.
 */
export function presentedKey(request: UwsRequest): string | null {
  const key = request.getHeader(KEY);
  if (key !== '') return key;
  let present = false;
  request.forEach((name) => {
    present ||= name === 'x-api-key';
  });
  return present ? '' : null;
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
