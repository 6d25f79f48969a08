// The global of this name is looked up each time.
import { performance } from 'node:perf_hooks';

/** The clocks of admission, injectable for tests. */
export interface Clock {
  /** Wall clock: milliseconds since 1970-01-01T00:00:00Z. It can be set back. */
  now(): number;
  /**
   * Nanoseconds of a clock that never goes back, the same for all processes since the machine
   * booted: now, or at a reading of this thread's `performance.now()`.
   */
  steady(reading?: number): number;
}

/**
 * How often the two clocks are compared: the first readings can take several milliseconds, while
 * the program is still being loaded.
 */
const COMPARISONS = 32;

/**
 * `performance.now()` counts from the start of each thread; this is where that start lies on the
 * machine's own steady clock, in nanoseconds. The two cannot be read at one instant, so the
 * quickest of several readings counts: the threads of a machine must agree to far less than the
 * interval of a burst limit.
 */
function startOfThread(): number {
  let start = 0;
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < COMPARISONS; i++) {
    const before = Number(process.hrtime.bigint());
    const own = performance.now() * 1e6;
    const taken = Number(process.hrtime.bigint()) - before;
    if (taken >= shortest) continue;
    shortest = taken;
    start = before + taken / 2 - own;
  }
  return start;
}

const threadStart = startOfThread();

/** The machine's clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: (reading = performance.now()) => threadStart + reading * 1e6,
};
