import { creditsOf, isClosed, type Slot, slotCounts, usedCredits } from '../../admission/counters/slot.ts';
import type { LeaseCounts } from '../../ledger/counts.ts';
import { hasNews } from './news.ts';

/**
 * How long the record of a settled slot or tally is kept before reuse, ms: far longer than a
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
  /** What the ledger has of it. */
  recorded: LeaseCounts;
  /** The holding of the same window that took over what this one did not use. */
  successor: Holding | null;
  /**
   * True while the usage of the holding before is not in the ledger yet: until then it is neither
   * extended nor returned.
   */
  inherits: boolean;
  /** When its lease was settled, by the wall clock; null before. */
  settledAt: number | null;
}

/** Credits that the ledger has of a holding. */
export function recordedCredits({ recorded }: Pick<Holding, 'recorded'>): number {
  return creditsOf({ charged: recorded.requests, givenBack: recorded.givenBack });
}

/**
 * True when a closed slot is final: no request is in the middle of being counted, and the ledger
 * has it all.
 */
export function isFinal(holding: Holding): boolean {
  const counts = slotCounts(holding.slot);
  return (
    isClosed(holding.slot) &&
    Number(usedCredits(holding.slot)) === creditsOf(counts) &&
    !hasNews(holding.recorded, counts)
  );
}
