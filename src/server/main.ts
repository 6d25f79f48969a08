import { fstatSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { clientRateTable } from '../admission/limits/client-rates.ts';
import { holdCounters } from '../admission/serve-counters.ts';
import type { IndexWorkerSettings } from '../http/worker.ts';
import { findDamage } from '../index/damage.ts';
import { exampleAddress } from '../index/example-address.ts';
import { type AddressIndex, mapIndex, openFile } from '../index/open.ts';
import { createLog, describeFailure, type Log } from '../telemetry/log.ts';
import { connectionLimit } from './connection-limit.ts';
import type { ServerMessage, ServerSettings, ServiceMessage } from './messages.ts';
import { fleetCounts } from './metrics/fleet-counts.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { StartFailure } from './start-failure.ts';
import { startWorkers, type Workers } from './workers.ts';

/*
 * The server: the process that maps the index and answers requests, in worker threads. The service that starts it lives on if it dies.
 */

/** The pause after each 256 KiB that are verified beside the work: 5 MB a second, for 0.2 % of a core. */
const VERIFY_PAUSE_MS = 50;

let workers: Workers | null = null;

/** When the last pass over all checksums ended, ms since 1970. */
let verifiedAt: number | null = null;

// A signal to all processes at once (Ctrl-C, or a service manager) reaches the service too, which then says stop.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ServiceMessage) => {
  if (message.kind === 'stop') void end(0);
  else void run(message.settings);
});

async function run(settings: ServerSettings): Promise<void> {
  const log = createLog(settings.logLevel);
  process.on('uncaughtException', (failure) => {
    log.fatal(describeFailure(failure, log), 'uncaught failure');
    void end(1);
  });
  try {
    const descriptor = openFile(settings.index);
    const index = mapIndex(settings.index, descriptor);
    const { release, addresses, fileBytes } = index.manifest;
    log.info({ pid: process.pid, path: index.path, release, addresses, bytes: fileBytes }, 'index opened');
    if (settings.verifyIndex === 'start') await verify(index, descriptor, log);
    if (settings.counters !== null) holdCounters(settings.counters);
    const { workers: count, metrics, maxConnections, ...shared } = settings;
    const mostConnections = connectionLimit(count, maxConnections);
    const fleet = metrics === null ? null : fleetCounts();
    const openedAt = Date.now();
    workers = await startWorkers<IndexWorkerSettings>(
      new URL('../http/worker.js', import.meta.url),
      count,
      { ...shared, descriptor, startedAt: openedAt, mostConnections, clientRates: clientRateTable() },
      log,
      fleet,
    );
    if (metrics !== null && fleet !== null) {
      const builtAt = fstatSync(descriptor).mtimeMs;
      const served = () => ({ release, addresses, fileBytes, builtAt, openedAt, verifiedAt });
      const source = { fleet, workers: count, mostConnections: mostConnections * count, index: served };
      serveMetrics(metrics, { ...source, counters: settings.counters }, log);
    }
    tell({ kind: 'listening', release, addresses, example: exampleAddress(index) });
    if (settings.verifyIndex !== 'off') await watch(index, descriptor, log);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    tell({ kind: 'failed', reason: error.message }, () => end(1));
  }
}

/** Verifies the whole index. Throws a StartFailure where it is damaged. */
async function verify(index: AddressIndex, descriptor: number, log: Log): Promise<void> {
  const began = performance.now();
  const damage = await findDamage(index.manifest, descriptor);
  if (damage !== null) throw new StartFailure(damage);
  verifiedAt = Date.now();
  log.info({ path: index.path, milliseconds: Math.round(performance.now() - began) }, 'index verified');
}

/** Verifies the index beside the work, again and again. Where it is damaged, all ends: better no answer than a wrong one. */
async function watch(index: AddressIndex, descriptor: number, log: Log): Promise<never> {
  for (;;) {
    const damage = await findDamage(index.manifest, descriptor, () => setTimeout(VERIFY_PAUSE_MS));
    if (damage === null) {
      verifiedAt = Date.now();
      continue;
    }
    log.fatal({ path: index.path, reason: damage }, 'index damaged');
    throw new Error(damage);
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
