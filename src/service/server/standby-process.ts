import type { ChildProcess } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import type { ServiceMessage } from './messages.ts';

/**
 * How long after a server listens its standby is started, ms: its own first requests come first.
 */
const DELAY_MS = 1000;

/** A server process that has loaded the program and waits to take over. */
export interface StandbyProcess {
  /** Starts one in a moment, if there is none. */
  prepare(): void;
  /** The waiting process, which now belongs to the caller; null if there is none. */
  take(): ChildProcess | null;
  /** Ends it, and starts no more. */
  stop(): void;
}

/** Keeps a process made by `start` ready, with `workers` worker threads. */
export function standbyProcess(start: () => ChildProcess, workers: number): StandbyProcess {
  let timer: NodeJS.Timeout | undefined;
  let waiting: ChildProcess | null = null;
  let stopped = false;

  function launch(): void {
    const started = start();
    waiting = started;
    const gone = (): void => {
      if (waiting === started) waiting = null;
    };
    started.once('error', gone);
    started.once('exit', gone);
    started.send({ kind: 'stand by', workers } satisfies ServiceMessage, () => {});
  }

  return {
    prepare() {
      if (stopped || waiting !== null) return;
      clearTimeout(timer);
      timer = setTimeout(launch, DELAY_MS).unref();
    },
    take() {
      clearTimeout(timer);
      const taken = waiting;
      waiting = null;
      return taken?.connected && taken.exitCode === null && taken.signalCode === null ? taken : null;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      waiting?.kill('SIGKILL');
    },
  };
}

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
