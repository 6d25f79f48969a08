import { statSync } from 'node:fs';
import { type CounterFile, offsetOf, openCounterFile, segmentOf } from '../../admission/counters/counter-file.ts';
import { HEADER, isCapped, METER, METER_STATE } from '../../admission/counters/layout.ts';
import { creditsLeft, isClosed, meterAt } from '../../admission/counters/meter.ts';
import { type SidecarState, sidecarState } from '../../admission/counters/sidecar-state.ts';
import type { Instruments } from './instruments.ts';

/**
 * Metrics of sidecar, ledger and leases, read from the counter file at a path, which may be
 * replaced.
 */
export function addCreditMetrics({ counter, gauge }: Instruments, path: string): void {
  let file: CounterFile | null = null;
  let state: SidecarState;

  function present(): CounterFile {
    if (file === null || statSync(path).ino !== file.inode) {
      file?.close();
      file = openCounterFile(path);
    }
    return file;
  }

  // The first metric that is rendered reads the state for all of them.
  gauge(
    'letterbox_sidecar_silence_seconds',
    "Time since the sidecar's last sign of life; it gives ten a second.",
    (series) => {
      state = sidecarState(present(), Date.now());
      series({}, state.silentFor / 1000);
    },
  );
  gauge(
    'letterbox_sidecar_published',
    'Whether keys and accounts have been published since the machine was started.',
    (series) => series({}, Number(state.published)),
  );
  gauge('letterbox_sidecar_resident_memory_bytes', 'Resident memory of the sidecar, as it last said.', (series) =>
    series({}, state.process.memory),
  );
  counter('letterbox_sidecar_cpu_seconds_total', 'Processor time of the sidecar, user and system.', (series) =>
    series({}, state.process.processor),
  );
  gauge('letterbox_sidecar_start_time_seconds', 'When the sidecar was started.', (series) =>
    series({}, state.process.started / 1000),
  );
  gauge('letterbox_ledger_reachable', 'Whether the ledger answers the sidecar.', (series) =>
    series({}, Number(state.ledger === 'reachable')),
  );
  gauge(
    'letterbox_ledger_drained_timestamp_seconds',
    'When all usage was last in the ledger; 0 before the first time.',
    (series) => series({}, state.drainedAt === null ? 0 : Date.parse(state.drainedAt) / 1000),
  );
  gauge('letterbox_accounts_set_aside', 'Accounts whose work the sidecar cannot do at the moment.', (series) =>
    series({}, state.setAside),
  );
  gauge('letterbox_counters_quarantined', 'Slots of the counter file that were found damaged.', (series) =>
    series({}, state.quarantined),
  );
  gauge(
    'letterbox_clock_offset_seconds',
    "How far the machine's clock is ahead of the ledger's; 0 while they agree.",
    (series) => series({}, state.clockOff / 1000),
  );
  gauge(
    'letterbox_leases',
    'Accounts by the state of their lease: open takes requests, empty refuses them until it is extended or renewed, unlimited needs none.',
    (series) => {
      const totals = leaseTotals(present());
      for (const [name, count] of Object.entries(totals)) series({ state: name }, count);
    },
  );
}

/** How many accounts have a lease in each state. */
interface LeaseTotals {
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
