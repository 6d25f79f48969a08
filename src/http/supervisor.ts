import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describeFailure, type Log } from '../telemetry/log.ts';
import type { SupervisorMessage, WorkerMessage, WorkerSettings } from './serve.ts';
import { allowLargeRequestHeads } from './uws.ts';

/** A failure to be told to the operator in its own words, without a stack. */
export class StartFailure extends Error {}

/** Running workers. */
export interface Supervisor {
  /** Lets the workers finish what is in flight; resolves when all have ended. */
  stop(): Promise<void>;
}

/** The pause before a worker is started again: doubles from the first to the last while it keeps dying. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 10_000;

/** A worker that lived this long was well: the next pause is the first again. */
const WELL_AFTER_MS = 60_000;

/**
 * Finds out whether the port can be had, and on which address and port that is (`localhost` and port 0 have to be settled once for
 * all workers). Workers share a port by SO_REUSEPORT, by which they would also share it with a stranger without noticing: hence a
 * trial without it first. `share` passes over a port that is taken: to take over from another service of the same user; of anybody
 * else's the workers will not get it.
 * @throws StartFailure
 */
export function settleAddress(host: string, port: number, share = false): Promise<{ host: string; port: number }> {
  return new Promise((resolve, reject) => {
    const trial = createServer();
    trial.once('error', (error: NodeJS.ErrnoException & { address?: string }) => {
      if (share && error.code === 'EADDRINUSE') resolve({ host: error.address ?? host, port });
      else reject(new StartFailure(addressProblem(error, host, port)));
    });
    trial.listen({ host, port, exclusive: true }, () => {
      const address = trial.address();
      trial.close(() => {
        if (address === null || typeof address === 'string') reject(new StartFailure(`${host} is not an IP address.`));
        else resolve({ host: address.address, port: address.port });
      });
    });
  });
}

function addressProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use; stop the program that holds it, or give another with --port.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be listened on by this user; give one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine; give one with --host, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Port ${port} on ${host} cannot be listened on: ${error.message}.`;
  }
}

/**
 * Starts `count` worker threads of `script`, and resolves when all of them listen. A worker that dies later is logged and started
 * again, after a pause that doubles each time.
 * @throws StartFailure with the worker's sentence, when one cannot start; the others are stopped
 */
export async function startWorkers<S extends WorkerSettings>(
  script: URL,
  count: number,
  settings: Omit<S, 'worker'>,
  log: Log,
): Promise<Supervisor> {
  allowLargeRequestHeads();
  const running = new Set<Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  let stopping = false;
  let allEnded: (() => void) | null = null;

  function start(number: number, pause: number, started: (failure: string | null) => void): void {
    const worker = new Worker(script, { workerData: { ...settings, worker: number } });
    const startedAt = performance.now();
    let listening = false;
    let reason: string | null = null;
    running.add(worker);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'listening') {
        listening = true;
        log.info({ worker: number }, 'worker listening');
        started(null);
      } else reason = message.reason;
    });
    worker.on('error', (failure) => {
      reason ??= failure instanceof Error ? failure.message : String(failure);
      log.error({ worker: number, ...describeFailure(failure, log) }, 'worker failed');
    });
    worker.on('exit', (code) => {
      running.delete(worker);
      if (!listening) started(reason ?? `Worker ${number} ended with code ${code} before it listened.`);
      if (stopping) {
        if (running.size === 0) allEnded?.();
        return;
      }
      if (!listening && pause === 0) return;
      const next = performance.now() - startedAt > WELL_AFTER_MS || pause === 0 ? FIRST_PAUSE_MS : pause;
      log.error({ worker: number, code, reason, restart_in_ms: next }, 'worker ended');
      const timer = setTimeout(() => {
        pauses.delete(timer);
        start(number, Math.min(next * 2, LAST_PAUSE_MS), () => {});
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
    for (const worker of running) worker.postMessage({ kind: 'stop' } satisfies SupervisorMessage);
    if (running.size > 0) await ended;
  }

  const failures = await Promise.all(
    Array.from({ length: count }, (_, i) => new Promise<string | null>((started) => start(i + 1, 0, started))),
  );
  const failure = failures.find((reason) => reason !== null);
  if (failure) {
    await stop();
    throw new StartFailure(failure);
  }
  return { stop };
}
