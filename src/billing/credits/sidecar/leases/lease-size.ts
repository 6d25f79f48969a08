import { COSTS } from '../../../../service/admission/costs.ts';

/** What a burst limit lets through: `size` requests at once, and `perSecond` more each second. */
export interface BurstTerms {
  readonly perSecond: number;
  readonly size: number;
}

/** The price of the most expensive operation, credits. */
const DEAREST = Math.max(...COSTS);

/** How long it may take until a lease that runs low has been extended, seconds: ten rounds. */
const REFILL_SECONDS = 1;

/**
 * The part of an account's remaining credits that is shared in proportion to usage; the rest is
 * shared evenly.
 */
const SHARED_BY_USE = 0.5;

/** The most credits that the burst limit lets an account use on one machine in `seconds`. */
function mostUse({ perSecond, size }: BurstTerms, seconds: number): number {
  return DEAREST * (size + perSecond * seconds);
}

/** When a lease is extended, and to how much: credits. */
export interface LeaseSize {
  /** With less than this left, a request could be refused before the lease is extended. */
  readonly low: number;
  readonly full: number;
}

/** The size of a machine's lease for an account while credits suffice for all machines. */
export function leaseSize(burst: BurstTerms): LeaseSize {
  return { low: mostUse(burst, REFILL_SECONDS), full: mostUse(burst, 2 * REFILL_SECONDS) };
}

/** An even share of what is left of an account's credits. */
export function evenShare(remaining: number, machines: number): number {
  return Math.ceil(Math.max(0, remaining) / Math.max(1, machines));
}

/**
 * The part of an account's remaining credits that one machine should hold: half shared evenly, half
 * by `ownUse`, this machine's part of the recent usage, 0 to 1. Whole credits.
 */
export function fairShare(remaining: number, machines: number, ownUse: number): number {
  const part = (1 - SHARED_BY_USE) / Math.max(1, machines) + SHARED_BY_USE * ownUse;
  return Math.ceil(Math.max(0, remaining) * part);
}
