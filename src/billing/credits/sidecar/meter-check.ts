import { isCapped } from '../../../service/admission/counters/layout.ts';
import {
  creditsOf,
  heldCredits,
  type Meter,
  type MeterCounts,
  meterCounts,
  takenCredits,
} from '../../../service/admission/counters/meter.ts';
import { meterIsWhole, mostAhead } from '../../../service/admission/counters/meter-upkeep.ts';
import type { LeaseCounts } from '../../ledger/counts.ts';

/**
 * The counter file does not fit the ledger: part of it was lost, for example in a power failure.
 */
export class LostCounts extends Error {
  override readonly name = 'LostCounts';
}

/**
 * A meter that was found damaged and taken out of use. What it counted since the last drain is not
 * billed.
 */
export interface MeterDamage {
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

/** What is wrong with the counts of a meter, as a sentence; null if they are possible. */
function countsFault(meter: Meter, serverRuns: boolean): string | null {
  const before = takenCredits(meter);
  const counts = meterCounts(meter);
  const after = takenCredits(meter);
  const [least, most] = [Math.min(before, after), Math.max(before, after)];
  const credits = creditsOf(counts);
  if (!plausible(counts)) return 'It counts requests that cannot be.';
  if (credits > most + (serverRuns ? IN_FLIGHT : 0) || credits < least - mostAhead(meter))
    return `It counts requests of ${credits} credits, and ${most} credits used.`;
  const held = heldCredits(meter);
  return isCapped(meter.mode) && credits > held ? `It counts ${credits} credits, and ${held} are allowed.` : null;
}

/**
 * What is wrong with a meter, given its counts in the ledger; null if nothing is. Counts only grow.
 */
export function growthFault(meter: Meter, recorded: LeaseCounts): string | null {
  const { charged, givenBack } = meterCounts(meter);
  const shrank = charged.some((count, i) => count < recorded.requests[i]! || givenBack[i]! < recorded.givenBack[i]!);
  return shrank ? 'It counts fewer requests than are in the ledger.' : countsFault(meter, true);
}

function plausible({ charged, givenBack }: MeterCounts): boolean {
  return charged.every(
    (count, i) => Number.isSafeInteger(count) && count >= 0 && givenBack[i]! >= 0 && givenBack[i]! <= count,
  );
}

/**
 * What is wrong with a meter just read from the file; null if nothing is. `held` is what its open
 * lease holds under a cap, else null. Counting less than the ledger is no fault: pages may not have
 * been written before the machine lost power.
 */
export function meterFault(meter: Meter, held: number | null, serverRuns: boolean): string | null {
  if (!meterIsWhole(meter)) return 'Its terms are not those that were written.';
  const fault = countsFault(meter, serverRuns);
  if (fault !== null) return fault;
  const allowed = heldCredits(meter);
  if (!isCapped(meter.mode) || held === null || allowed <= held) return null;
  return `It allows ${allowed} credits, and its lease holds ${held}.`;
}
