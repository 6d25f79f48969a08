import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { countDelay, type WorkerCounts } from './worker-counts.ts';

/** How often the delay is sampled, ms. */
const INTERVAL_MS = 50;

/** Samples between two readings of what changes slowly. */
const SLOW_EVERY = 20;

/**
 * Samples how late this thread's timers run, twenty times a second, and once a second how busy its
 * event loop was and how large its heap is. Timers are late when requests have to wait for others.
 * Ends with the thread.
 */
export function sampleEventLoop(counts: WorkerCounts): void {
  let due = performance.now() + INTERVAL_MS;
  let samples = 0;
  setInterval(() => {
    const now = performance.now();
    countDelay(counts, Math.max(0, now - due) / 1000);
    due = now + INTERVAL_MS;
    if (samples++ % SLOW_EVERY > 0) return;
    counts.busy[0] = performance.eventLoopUtilization().active / 1000;
    counts.heap[0] = getHeapStatistics().used_heap_size;
  }, INTERVAL_MS).unref();
}
