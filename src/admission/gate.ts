import type { BatchPart } from './admit.ts';
import { keyFault } from './api-key.ts';
import { type Clock, systemClock } from './clock.ts';
import { COSTS } from './costs.ts';
import { type CounterFile, productNames } from './counters/counter-file.ts';
import { keyIsActive } from './counters/directory.ts';
import { ACCOUNT, ACCOUNT_FLAG, MODE } from './counters/layout.ts';
import { charge, giveBack, hasRoom, MOVED, REFUSED, type Slot, usedCredits, usedElsewhere } from './counters/slot.ts';
import {
  capInTheWay,
  countTally,
  giveBackToTally,
  letGo,
  reserve,
  type Tally,
  tallyHasRoom,
} from './counters/tally.ts';
import {
  type Admission,
  type CreditState,
  DISABLED_ACCOUNT,
  INACTIVE_KEY,
  MALFORMED_KEY,
  MISSING_KEY,
  MISTYPED_KEY,
  type Refusal,
  UNKNOWN_KEY,
} from './decision.ts';
import { type KnownAccount, type KnownKey, knownAccounts } from './known-accounts.ts';
import { passBurst, readBurstLeft, retryAfter, returnBurst } from './limits/burst.ts';

/** Decides who may pass. One per thread. */
export interface Gate {
  /**
   * Lets a request of an operation (its place in `OPERATIONS`) pass and charges its credits, or refuses it and charges nothing. `part` says which part of a
   * batch it is. `apiKey` is the value of `X-Api-Key`, null when there is none. Takes no lock, awaits nothing, throws nothing.
   */
  admit(apiKey: string | null, operation: number, part?: BatchPart): Admission | Refusal;
  /** Gives the credits of the request that was admitted last back, and corrects the admission that was returned: the answer is a 500. */
  giveBack(): void;
}

/** What a key's own cap is called in a refusal. */
const PERIODS = { day: 'today', month: 'this month' } as const;

/** Closed slots that may follow each other while a request looks for the open one; each was current for a moment at least. */
const MOST_MOVES = 1000;

