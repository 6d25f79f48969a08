import { creditsOf, heldCredits, type Meter } from '../../../service/admission/counters/meter.ts';
import { takeBack } from '../../../service/admission/counters/meter-upkeep.ts';
import type { LeaseCounts } from '../../ledger/counts.ts';
import { type OpenLease, returnCredits } from '../../ledger/leases/leases.ts';
import type { Metered } from '../../ledger/leases/pool.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/**
 * How long the record of a settled meter is kept before reuse, ms: far longer than any request
 * takes.
 */
export const LINGER = 60_000;

/** How long counting a request may take, ms, before its process is presumed dead. */
export const STALE = 60_000;

/** A lease of this machine, and the meter that it is counted in. */
export interface Holding<M extends Metered = Metered> extends OpenLease {
  readonly of: M;
  readonly meter: Meter;
  /** Its counts in the ledger. */
  recorded: LeaseCounts;
  /**
   * Since when credits have been taken and not counted at every check, ms: a process may have died
   * while counting. Null while they agree.
   */
  aheadSince: number | null;
  /** Another meter should take its place, which makes credits of dead processes available again. */
  worn: boolean;
  /** The ledger may not know of credits that it returned. */
  untold: boolean;
  /** When its lease was settled, by the wall clock; null before. */
  settledAt: number | null;
}

/** The credits used under a holding, according to the ledger. */
export function recordedCredits({ recorded }: Pick<Holding, 'recorded'>): number {
  return creditsOf({ charged: recorded.requests, givenBack: recorded.givenBack });
}

/**
 * Returns all but `keep` of the unused credits of a holding: first no request can use them, then
 * they are available to others.
 */
export async function giveUp(ledger: Ledger, holding: Holding, keep: number): Promise<void> {
  takeBack(holding.meter, keep);
  holding.untold = true;
  await tellReturned(ledger, holding);
}

/** Tells the ledger what a holding returned, if that failed before. */
export async function tellReturned(ledger: Ledger, holding: Holding): Promise<void> {
  if (!holding.untold) return;
  await returnCredits(ledger, holding, heldCredits(holding.meter));
  holding.untold = false;
}
