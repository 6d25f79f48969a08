import type { Refused } from '../admit.ts';
import type { Caller } from '../caller.ts';
import { type BurstLimit, burstLimit, retryAfter } from './burst.ts';
import type { ClientRates } from './client-rates.ts';

/** Seconds' worth of requests without a valid key that an address may send at once. */
const BURST_SECONDS = 10;

/** Limits requests without a valid key, by client address: a flood of them is cut off before a key is hashed or looked for. */
export interface UnauthorizedLimit {
  /** Seconds that an address has to wait before a key that is not known yet is looked for; 0 for none. Counts nothing: the key may be valid. */
  wait(caller: Caller): number;
  /** Counts a request whose key turned out not to be valid, or to be missing. */
  count(caller: Caller): void;
}

const UNLIMITED: UnauthorizedLimit = { wait: () => 0, count: () => undefined };

/** The limit of so many requests per second; null for none. */
export function limitUnauthorized(rates: ClientRates, perSecond: number | null): UnauthorizedLimit {
  if (perSecond === null) return UNLIMITED;
  const limit: BurstLimit = burstLimit({ perSecond, size: Math.max(1, perSecond * BURST_SECONDS) });
  return {
    wait(caller) {
      const wait = rates.wait(caller.address(), limit);
      return wait === 0 ? 0 : retryAfter(wait);
    },
    count(caller) {
      rates.pass(caller.address(), limit);
    },
  };
}

/** Cuts off an address from which too many requests come without a valid key. */
export function refuseFlood(seconds: number): Refused {
  return {
    admitted: false,
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Rate limit exceeded',
    details: null,
    headers: [['Retry-After', String(seconds)]],
    closes: true,
  };
}
