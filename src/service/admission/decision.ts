import type { BurstLeft } from './limits/burst.ts';

/** What an account may still use. Valid until the gate's next request. */
export interface CreditState {
  /** `X-RateLimit-Reset`: when the window ends, ISO 8601 in UTC. */
  resetsAt: string;
  /** The same in seconds from now, rounded up. */
  resetsIn: number;
  /**
   * `X-RateLimit-Limit`: included credits; -1 when the plan has no limit to report, and neither
   * this header nor the next is sent.
   */
  limit: number;
  /** `X-RateLimit-Remaining`: never below 0. */
  remaining: number;
  /**
   * Requests that the burst limit allows at once, and the seconds in which as many pass at the
   * sustained rate; 0 for no burst limit.
   */
  burst: number;
  burstSeconds: number;
  burstLeft: BurstLeft;
}

/**
 * What the HTTP layer writes about a request that was admitted. Valid until the gate's next
 * request.
 */
export interface Admission extends CreditState {
  readonly admitted: true;
  /** Whose request it is. */
  account: string;
  /** `X-RateLimit-Over`, which only a successful answer carries: beyond the included credits. */
  over: boolean;
  /** `X-Payment-Overdue`. */
  overdue: boolean;
}

/**
 * Why a request was refused before admission, in the order in which the causes are checked. For
 * logs and metrics: callers see `code`.
 */
type RefusalCause =
  | 'missing-key'
  | 'malformed-key'
  | 'mistyped-key'
  | 'unknown-key'
  | 'inactive-key'
  | 'disabled-account'
  | 'product'
  | 'client'
  | 'burst'
  | 'quota'
  | 'key-quota'
  | 'lease';

/** What the HTTP layer writes about a request that was refused. */
export interface Refusal {
  readonly admitted: false;
  readonly cause: RefusalCause;
  readonly status: 401 | 403 | 429;
  readonly code: 'MISSING_API_KEY' | 'INVALID_API_KEY' | 'PRODUCT_NOT_ALLOWED' | 'RATE_LIMITED' | 'QUOTA_EXCEEDED';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** `Retry-After` in seconds; 0 for none. */
  readonly retryAfter: number;
  /** What the account may still use; null where that was not checked. */
  readonly credits: CreditState | null;
  /** `X-Payment-Overdue`. */
  readonly overdue: boolean;
  /** Whose request it was; null when the key does not belong to any account. */
  readonly account: string | null;
}

function refuseKey(cause: RefusalCause, code: Refusal['code'], message: string): Refusal {
  return {
    admitted: false,
    cause,
    status: 401,
    code,
    message,
    details: null,
    retryAfter: 0,
    credits: null,
    overdue: false,
    account: null,
  };
}

const invalid = (cause: RefusalCause): Refusal => refuseKey(cause, 'INVALID_API_KEY', 'Invalid API key');
/** No `X-Api-Key`. */
export const MISSING_KEY = refuseKey('missing-key', 'MISSING_API_KEY', 'Missing X-Api-Key header');
/** What was sent is no key. */
export const MALFORMED_KEY = invalid('malformed-key');
/** A key whose check characters are wrong. */
export const MISTYPED_KEY = invalid('mistyped-key');
/** No such key. */
export const UNKNOWN_KEY = invalid('unknown-key');
/** Revoked, expired, or not valid yet. */
export const INACTIVE_KEY = invalid('inactive-key');
/** The key of an account that is disabled. */
export const DISABLED_ACCOUNT = invalid('disabled-account');
