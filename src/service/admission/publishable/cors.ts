import type { Headers } from '../admit.ts';

/** Headers that pages of other origins may read. */
const EXPOSED =
  'X-Request-Id, Retry-After, X-RateLimit-Product, X-RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Over, X-Payment-Overdue, RateLimit, RateLimit-Policy';

/** Sent with answers that depend on the origin of the page, and that no page may read. */
export const VARY: Headers = [['Vary', 'Origin']];

/**
 * Sent with a refusal that says nothing about an account: any page may read why, since otherwise
 * its author would see only that no answer came.
 */
export const READABLE: Headers = [['Access-Control-Allow-Origin', `*\r\nAccess-Control-Expose-Headers: ${EXPOSED}`]];

/** The headers that let a page of an origin read the answer. The key allows the origin. */
export function sharedWith(origin: string): Headers {
  return [
    ['Access-Control-Allow-Origin', `${origin}\r\nAccess-Control-Expose-Headers: ${EXPOSED}`],
    ['Vary', 'Origin'],
  ];
}

/** Whether an origin is of pages of this machine, as a development server has them. */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin);
}
