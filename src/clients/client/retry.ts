import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from './errors.ts';

/** When and how often a failed attempt is repeated. */
export interface RetryPolicy {
  /** Attempts after the first; 0 for none. Default 2. */
  readonly retries: number;
  /** The upper bound of the first pause, ms; it doubles with each attempt. Default 250. */
  readonly firstPauseMs: number;
  /** The longest pause without a `Retry-After`, ms. Default 8000. */
  readonly longestPauseMs: number;
  /** If `Retry-After` is longer than this, ms, the error is thrown at once. Default 60 000. */
  readonly longestRetryAfterMs: number;
  /** Uniform in [0, 1): the jitter. Default `Math.random`. */
  readonly random: () => number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  retries: 2,
  firstPauseMs: 250,
  longestPauseMs: 8000,
  longestRetryAfterMs: 60_000,
  random: Math.random,
};

/** Transient statuses of proxies in front of the service. */
const PASSING_STATUSES = [502, 503, 504];

/**
 * Whole milliseconds to wait before the next attempt, or null if there should be none: because the
 * answer would be the same, as for `QUOTA_EXCEEDED`, or this was the last. At least as long as the
 * service says and up to a tenth more; otherwise anything up to a bound that doubles ("full
 * jitter").
 * @param attempt the number of the attempt that failed, from 0
 */
export function retryPause(failure: unknown, attempt: number, policy: RetryPolicy): number | null {
  if (attempt >= policy.retries || !isPassing(failure)) return null;
  const seconds = failure instanceof ApiError || failure instanceof UnexpectedResponseError ? failure.retryAfter : null;
  if (seconds !== null) {
    const told = seconds * 1000;
    return told > policy.longestRetryAfterMs ? null : Math.floor(told * (1 + policy.random() / 10));
  }
  return Math.floor(policy.random() * Math.min(policy.longestPauseMs, policy.firstPauseMs * 2 ** attempt));
}

/** Whether the same request may succeed when it is retried. */
function isPassing(failure: unknown): boolean {
  if (failure instanceof ApiError) return failure.code === 'RATE_LIMITED' || failure.code === 'INTERNAL_ERROR';
  if (failure instanceof UnexpectedResponseError) return PASSING_STATUSES.includes(failure.status);
  return failure instanceof ConnectionError || failure instanceof TimeoutError;
}

/** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
