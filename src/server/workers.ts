import { Worker } from 'node:worker_threads';
import type { SupervisorMessage, WorkerMessage, WorkerSettings } from '../http/serve.ts';
import { allowLargeRequestHeads } from '../http/uws.ts';
import { describeFailure, type Log } from '../telemetry/log.ts';
import type { FleetCounts } from './metrics/fleet-counts.ts';
import { restartPauses } from './restart-pauses.ts';
import { StartFailure } from './start-failure.ts';

/** Running workers, numbered from 1. */
export interface Workers {
  /** Sends a worker a message; false while it does not run. */
  tell(worker: number, message: unknown): boolean;
  /** Lets the workers finish what is in flight; resolves when all have ended. */
  stop(): Promise<void>;
}

/** What is told of workers while they run. */
export interface WorkerEvents<M> {
  /** Something that a worker says besides `WorkerMessage`. */
  said(worker: number, message: M): void;
  /** A worker has ended: nothing of it is left in memory. Another of the same number may be started. */
  ended(worker: number): void;
}

/** Told once of the first start of a worker: null, or why it failed. */
type Started = (failure: string | null) => void;

/**
 * Starts `count` worker threads of `script`, and resolves when all of them listen. A worker that dies later is logged and started
 * again, after a pause that doubles each time. `settings` is asked what to tell a worker each time one is started. What they count is read from `fleet`,
 * where there is one.
 * @throws StartFailure with the worker's sentence, when one cannot start; the others are stopped
 */
export async function startWorkers<S extends WorkerSettings, M = never>(
  script: URL,
  count: number,
  settings: (worker: number) => Omit<S, 'worker' | 'counts'>,
  log: Log,
  fleet: FleetCounts | null = null,
  events: WorkerEvents<M> | null = null,
): Promise<Workers> {
  allowLargeRequestHeads();
  const running = new Map<number, Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  let stopping = false;
  let allEnded: (() => void) | null = null;

  function start(number: number, pause: ReturnType<typeof restartPauses>, started: Started | null): void {
    const counts = fleet?.begin() ?? null;
    const worker = new Worker(script, {
      workerData: { ...settings(number), worker: number, counts: counts?.memory ?? null },
    });
    const startedAt = performance.now();
    let listening = false;
    let reason: string | null = null;
    running.set(number, worker);
    worker.on('message', (message: WorkerMessage | M) => {
      if (!isWorkerMessage(message)) events?.said(number, message);
      else if (message.kind === 'listening') {
        listening = true;
        counts?.listens();
        log.info({ worker: number }, 'worker listening');
        started?.(null);
      } else reason = message.reason;
    });
    worker.on('error', (failure) => {
      reason ??= failure instanceof Error ? failure.message : String(failure);
      log.error({ worker: number, ...describeFailure(failure, log) }, 'worker failed');
    });
    worker.on('exit', (code) => {
      running.delete(number);
      counts?.ends();
      events?.ended(number);
      if (!listening) started?.(reason ?? `Worker ${number} ended with code ${code} before it listened.`);
      if (stopping) {
        if (running.size === 0) allEnded?.();
        return;
      }
      if (!listening && started !== null) return;
      const next = pause(performance.now() - startedAt);
      log.error({ worker: number, code, reason, restart_in_ms: next }, 'worker ended');
      const timer = setTimeout(() => {
        pauses.delete(timer);
        start(number, pause, null);
      }, next);
      pauses.add(timer);
    });
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const pause of pauses) clearTimeout(pause);
    const ended = new Promise<void>((resolve) => {
      allEnded = resolve;
    });
    for (const worker of running.values()) worker.postMessage({ kind: 'stop' } satisfies SupervisorMessage);
    if (running.size > 0) await ended;
  }

  const failures = await Promise.all(
    Array.from(
      { length: count },
      (_, i) => new Promise<string | null>((started) => start(i + 1, restartPauses(), started)),
    ),
  );
  const failure = failures.find((reason) => reason !== null);
  if (failure) {
    await stop();
    throw new StartFailure(failure);
  }
  return {
    tell(worker, message) {
      running.get(worker)?.postMessage(message);
      return running.has(worker);
    },
    stop,
  };
}

function isWorkerMessage(message: unknown): message is WorkerMessage {
  const { kind } = message as { readonly kind: unknown };
  return kind === 'listening' || kind === 'failed';
}
