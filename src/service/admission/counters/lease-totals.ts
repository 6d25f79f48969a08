import { type CounterFile, offsetOf, segmentOf } from './counter-file.ts';
import { HEADER, isCapped, METER, METER_STATE } from './layout.ts';
import { creditsLeft, isClosed, meterAt } from './meter.ts';

/** How many accounts have a lease in each state. */
export interface LeaseTotals {
  /** Credits are left in what this machine has leased under the hard cap. */
  readonly open: number;
  /** None are left: requests are refused until the sidecar leases more, or the window ends. */
  readonly empty: number;
  /** No cap applies, so there is nothing to lease. */
  readonly unlimited: number;
}

/** Counts leases of accounts by state. O(meters): about 0.2 µs for each account's. */
export function leaseTotals(file: CounterFile): LeaseTotals {
  const totals = { open: 0, empty: 0, unlimited: 0 };
  const meters = Atomics.load(file.header.i32, HEADER.METERS);
  for (let record = 0; record < meters; record++) {
    const { i32 } = segmentOf(file, 'meters', record);
    const at32 = offsetOf('meters', record) / 4;
    if (i32[at32 + METER.ACCOUNT] === 0 || Atomics.load(i32, at32 + METER.STATE) !== METER_STATE.OPEN) continue;
    const meter = meterAt(file, record);
    if (isClosed(meter)) continue;
    if (!isCapped(meter.mode)) totals.unlimited++;
    else if (creditsLeft(meter) > 0) totals.open++;
    else totals.empty++;
  }
  return totals;
}
