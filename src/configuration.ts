import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addConsoleFlags, readConsoleConfiguration } from './billing/accounts/console/configuration.ts';
import { addEventFlags, readEventSettings } from './billing/accounts/events/settings.ts';
import {
  addCreditFlags,
  type CreditSettings,
  expectDatabaseUrl,
  readCreditSettings,
} from './billing/credits/settings.ts';
import { isNetwork } from './service/http/client-address.ts';
import { isTilesUrl, PAGE_CHOICES, type PageChoice, type PageSettings } from './service/http/pages/settings.ts';
import {
  type ChangeLimitOptions,
  type ChangeLimits,
  changeLimitFlags,
  changeLimitsOf,
} from './service/release/change-limits.ts';
import { MOST_FALL } from './service/release/state-counts.ts';
import type { VerifyMode } from './service/server/messages.ts';
import { type AccessLogMode, LOG_LEVELS, type LogLevel } from './service/telemetry/log.ts';
import { fileFlag, readConfigurationFile } from './system/configuration-file.ts';
import { flag, headerName, wholeNumber } from './system/flags.ts';
import { VERSION } from './system/version.ts';

/** What `npm start` was told, checked. Null means not given. */
export interface Configuration {
  /** Whether flags, files and ports are only checked, and nothing is started. */
  readonly checksOnly: boolean;
  readonly index: string | null;
  /** When the checksums of the index are verified. */
  readonly verifyIndex: VerifyMode;
  /** Whether the index is read into memory, and queries are answered, before the first caller asks. */
  readonly preload: boolean;
  /** The percentage by which the counts of a state may fall in a release that is activated without force. */
  readonly mostFall: number;
  /** What of a state's addresses may differ in such a release. */
  readonly limits: ChangeLimits;
  readonly host: string;
  readonly port: number;
  /** Whether the port may be one that another Letterbox listens on, to take over from it. */
  readonly sharesPort: boolean;
  readonly workers: number;
  /** Connections that may be open at the same time; null for as many as the limit of open files allows. */
  readonly maxConnections: number | null;
  /** Milliseconds that a worker may keep requests waiting for before it refuses them; 0 for any time. */
  readonly mostTurn: number;
  /** Bytes in which each worker keeps answers of autocomplete; 0 for none. */
  readonly answerCache: number;
  /** Where metrics are served; null for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number; readonly names: readonly string[] } | null;
  readonly keys: string | null;
  readonly devKey: string | null;
  /** Header in which a proxy in front tells the client's address, in lower case; null when there is none. */
  readonly clientAddressHeader: string | null;
  /** Addresses and networks of proxies in front; null where none are named. */
  readonly trustedProxies: readonly string[] | null;
  /** Where callers reach the service, without a slash at the end; null where nobody said. */
  readonly publicUrl: string | null;
  readonly pages: PageSettings;
  readonly accessLog: AccessLogMode;
  /** Requests that take longer are logged; 0 for none. */
  readonly slowMs: number;
  readonly logLevel: LogLevel;
  /** Where credits are counted and kept; null when keys come from a file or from the command line only. */
  readonly credits: CreditSettings | null;
  /** Whether the service starts the sidecar; if not, somebody else runs it. */
  readonly startsSidecar: boolean;
  /** Whether the sidecar has a console, which shows what is answered. */
  readonly hasConsole: boolean;
  /** Environment variables that the sidecar is given on top of those it inherits. */
  readonly sidecarEnvironment: Readonly<Record<string, string>>;
}

const MEBIBYTE = 2 ** 20;

