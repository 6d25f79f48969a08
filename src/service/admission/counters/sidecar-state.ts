import type { CounterFile } from './counter-file.ts';
import { HEADER } from './layout.ts';

/** What the counter file says of the sidecar. */
export interface SidecarState {
  /** False until keys and accounts have been published. */
  readonly published: boolean;
  /** `silent` when there was no sign of life for `SILENCE`. */
  readonly sidecar: 'running' | 'silent';
  readonly ledger: 'reachable' | 'away';
  /** Accounts that were set aside: their rows in the ledger are unusable or locked. */
  readonly setAside: number;
  /**
   * Milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree. Periods
   * do not roll over while they differ.
   */
  readonly clockOff: number;
  /** Slots of the counter file that were found damaged, and were taken out of use. */
  readonly quarantined: number;
  /** When all usage was last in the ledger, ISO 8601; null before the first time. */
  readonly drainedAt: string | null;
  /** Milliseconds since the last sign of life. */
  readonly silentFor: number;
  /**
   * Resident memory of the sidecar in bytes, its processor time in seconds, and when it was
   * started, ms.
   */
  readonly process: { readonly memory: number; readonly processor: number; readonly started: number };
}

/**
 * The sidecar gives a sign of life ten times a second; while it restarts there is none for a second
 * or two.
 */
const SILENCE = 5000;

/** Reads the state of the sidecar; `now` is the wall clock, ms. */
export function sidecarState(file: CounterFile, now: number): SidecarState {
  const { i32, i64 } = file.header;
  const silentFor = Math.abs(now - Number(Atomics.load(i64, HEADER.HEARTBEAT)));
  const drained = Number(Atomics.load(i64, HEADER.DRAINED));
  return {
    published: Atomics.load(i32, HEADER.PUBLISHED) === 1,
    sidecar: silentFor > SILENCE ? 'silent' : 'running',
    ledger: Atomics.load(i32, HEADER.LEDGER) === 1 ? 'reachable' : 'away',
    setAside: Atomics.load(i32, HEADER.SET_ASIDE),
    clockOff: Number(Atomics.load(i64, HEADER.CLOCK_OFF)),
    quarantined: Atomics.load(i32, HEADER.QUARANTINED),
    drainedAt: drained === 0 ? null : new Date(drained).toISOString(),
    silentFor,
    process: {
      memory: Number(Atomics.load(i64, HEADER.SIDECAR_MEMORY)),
      processor: Number(Atomics.load(i64, HEADER.SIDECAR_PROCESSOR)) / 1e6,
      started: Number(Atomics.load(i64, HEADER.SIDECAR_STARTED)),
    },
  };
}
