import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { readManifest } from './address/index/open.ts';
import { reachIndex } from './address/index/reach.ts';
import { type CreditSettings, dataFolderFault } from './billing/credits/settings.ts';
import { type SupervisedSidecar, superviseSidecar, untilPublished } from './billing/credits/supervise.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { developmentKey, type KeyEntry, readKeyFile } from './service/admission/key-file.ts';
import { isPublished } from './service/admission/serve-counters.ts';
import { type ActivationRecord, activationRecordPath, readActivation } from './service/release/activation-record.ts';
import { compareBeside } from './service/release/compare-beside.ts';
import { controlSocket, serveControl } from './service/release/control-socket.ts';
import type { ReleaseInfo } from './service/release/messages.ts';
import { type ReleaseControl, releaseControl } from './service/release/release-control.ts';
import { StartFailure, settleAddress } from './service/server/address.ts';
import { banner, playgroundUrl } from './service/server/banner.ts';
import type { ServerRelease } from './service/server/messages.ts';
import type { MetricsAddress, ServiceSource } from './service/server/metrics/serve-metrics.ts';
import { defaultIndex, expectDefaultIndex } from './service/server/sample-index.ts';
import {
  ACTIVATED_UNUSABLE,
  type ServerProcess,
  type StartPlan,
  startServer,
} from './service/server/server-process.ts';
import { feedWatchdog, serviceManagerOf } from './service/server/service-manager.ts';
import { createLog, describeFailure, tell } from './service/telemetry/log.ts';
import { endNow } from './system/libc.ts';

const configuration = readConfiguration(process.argv.slice(2));
const log = createLog(configuration.logLevel);
const interrupted = new AbortController();
const manager = serviceManagerOf(process.env);
let server: ServerProcess | null = null;
let endWatchdog = (): void => {};
let sidecar: SupervisedSidecar | null = null;
let control: ReleaseControl | null = null;
const hasTerminal = keepsTerminal();

/** How long the first publication may take, ms: a ledger that is down may come back. */
const PUBLISHED_PATIENCE_MS = 30_000;

const DISK_FULL = 'disk full: credits are counted in the counter file as it is, and accounts change once there is room';

/**
 * npm forwards Ctrl-C although the terminal has already sent it to every process: signals this
 * close together, ms, count as one.
 */
const SAME_SIGNAL_MS = 250;
let signalledAt = 0;

/**
 * How long stopping may take in all, ms: longer than the deadlines of the server and the sidecar.
 */
const STOP_DEADLINE_MS = 15_000;

process.on('SIGTERM', stopBySignal);
process.on('SIGINT', stopBySignal);
process.on('SIGHUP', hangUp);
process.on('uncaughtException', (failure) => {
  log.fatal(describeFailure(failure, log), 'uncaught failure');
  stop(1);
});

try {
  if (configuration.checksOnly) {
    await check(configuration);
    process.exit(0);
  }
  server = await start(configuration);
  if (interrupted.signal.aborted) stop(0);
} catch (error) {
  if (!interrupted.signal.aborted && !(error instanceof StartFailure)) throw error;
  if (error instanceof StartFailure && !interrupted.signal.aborted) tell(`${error.message}\n`);
  stop(interrupted.signal.aborted ? 0 : 1);
}

/**
 * Throws a StartFailure where a start could not listen, read or write what it is told to. The index of the sample, and what the sidecar
 * says, are left to the start.
 */
async function check({ host, port, sharesPort, metrics, index, credits, startsSidecar, ...rest }: Configuration) {
  readKeys({ keys: rest.keys, devKey: rest.devKey });
  await settleAddress(host, port, sharesPort);
  if (metrics !== null) await settleMetrics(metrics, sharesPort);
  if (index === null) expectDefaultIndex();
  else if (credits === null || (await readActivation(credits.dataDir, resolve(index))) === null)
    await expectIndex(resolve(index));
  if (credits !== null && startsSidecar) expectDataFolder(credits);
}