/** The flags as commander gives them. */
interface Options extends ChangeLimitOptions {
  readonly check?: boolean;
  readonly index?: string;
  readonly verifyIndex: VerifyMode;
  readonly preload?: boolean;
  readonly mostFall: number;
  readonly host: string;
  readonly port: number;
  readonly takenPort: 'refuse' | 'share';
  readonly workers: number;
  readonly maxConnections?: number;
  readonly mostTurn: number;
  readonly answerCache: number;
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly metricsNames: readonly string[];
  readonly keys?: string;
  readonly devKey?: string;
  readonly pages: PageChoice;
  readonly tiles?: string;
  readonly clientAddressHeader?: string;
  readonly trustedProxies?: readonly string[];
  readonly publicUrl?: string;
  readonly accessLog?: string;
  readonly slowMs: number;
  readonly logLevel: LogLevel;
  readonly sidecar: 'started' | 'external';
}

/**
 * Reads the command line; every flag may also come from the environment (`--dev-key` as `LETTERBOX_DEV_KEY`). A wrong value ends
 * the process with status 1 and a sentence on standard error, which `exitOverride` of commander turns into an Error in tests.
 */
export function readConfiguration(argv: readonly string[], command = new Command()): Configuration {
  addServiceFlags(command);
  const shared = command.options.length;
  addEventFlags(addConsoleFlags(addCreditFlags(command)))
    .optionsGroup('Accounts and credits')
    .addOption(
      flag('--sidecar <mode>', 'whether the service starts the credit sidecar, or you run it with npm run sidecar')
        .choices(['started', 'external'])
        .default('started'),
    );
  readConfigurationFile(command, argv);
  command.parse(argv, { from: 'user' });
  const options = command.opts<Options>();
  expectDatabaseUrl(command);
  const credits = readCreditSettings(options as unknown as Record<string, unknown>);
  const accessLog = readAccessLog(command, options.accessLog ?? 'off');
  expectKeys(command, options, credits);
  if (credits === null) expectNoCredits(command);
  if (credits !== null && options.sidecar === 'started') expectConsole(command);
  return {
    checksOnly: options.check === true,
    index: options.index ?? null,
    verifyIndex: options.verifyIndex,
    preload: options.preload === true,
    mostFall: options.mostFall,
    limits: changeLimitsOf(options),
    host: options.host,
    port: options.port,
    sharesPort: options.takenPort === 'share',
    workers: options.workers,
    maxConnections: options.maxConnections ?? null,
    mostTurn: options.mostTurn,
    answerCache: options.answerCache * MEBIBYTE,
    metrics:
      options.metricsPort === undefined
        ? null
        : { host: options.metricsHost, port: options.metricsPort, names: options.metricsNames },
    keys: options.keys ?? null,
    devKey: options.devKey ?? null,
    pages: { choice: options.pages, tiles: options.tiles ?? null },
    clientAddressHeader: options.clientAddressHeader?.toLowerCase() ?? null,
    trustedProxies: options.trustedProxies ?? null,
    publicUrl: options.publicUrl ?? null,
    accessLog,
    slowMs: options.slowMs,
    logLevel: options.logLevel,
    credits,
    startsSidecar: options.sidecar === 'started',
    hasConsole: typeof command.opts<{ consolePort?: number | null }>().consolePort === 'number',
    sidecarEnvironment: sidecarEnvironment(command, command.options.slice(shared)),
  };
}

