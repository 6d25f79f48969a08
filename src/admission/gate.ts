import { hash } from 'node:crypto';
import { isPublishable, keyFault } from './api-key.ts';
import type { Caller } from './caller.ts';
import { type Clock, systemClock } from './clock.ts';
import { COSTS } from './costs.ts';
import { type CounterFile, productNames } from './counters/counter-file.ts';
import { accountId, currentSlot, findKey, keyIsActive, type RecordView, recordAt } from './counters/directory.ts';
import { KnownKeys } from './counters/known-keys.ts';
import { ACCOUNT, ACCOUNT_FLAG, HEADER, KEY, MODE, SLOT } from './counters/layout.ts';
import {
  charge,
  giveBack,
  includedCredits,
  REFUSED,
  roomFor,
  type Slot,
  slotAfter,
  slotAt,
  slotExists,
  usedCredits,
  usedElsewhere,
} from './counters/slot.ts';
import {
  type BurstLeft,
  type BurstLimit,
  passBurst,
  readBurstLeft,
  readBurstLimit,
  retryAfter,
  returnBurst,
} from './limits/burst.ts';
import type { UnauthorizedLimit } from './limits/unauthorized-limit.ts';

/** What an account may still use. Valid until the gate's next request. */
export interface CreditState {
  /** `X-RateLimit-Reset`: when the window ends, ISO 8601 in UTC. */
  resetsAt: string;
  /** The same in seconds from now, rounded up. */
  resetsIn: number;
  /** `X-RateLimit-Limit`: included credits; -1 when the plan has no limit to tell, and neither header is sent. */
  limit: number;
  /** `X-RateLimit-Remaining`: never below 0. */
  remaining: number;
  /** Requests at once that the burst limit allows, and the seconds in which as many pass at the sustained rate; 0 for no burst limit. */
  burst: number;
  burstSeconds: number;
  burstLeft: BurstLeft;
}

/** What the HTTP layer writes about a request that was admitted. Valid until the gate's next request. */
export interface Admission extends CreditState {
  readonly admitted: true;
  /** Whose request it is. */
  account: string;
  /** `X-RateLimit-Over`, which only a successful answer carries: beyond the included credits. */
  over: boolean;
  /** `X-Payment-Overdue`. */
  overdue: boolean;
}

/** Why a request was refused before admission, in the order in which it is looked at. For logs and metrics: callers see `code`. */
export type RefusalCause =
  | 'flood'
  | 'missing-key'
  | 'malformed-key'
  | 'mistyped-key'
  | 'unknown-key'
  | 'inactive-key'
  | 'disabled-account'
  | 'product'
  | 'burst'
  | 'quota'
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
  /** What the account may still use; null where that was not looked at. */
  readonly credits: CreditState | null;
  /** `X-Payment-Overdue`. */
  readonly overdue: boolean;
  /** Whose request it was; null when the key told nobody. */
  readonly account: string | null;
}

/** Decides who may pass. One per thread. */
export interface Gate {
  /**
   * Lets a request of an operation (its place in `OPERATIONS`) pass and charges its credits, or refuses it and charges nothing. A batch of `count` passes
   * whole or not at all, and is one request to the burst limit; with a count of 0 only key and product are looked at. `apiKey`
   * is the value of `X-Api-Key`, null when there is none; `caller` is asked for its address when that is no known key. Takes no lock, awaits nothing, throws nothing.
   */
  admit(apiKey: string | null, operation: number, caller?: Caller, count?: number): Admission | Refusal;
  /** Gives the credits of the request that was admitted last back, and corrects the admission that was returned: the answer is a 500. */
  giveBack(): void;
  /** What gives the credits of some requests of the batch that was admitted last back, whenever it is called: their answers are a 500. */
  refund(): (count: number) => void;
}

/** What a thread remembers of an account, until the account's revision changes. */
interface KnownAccount {
  readonly view: RecordView;
  readonly id: string;
  revision: number;
  flags: number;
  allowed: boolean;
  burst: BurstLimit;
  slot: Slot | null;
  /** Of the slot's window. */
  limit: number;
  elsewhere: number;
  resets: number;
  resetsAt: string;
}

