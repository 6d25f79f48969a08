import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { lockFile } from '../../service/admission/counters/shared-memory.ts';
import { createLog, LOG_LEVELS, type Log, type LogLevel, tell } from '../../service/telemetry/log.ts';
import { fileFlag, readConfigurationFile } from '../../system/configuration-file.ts';
import { flag } from '../../system/flags.ts';
import { VERSION } from '../../system/version.ts';
import { type Accounts, openAccounts } from '../accounts/accounts.ts';
import { openPayments } from '../accounts/charges/open-payments.ts';
import {
  addConsoleFlags,
  type ConsoleConfiguration,
  readConsoleConfiguration,
} from '../accounts/console/configuration.ts';
import type { LookAtService } from '../accounts/console/resources/service.ts';
import type { RunningConsole } from '../accounts/console/server.ts';
import { addEventFlags, type EventSettings, readEventSettings } from '../accounts/events/settings.ts';
import { readCatalogue } from '../accounts/plans/catalogue.ts';
import { createUpkeep } from '../accounts/upkeep.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { paymentRounds } from './payment-rounds.ts';
import { eventSending } from './send-events.ts';
import { addCreditFlags, type CreditSettings, requireCreditSettings } from './settings.ts';
import { createSidecar } from './sidecar/sidecar.ts';
import type { SidecarEvent } from './sidecar/sidecar-events.ts';
import { createTroubles } from './troubles.ts';
import { watchService } from './watch-service.ts';

/** Milliseconds between two attempts to take a lock that another sidecar holds. */
const LOCK_PAUSE = 100;

/** Milliseconds until a console that could not be opened is tried again. */
const CONSOLE_PAUSE = 1000;

/** How long a sidecar may take to stop, and how long another one waits for it, ms. */
const STOP_TIMEOUT = 15_000;

const EVENTS = {
  'ledger-open': 'ledger open',
  'ledger-migrated': 'ledger brought up to date',
  'ledger-back': 'ledger back',
  'clock-agrees': 'clock agrees with the ledger again',
  'counters-created': 'counter file created',
  'set-aside': 'account no longer set aside',
} as const;

const command = addEventFlags(
  addConsoleFlags(
    addCreditFlags(
      new Command('letterbox-sidecar')
        .version(VERSION)
        .description('Writes the counts of the workers to the ledger, and publishes keys, plans and periods to them.')
        .allowExcessArguments(false)
        .addOption(fileFlag())
        .addOption(flag('--log-level <level>', 'what to log').choices(LOG_LEVELS).default('info')),
    ),
  ),
);
readConfigurationFile(command, process.argv);
command.parse();
const settings = requireCreditSettings(command);
const log = createLog(command.opts<{ logLevel: LogLevel }>().logLevel, { process: 'sidecar' });

