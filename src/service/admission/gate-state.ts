import { type Clock, systemClock } from './clock.ts';
import type { CounterFile } from './counters/counter-file.ts';
import { ACCOUNT_FLAG, MODE } from './counters/layout.ts';
import { type Meter, usedCredits, usedElsewhere } from './counters/meter.ts';
import type { Admission } from './decision.ts';
import { type KnownAccount, type KnownAccounts, knownAccounts } from './known-accounts.ts';
import { readBurstLeft } from './limits/burst.ts';

/** What the gate of a thread works with. */
export interface GateState {
  readonly file: CounterFile;
  readonly product: string;
  readonly clock: Clock;
  /** A reading of the wall clock, ms, and when by the steady clock it was taken, nanoseconds. */
  wall: number;
  wallAt: number;
  readonly known: KnownAccounts;
  /** Overwritten for each request, so that none is allocated. */
  readonly admission: Admission;
  /** What the last request was charged to; null when it was refused, or given back. */
  meter: Meter | null;
  keyMeter: Meter | null;
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
  return {
    file,
    product,
    clock,
    wall: 0,
    wallAt: Number.NEGATIVE_INFINITY,
    known,
    admission,
    meter: null,
    keyMeter: null,
    operation: 0,
  };
}

/** For how long the wall clock is not read again, nanoseconds: whole seconds are told of it. */
const WALL_KEPT = 0.1e9;

/** The wall clock at a time of the steady clock; 0 where that was not read. */
function wallTime(gate: GateState, steady: number): number {
  const since = steady - gate.wallAt;
  if (!(steady > 0 && since >= 0 && since < WALL_KEPT)) {
    gate.wall = gate.clock.now();
    gate.wallAt = steady;
    return gate.wall;
  }
  return gate.wall + since / 1e6;
}

/**
 * Writes into the admission what an account may still use when `used` credits of its meter are used.
 * `steady` is the steady clock, nanoseconds.
 */
export function describe(gate: GateState, account: KnownAccount, meter: Meter, used: number, steady: number): void {
  const { admission } = gate;
  const { limit, burst, burstSize, view } = account;
  const all = used + account.elsewhere;
  admission.account = account.id;
  admission.resetsAt = account.resetsAt;
  admission.resetsIn = Math.max(0, Math.ceil((account.resets - wallTime(gate, steady)) / 1000));
  admission.burst = burstSize;
  admission.burstSeconds = account.burstSeconds;
  if (burstSize > 0) readBurstLeft(view.i64, view.at64, burst, steady, admission.burstLeft);
  admission.limit = limit;
  admission.remaining = limit > all ? limit - all : 0;
  admission.over = (meter.mode === MODE.SOFT_OVERAGE || meter.mode === MODE.OVERAGE_TO_CAP) && all > limit;
  admission.overdue = (account.flags & ACCOUNT_FLAG.OVERDUE) !== 0;
}

/** Corrects the admission after the credits of its request were given back to a meter. */
export function describeGivenBack({ admission }: GateState, meter: Meter): void {
  const { limit } = admission;
  if (limit >= 0) {
    const all = usedCredits(meter) + usedElsewhere(meter);
    admission.remaining = limit > all ? limit - all : 0;
  }
  admission.over = false;
}