interface KnownKey {
  readonly view: RecordView;
  readonly account: KnownAccount;
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
const flood = (seconds: number): Refusal => ({
  ...refuseKey('flood', 'RATE_LIMITED', 'Rate limit exceeded'),
  status: 429,
  retryAfter: seconds,
});
const MISSING_KEY = refuseKey('missing-key', 'MISSING_API_KEY', 'Missing X-Api-Key header');
const MALFORMED_KEY = invalid('malformed-key');
const MISTYPED_KEY = invalid('mistyped-key');
const UNKNOWN_KEY = invalid('unknown-key');
const INACTIVE_KEY = invalid('inactive-key');
const DISABLED_ACCOUNT = invalid('disabled-account');

/** The last moment that a date can be, ms: a damaged file may hold more. */
const LAST_DATE = 8.64e15;

/** Closed slots that may follow each other while a request looks for the open one; each was current for a moment at least. */
const MOST_MOVES = 1000;

/** Opens the gate of a thread on a counter file, for one product (API family). `unauthorized` limits what comes without a key that is known. */
export function openGate(
  file: CounterFile,
  product: string,
  clock: Clock = systemClock,
  unauthorized: UnauthorizedLimit | null = null,
): Gate {
  const keys = new KnownKeys<KnownKey>();
  const accounts = new Map<number, KnownAccount>();
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
  let chargedOperation = 0;
  let chargedCount = 1;

  function lookUp(apiKey: string): KnownKey | null {
    const view = findKey(file, hash('sha256', apiKey, 'buffer'));
    if (view === null) return null;
    const record = Atomics.load(view.i32, view.at32 + KEY.ACCOUNT) - 1;
    if (record < 0 || record >= Atomics.load(file.header.i32, HEADER.ACCOUNTS)) return null;
    let account = accounts.get(record);
    if (account === undefined) {
      account = learn(recordAt(file, 'accounts', record));
      accounts.set(record, account);
    }
    const known = { view, account };
    keys.remember(apiKey, known);
    return known;
  }

  function learn(view: RecordView): KnownAccount {
    const nothing = { revision: 0, flags: 0, allowed: false, burst: { interval: 0, tolerance: 0 } };
    const account = {
      view,
      id: accountId(view),
      ...nothing,
      slot: null,
      limit: -1,
      elsewhere: 0,
      resets: 0,
      resetsAt: '',
    };
    refresh(account);
    return account;
  }

  /** Reads again what the sidecar may have changed. The revision comes first: what changes meanwhile is read again next time. */
  function refresh(account: KnownAccount): void {
    const { i32, i64, at32, at64 } = account.view;
    account.revision = Atomics.load(i32, at32 + ACCOUNT.REVISION);
    account.flags = Atomics.load(i32, at32 + ACCOUNT.FLAGS);
    const bit = productNames(file).indexOf(product);
    account.allowed = bit >= 0 && (Atomics.load(i32, at32 + ACCOUNT.PRODUCTS) & (1 << bit)) !== 0;
    account.burst = readBurstLimit(i64, at64);
    const current = currentSlot(account.view);
    useSlot(account, slotExists(file, current) ? slotAt(file, current) : null);
  }

  function useSlot(account: KnownAccount, slot: Slot | null): void {
    account.slot = slot;
    if (slot === null) return;
    account.limit = slot.mode === MODE.UNCAPPED ? -1 : includedCredits(slot);
    account.elsewhere = usedElsewhere(slot);
    const resets = Number(Atomics.load(slot.i64, slot.at64 + SLOT.RESETS));
    account.resets = Math.abs(resets) <= LAST_DATE ? resets : 0;
    account.resetsAt = new Date(account.resets).toISOString();
  }

  /** Goes where the requests of an account go after its slot turned out to be closed, or another one. */
  function moveOn(account: KnownAccount, slot: Slot): void {
    refresh(account);
    const now = account.slot;
    if (now !== null && now.record === slot.record && now.serial === slot.serial) useSlot(account, slotAfter(slot));
  }

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
    admission.over = slot.mode === MODE.SOFT_OVERAGE && all > limit;
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

  function refuseRate(
    account: KnownAccount,
    cause: 'burst' | 'lease',
    wait: number,
    steady: number,
    details: Refusal['details'] = null,
  ): Refusal {
    return refuse(account, {
      cause,
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Rate limit exceeded',
      details,
      retryAfter: retryAfter(wait),
      credits: creditsOf(account, steady),
    });
  }

  /**
   * Refuses what the current slot has no room for. As far as is known here the account's credits suffice, unless all that is known to be used of
   * them says otherwise: then this machine's lease is empty, or not there yet, and will be extended within a second. Of a batch it says how many would pass.
   */
  function refuseCredits(account: KnownAccount, operation: number, steady: number, count: number): Refusal {
    const { slot, limit } = account;
    const used = slot === null ? 0 : Number(usedCredits(slot)) + account.elsewhere;
    const required = COSTS[operation] * count;
    const fits = count === 1 ? null : { fits: slot === null ? 0 : Math.min(count - 1, roomFor(slot, operation)) };
    if (slot === null || used + required <= limit) return refuseRate(account, 'lease', 0, steady, fits);
    const details = { product, used, limit, required, resets_at: account.resetsAt, ...fits };
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

  /** A key that is used for the first time, or why it is not valid. */
  function firstUse(apiKey: string | null): KnownKey | Refusal {
    if (apiKey === null) return MISSING_KEY;
    const fault = keyFault(apiKey);
    if (fault !== null) return fault === 'malformed' ? MALFORMED_KEY : MISTYPED_KEY;
    return lookUp(apiKey) ?? UNKNOWN_KEY;
  }

  return {
    admit(apiKey, operation, caller, count = 1) {
      let key = apiKey === null ? null : (keys.find(apiKey) ?? null);
      if (key === null) {
        // A publishable key was found valid before it came here (`admitPublishable`): it is no guess.
        const isGuess = caller !== undefined && !(apiKey !== null && isPublishable(apiKey));
        const wait = isGuess ? (unauthorized?.wait(caller) ?? 0) : 0;
        if (wait > 0) return flood(wait);
        const found = firstUse(apiKey);
        if ('admitted' in found) {
          if (isGuess) unauthorized?.count(caller);
          return found;
        }
        key = found;
      }
      if (!keyIsActive(key.view, clock.now)) return INACTIVE_KEY;
      const { account } = key;
      const { i32, i64, at32, at64 } = account.view;
      if (Atomics.load(i32, at32 + ACCOUNT.REVISION) !== account.revision) refresh(account);
      if ((account.flags & ACCOUNT_FLAG.DISABLED) !== 0) return DISABLED_ACCOUNT;

      if (!account.allowed) return refuseProduct(account);
      if (count === 0) {
        admission.account = account.id;
        return admission;
      }

      const { burst } = account;
      const steady = burst.interval === 0 ? 0 : clock.steady();
      const wait = burst.interval === 0 ? 0 : passBurst(i64, at64, burst, steady);
      if (wait > 0) return refuseRate(account, 'burst', wait, steady);

      for (let moves = 0; account.slot !== null && moves < MOST_MOVES; moves++) {
        const used = charge(account.slot, operation, count);
        if (used >= 0) {
          chargedSlot = account.slot;
          chargedOperation = operation;
          chargedCount = count;
          describe(account, account.slot, used, steady);
          return admission;
        }
        if (used === REFUSED) break;
        moveOn(account, account.slot);
      }
      if (burst.interval > 0) returnBurst(i64, at64, burst);
      return refuseCredits(account, operation, steady, count);
    },
    giveBack() {
      if (chargedSlot === null) return;
      giveBack(chargedSlot, chargedOperation, chargedCount);
      const { limit } = admission;
      if (limit >= 0) {
        const all = Number(usedCredits(chargedSlot)) + usedElsewhere(chargedSlot);
        admission.remaining = limit > all ? limit - all : 0;
      }
      admission.over = false;
      chargedSlot = null;
    },
    refund() {
      const [slot, operation] = [chargedSlot, chargedOperation];
      return (count) => {
        if (slot !== null && count > 0) giveBack(slot, operation, count);
      };
    },
  };
}
