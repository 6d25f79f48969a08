/** The clocks of admission, injectable for tests. */
export interface Clock {
  /** Wall clock: milliseconds since 1970-01-01T00:00:00Z. May be set back by people. */
  now(): number;
  /**
   * Nanoseconds of a clock that only ever goes on, the same for all processes since the machine was
   * started.
   */
  steady(): number;
}

/**
 * How often the two clocks are compared: the first readings take up to some milliseconds, in which
 * the program is still being loaded.
 */
const COMPARISONS = 32;

/**
 * `performance.now()` counts from the start of each thread; this is where that lies on the
 * machine's own steady clock, in nanoseconds. Both cannot be read in one instant, so of several
 * readings the one counts that took the least time: the threads of a machine must agree to far less
 * than the interval of a burst limit.
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
  steady: () => threadStart + performance.now() * 1e6,
};
