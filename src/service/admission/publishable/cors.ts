import type { Headers } from '../admit.ts';
import type { CounterFile } from '../counters/counter-file.ts';
import { readTerms, termsCount } from '../counters/directory.ts';
import { wildcardsOver } from './terms.ts';

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

/**
 * Tells whether any publishable key allows pages of an origin: a browser asks this before it sends
 * the key. Reads the terms published since the last call. Revoked keys count until the program
 * restarts; they are refused when used.
 */
export function knownOrigins(file: CounterFile): (origin: string) => boolean {
  const origins = new Set<string>();
  let read = 0;
  return (origin) => {
    for (const count = termsCount(file); read < count; read++)
      for (const each of readTerms(file, read)?.origins ?? []) origins.add(each);
    return origins.has(origin) || wildcardsOver(origin).some((each) => origins.has(each));
  };
}
