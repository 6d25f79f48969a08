import type { CounterFile } from './counter-file.ts';
import { HEADER, isCapped, SLOT, SLOT_STATE } from './layout.ts';
import { allowanceOf, slotAt, usedCredits } from './slot.ts';

/** How many accounts have a lease in each state. */
export interface LeaseTotals {
  /** Credits are left in what this machine has leased under the hard cap. */
  readonly open: number;
  /** None are left: requests are refused until the sidecar leases more, or the window ends. */
  readonly empty: number;
  /** No cap applies, so there is nothing to lease. */
  readonly unlimited: number;
}

/** Counts leases by state. O(slots): about 0.2 µs each. */
export function leaseTotals(file: CounterFile): LeaseTotals {
  const totals = { open: 0, empty: 0, unlimited: 0 };
  const slots = Atomics.load(file.header.i32, HEADER.SLOTS);
  for (let record = 0; record < slots; record++) {
    const slot = slotAt(file, record);
    if (Atomics.load(slot.i32, slot.at32 + SLOT.STATE) !== SLOT_STATE.OPEN) continue;
    if (Atomics.load(slot.i64, slot.at64 + SLOT.USED) < 0n) continue;
    if (!isCapped(slot.mode)) totals.unlimited++;
    else if (usedCredits(slot) < allowanceOf(slot)) totals.open++;
    else totals.empty++;
  }
  return totals;
}
