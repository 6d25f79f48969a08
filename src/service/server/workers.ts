import { Worker } from 'node:worker_threads';
import type { SupervisorMessage, WorkerMessage, WorkerSettings } from '../http/serve.ts';
import { allowLargeRequestHeads } from '../http/uws.ts';
import { describeFailure, type Log } from '../telemetry/log.ts';
import { StartFailure } from './address.ts';
import type { WorkerNumbers } from './messages.ts';
import type { FleetCounts } from './metrics/fleet-counts.ts';
import { restartPauses } from './next-start.ts';
import type { StandbyWorkers } from './standby-process.ts';

/** Running workers, numbered from 1. */
export interface Workers {
  /** Sends a worker a message; false while it does not run. */
  tell(worker: number, message: unknown): boolean;
  /** Has them close every connection after its next answer, while they go on listening. */
  drain(): void;
  /** Lets the workers finish what is in flight; resolves when all have ended. */
  stop(): Promise<void>;
  numbers(): WorkerNumbers;
}

/** What is reported of workers while they run. */
export interface WorkerEvents<M> {
  /** A message of a worker other than a `WorkerMessage`. */
  said(worker: number, message: M): void;
  /** A worker has ended, and its memory is freed. Another with the same number may be started. */
  ended(worker: number): void;
}

/**
 * Called once after the first start of a worker: with null, or why it failed, as a StartFailure if
 * the worker reported that.
 */
type Started = (failure: Error | null) => void;

/**
 * Starts `count` worker threads of `script`, those that stand by first, and resolves when all of
 * them listen. One that dies later is logged and started again, after a pause that doubles each
 * time. `settings` is called at each start; `fleet`, if given, reads what they count.
 * @throws StartFailure with the worker's sentence if one cannot start, or an Error if it gave none;
 * the others are stopped
 */
export async function startWorkers<S extends WorkerSettings, M = never>(
  script: URL,
  count: number,
  settings: (worker: number) => Omit<S, 'worker' | 'counts'>,
  log: Log,
  fleet: FleetCounts | null = null,
  events: WorkerEvents<M> | null = null,
  standby: StandbyWorkers | null = null,
): Promise<Workers> {
  allowLargeRequestHeads();
  const running = new Map<number, Worker>();
  const listeners = new Set<number>();
  const pauses = new Set<NodeJS.Timeout>();
  let deaths = 0;
  let stopping = false;
  let allEnded: (() => void) | null = null;

  function start(number: number, pause: ReturnType<typeof restartPauses>, started: Started | null): void {
    const counts = fleet?.begin() ?? null;
    const workerData = { ...settings(number), worker: number, counts: counts?.memory ?? null };
    const waiting = standby?.take() ?? null;
    waiting?.postMessage(workerData);
    const worker = waiting ?? new Worker(script, { workerData });
    const startedAt = performance.now();
    let listening = false;
    let reason: string | null = null;
    let refusal: string | null = null;
    running.set(number, worker);
    worker.on('message', (message: WorkerMessage | M) => {
      if (!isWorkerMessage(message)) events?.said(number, message);
      else if (message.kind === 'listening') {
        listening = true;
        listeners.add(number);
        log.info({ worker: number }, 'worker listening');
        started?.(null);
      } else {
        reason = message.reason;
        if (message.final) refusal = reason;
      }
    });
    worker.on('error', (failure) => {
      reason ??= failure instanceof Error ? failure.message : String(failure);
      log.error({ worker: number, ...describeFailure(failure, log) }, 'worker failed');
    });
    worker.on('exit', (code) => {
      running.delete(number);
      listeners.delete(number);
      deaths++;
      counts?.ends();
      events?.ended(number);
      if (!listening)
        started?.(startFailure(refusal, reason ?? `Worker ${number} ended with code ${code} before it listened.`));
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
      (_, i) => new Promise<Error | null>((started) => start(i + 1, restartPauses(), started)),
    ),
  );
  const failure = failures.find((reason) => reason !== null);
  if (failure) {
    await stop();
    throw failure;
  }
  return {
    tell(worker, message) {
      running.get(worker)?.postMessage(message);
      return running.has(worker);
    },
    drain() {
      for (const worker of running.values()) worker.postMessage({ kind: 'drain' } satisfies SupervisorMessage);
    },
    stop,
    numbers: () => ({ wanted: count, listening: listeners.size, ended: deaths }),
  };
}

/**
 * A worker that ran out of memory, for example, may start another time; one that reports that it
 * cannot start will not.
 */
function startFailure(refusal: string | null, reason: string): Error {
  return refusal === null ? new Error(reason) : new StartFailure(refusal);
}

function isWorkerMessage(message: unknown): message is WorkerMessage {
  const { kind } = message as { readonly kind: unknown };
  return kind === 'listening' || kind === 'failed';
}
