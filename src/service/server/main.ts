import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Registry } from 'prom-client';
import { findDamage } from '../../address/index/damage.ts';
import { exampleAddress } from '../../address/index/example-address.ts';
import { UnusableIndex } from '../../address/index/open.ts';
import { reachIndex } from '../../address/index/reach.ts';
import { clientRateTable } from '../admission/limits/client-rates.ts';
import { HeldConnections, heldConnectionsTable } from '../admission/limits/held-connections.ts';
import { holdCounters } from '../admission/serve-counters.ts';
import { proxiesOf } from '../http/client-address.ts';
import type { ReleaseReport } from '../http/release-switch.ts';
import type { IndexWorkerSettings } from '../http/worker.ts';
import { createLog, describeFailure, type Log } from '../telemetry/log.ts';
import { trafficOf } from '../telemetry/traffic.ts';
import { StartFailure } from './address.ts';
import { connectionLimit } from './connection-limit.ts';
import { handPortOver, watchTakeover } from './handover.ts';
import type {
  FailureKind,
  ServerMessage,
  ServerQuestion,
  ServerRelease,
  ServerSettings,
  ServiceMessage,
} from './messages.ts';
import { type FleetCounts, fleetCounts } from './metrics/fleet-counts.ts';
import type { ServedIndex } from './metrics/index-metrics.ts';
import { socketsForEach } from './port-listeners.ts';
import { recountConnections } from './recount-connections.ts';
import { type OpenRelease, preload } from './releases/held-releases.ts';
import { openReleases, type Releases } from './releases/releases.ts';
import { type StandbyWorkers, standbyWorkers } from './standby-process.ts';
import { startWorkers, type Workers } from './workers.ts';

/*
 * The server: the process that maps the index and answers requests, in worker threads. The service
 * that starts it survives its death.
 */

const WORKER = new URL('../http/worker.js', import.meta.url);

/**
 * The pause after each 256 KiB that are verified in the background: 5 MB a second, for 0.2 % of a
 * core.
 */
const VERIFY_PAUSE_MS = 50;

/** The pause for a file that is served before it is verified: up to 200 MB a second. */
const QUICK_PAUSE_MS = 1;

// Short garbage collections (0.4 ms) gain nothing from helper threads, and on busy cores a worker
// would wait milliseconds for them.
setFlagsFromString('--no-parallel-scavenge');

let workers: Workers | null = null;
let releases: Releases | null = null;
let registry: (() => Promise<Pick<Registry, 'metrics'>>) | null = null;
let fleet: FleetCounts | null = null;
let standby: StandbyWorkers | null = null;

/** A section of the index that differs from its checksum while it is served. */
class ServedDamage extends Error {}
/** Hands the port over before a stop; does nothing until this server listens. */
let handOver = async (): Promise<void> => {};

// A signal to all processes at once (Ctrl-C, or a service manager) reaches the service too, which
// then sends the orders.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ServiceMessage) => {
  if (message.kind === 'stop') void handOver().then(() => end(0));
  else if (message.kind === 'stand by') standby = standbyWorkers(WORKER, message.workers);
  else if (message.kind === 'ask') void reply(message.request, message.question);
  else void run(message.settings);
});

async function run(settings: ServerSettings): Promise<void> {
  const log = createLog(settings.logLevel);
  process.on('uncaughtException', (failure) => {
    log.fatal(describeFailure(failure, log), 'uncaught failure');
    fail(failure);
  });
  try {
    const { workers: count, index, verifyIndex, lastFile, preload: preloads, dataDir } = settings;
    const tellWorker = (worker: number, order: object) => workers?.tell(worker, order) ?? false;
    await reachIndex(index);
    const opened = openReleases(index, count, preloads, dataDir, tellWorker, log);
    releases = opened;
    const first = opened.current();
    await opened.during(first, async () => {
      if (verifyIndex === 'start' || (lastFile !== null && first.stamp !== lastFile)) await verify(first, log);
      if (preloads) await preload(first.index);
    });
    if (settings.counters !== null) holdCounters(settings.counters);
    const { counts, maxConnections, ...shared } = settings;
    const mostConnections = connectionLimit(count, maxConnections);
    const clientRates = clientRateTable();
    const held = { table: heldConnectionsTable(count), limit: mostConnections };
    const isProxy = proxiesOf(settings.trustedProxies ?? null, settings.clientAddressHeader);
    recountConnections(new HeldConnections(held.table, held.limit, 1), isProxy);
    const sockets = socketsForEach(count, settings.port);
    fleet = counts ? fleetCounts() : null;
    const counted = fleet;
    workers = await startWorkers<IndexWorkerSettings, ReleaseReport>(
      WORKER,
      count,
      (worker) => ({ ...shared, release: opened.startOn(worker), sockets, clientRates, held }),
      log,
      fleet,
      { said: opened.report, ended: opened.ended },
      standby,
    );
    const running = workers;
    handOver = () => handPortOver(settings.port, running.drain, log);
    watchTakeover(settings.port, log);
    if (counted !== null) {
      const source = { fleet: counted, workers: running.numbers, mostConnections };
      const served = () => servedIndex(opened.current());
      registry = once(async () => {
        // Loaded here, since many servers have no metrics.
        const { metricsRegistry } = await import('./metrics/serve-metrics.ts');
        return metricsRegistry({ ...source, index: served, counters: settings.counters });
      });
    }
    tell({ kind: 'listening', serving: describe(opened.current()), example: opened.ask(exampleAddress) });
    if (verifyIndex === 'behind' && first.verifiedAt === null) await watch(opened, log, QUICK_PAUSE_MS, first);
    if (verifyIndex !== 'off') await watch(opened, log, VERIFY_PAUSE_MS);
  } catch (error) {
    fail(error);
  }
}