async function start(configuration: Configuration): Promise<ServerProcess> {
  const {
    workers,
    maxConnections,
    mostTurn,
    answerCache,
    accessLog,
    slowMs,
    logLevel,
    pages,
    verifyIndex,
    clientAddressHeader,
    trustedProxies,
    publicUrl,
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
  const serve = metrics && (await metricsServer(metrics));
  const configured = resolve(configuration.index ?? (await defaultIndex(interrupted.signal)));
  const activated = credits === null ? null : await activatedBefore(credits.dataDir, configured);
  const path = activated?.serving.path ?? configured;
  if (activated === null) await expectIndex(configured);
  if (credits !== null) await startCredits(credits, configuration);
  const counters = credits?.counters ?? null;
  const dataDir = credits?.dataDir ?? null;
  const { mostFall, limits } = configuration;
  const compare = (before: { readonly file: string; readonly checksum: number }, after: string) =>
    compareBeside(before, after, interrupted.signal);
  const settings = { configured, dataDir, mostFall, limits, compare };
  const releases = releaseControl(
    { serving: () => running().serving(), activate, check: checkRelease, state: () => running().state() },
    settings,
    activated,
    log,
  );
  control = releases;
  const plan: StartPlan = {
    settings: {
      host,
      port,
      workers,
      maxConnections,
      mostTurn,
      answerCache,
      counts: metrics !== null || configuration.hasConsole,
      accessLog,
      slowMs,
      logLevel,
      index: path,
      dataDir,
      preload: configuration.preload,
      keys,
      counters,
      pages,
      clientAddressHeader,
      trustedProxies,
      publicUrl,
    },
    verifyIndex,
    configured,
  };
  const started = await startServer(plan, log, interrupted.signal, {
    watch: (server) => serve?.(server, () => releases.counts()),
    tell: (state) => manager.tell(`STATUS=${state}`),
    givenUp(reason) {
      tell(`The server cannot be started again: ${reason}\n`);
      stop(1);
    },
  });
  server = started;
  if (dataDir !== null) await listenForReleases(controlSocket(dataDir), releases);
  manager.tell('READY=1');
  endWatchdog = feedWatchdog(manager, { host, port }, log);
  const { example } = started;
  const { release } = started.serving();
  if (demoKey !== null) tell(banner({ host, port, key: demoKey, release }, example));
  const key = demoKey ?? configuration.devKey;
  if (key !== null && pages.choice === 'all') tell(`Open ${playgroundUrl(host, port, key)} in a browser.\n\n`);
  return started;
}

function running(): ServerProcess {
  if (server === null) throw new Error('The service is still starting; try again when it listens.');
  return server;
}

function activate(path: string, mostFall: number | null): Promise<ServerRelease> {
  return running().activate(path, mostFall);
}

function checkRelease(path: string, mostFall: number | null): Promise<ReleaseInfo> {
  return running().check(path, mostFall);
}

/**
 * Where metrics will be served. A service that this one takes over from frees the port when it
 * ends.
 */
async function settleMetrics({ host, port, names }: MetricsAddress, share: boolean): Promise<MetricsAddress> {
  return { ...(await settleAddress(host, port, share, '--metrics-')), names: [...names, host] };
}

/** Loaded here: many services have no metrics. */
async function metricsServer(address: MetricsAddress) {
  const { serveMetrics } = await import('./service/server/metrics/serve-metrics.ts');
  return (server: ServiceSource['server'], activations: ServiceSource['activations']) =>
    serveMetrics(address, { server, activations }, log);
}

/** Starts the sidecar, and waits until the workers can know keys and accounts. */
async function startCredits(settings: CreditSettings, configuration: Configuration): Promise<void> {
  const { counters, dataDir } = settings;
  const fullDisk = configuration.startsSidecar ? expectDataFolder(settings) : null;
  if (configuration.startsSidecar) sidecar = superviseSidecar(configuration.sidecarEnvironment, log);
  log.info({ data_dir: dataDir, sidecar: configuration.startsSidecar ? 'started' : 'external' }, 'credits');
  if (fullDisk !== null) {
    log.warn({ data_dir: dataDir, reason: fullDisk }, DISK_FULL);
    return;
  }
  const hasGivenUp = () => sidecar?.hasGivenUp() ?? false;
  let reason = ` in ${PUBLISHED_PATIENCE_MS / 1000} s`;
  try {
    if (await untilPublished(counters, PUBLISHED_PATIENCE_MS, interrupted.signal, hasGivenUp)) return;
    if (interrupted.signal.aborted) return;
  } catch (error) {
    reason = `: ${error instanceof Error ? error.message : error}`;
  }
  if (hasGivenUp()) throw new StartFailure('The sidecar cannot work; it says why above.');
  throw new StartFailure(
    configuration.startsSidecar
      ? `The sidecar has published no keys${reason}; its log above says why.`
      : `No sidecar has published keys in ${counters}${reason}; start one with npm run sidecar, or leave out --sidecar external.`,
  );
}

/** Throws a StartFailure where a sidecar could not work in the data folder; why its disk is full, where what is there can be counted in. */
function expectDataFolder(settings: CreditSettings): string | null {
  const fault = dataFolderFault(settings);
  if (fault !== null && !(fault.isFull && hasPublished(settings.counters))) throw new StartFailure(fault.reason);
  return fault?.reason ?? null;
}

/** Whether a counter file has keys and accounts, of whatever time. */
function hasPublished(counters: string): boolean {
  try {
    return isPublished(counters, 'ever');
  } catch {
    return false;
  }
}

function readKeys({ keys, devKey }: Pick<Configuration, 'keys' | 'devKey'>): KeyEntry[] {
  try {
    return [...(keys === null ? [] : readKeyFile(keys)), ...(devKey === null ? [] : [developmentKey(devKey)])];
  } catch (error) {
    throw new StartFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The release last activated in place of the configured index; null where there is none, or it
 * cannot be opened.
 */
async function activatedBefore(dataDir: string, configured: string): Promise<ActivationRecord | null> {
  const activated = await readActivation(dataDir, configured);
  if (activated === null) return null;
  const told = { configured, activated: activated.serving.path, record: activationRecordPath(dataDir) };
  const reason = await indexFault(activated.serving.path);
  if (reason === null) {
    log.info(told, 'the release that was activated last is served, in place of the one that is configured');
    return activated;
  }
  log.error({ ...told, reason }, ACTIVATED_UNUSABLE);
  return null;
}

/** Throws a StartFailure, before anything is started, where the index is missing or incomplete. */
async function expectIndex(path: string): Promise<void> {
  const fault = await indexFault(path);
  if (fault !== null) throw new StartFailure(`The index cannot be opened: ${fault}`);
}

/** Why a file cannot be served, without reading all of it; null where it can. */
async function indexFault(path: string): Promise<string | null> {
  try {
    await reachIndex(path);
    readManifest(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Listens for release commands. Without the socket the service carries on: it answers requests, and
 * SIGHUP still activates releases.
 */
async function listenForReleases(path: string, { fulfil }: ReleaseControl): Promise<void> {
  try {
    await serveControl(path, fulfil);
  } catch (error) {
    log.error({ reason: error instanceof Error ? error.message : String(error) }, 'no socket for releases');
  }
}

/**
 * Reopens the configured index; but where the signal means that the terminal was closed, ends the
 * service.
 */
function hangUp(signal: NodeJS.Signals): void {
  if (hasTerminal && !keepsTerminal()) stopBySignal(signal);
  else void control?.fulfil({ kind: 'reload' });
}

/** The first signal lets requests in flight finish; a later one ends the process as if it had no handler. */
function stopBySignal(signal: NodeJS.Signals): void {
  if (!interrupted.signal.aborted) {
    signalledAt = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(giveUpStopping, STOP_DEADLINE_MS).unref();
    interrupted.abort();
    if (server !== null) stop(0);
  } else if (performance.now() - signalledAt > SAME_SIGNAL_MS) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
}

/** Ends the process at once: something that it waits for does not answer. */
function giveUpStopping(): void {
  log.fatal({ milliseconds: STOP_DEADLINE_MS }, 'stopping takes too long: the service ends at once');
  endNow(1);
}

function stop(code: number): void {
  setTimeout(giveUpStopping, STOP_DEADLINE_MS).unref();
  manager.tell('STOPPING=1');
  endWatchdog();
  const ended = server === null ? Promise.resolve() : server.stop();
  ended
    .then(() => sidecar?.stop())
    .then(() => {
      log.info('stopped');
      endNow(code);
    });
}

/** Whether the controlling terminal of this process still exists. */
function keepsTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
