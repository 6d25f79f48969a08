import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { CounterFile } from './counter-file.ts';
import { BOOT_ID_BYTES, HEADER } from './layout.ts';

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

/**
 * Tells this run of the operating system from earlier ones: the counter file notes it, since a
 * power loss may leave its pages written in any order. 36 characters; empty where the system does
 * not tell, and then all boots look the same.
 */
export function bootId(): string {
  try {
    if (process.platform === 'linux')
      return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim().slice(0, 36);
    return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'latin1' }).trim().slice(0, 36);
  } catch {
    return '';
  }
}

/** Whether a file was last opened by the sidecar in this run of the operating system. */
export function bootIsNoted(file: CounterFile): boolean {
  return Buffer.from(bootId().padEnd(BOOT_ID_BYTES, ' '), 'latin1').equals(notedBoot(file));
}

/** Notes this run of the operating system. For the sidecar alone. */
export function noteBoot(file: CounterFile): void {
  notedBoot(file).set(Buffer.from(bootId().padEnd(BOOT_ID_BYTES, ' '), 'latin1'));
}

function notedBoot({ header }: CounterFile): Uint8Array {
  return header.u8.subarray(HEADER.BOOT_BYTE, HEADER.BOOT_BYTE + BOOT_ID_BYTES);
}
