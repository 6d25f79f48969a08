import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { clientRateTable } from '../admission/limits/client-rates.ts';
import { holdCounters } from '../admission/serve-counters.ts';
import type { ReleaseReport } from '../http/release-switch.ts';
import type { IndexWorkerSettings } from '../http/worker.ts';
import { findDamage } from '../index/damage.ts';
import { exampleAddress } from '../index/example-address.ts';
import { createLog, describeFailure, type Log } from '../telemetry/log.ts';
import { connectionLimit } from './connection-limit.ts';
import type { ServerMessage, ServerRelease, ServerSettings, ServiceMessage } from './messages.ts';
import { fleetCounts } from './metrics/fleet-counts.ts';
import type { ServedIndex } from './metrics/index-metrics.ts';
import { type OpenRelease, openReleases, preload, type Releases } from './releases.ts';
import { StartFailure } from './start-failure.ts';
import { startWorkers, type Workers } from './workers.ts';

/*
 * The server: the process that maps the index and answers requests, in worker threads. The service that starts it lives on if it dies.
 */

/** The pause after each 256 KiB that are verified beside the work: 5 MB a second, for 0.2 % of a core. */
const VERIFY_PAUSE_MS = 50;

// Short garbage collections (0.4 ms) gain nothing by helpers, and where every core is busy a worker would wait milliseconds for them.
setFlagsFromString('--no-parallel-scavenge');

let workers: Workers | null = null;
let releases: Releases | null = null;

// A signal to all processes at once (Ctrl-C, or a service manager) reaches the service too, which then says what to do.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ServiceMessage) => {
  if (message.kind === 'stop') void end(0);
  else if (message.kind === 'activate') void activate(message);
  else void run(message.settings);
});

async function run(settings: ServerSettings): Promise<void> {
  const log = createLog(settings.logLevel);
  process.on('uncaughtException', (failure) => {
    log.fatal(describeFailure(failure, log), 'uncaught failure');
    void end(1);
  });
  try {
    const { workers: count, index, verifyIndex, preload: preloads, dataDir } = settings;
    const tellWorker = (worker: number, order: object) => workers?.tell(worker, order) ?? false;
    const opened = openReleases(index, count, preloads, dataDir, tellWorker, log);
    releases = opened;
    const first = opened.current();
    await opened.during(first, async () => {
      if (verifyIndex === 'start') await verify(first, log);
      if (preloads) await preload(first);
    });
    if (settings.counters !== null) holdCounters(settings.counters);
    const { metrics, maxConnections, ...shared } = settings;
    const mostConnections = connectionLimit(count, maxConnections);
    const clientRates = clientRateTable();
    const fleet = metrics === null ? null : fleetCounts();
    workers = await startWorkers<IndexWorkerSettings, ReleaseReport>(
      new URL('../http/worker.js', import.meta.url),
      count,
      (worker) => ({ ...shared, release: opened.startOn(worker), mostConnections, clientRates }),
      log,
      fleet,
      { said: opened.report, ended: opened.ended },
    );
    if (metrics !== null && fleet !== null) {
      // Loaded here: many servers have no metrics.
      const { serveMetrics } = await import('./metrics/serve-metrics.ts');
      const source = { fleet, workers: count, mostConnections: mostConnections * count };
      const served = () => servedIndex(opened.current());
      serveMetrics(metrics, { ...source, index: served, counters: settings.counters }, log);
    }
    tell({ kind: 'listening', serving: describe(opened.current()), example: opened.ask(exampleAddress) });
    if (verifyIndex !== 'off') await watch(opened, log);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    tell({ kind: 'failed', reason: error.message }, () => end(1));
  }
}

async function activate({ request, path, mostFall }: ServiceMessage & { readonly kind: 'activate' }): Promise<void> {
  try {
    if (releases === null) throw new Error('The server has not started yet.');
    tell({ kind: 'activated', request, serving: describe(await releases.activate(path, mostFall)) });
  } catch (error) {
    tell({ kind: 'refused', request, reason: error instanceof Error ? error.message : String(error) });
  }
}

function describe({ index, file, since }: OpenRelease): ServerRelease {
  const { release, addresses, path, checksum } = index.manifest;
  return { release, addresses, path, file, checksum, since };
}

function servedIndex({ index, builtAt, since, verifiedAt }: OpenRelease): ServedIndex {
  const { release, addresses, fileBytes } = index.manifest;
  return { release, addresses, fileBytes, builtAt, openedAt: since, verifiedAt };
}

/** Verifies the whole index. Throws a StartFailure where it is damaged. */
async function verify(release: OpenRelease, log: Log): Promise<void> {
  const { manifest } = release.index;
  const began = performance.now();
  const damage = await findDamage(manifest, release.descriptor);
  if (damage !== null) throw new StartFailure(damage);
  release.verifiedAt = Date.now();
  log.info({ path: manifest.path, milliseconds: Math.round(performance.now() - began) }, 'index verified');
}

/** Verifies the index that is served beside the work, again and again. Where it is damaged, all ends: better no answer than a wrong one. */
async function watch(releases: Releases, log: Log): Promise<never> {
  const moved = Symbol('moved');
  for (;;) {
    const release = releases.current();
    const { manifest } = release.index;
    const pause = async () => {
      await setTimeout(VERIFY_PAUSE_MS);
      if (releases.current() !== release) throw moved;
    };
    try {
      const damage = await releases.during(release, () => findDamage(manifest, release.descriptor, pause));
      if (damage === null) {
        release.verifiedAt = Date.now();
        continue;
      }
      log.fatal({ path: manifest.path, reason: damage }, 'index damaged');
      throw new Error(damage);
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
