import { COSTS } from './costs.ts';
import { productNames } from './counters/counter-file.ts';
import { ACCOUNT, ACCOUNT_FLAG, MODE } from './counters/layout.ts';
import { capInTheWay, usedCredits } from './counters/meter.ts';
import type { CreditState, Refusal } from './decision.ts';
import { describe, type GateState } from './gate-state.ts';
import type { KnownAccount, KnownKey } from './known-accounts.ts';
import { retryAfter } from './limits/burst.ts';

/** What a key's own cap is called in a refusal. */
const PERIODS = { day: 'today', month: 'this month' } as const;

/** Refuses an account whose plan lacks the product. */
export function refuseProduct({ file, product }: GateState, account: KnownAccount): Refusal {
  const bits = Atomics.load(account.view.i32, account.view.at32 + ACCOUNT.PRODUCTS);
  const allowed = productNames(file).filter((_, bit) => (bits & (1 << bit)) !== 0);
  return refuse(account, {
    cause: 'product',
    status: 403,
    code: 'PRODUCT_NOT_ALLOWED',
    message: 'Product not included in your plan',
    details: { product, allowed },
    retryAfter: 0,
    credits: null,
  });
}

/**
 * Refuses a request that may pass after `wait` nanoseconds, or once this machine's lease has been
 * extended. `steady` is the steady clock.
 */
export function refuseRate(
  gate: GateState,
  account: KnownAccount,
  cause: 'client' | 'burst' | 'lease',
  wait: number,
  steady: number,
): Refusal {
  return refuse(account, {
    cause,
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Rate limit exceeded',
    details: null,
    retryAfter: retryAfter(wait),
    credits: creditsOf(gate, account, steady),
  });
}

/**
 * Refuses what the current meter has no room for. If the account still has enough credits, as far as
 * is known here, only this machine's lease is empty or not there yet, and will be extended within a
 * second; otherwise the quota is exceeded.
 */
export function refuseCredits(gate: GateState, account: KnownAccount, operation: number, steady: number): Refusal {
  const { meter, total: limit } = account;
  const used = meter === null ? 0 : usedCredits(meter) + account.elsewhere;
  const required = COSTS[operation]!;
  if (meter === null || used + required <= limit) return refuseRate(gate, account, 'lease', 0, steady);
  const ofSpending = meter.mode !== MODE.HARD_CAP && { cap: 'spending' };
  return refuse(account, {
    cause: 'quota',
    status: 429,
    code: 'QUOTA_EXCEEDED',
    message: `Credit quota exceeded: ${used} of ${limit} credits used, this request needs ${required}`,
    details: { product: gate.product, used, limit, required, resets_at: account.resetsAt, ...ofSpending },
    retryAfter: 0,
    credits: creditsOf(gate, account, steady),
  });
}

/** Refuses what a key's own caps, or this machine's lease of them, have no room for. */
export function refuseKey(gate: GateState, { account, meter }: KnownKey, operation: number, steady: number): Refusal {
  const required = COSTS[operation]!;
  const cap = meter === null ? null : capInTheWay(meter, required);
  if (cap === null) return refuseRate(gate, account, 'lease', 0, steady);
  const { period, used, limit, resets } = cap;
  const resets_at = new Date(resets).toISOString();
  return refuse(account, {
    cause: 'key-quota',
    status: 429,
    code: 'QUOTA_EXCEEDED',
    message: `Credit quota exceeded: ${used} of ${limit} credits of this key used ${PERIODS[period]}, this request needs ${required}`,
    details: { product: gate.product, used, limit, required, resets_at, key: period },
    retryAfter: 0,
    credits: creditsOf(gate, account, steady),
  });
}

function refuse(account: KnownAccount, refusal: Omit<Refusal, 'admitted' | 'overdue' | 'account'>): Refusal {
  const overdue = (account.flags & ACCOUNT_FLAG.OVERDUE) !== 0;
  return { admitted: false, ...refusal, overdue, account: account.id };
}

/** What a refused account may still use; null while it has no window. */
function creditsOf(gate: GateState, account: KnownAccount, steady: number): CreditState | null {
  if (account.meter === null) return null;
  describe(gate, account, account.meter, usedCredits(account.meter), steady);
  return gate.admission;
}
