import { Worker } from 'node:worker_threads';

/** Worker threads that have loaded the program and wait for their settings. */
export interface StandbyWorkers {
  /** A waiting worker, which now belongs to the caller; null if there is none. */
  take(): Worker | null;
}

/**
 * Starts worker threads of `script` without settings, which they take from their first message. One
 * that ends meanwhile is dropped.
 */
export function standbyWorkers(script: URL, count: number): StandbyWorkers {
  const waiting = new Set<Worker>();
  for (let i = 0; i < count; i++) {
    const worker = new Worker(script, { workerData: null });
    waiting.add(worker);
    worker.once('error', () => waiting.delete(worker));
    worker.once('exit', () => waiting.delete(worker));
  }
  return {
    take() {
      const [worker] = waiting;
      if (worker === undefined) return null;
      waiting.delete(worker);
      return worker;
    },
  };
}
