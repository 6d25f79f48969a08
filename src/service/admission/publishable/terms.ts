import { OPERATIONS, type OperationName } from '../costs.ts';

/** What a publishable key may be used for: it is in pages that anybody can read. */
export interface PublishableTerms {
  /**
   * Origins of the pages that may use it: exact, or `https://*.example.com` for every name below
   * that.
   */
  readonly origins: readonly string[];
  readonly operations: readonly OperationName[];
  /** Requests of one client address: per second sustained, and at once. */
  readonly client: { readonly perSecond: number; readonly size: number };
}

/** What a publishable key may be used for unless said otherwise: what the form field asks. */
export const DEFAULT_OPERATIONS: readonly OperationName[] = [
  'autocomplete',
  'validate',
  'enrich',
  'lookupPostcode',
  'lookupLocality',
];

/**
 * Requests of one client address unless said otherwise: enough for fast typing, and for filling in
 * a form all at once.
 */
export const DEFAULT_CLIENT_RATE: PublishableTerms['client'] = { perSecond: 10, size: 30 };

/** Origins that one key can be bound to. */
export const MAX_ORIGINS = 20;

/**
 * The most characters in an origin: host names can have 253, but a key's terms have to fit into a
 * record.
 */
export const MAX_ORIGIN_LENGTH = 180;

/** Most requests of one client address that a key can allow, per second and at once. */
export const MAX_CLIENT_RATE = 1000;

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const HTTPS = 'https://';
/** What precedes the host in an origin that stands for all hosts below it. */
export const WILDCARD = 'https://*.';

/**
 * What is wrong with an origin that a key is to be bound to, as the end of a sentence; null when
 * nothing is.
 */
export function originFault(origin: string): string | null {
  const expected = 'expected an origin such as https://shop.example.com, or https://*.example.com for all below it';
  if (origin.length > MAX_ORIGIN_LENGTH)
    return `has ${origin.length} characters, expected at most ${MAX_ORIGIN_LENGTH}`;
  if (origin.startsWith(WILDCARD)) {
    const host = origin.slice(WILDCARD.length);
    return HOST.test(host) && host.includes('.') ? null : expected;
  }
  const url = URL.canParse(origin) ? new URL(origin) : null;
  const web = url?.protocol === 'https:' || url?.protocol === 'http:';
  return web && url.origin === origin && !origin.includes('*') ? null : expected;
}

/**
 * Whether a page of an origin (the `Origin` header, as browsers write it) may use a key that is
 * bound to these.
 */
export function allowsOrigin(origins: readonly string[], origin: string): boolean {
  return origins.includes(origin) || wildcardsOver(origin).some((each) => origins.includes(each));
}

/**
 * The wildcards that a key may be bound to and that cover an origin: `https://*.example.com` for
 * `https://shop.example.com`.
 */
export function wildcardsOver(origin: string): readonly string[] {
  const host = origin.startsWith(HTTPS) ? origin.slice(HTTPS.length) : '';
  if (!HOST.test(host)) return [];
  const labels = host.split('.');
  return labels.slice(1).map((_, at) => WILDCARD + labels.slice(at + 1).join('.'));
}

/** The terms as they are stored. */
export function termsText(terms: PublishableTerms): string {
  const { origins, operations, client } = terms;
  return JSON.stringify({ origins, operations, client: { perSecond: client.perSecond, size: client.size } });
}

/** Reads what `termsText` wrote; null when the text is something else. */
export function parseTerms(text: string): PublishableTerms | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const { origins, operations, client } = (parsed ?? {}) as Partial<Record<keyof PublishableTerms, unknown>>;
  const { perSecond, size } = (client ?? {}) as { perSecond?: unknown; size?: unknown };
  const isOperation = (name: unknown): name is OperationName => OPERATIONS.includes(name as OperationName);
  if (!Array.isArray(origins) || !origins.every((origin) => typeof origin === 'string')) return null;
  if (!Array.isArray(operations) || !operations.every(isOperation)) return null;
  if (typeof perSecond !== 'number' || typeof size !== 'number' || !(perSecond > 0 && size >= 1)) return null;
  return { origins, operations, client: { perSecond, size } };
}
