import { type Clock, systemClock } from './clock.ts';
import type { CounterFile } from './counters/counter-file.ts';
import { ACCOUNT_FLAG, MODE } from './counters/layout.ts';
import { type Slot, usedCredits, usedElsewhere } from './counters/slot.ts';
import type { Tally } from './counters/tally.ts';
import type { Admission } from './decision.ts';
import { type KnownAccount, type KnownAccounts, knownAccounts } from './known-accounts.ts';
import { readBurstLeft } from './limits/burst.ts';

/** What the gate of a thread works with. */
export interface GateState {
  readonly file: CounterFile;
  readonly product: string;
  readonly clock: Clock;
  readonly known: KnownAccounts;
  /** Overwritten for each request, so that none is allocated. */
  readonly admission: Admission;
  /** What the last request was charged to; null when it was refused, or given back. */
  slot: Slot | null;
  tally: Tally | null;
  operation: number;
}

/** The state of a new gate on a counter file, for one product. */
export function gateState(file: CounterFile, product: string, clock: Clock = systemClock): GateState {
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
  const known = knownAccounts(file, product);
  return { file, product, clock, known, admission, slot: null, tally: null, operation: 0 };
}

/**
 * Writes into the admission what an account may still use when `used` credits of its slot are used.
 * `steady` is the steady clock, nanoseconds.
 */
export function describe(
  { admission, clock }: GateState,
  account: KnownAccount,
  slot: Slot,
  used: number,
  steady: number,
): void {
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

/** Corrects the admission after the credits of its request were given back to a slot. */
export function describeGivenBack({ admission }: GateState, slot: Slot): void {
  const { limit } = admission;
  if (limit >= 0) {
    const all = Number(usedCredits(slot)) + usedElsewhere(slot);
    admission.remaining = limit > all ? limit - all : 0;
  }
  admission.over = false;
}
