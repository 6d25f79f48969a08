/**
 * Most that calls of a series may take, at national size: the median as a multiple of the calibration
 * (`equipment/calibration.ts`), which holds on any machine, and the worst in microseconds.
 */
export interface LatencyGoals {
  readonly p50?: number;
  readonly worst?: number;
}

/** Most microseconds for the slowest query that a search by mutation finds. */
export const SLOWEST_GOAL = 5000;

/** Goals by the names of the series. */
export const LATENCY_GOALS: Readonly<Record<string, LatencyGoals>> = {
  enrich: { p50: 0.4 },
  'autocomplete, keystrokes': { p50: 2.2, worst: 5000 },
  'autocomplete, keystrokes of addresses that are there': { p50: 1.1 },
  'autocomplete, keystrokes beside a point': { p50: 4.5 },
  'autocomplete, worst queries': { worst: 5000 },
  'validate, whole strings': { p50: 1.2, worst: 10_000 },
  'validate, worst queries': { worst: 10_000 },
  'validate, strings of streets mostly absent': { p50: 5 },
  'reverse, 100 m, limit 5': { p50: 1.3 },
  'postcode lookup': { p50: 0.05 },
  'suburb lookup': { p50: 0.1 },
};
