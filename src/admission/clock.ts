/** The clocks of admission, injectable for tests. */
export interface Clock {
  /** Wall clock: milliseconds since 1970-01-01T00:00:00Z. May be set back by people. */
  now(): number;
  /** Nanoseconds of a clock that only ever goes on, the same for all processes since the machine was started. */
  steady(): number;
}

/** `performance.now()` counts from the start of each thread; this is where that lies on the machine's own steady clock. */
const threadStart = Number(process.hrtime.bigint()) - performance.now() * 1e6;

/** The machine's clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => threadStart + performance.now() * 1e6,
};
