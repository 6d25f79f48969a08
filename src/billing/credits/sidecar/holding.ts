import { creditsOf, isClosed, type Slot, slotCounts, usedCredits } from '../../../service/admission/counters/slot.ts';
import type { LeaseCounts } from '../../ledger/counts.ts';
import { hasNews } from './news.ts';

/**
 * How long the record of a settled slot or tally is kept before reuse, ms: far longer than any
 * request takes.
 */
export const LINGER = 60_000;

/** How long counting a request may take, ms, before its process is presumed dead. */
export const STALE = 60_000;

/** A lease of this machine and the slot that it is counted in. */
export interface Holding {
  readonly lease: number;
  readonly account: string;
  readonly window: number;
  readonly slot: Slot;
  /** Its counts in the ledger. */
  recorded: LeaseCounts;
  /** The holding of the same window that took over the credits that this one did not use. */
  successor: Holding | null;
  /**
   * True while the usage of its predecessor is not in the ledger yet: until then it is neither
   * extended nor returned.
   */
  inherits: boolean;
  /** When its lease was settled, by the wall clock; null before. */
  settledAt: number | null;
}

/** The credits used under a holding, according to the ledger. */
export function recordedCredits({ recorded }: Pick<Holding, 'recorded'>): number {
  return creditsOf({ charged: recorded.requests, givenBack: recorded.givenBack });
}

/**
 * True if a slot is closed and final: no request is half counted, and all usage is in the ledger.
 */
export function isFinal(holding: Holding): boolean {
  const counts = slotCounts(holding.slot);
  return (
    isClosed(holding.slot) &&
    Number(usedCredits(holding.slot)) === creditsOf(counts) &&
    !hasNews(holding.recorded, counts)
  );
}