/** Opens the gate of a thread on a counter file, for one product (API family). */
export function openGate(file: CounterFile, product: string, clock: Clock = systemClock): Gate {
  const known = knownAccounts(file, product);
  const admission: Admission = {
    admitted: true,
    account: '',
    resetsAt: '',
    resetsIn: 0,
    limit: -1,
    remaining: 0,
    burst: 0,
    burstSeconds: 0,
    burstLeft: { requests: 0, oneMoreIn: 0 },
    over: false,
    overdue: false,
  };
  let chargedSlot: Slot | null = null;
  let chargedTally: Tally | null = null;
  let chargedOperation = 0;

  /** `steady` is the steady clock. */
  function describe(account: KnownAccount, slot: Slot, used: number, steady: number): void {
    const { limit, burst, view } = account;
    const all = used + account.elsewhere;
    admission.account = account.id;
    admission.resetsAt = account.resetsAt;
    admission.resetsIn = Math.max(0, Math.ceil((account.resets - clock.now()) / 1000));
    admission.burst = burst.interval === 0 ? 0 : Math.floor(burst.tolerance / burst.interval) + 1;
    if (burst.interval > 0) {
      admission.burstSeconds = Math.ceil((burst.tolerance + burst.interval) / 1e9);
      readBurstLeft(view.i64, view.at64, burst, steady, admission.burstLeft);
    }
    admission.limit = limit;
    admission.remaining = limit > all ? limit - all : 0;
    admission.over = (slot.mode === MODE.SOFT_OVERAGE || slot.mode === MODE.OVERAGE_TO_CAP) && all > limit;
    admission.overdue = (account.flags & ACCOUNT_FLAG.OVERDUE) !== 0;
  }

  function refuse(account: KnownAccount, refusal: Omit<Refusal, 'admitted' | 'overdue' | 'account'>): Refusal {
    const overdue = (account.flags & ACCOUNT_FLAG.OVERDUE) !== 0;
    return { admitted: false, ...refusal, overdue, account: account.id };
  }

  function refuseProduct(account: KnownAccount): Refusal {
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

  /** What a refused account may still use; null while it has no window. */
  function creditsOf(account: KnownAccount, steady: number): CreditState | null {
    if (account.slot === null) return null;
    describe(account, account.slot, Number(usedCredits(account.slot)), steady);
    return admission;
  }

  function refuseRate(account: KnownAccount, cause: 'burst' | 'lease', wait: number, steady: number): Refusal {
    return refuse(account, {
      cause,
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Rate limit exceeded',
      details: null,
      retryAfter: retryAfter(wait),
      credits: creditsOf(account, steady),
    });
  }

  /**
   * Refuses what the current slot has no room for. As far as is known here the account's credits suffice, unless all that is known to be used of
   * them says otherwise: then this machine's lease is empty, or not there yet, and will be extended within a second.
   */
  function refuseCredits(account: KnownAccount, operation: number, steady: number): Refusal {
    const { slot, total: limit } = account;
    const used = slot === null ? 0 : Number(usedCredits(slot)) + account.elsewhere;
    const required = COSTS[operation]!;
    if (slot === null || used + required <= limit) return refuseRate(account, 'lease', 0, steady);
    const ofSpending = slot.mode !== MODE.HARD_CAP && { cap: 'spending' };
    const details = { product, used, limit, required, resets_at: account.resetsAt, ...ofSpending };
    return refuse(account, {
      cause: 'quota',
      status: 429,
      code: 'QUOTA_EXCEEDED',
      message: `Credit quota exceeded: ${used} of ${limit} credits used, this request needs ${required}`,
      details,
      retryAfter: 0,
      credits: creditsOf(account, steady),
    });
  }

  /** Refuses what a key's own caps have no room for, or this machine's lease of them. */
  function refuseKey({ account, tally }: KnownKey, operation: number, steady: number): Refusal {
    const required = COSTS[operation]!;
    const cap = tally === null ? null : capInTheWay(tally, required);
    if (cap === null) return refuseRate(account, 'lease', 0, steady);
    const { period, used, limit, resets } = cap;
    return refuse(account, {
      cause: 'key-quota',
      status: 429,
      code: 'QUOTA_EXCEEDED',
      message: `Credit quota exceeded: ${used} of ${limit} credits of this key used ${PERIODS[period]}, this request needs ${required}`,
      details: { product, used, limit, required, resets_at: new Date(resets).toISOString(), key: period },
      retryAfter: 0,
      credits: creditsOf(account, steady),
    });
  }

  /** Takes the credits of a request from what its key may use, or with `head` looks whether there are any: false where there are none. */
  function passCaps(key: KnownKey, operation: number, head: boolean): boolean {
    for (let moves = 0; moves < MOST_MOVES; moves++) {
      if (key.tally === null) known.moveTally(key);
      if (key.tally === null) return false;
      const used = head ? tallyHasRoom(key.tally, operation) : reserve(key.tally, operation);
      if (used !== MOVED) return used !== REFUSED;
      known.moveTally(key);
    }
    return false;
  }

  /** A key that is used for the first time, or why it is not valid. */
  function firstUse(apiKey: string | null): KnownKey | Refusal {
    if (apiKey === null) return MISSING_KEY;
    const fault = keyFault(apiKey);
    if (fault !== null) return fault === 'malformed' ? MALFORMED_KEY : MISTYPED_KEY;
    return known.lookUp(apiKey) ?? UNKNOWN_KEY;
  }

  return {
    admit(apiKey, operation, part) {
      const key = (apiKey === null ? undefined : known.find(apiKey)) ?? firstUse(apiKey);
      if ('admitted' in key) return key;
      if (!keyIsActive(key.view, clock.now)) return INACTIVE_KEY;
      const { account } = key;
      known.update(account);
      if ((account.flags & ACCOUNT_FLAG.DISABLED) !== 0) return DISABLED_ACCOUNT;

      if (!account.allowed) return refuseProduct(account);

      const { burst, view } = account;
      const { i64, at64 } = view;
      const steady = burst.interval === 0 ? 0 : clock.steady();
      const isBurst = burst.interval > 0 && part !== 'query';
      const wait = isBurst ? passBurst(i64, at64, burst, steady) : 0;
      if (wait > 0) return refuseRate(account, 'burst', wait, steady);

      if (!passCaps(key, operation, part === 'head')) {
        if (isBurst) returnBurst(i64, at64, burst);
        return refuseKey(key, operation, steady);
      }
      const tally = part === 'head' ? null : key.tally;
      for (let moves = 0; account.slot !== null && moves < MOST_MOVES; moves++) {
        const used = part === 'head' ? hasRoom(account.slot, operation) : charge(account.slot, operation);
        if (used >= 0) {
          chargedSlot = part === 'head' ? null : account.slot;
          chargedTally = tally;
          chargedOperation = operation;
          if (tally !== null) countTally(tally, operation);
          describe(account, account.slot, used, steady);
          return admission;
        }
        if (used === REFUSED) break;
        known.moveOn(account, account.slot);
      }
      if (tally !== null) letGo(tally, operation);
      if (isBurst) returnBurst(i64, at64, burst);
      return refuseCredits(account, operation, steady);
    },
    giveBack() {
      if (chargedSlot === null) return;
      giveBack(chargedSlot, chargedOperation);
      if (chargedTally !== null) giveBackToTally(chargedTally, chargedOperation);
      const { limit } = admission;
      if (limit >= 0) {
        const all = Number(usedCredits(chargedSlot)) + usedElsewhere(chargedSlot);
        admission.remaining = limit > all ? limit - all : 0;
      }
      admission.over = false;
      chargedSlot = null;
      chargedTally = null;
    },
  };
}
