import type { Clock } from '../../src/admission/clock.ts';

/** Both clocks of a simulated machine: they stand still until they are moved. */
export interface SimulatedClock extends Clock {
  /** Moves both on. */
  pass(milliseconds: number): void;
}

/** Where simulated time begins. */
const BEGINNING = Date.UTC(2026, 0, 15);

/** A clock at the beginning of simulated time. */
export function simulatedClock(): SimulatedClock {
  let passed = 0;
  return {
    now: () => BEGINNING + passed,
    steady: () => 1e15 + passed * 1e6,
    pass(milliseconds) {
      passed += milliseconds;
    },
  };
}
