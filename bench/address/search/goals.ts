/** Most microseconds (architecture, "Numbers to hold": 2 cores, national size). */
export interface LatencyGoals {
  readonly p50?: number;
  readonly mean?: number;
  readonly p99?: number;
  readonly worst?: number;
}

/** Most microseconds for the slowest query that a search by mutation finds. */
export const SLOWEST_GOAL = 5000;

/** Goals by the names of the series. */
export const LATENCY_GOALS: Readonly<Record<string, LatencyGoals>> = {
  enrich: { p50: 4, mean: 5, p99: 15 },
  'autocomplete, keystrokes': { p50: 12, mean: 17, p99: 150, worst: 5000 },
  'autocomplete, keystrokes of addresses that are there': { p50: 8, mean: 12, p99: 100 },
  'autocomplete, keystrokes beside a point': { p50: 20, mean: 30, p99: 200 },
  'autocomplete, worst queries': { worst: 5000 },
  'validate, whole strings': { p50: 25, mean: 35, p99: 400, worst: 10_000 },
  'validate, worst queries': { worst: 10_000 },
  'reverse, 100 m, limit 5': { p50: 15, mean: 20, p99: 80 },
  'reverse, 50 km around Sydney': { p99: 2000 },
  'postcode lookup': { p50: 2 },
  'suburb lookup': { p50: 2 },
};