function addServiceFlags(command: Command): void {
  command
    .name('letterbox')
    .version(VERSION)
    .description('Answers Australian address queries over HTTP from an index file.')
    .allowExcessArguments(false)
    .optionsGroup('The index')
    .addOption(flag('--index <file>', 'index file; else data/letterbox.lbx, built from the bundled sample when absent'))
    .addOption(
      flag('--verify-index <when>', 'check the checksums of the index: beside the work, or at the start too, or never')
        .choices(['running', 'start', 'off'])
        .default('running'),
    )
    .addOption(flag('--preload', 'read the index into memory, and answer queries of its own, before the first request'))
    .addOption(
      flag('--most-fall <percent>', "refuse to activate a release in which a state's counts have fallen by more")
        .default(MOST_FALL)
        .argParser(wholeNumber(0, 100)),
    );
  for (const each of changeLimitFlags()) command.addOption(each);
  command
    .optionsGroup('Where it listens')
    .addOption(flag('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      flag('--port <number>', 'port to listen on; 0 for any free one').default(8080).argParser(wholeNumber(0, 65535)),
    )
    .addOption(
      flag('--taken-port <what>', 'what to do where another Letterbox listens already: share it to take over from it')
        .choices(['refuse', 'share'])
        .default('refuse'),
    )
    .addOption(
      flag(
        '--client-address-header <name>',
        'header in which a proxy in front tells the client’s address, such as X-Forwarded-For; only with such a proxy',
      ).argParser(headerName),
    )
    .addOption(
      flag(
        '--trusted-proxies <addresses>',
        'addresses and networks of proxies in front, whose connections are not limited by address',
      ).argParser(networks),
    )
    .addOption(
      flag('--public-url <url>', 'where callers reach the service, for its interface description').argParser(publicUrl),
    )
    .optionsGroup('Keys without accounts')
    .addOption(flag('--keys <file>', 'API keys: JSON array of {sha256, account, products}'))
    .addOption(flag('--dev-key <key>', 'a key that passes without limits; on a loopback address only'))
    .addOption(
      // Accepted so that settings written for earlier versions still start the service.
      flag(
        '--unauthorized-rate <number>',
        'without effect: a request without a valid key is 401, however many came before',
      ).argParser(wholeNumber(0, 1_000_000)),
    )
    .optionsGroup('Pages')
    .addOption(
      flag('--pages <which>', 'pages to serve: the playground at / and the docs at /docs, the docs alone, or none')
        .choices(PAGE_CHOICES)
        .default('all'),
    )
    .addOption(
      flag(
        '--tiles <url>',
        "tiles of the playground's map: https://…/{z}/{x}/{y}.png, or a PMTiles file; else the index draws it",
      ).argParser(tilesUrl),
    )
    .optionsGroup('Load and memory')
    .addOption(
      flag('--workers <number>', 'worker threads')
        .default(Math.max(1, availableParallelism() - 1), 'all cores but one, at least one')
        .argParser(wholeNumber(1, 1024)),
    )
    .addOption(
      flag('--max-connections <number>', 'connections that may be open; else as many as open files allow').argParser(
        wholeNumber(1, 10_000_000),
      ),
    )
    .addOption(
      flag('--most-turn <ms>', 'how long an overloaded worker answers before it looks who asks anew; 0 for any time')
        .default(20)
        .argParser(wholeNumber(0, 60_000)),
    )
    .addOption(
      flag('--answer-cache <MiB>', 'memory in which each worker keeps answers of autocomplete; 0 for none')
        .default(16)
        .argParser(wholeNumber(0, 1024)),
    )
    .optionsGroup('Metrics and logs')
    .addOption(
      flag(
        '--metrics-port <number>',
        'port that serves GET /metrics for Prometheus; else there are no metrics',
      ).argParser(wholeNumber(0, 65535)),
    )
    .addOption(flag('--metrics-host <address>', 'address of the metrics').default('127.0.0.1'))
    .addOption(
      flag('--metrics-names <names>', 'names with a dot, other than this machine’s, by which metrics may be asked for')
        .default([], 'none')
        .argParser((text) => text.split(/[\s,]+/).filter((name) => name !== '')),
    )
    .addOption(
      flag('--access-log <mode...>', 'off, all, or sampled 1/n; default off').argParser((value, before) =>
        typeof before === 'string' ? `${before} ${value}` : value,
      ),
    )
    .addOption(
      flag('--slow-ms <number>', 'log requests that take longer, in milliseconds; 0 for none')
        .default(100)
        .argParser(wholeNumber(0, 3_600_000)),
    )
    .addOption(flag('--log-level <level>', 'what to log').choices(LOG_LEVELS).default('info'))
    .optionsGroup('Settings')
    .addOption(fileFlag())
    .addOption(new Option('--check', 'check flags, files and ports, and end: nothing is started'));
}

/** Reads a list of addresses and networks for commander. */
function networks(text: string): readonly string[] {
  const each = text.split(/[\s,]+/).filter((network) => network !== '');
  const wrong = each.find((network) => !isNetwork(network));
  if (wrong === undefined && each.length > 0) return each;
  throw new InvalidArgumentError(
    `Expected addresses or networks such as 10.0.0.0/8 or 2001:db8::/32, with commas${wrong === undefined ? '' : `; ${wrong} is none`}.`,
  );
}

/** A parser of `--public-url` for commander. */
function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url !== null && `${url.origin}${url.pathname}` === url.href;
  if (bare && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected an http or https URL without a query, such as https://api.example.com.');
}

/** A parser of `--tiles` for commander. */
function tilesUrl(text: string): string {
  if (isTilesUrl(text)) return text;
  throw new InvalidArgumentError('Expected an http or https URL with {z}, {x} and {y}, or one that ends in .pmtiles.');
}

/** Ends the program when its keys would let nobody in, or anybody who can reach it. */
function expectKeys(command: Command, { host, keys, devKey }: Options, credits: CreditSettings | null): void {
  if (devKey !== undefined && !isLoopback(host)) {
    command.error(
      `error: --dev-key is refused on ${host}: it has no limits, so it needs a loopback address such as 127.0.0.1`,
    );
  }
  if (devKey !== undefined && !/^[\x21-\x7e]{1,256}$/.test(devKey)) {
    command.error('error: --dev-key must have 1 to 256 visible ASCII characters');
  }
  if (keys === undefined && devKey === undefined && credits === null && !isLoopback(host)) {
    command.error(
      `error: nobody could use a service on ${host} without keys; give a data folder with --data-dir or a key file with --keys (or listen on 127.0.0.1 to try it with a demo key)`,
    );
  }
}

/** Ends the program when a ledger or a console is set without a data folder. */
function expectNoCredits(command: Command): void {
  const { databaseUrl, consolePort } = command.opts<{ databaseUrl?: string; consolePort?: number | null }>();
  const flag = databaseUrl ? '--database-url' : '--console-port';
  if (databaseUrl || typeof consolePort === 'number')
    command.error(`error: ${flag} is given without a data folder; give one with --data-dir or LETTERBOX_DATA_DIR`);
}

/** Ends the program when the sidecar's own settings are wrong, before it is started with them. */
function expectConsole(command: Command): void {
  try {
    readConsoleConfiguration(command.opts());
    readEventSettings(command.opts());
  } catch (error) {
    command.error(`error: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The flags that the sidecar shares with the service, as environment variables: those given on this
 * command line override inherited ones.
 */
function sidecarEnvironment(command: Command, shared: readonly Option[]): Record<string, string> {
  const given = [...shared, ...command.options.filter((option) => option.attributeName() === 'logLevel')].filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return Object.fromEntries(
    given.map((option) => [option.envVar!, String(command.getOptionValue(option.attributeName()))]),
  );
}

/** True of addresses that no other machine can reach. */
function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  if (isIP(host) === 4) return host.startsWith('127.');
  return isIP(host) === 6 && /^(?:0{0,4}:){1,7}0{0,3}1$/.test(host);
}

/** Reads `off`, `all`, `sampled 1/n` or `sampled:n`; anything else ends the program. */
function readAccessLog(command: Command, text: string): AccessLogMode {
  if (text === 'off') return 'off';
  if (text === 'all') return { one: 1 };
  const sampled = /^sampled[: ](?:1\/)?([1-9][0-9]{0,8})$/.exec(text);
  if (sampled !== null) return { one: Number(sampled[1]) };
  return command.error(
    `error: --access-log is "${text}", expected off, all or sampled 1/n with n a whole number from 1`,
  );
}
