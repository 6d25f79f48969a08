import {
  answersWith,
  creditsOf,
  DURATION_BOUNDS,
  durationsOf,
  OPERATION_LABELS,
  STATUS_END,
  type WorkerCounts,
} from './worker-counts.ts';

/** What a server has answered since it was started; requests for pages and for its health are left out. */
export interface Traffic {
  /** Tells one server from the next: its process. */
  readonly server: number;
  readonly requests: number;
  /** Answers of 4xx. */
  readonly refused: number;
  /** Answers of 5xx. */
  readonly failed: number;
  /** Credits of the answers, without those given back. */
  readonly credits: number;
  /** Answers by duration, in the buckets of `DURATION_BOUNDS` and one more. */
  readonly durations: readonly number[];
}

/** The data operations, their batches and reconciliation come before the rest. */
const DATA_LABELS = OPERATION_LABELS.indexOf('healthz');
const BUCKETS = DURATION_BOUNDS.length + 1;

/** Sums a server's counts. */
export function trafficOf(counts: WorkerCounts, server: number): Traffic {
  let [requests, refused, failed, credits] = [0, 0, 0, 0];
  const durations = new Array<number>(BUCKETS).fill(0);
  for (let label = 0; label < DATA_LABELS; label++) {
    for (let status = 0; status < STATUS_END; status++) {
      const count = answersWith(counts, label, status);
      requests += count;
      if (status >= 500) failed += count;
      else if (status >= 400) refused += count;
    }
    durationsOf(counts, label).buckets.forEach((count, bucket) => {
      durations[bucket]! += count;
    });
    credits += creditsOf(counts, label);
  }
  return { server, requests, refused, failed, credits, durations };
}

/**
 * The duration in ms that a share of answers stays within, interpolated within its bucket; null
 * without answers. Those beyond all bounds count as the last of them.
 */
export function durationWithin(durations: readonly number[], share: number): number | null {
  const all = durations.reduce((sum, each) => sum + each, 0);
  if (all === 0) return null;
  let left = all * share;
  for (const [bucket, bound] of DURATION_BOUNDS.entries()) {
    const count = durations[bucket]!;
    const from = DURATION_BOUNDS[bucket - 1] ?? 0;
    if (left <= count) return (from + ((bound - from) * left) / count) * 1000;
    left -= count;
  }
  return DURATION_BOUNDS.at(-1)! * 1000;
}
