import type { Words } from './counter-file.ts';
import { ACCOUNT } from './layout.ts';

/**
 * How far beyond its greatest possible value the arrival time may lie before it is taken for that of another clock: after the machine
 * was started anew, the steady clock is another one. Nanoseconds.
 */
const OTHER_CLOCK = 1e9;

/** A burst limit, in nanoseconds. */
export interface BurstLimit {
  /** Between requests at the sustained rate; 0 for no limit. */
  interval: number;
  /** That requests may run ahead of that rate. */
  tolerance: number;
}

/** Reads the burst limit of an account's record. */
export function readBurstLimit(i64: Words['i64'], at64: number): BurstLimit {
  return {
    interval: Number(Atomics.load(i64, at64 + ACCOUNT.INTERVAL)),
    tolerance: Number(Atomics.load(i64, at64 + ACCOUNT.TOLERANCE)),
  };
}

/**
 * The burst limit of an account: the generic cell rate algorithm (ITU-T I.371) on one shared word, the time at which the next request
 * would arrive at the sustained rate. Returns 0 when a request may pass at `now` (nanoseconds of the steady clock), and moves that time on;
 * otherwise the nanoseconds to wait until one would pass, and changes nothing. `at64` is where the account's record begins in `i64`.
 */
export function passBurst(i64: Words['i64'], at64: number, { interval, tolerance }: BurstLimit, now: number): number {
  let word = Atomics.load(i64, at64 + ACCOUNT.ARRIVAL);
  for (;;) {
    let ahead = Number(word) - now;
    if (ahead < 0 || ahead > tolerance + interval + OTHER_CLOCK) ahead = 0;
    if (ahead > tolerance) return ahead - tolerance;
    const found = Atomics.compareExchange(
      i64,
      at64 + ACCOUNT.ARRIVAL,
      word,
      BigInt(Math.round(now + ahead + interval)),
    );
    if (found === word) return 0;
    word = found;
  }
}

/** Takes back what `passBurst` did for a request that was refused afterwards. */
export function returnBurst(i64: Words['i64'], at64: number, { interval }: BurstLimit): void {
  Atomics.sub(i64, at64 + ACCOUNT.ARRIVAL, BigInt(interval));
}

/** Whole seconds to wait, at least 1, for a wait in nanoseconds (specification, "Errors", rule 1). */
export function retryAfter(nanoseconds: number): number {
  return Math.max(1, Math.ceil(nanoseconds / 1e9));
}