try {
  await run(settings, readConsoleConfiguration(command.opts()), readEventSettings(command.opts()));
  process.exit(0);
} catch (error) {
  tell(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

async function run(
  settings: CreditSettings,
  consoleConfiguration: ConsoleConfiguration,
  eventSettings: EventSettings,
): Promise<void> {
  // An unusable catalogue prevents the start.
  const catalogue = readCatalogue(consoleConfiguration.plans);
  const stopping = stopSignal();
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const lock = await holdLock(settings.dataDir, stopping);
  if (lock === null) return;
  let accounts: Accounts | null = null;
  let upkeep: ReturnType<typeof createUpkeep> | null = null;
  let upkeepOf: Ledger | null = null;
  const troubles = createTroubles();
  const events = eventSending(eventSettings, log);
  const payments = await openPayments(consoleConfiguration.payments, catalogue, () => sidecar.now());
  const rounds = paymentRounds(log);

  const sidecar = createSidecar({
    ...settings,
    report(event) {
      report(log, event);
      troubles.note(event);
    },
    async keepUp(ledger, waits) {
      if (upkeepOf !== ledger) {
        accounts = openAccounts(ledger, { plans: consoleConfiguration.plans, now: sidecar.now, payments });
        upkeep = createUpkeep(accounts);
        upkeepOf = ledger;
      }
      return upkeep!.round(waits);
    },
  });
  const watch = watchService({ settings, sidecar, troubles, ledger: () => upkeepOf });
  const consoleDoor = createConsoleDoor(consoleConfiguration, eventSettings, settings.dataDir, watch.look);
  log.info({ pid: process.pid, data_dir: settings.dataDir }, 'sidecar started');
  while (!stopping.aborted) {
    const started = performance.now();
    await sidecar.tick();
    if (accounts !== null) await consoleDoor.open(accounts);
    if (accounts !== null) await events.begin(accounts);
    if (accounts !== null) rounds.begin(accounts);
    if (consoleConfiguration.port !== null) void watch.note();
    const rest = Math.max(1, sidecar.pace() - (performance.now() - started));
    await setTimeout(rest, undefined, { signal: stopping }).catch(() => {});
  }
  setTimeout(STOP_TIMEOUT, undefined, { ref: false }).then(() => process.exit(1));
  await consoleDoor.close();
  await events.stop();
  await rounds.stop();
  await sidecar.stop();
  closeSync(lock);
  log.info('sidecar stopped');
}

/**
 * Opens the console, and tries again later if that fails: another program may have its port. Never
 * throws, since credits are counted all the same.
 */
function createConsoleDoor(
  configuration: ConsoleConfiguration,
  { smtp }: EventSettings,
  dataDir: string,
  service: LookAtService,
) {
  const { host, port, url, clientHeader, payments } = configuration;
  let running: RunningConsole | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reported: string | null = null;
  return {
    async open(accounts: Accounts): Promise<void> {
      if (port === null || running !== null || performance.now() - triedAt < CONSOLE_PAUSE) return;
      triedAt = performance.now();
      try {
        // Loaded here, since most sidecars have no console.
        const { startConsole } = await import('../accounts/console/server.ts');
        const { sessionKeys } = await import('../accounts/console/session/provider.ts');
        const session = await sessionKeys(configuration.provider, dataDir);
        const { noteConsoleUrl } = await import('../accounts/console/login/console-url.ts');
        const { openLogin } = await import('../accounts/console/login/login-doors.ts');
        const { readConsolePages } = await import('../accounts/console/login/static-files.ts');
        const { openLoginMail } = await import('../accounts/console/login/mailed-links.ts');
        const mail = await openLoginMail(configuration, smtp, log);
        const people = { pages: readConsolePages(), login: openLogin(configuration, session, accounts, mail) };
        const { stripeReports } = await import('../accounts/invoices/stripe.ts');
        const { webhookSecret, linkSecret } = payments;
        const reports = webhookSecret === null ? null : stripeReports(webhookSecret);
        const doors = { clientHeader, reports, linkSecret, people, mail, service };
        running = await startConsole({ accounts, ...session, host, port, url, log, ...doors });
        noteConsoleUrl(dataDir, host, running.port);
        log.info({ host, port: running.port }, 'console listening');
      } catch (error) {
        const reason = consoleFailure(error, host, port);
        if (reason !== reported) log.error({ host, port, reason }, 'console not open: it is tried again');
        reported = reason;
      }
    },
    async close(): Promise<void> {
      await running?.close();
    },
  };
}

function consoleFailure(error: unknown, host: string, port: number): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use; choose another with --console-port, or stop the program that has it.`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Aborts when the sidecar is asked to stop. One that a service started ignores signals until the
 * service disconnects or is gone: a signal to all processes at once (Ctrl-C, or a service manager)
 * arrives while requests are still being answered and counted.
 */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!process.connected) controller.abort();
    });
  }
  process.on('disconnect', () => controller.abort());
  // The service that started it may have ended before this listener was added.
  if (process.send !== undefined && !process.connected) controller.abort();
  return controller.signal;
}

/**
 * Ensures that only one sidecar works on a data folder. Waits for another one that is stopping. The
 * kernel releases the lock when the process ends, however it ends.
 */
async function holdLock(dataDir: string, stopping: AbortSignal): Promise<number | null> {
  const path = join(dataDir, 'sidecar.lock');
  const descriptor = openSync(path, 'a+', 0o600);
  for (let waited = 0; !stopping.aborted; waited += LOCK_PAUSE) {
    if (lockFile(descriptor, 'exclusive')) return descriptor;
    if (waited === 0) log.info({ path }, 'another sidecar works on this data folder; waiting for it to stop');
    if (waited >= STOP_TIMEOUT)
      throw new Error(`Another sidecar works on ${dataDir}: it holds ${path}. One is enough.`);
    await setTimeout(LOCK_PAUSE);
  }
  return null;
}

function report(log: Log, event: SidecarEvent): void {
  const { kind, ...fields } = event;
  if (kind === 'ledger-away') log.error(fields, 'ledger away: usage waits in the counter file');
  else if (kind === 'clock-off') log.error(fields, 'clock differs from the ledger: periods do not roll over');
  else if (kind === 'machine-lost') log.warn(fields, 'counter file lost: usage that was not drained is lost');
  else if (kind === 'counter-damaged') log.error(fields, 'counter damaged: usage that was not drained is lost');
  else if (event.kind === 'set-aside' && event.reason !== null)
    log.error(fields, 'account set aside: it is tried again');
  else if (kind === 'published') log.debug(fields, 'published');
  else log.info(fields, EVENTS[kind]);
}
