import { randomBytes } from 'node:crypto';
import { developmentKey, type KeyEntry, readKeyFile } from './admission/key-file.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { type CreditSettings, dataFolderFault } from './credits/settings.ts';
import { type SupervisedSidecar, superviseSidecar, untilPublished } from './credits/supervise.ts';
import { readManifest } from './index/open.ts';
import { settleAddress } from './server/address.ts';
import { banner, playgroundUrl } from './server/banner.ts';
import type { MetricsAddress } from './server/metrics/serve-metrics.ts';
import { defaultIndex } from './server/sample-index.ts';
import { type ServerProcess, startServer } from './server/server-process.ts';
import { serviceManagerOf } from './server/service-manager.ts';
import { StartFailure } from './server/start-failure.ts';
import { feedWatchdog } from './server/watchdog.ts';
import { createLog, describeFailure } from './telemetry/log.ts';

const configuration = readConfiguration(process.argv.slice(2));
const log = createLog(configuration.logLevel);
const interrupted = new AbortController();
const manager = serviceManagerOf(process.env);
let server: ServerProcess | null = null;
let endWatchdog = (): void => {};
let sidecar: SupervisedSidecar | null = null;

/** How long the first publication may take: a ledger that is away may come. */
const PUBLISHED_PATIENCE_MS = 30_000;

/** npm passes Ctrl-C on, though the terminal has sent it to all already: signals this close together are one. */
const SAME_SIGNAL_MS = 250;
let signalledAt = 0;

process.on('SIGTERM', stopBySignal);
process.on('SIGINT', stopBySignal);
process.on('uncaughtException', (failure) => {
  log.fatal(describeFailure(failure, log), 'uncaught failure');
  stop(1);
});

try {
  server = await start(configuration);
  if (interrupted.signal.aborted) stop(0);
} catch (error) {
  if (interrupted.signal.aborted) process.exit(0);
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  await (sidecar as SupervisedSidecar | null)?.stop();
}

async function start(configuration: Configuration): Promise<ServerProcess> {
  const {
    workers,
    maxConnections,
    accessLog,
    slowMs,
    logLevel,
    pages,
    verifyIndex,
    clientAddressHeader,
    unauthorizedRate,
  } = configuration;
  const keys = readKeys(configuration);
  const { credits } = configuration;
  const demoKey =
    keys.length === 0 && configuration.keys === null && credits === null
      ? `demo_${randomBytes(12).toString('hex')}`
      : null;
  if (demoKey !== null) keys.push(developmentKey(demoKey));
  const { host, port } = await settleAddress(configuration.host, configuration.port, configuration.sharesPort);
  const metrics = configuration.metrics && (await settleMetrics(configuration.metrics, configuration.sharesPort));
  const path = configuration.index ?? (await defaultIndex(interrupted.signal));
  expectIndex(path);
  if (credits !== null) await startCredits(credits, configuration);
  const counters = credits?.counters ?? null;
  const server = await startServer(
    {
      host,
      port,
      workers,
      maxConnections,
      metrics,
      accessLog,
      slowMs,
      logLevel,
      index: path,
      verifyIndex,
      keys,
      counters,
      pages,
      clientAddressHeader,
      unauthorizedRate,
    },
    log,
    interrupted.signal,
    (reason) => {
      process.stderr.write(`The server cannot be started again: ${reason}\n`);
      stop(1);
    },
  );
  manager.tell('READY=1');
  endWatchdog = feedWatchdog(manager, { host, port }, log);
  const { release, example } = server;
  if (demoKey !== null) process.stderr.write(banner({ host, port, key: demoKey, release }, example));
  const key = demoKey ?? configuration.devKey;
  if (key !== null && pages.choice === 'all')
    process.stderr.write(`Open ${playgroundUrl(host, port, key)} in a browser.\n\n`);
  return server;
}

/** Where metrics will be served: a service that is taken over from lets its port go when it ends. */
function settleMetrics({ host, port }: MetricsAddress, share: boolean): Promise<MetricsAddress> {
  return settleAddress(host, port, share, '--metrics-');
}

/** Starts the sidecar, and waits until the workers can know keys and accounts. */
async function startCredits(settings: CreditSettings, configuration: Configuration): Promise<void> {
  const { counters, dataDir } = settings;
  const fault = configuration.startsSidecar ? dataFolderFault(settings) : null;
  if (fault !== null) throw new StartFailure(fault);
  if (configuration.startsSidecar) sidecar = superviseSidecar(configuration.sidecarEnvironment, log);
  log.info({ data_dir: dataDir, sidecar: configuration.startsSidecar ? 'started' : 'external' }, 'credits');
  if (!(await untilPublished(counters, PUBLISHED_PATIENCE_MS, interrupted.signal))) {
    if (interrupted.signal.aborted) return;
    throw new StartFailure(
      configuration.startsSidecar
        ? `The sidecar has published no keys in ${PUBLISHED_PATIENCE_MS / 1000} s; its log above says why.`
        : `No sidecar has published keys in ${counters} in ${PUBLISHED_PATIENCE_MS / 1000} s; start one with npm run sidecar, or leave out --sidecar external.`,
    );
  }
}

function readKeys({ keys, devKey }: Configuration): KeyEntry[] {
  try {
    return [...(keys === null ? [] : readKeyFile(keys)), ...(devKey === null ? [] : [developmentKey(devKey)])];
  } catch (error) {
    throw new StartFailure(error instanceof Error ? error.message : String(error));
  }
}

/** Throws a StartFailure where there is no index, or one that is not whole: before anything is started. */
function expectIndex(path: string): void {
  try {
    readManifest(path);
  } catch (error) {
    throw new StartFailure(`The index cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
}

/** The first signal lets requests in flight finish; a later one ends the process as if it had no handler. */
function stopBySignal(signal: NodeJS.Signals): void {
  if (!interrupted.signal.aborted) {
    signalledAt = performance.now();
    log.info({ signal }, 'stopping');
    interrupted.abort();
    if (server !== null) stop(0);
  } else if (performance.now() - signalledAt > SAME_SIGNAL_MS) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
}

function stop(code: number): void {
  manager.tell('STOPPING=1');
  endWatchdog();
  const ended = server === null ? Promise.resolve() : server.stop();
  ended
    .then(() => sidecar?.stop())
    .then(() => {
      log.info('stopped');
      process.exit(code);
    });
}
