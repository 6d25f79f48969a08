import { METER } from '../../../../service/admission/counters/layout.ts';
import { creditsLeft, totalCredits, usedCredits, usedElsewhere } from '../../../../service/admission/counters/meter.ts';
import type { Holding } from '../holding.ts';
import { evenShare, fairShare } from './lease-size.ts';

/** The half-life of usage, nanoseconds: how soon shares follow it. */
const HALF_LIFE = 1e9;

/**
 * What is remembered of a holding from one round to the next. Times are of the monotonic clock, ns.
 */
export interface Watch {
  /** As of the last round: credits used here, and in the window on all machines. */
  used: number;
  usedByAll: number;
  refusals: number;
  lookedAt: number;
  /** Recent usage, weighted by `HALF_LIFE`: credits used here, and on all machines. */
  ownUse: number;
  allUse: number;
  /** Requests were refused for lack of credits, and no credits have been granted since. */
  refused: boolean;
  /** When credits were last used or refused here, and anywhere. */
  activeAt: number;
  fleetActiveAt: number;
  /** When credits were last requested without success, and the backoff until the next attempt. */
  deniedAt: number;
  retry: number;
  /** The last request of another machine that was answered. */
  answered: number;
}

/** A holding in one round, in credits. */
export interface Sight {
  /** What may still be used here. */
  readonly left: number;
  /** What is left of the account's window on all machines, as far as this one knows. */
  readonly remaining: number;
  /** What this machine should hold of that while there is not enough for all machines. */
  readonly share: number;
  /** The most that it holds while the account is not in use here. */
  readonly even: number;
  readonly refused: boolean;
  /** No requests for the lease time: here, and on any machine. */
  readonly idle: boolean;
  readonly fleetIdle: boolean;
}

/** The watch of a holding that was never looked at. */
export function newWatch(retry: number): Watch {
  const never = Number.NEGATIVE_INFINITY;
  return {
    used: 0,
    usedByAll: 0,
    refusals: 0,
    lookedAt: never,
    ownUse: 0,
    allUse: 0,
    refused: false,
    activeAt: never,
    fleetActiveAt: never,
    deniedAt: never,
    retry,
    answered: 0,
  };
}

/** Looks at a holding, and notes what happened since the last look. */
export function look({ meter }: Holding, seen: Watch, at: number, leaseTime: number, machines: number): Sight {
  const used = usedCredits(meter);
  const usedByAll = used + usedElsewhere(meter);
  const refusals = Atomics.load(meter.i32, meter.at32 + METER.REFUSALS);
  const asked = refusals !== seen.refusals || used !== seen.used;
  if (asked) seen.activeAt = at;
  if (asked || usedByAll > seen.usedByAll) seen.fleetActiveAt = at;
  if (refusals !== seen.refusals) seen.refused = true;
  const first = seen.lookedAt === Number.NEGATIVE_INFINITY;
  const fading = first ? 0 : 0.5 ** ((at - seen.lookedAt) / HALF_LIFE);
  const own = Math.max(0, used - seen.used);
  seen.ownUse = seen.ownUse * fading + own;
  seen.allUse = first ? own : seen.allUse * fading + Math.max(own, usedByAll - seen.usedByAll);
  const idle = at - seen.activeAt >= leaseTime;
  if (idle) seen.refused = false;
  Object.assign(seen, { used, usedByAll: Math.max(usedByAll, first ? 0 : seen.usedByAll), refusals, lookedAt: at });
  const remaining = Math.max(0, totalCredits(meter) - usedByAll);
  const even = evenShare(remaining, machines);
  return {
    left: creditsLeft(meter),
    remaining,
    even,
    share: seen.allUse < 1 ? even : fairShare(remaining, machines, Math.min(1, seen.ownUse / seen.allUse)),
    refused: seen.refused,
    idle,
    fleetIdle: at - seen.fleetActiveAt >= leaseTime,
  };
}
