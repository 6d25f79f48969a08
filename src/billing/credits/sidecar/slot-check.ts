import { isCapped, PENDING, SLOT } from '../../../service/admission/counters/layout.ts';
import {
  creditsOf,
  MOST_AHEAD,
  type Slot,
  type SlotCounts,
  slotCounts,
  slotIsWhole,
  usedCredits,
} from '../../../service/admission/counters/slot.ts';
import type { LeaseCounts } from '../../ledger/counts.ts';

/**
 * The counter file does not fit the ledger: part of it was lost, for example in a power failure.
 */
export class LostCounts extends Error {
  override readonly name = 'LostCounts';
}

/**
 * A slot or tally that was found damaged and taken out of use. What it counted since the last drain
 * is not billed.
 */
export interface SlotDamage {
  readonly record: number;
  readonly lease: number;
  /** Null if unknown. */
  readonly account: string | null;
  readonly reason: string;
  /** Credits that it counts, and those that the ledger has. */
  readonly counted: number;
  readonly recorded: number;
}

/**
 * Credits by which the requests may seem ahead of the used credits if they are read while threads
 * are counting.
 */
const IN_FLIGHT = 256;

/** What is wrong with the counts of a slot, as a sentence; null if they are possible. */
function countsFault(slot: Slot, serverRuns: boolean): string | null {
  const before = Number(usedCredits(slot));
  const counts = slotCounts(slot);
  const after = Number(usedCredits(slot));
  const [least, most] = [Math.min(before, after), Math.max(before, after)];
  const credits = creditsOf(counts);
  if (!plausible(counts)) return 'It counts requests that cannot be.';
  if (credits > most + (serverRuns ? IN_FLIGHT : 0) || credits < least - MOST_AHEAD)
    return `It counts requests of ${credits} credits, and ${most} credits used.`;
  const allowance = Atomics.load(slot.i64, slot.at64 + SLOT.ALLOWANCE);
  if (isCapped(slot.mode) && allowance !== PENDING && credits > Number(allowance))
    return `It counts ${credits} credits, and ${allowance} are allowed.`;
  return null;
}

/**
 * What is wrong with a slot, given its counts in the ledger; null if nothing is. Counts only grow.
 */
export function growthFault(slot: Slot, recorded: LeaseCounts): string | null {
  return shrinkFault(slotCounts(slot), recorded) ?? countsFault(slot, true);
}

/** What is wrong with counts, given those in the ledger; null if they have not shrunk. */
export function shrinkFault({ charged, givenBack }: SlotCounts, recorded: LeaseCounts): string | null {
  const shrank = charged.some((count, i) => count < recorded.requests[i]! || givenBack[i]! < recorded.givenBack[i]!);
  return shrank ? 'It counts fewer requests than are in the ledger.' : null;
}

function plausible({ charged, givenBack }: SlotCounts): boolean {
  return charged.every(
    (count, i) => Number.isSafeInteger(count) && count >= 0 && givenBack[i]! >= 0 && givenBack[i]! <= count,
  );
}

/**
 * What is wrong with a slot just read from the file; null if nothing is. `granted` is what its open
 * lease holds under a hard cap, else null. Counting less than the ledger is no fault: pages may not
 * have been written before the machine lost power.
 */
export function slotFault(slot: Slot, granted: number | null, serverRuns: boolean): string | null {
  if (!slotIsWhole(slot)) return 'Its terms are not those that were written.';
  const fault = countsFault(slot, serverRuns);
  if (fault !== null) return fault;
  if (!isCapped(slot.mode) || granted === null) return null;
  const allowance = Atomics.load(slot.i64, slot.at64 + SLOT.ALLOWANCE);
  const inherits = Atomics.load(slot.i64, slot.at64 + SLOT.INHERITS);
  const most = BigInt(granted) > inherits ? BigInt(granted) : inherits;
  if (allowance === PENDING || allowance <= most) return null;
  return `It allows ${allowance} credits, and its lease holds ${granted}.`;
}
