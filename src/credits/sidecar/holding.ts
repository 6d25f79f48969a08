import {
  creditsOf,
  isClosed,
  type Slot,
  type SlotCounts,
  slotCounts,
  usedCredits,
} from '../../admission/counters/slot.ts';
import type { LeaseCounts } from '../../ledger/usage.ts';

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
  /** True while the usage of the holding before is not in the ledger yet: until then it is neither extended nor returned. */
  inherits: boolean;
  /** When its lease was settled, by the wall clock; null before. */
  settledAt: number | null;
}

/** True when a slot counts something that the ledger does not have yet. */
export function hasNews(recorded: LeaseCounts, counts: SlotCounts): boolean {
  return counts.charged.some(
    (charged, i) => charged !== recorded.requests[i] || counts.givenBack[i] !== recorded.givenBack[i],
  );
}

/** Credits that the ledger has of a holding. */
export function recordedCredits(holding: Holding): number {
  return creditsOf({ charged: holding.recorded.requests, givenBack: holding.recorded.givenBack });
}

/** True when a closed slot is final: no request is in the middle of being counted, and the ledger has it all. */
export function isFinal(holding: Holding): boolean {
  const counts = slotCounts(holding.slot);
  return (
    isClosed(holding.slot) &&
    Number(usedCredits(holding.slot)) === creditsOf(counts) &&
    !hasNews(holding.recorded, counts)
  );
}
