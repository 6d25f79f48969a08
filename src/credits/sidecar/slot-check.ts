import { isCapped, PENDING, SLOT } from '../../admission/counters/layout.ts';
import {
  creditsOf,
  MOST_AHEAD,
  type Slot,
  type SlotCounts,
  slotCounts,
  slotIsWhole,
  usedCredits,
} from '../../admission/counters/slot.ts';
import type { LeaseCounts } from '../../ledger/counts.ts';

/**
 * The counter file is not what the ledger says it was: part of it was lost, with the machine's
 * power.
 */
export class LostCounts extends Error {
  override readonly name = 'LostCounts';
}

/**
 * A slot or tally that was found damaged and taken out of use: what it counted since the ledger
 * last heard of it is billed to nobody.
 */
export interface SlotDamage {
  readonly record: number;
  readonly lease: number;
  /** Null when not even that is known. */
  readonly account: string | null;
  readonly reason: string;
  /** Credits that it counts, and those of them that are in the ledger. */
  readonly counted: number;
  readonly recorded: number;
}

/**
 * Credits by which the requests may seem ahead of the used credits, when they are read while
 * threads are counting.
 */
const IN_FLIGHT = 256;

/**
 * What is wrong with the counts of a slot, as a sentence; null when a server can have counted them.
 */
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
 * What is wrong with a slot that was read before, and of which the ledger has so much; null when
 * nothing is. Counts only grow.
 */
export function growthFault(slot: Slot, recorded: LeaseCounts): string | null {
  return shrinkFault(slotCounts(slot), recorded) ?? countsFault(slot, true);
}

/** What is wrong with counts of which the ledger has so much; null when nothing is. */
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
 * What is wrong with a slot that is read from the file anew; null when nothing is. `granted` is
 * what its open lease holds under a hard cap, else null. It may count less than the ledger has:
 * pages that were not written before the machine lost its power.
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
