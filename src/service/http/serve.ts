import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { HeldConnections } from '../admission/limits/held-connections.ts';
import { type AccessLogMode, createLog, type LogLevel, openAccessLog } from '../telemetry/log.ts';
import { countDelay, type WorkerCounts, workerCountsIn } from '../telemetry/worker-counts.ts';
import { createApp, type HttpApp } from './app.ts';
import type { Service } from './service.ts';
import { loadUws } from './uws.ts';

/** How often the delay is sampled, ms. */
const INTERVAL_MS = 50;

/** Samples between two readings of what changes slowly. */
const SLOW_EVERY = 20;

/**
 * Samples how late this thread's timers run, twenty times a second, and once a second how busy its
 * event loop was and how large its heap is. Timers are late when requests have to wait for others.
 * Ends with the thread.
 */
function sampleEventLoop(counts: WorkerCounts): void {
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

/** The settings of a worker. */
export interface WorkerSettings {
  /** Counts from 1; on every line of its log. */
  readonly worker: number;
  readonly host: string;
  readonly port: number;
  /** Sockets that the worker listens with; one by default. */
  readonly sockets?: number;
  readonly accessLog: AccessLogMode;
  readonly slowMs: number;
  readonly logLevel: LogLevel;
  /** `Service.mostTurn`. */
  readonly mostTurn?: number;
  /**
   * Name, in lower case, of the header in which a proxy passes on the client's address; null if
   * none is trusted.
   */
  readonly clientAddressHeader: string | null;
  /** `Service.trustedProxies`. */
  readonly trustedProxies?: readonly string[] | null;
  /** `Service.publicUrl`. */
  readonly publicUrl?: string | null;
  /** The table of `HeldConnections`, and the limit that all workers have together. */
  readonly held?: { readonly table: SharedArrayBuffer; readonly limit: number } | null;
  /** Memory for the worker's counts; null or absent without metrics. */
  readonly counts?: SharedArrayBuffer | null;
}

/**
 * Messages of a worker to its supervisor. `failed` has a sentence for the operator, and the worker
 * ends after it; `final` means that another would fail too.
 */
export type WorkerMessage =
  | { readonly kind: 'listening' }
  | { readonly kind: 'failed'; readonly final: boolean; readonly reason: string };

/**
 * Messages of a supervisor to its workers. After `drain` they still listen, but close every
 * connection after its next answer.
 */
export type SupervisorMessage = { readonly kind: 'drain' } | { readonly kind: 'stop' };

/** A shutdown ends once there have been no requests for this long, ms. */
const QUIET_MS = 1000;

/** A shutdown closes what is left after this time, ms. */
const DEADLINE_MS = 4000;

/**
 * Serves in this worker thread until the supervisor sends `stop`. `open` makes what answers are
 * made from; if it throws, the supervisor gets the message.
 */
export function serve(
  settings: WorkerSettings,
  open: () => Pick<Service, 'current' | 'admit'> &
    Partial<Pick<Service, 'ended' | 'sidecar' | 'isKnownOrigin' | 'keyless'>>,
): void {
  const {
    worker,
    host,
    port,
    logLevel,
    slowMs,
    clientAddressHeader,
    trustedProxies = null,
    publicUrl = null,
  } = settings;
  const { sockets = 1, mostTurn = 0, held = null } = settings;
  const log = createLog(logLevel, { worker });
  let app: HttpApp;
  try {
    const uws = loadUws();
    const accessLog = openAccessLog(settings.accessLog, { worker });
    const counts = settings.counts ? workerCountsIn(settings.counts) : null;
    if (counts !== null) sampleEventLoop(counts);
    const connections = held && new HeldConnections(held.table, held.limit, worker);
    connections?.begin();
    app = createApp(uws, {
      ...open(),
      clientAddressHeader,
      trustedProxies,
      publicUrl,
      log,
      accessLog,
      slowMilliseconds: slowMs,
      counts,
      held: connections,
      mostTurn,
    });
    // However the thread ends, its sockets must be closed first, or uWebSockets.js aborts the
    // process.
    process.on('exit', () => {
      app.close();
      accessLog?.flush();
    });
  } catch (error) {
    tell({ kind: 'failed', final: false, reason: error instanceof Error ? error.message : String(error) });
    return;
  }
  parentPort?.on('message', (message: SupervisorMessage) => {
    if (message.kind === 'stop') stop(app);
    else if (message.kind === 'drain') app.drain();
  });
  let listening = 0;
  for (let i = 0; i < sockets; i++)
    app.listen(host, port, (listened) => {
      if (listened === null) refuse();
      else if (++listening === sockets) tell({ kind: 'listening' });
    });

  function refuse(): never {
    const reason = `Port ${port} on ${host} cannot be listened on; is another program using it?`;
    tell({ kind: 'failed', final: true, reason });
    process.exit(1);
  }
}

/**
 * Stops: no new connections, every answer closes its connection, and idle connections are closed
 * after a quiet period. Then the thread ends.
 */
function stop(app: HttpApp): void {
  const started = performance.now();
  let requests = app.requests();
  let quietSince = started;
  // Connections that wait to be accepted are accepted before the listening sockets close.
  setImmediate(() => {
    app.drain();
    app.leave();
  });
  setInterval(() => {
    const now = performance.now();
    if (app.requests() !== requests) {
      requests = app.requests();
      quietSince = now;
    }
    const drained = app.connections() === 0 && now - started > 50;
    if (drained || now - quietSince > QUIET_MS || now - started > DEADLINE_MS) process.exit(0);
  }, 10);
}

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
