import { Worker } from 'node:worker_threads';

/** Worker threads whose program is loaded and that wait for their settings. */
export interface StandbyWorkers {
  /** One that waits, which is the caller's then; null where none does. */
  take(): Worker | null;
}

/** Starts worker threads of `script` without settings: they take those from their first message. One that ends meanwhile is forgotten. */
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