/** A value that is made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function reply(request: number, question: ServerQuestion): Promise<void> {
  try {
    tell({ kind: 'answer', request, value: await answer(question) });
  } catch (error) {
    tell({ kind: 'refused', request, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function answer(question: ServerQuestion): Promise<unknown> {
  if (question.kind === 'metrics' && registry !== null) return (await registry()).metrics();
  if (question.kind === 'traffic') return fleet && trafficOf(fleet.total(), process.pid);
  if (question.kind === 'workers' && workers !== null) return workers.numbers();
  if (question.kind === 'metrics' || question.kind === 'workers' || releases === null)
    throw new Error('The server has not started yet.');
  if (question.kind === 'check') {
    const { release, addresses, path } = await releases.check(question.path, question.mostFall);
    return { release, addresses, path };
  }
  return describe(await releases.activate(question.path, question.mostFall));
}

/** Reports why this process ends, and ends it. */
function fail(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  tell({ kind: 'failed', why: kindOf(error), reason }, () => end(1));
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof ServedDamage) return 'damaged';
  if (error instanceof UnusableIndex) return 'no index';
  return error instanceof StartFailure ? 'refused' : 'failed';
}

function describe({ index, file, stamp, since }: OpenRelease): ServerRelease {
  const { release, addresses, path, checksum } = index.manifest;
  return { release, addresses, path, file, stamp, checksum, since };
}

function servedIndex({ index, builtAt, since, verifiedAt }: OpenRelease): ServedIndex {
  const { release, addresses, fileBytes } = index.manifest;
  return { release, addresses, fileBytes, builtAt, openedAt: since, verifiedAt };
}

/** Verifies the whole index. Throws an UnusableIndex if it is damaged. */
async function verify(release: OpenRelease, log: Log): Promise<void> {
  const { manifest } = release.index;
  const began = performance.now();
  const damage = await findDamage(manifest, release.descriptor);
  if (damage !== null) throw new UnusableIndex(damage);
  release.verifiedAt = Date.now();
  log.info({ path: manifest.path, milliseconds: Math.round(performance.now() - began) }, 'index verified');
}

/**
 * Verifies the served index in the background, with a pause after each 256 KiB: again and again, or
 * only `once`, as long as that is served. Throws if it is damaged, which ends the process: better
 * no answer than a wrong one.
 */
async function watch(releases: Releases, log: Log, pauseMs: number, once: OpenRelease | null = null): Promise<void> {
  const moved = Symbol('moved');
  for (;;) {
    const release = releases.current();
    if (once !== null && once !== release) return;
    const { manifest } = release.index;
    const pause = async () => {
      await setTimeout(pauseMs);
      if (releases.current() !== release) throw moved;
    };
    try {
      const damage = await releases.during(release, () => findDamage(manifest, release.descriptor, pause));
      if (damage !== null) {
        log.fatal({ path: manifest.path, reason: damage }, 'index damaged');
        throw new ServedDamage(damage);
      }
      release.verifiedAt = Date.now();
      if (once === null) continue;
      log.info({ path: manifest.path }, 'index verified');
      return;
    } catch (thrown) {
      if (thrown !== moved) throw thrown;
    }
  }
}

/** Lets the workers finish what is in flight, and ends the process. */
async function end(code: number): Promise<void> {
  await workers?.stop();
  process.exit(code);
}

function tell(message: ServerMessage, told?: () => void): void {
  process.send?.(message, undefined, undefined, told);
}
