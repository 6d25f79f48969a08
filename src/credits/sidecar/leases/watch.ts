import { SLOT } from '../../../admission/counters/layout.ts';
import { allowanceOf, totalCredits, usedCredits, usedElsewhere } from '../../../admission/counters/slot.ts';
import type { Holding } from '../holding.ts';
import { evenShare, fairShare } from './lease-size.ts';

/** Time in which what was used counts for half as much, nanoseconds: how soon shares follow use. */
const HALF_LIFE = 1e9;

/**
 * What is remembered of a holding from one round to the next. Times are of the steady clock, ns.
 */
export interface Watch {
  /** At the last look: credits used here, and of the window on all machines. */
  used: number;
  usedByAll: number;
  refusals: number;
  lookedAt: number;
  /** Of late, weighted by `HALF_LIFE`: credits used here, and on all machines. */
  ownUse: number;
  allUse: number;
  /** Requests were refused for want of credits, and none have come since. */
  refused: boolean;
  /** When credits were last used or refused here, and when they last were anywhere. */
  activeAt: number;
  fleetActiveAt: number;
  /** When credits were last requested without success, and how long after that they are again. */
  deniedAt: number;
  retry: number;
  /** The want of another machine that was answered last. */
  answered: number;
}

/** A holding in one round, in credits. */
export interface Sight {
  /** What may still be used here. */
  readonly left: number;
  /** What is left of the account's window on all machines, as far as is known here. */
  readonly remaining: number;
  /** What this machine should hold of that while it is not enough for all machines. */
  readonly share: number;
  /** What it holds at most while the account is not in use here. */
  readonly even: number;
  readonly refused: boolean;
  /** Nothing was asked here for the lease time; or nowhere. */
  readonly idle: boolean;
  readonly fleetIdle: boolean;
}

/** A holding that was never looked at. */
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

/** The watch of the holding that takes over from another of the same window. */
export function watchOfSuccessor(before: Watch): Watch {
  return { ...before, used: 0, refusals: 0 };
}

/** Looks at a holding, and notes what happened since the last look. */
export function look({ slot }: Holding, seen: Watch, at: number, leaseTime: number, machines: number): Sight {
  const used = Number(usedCredits(slot));
  const usedByAll = used + usedElsewhere(slot);
  const refusals = Atomics.load(slot.i32, slot.at32 + SLOT.REFUSALS);
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
  const remaining = Math.max(0, totalCredits(slot) - usedByAll);
  const even = evenShare(remaining, machines);
  return {
    left: Number(allowanceOf(slot)) - used,
    remaining,
    even,
    share: seen.allUse < 1 ? even : fairShare(remaining, machines, Math.min(1, seen.ownUse / seen.allUse)),
    refused: seen.refused,
    idle,
    fleetIdle: at - seen.fleetActiveAt >= leaseTime,
  };
}
