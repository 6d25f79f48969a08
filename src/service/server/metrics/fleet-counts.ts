import { addCounts, newWorkerCounts, type WorkerCounts, workerCountsIn } from '../../telemetry/worker-counts.ts';

/** The counts of one worker thread while it runs. */
interface RunningCounts {
  /** What the worker is given. */
  readonly memory: SharedArrayBuffer;
  /** To be called when the worker has ended. */
  ends(): void;
}

/** The counts of all worker threads of a server, those that have ended included. */
export interface FleetCounts {
  /** Counts for a worker that is about to start. */
  begin(): RunningCounts;
  /** Sums over the workers. */
  total(): WorkerCounts;
}

/** Creates counts of zero. */
export function fleetCounts(): FleetCounts {
  const past = workerCountsIn(newWorkerCounts());
  const running = new Set<WorkerCounts>();
  return {
    begin() {
      const memory = newWorkerCounts();
      const counts = workerCountsIn(memory);
      running.add(counts);
      return {
        memory,
        ends() {
          running.delete(counts);
          addCounts(past, counts, true);
        },
      };
    },
    total() {
      const sum = workerCountsIn(newWorkerCounts());
      addCounts(sum, past, false);
      for (const counts of running) addCounts(sum, counts, false);
      return sum;
    },
  };
}
