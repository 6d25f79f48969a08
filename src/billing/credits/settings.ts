import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { lockFile, mapCounters } from '../../service/admission/counters/shared-memory.ts';
import { flag, wholeNumber } from '../../system/flags.ts';
import type { LedgerPlace } from '../ledger/ledger.ts';

/** Where credits are counted and kept, and how often usage is written to the ledger. */
export interface CreditSettings {
  /** The data folder, absolute. */
  readonly dataDir: string;
  readonly place: LedgerPlace;
  /** The counter file. */
  readonly counters: string;
  /** This machine's name, unique in the fleet. */
  readonly machine: string;
  /** Milliseconds. */
  readonly drainInterval: number;
  readonly leaseTime: number;
}

/**
 * The flags that the service, the sidecar and the admin program share; each may also come from the
 * environment.
 */
export function addCreditFlags(command: Command): Command {
  return command
    .optionsGroup('Accounts and credits')
    .addOption(flag('--data-dir <folder>', 'data folder: counter file, and the ledger when it is SQLite'))
    .addOption(
      flag('--database-url <url>', 'PostgreSQL ledger of a fleet, postgres://…; else SQLite in the data folder'),
    )
    .addOption(flag('--machine <name>', 'name of this machine in the ledger').default(null, 'host and data folder'))
    .addOption(
      flag('--drain-interval <ms>', 'milliseconds between two times that usage is written to the ledger')
        .default(1000)
        .argParser(wholeNumber(50, 60_000)),
    )
    .addOption(
      flag(
        '--lease-time <ms>',
        'milliseconds after which credits that a machine of a fleet leased and did not use return',
      )
        .default(2000)
        .argParser(wholeNumber(200, 600_000)),
    );
}

/**
 * The settings from the parsed options of a command with `addCreditFlags`; null without a data
 * folder.
 */
export function readCreditSettings(options: Readonly<Record<string, unknown>>): CreditSettings | null {
  if (options.dataDir === undefined || options.dataDir === '') return null;
  const dataDir = resolve(String(options.dataDir));
  return {
    dataDir,
    place: { file: join(dataDir, 'ledger.db'), databaseUrl: options.databaseUrl ? String(options.databaseUrl) : null },
    counters: join(dataDir, 'counters'),
    machine: options.machine ? String(options.machine) : `${hostname()}:${dataDir}`,
    drainInterval: Number(options.drainInterval),
    leaseTime: Number(options.leaseTime),
  };
}

const POSTGRES_URL = 'postgres://user:password@host:port/database';

/**
 * Ends the program if `--database-url` is not a PostgreSQL URL. The URL itself is not shown, since
 * it holds a password.
 */
export function expectDatabaseUrl(command: Command): void {
  const { databaseUrl } = command.opts<{ databaseUrl?: string }>();
  if (!databaseUrl) return;
  const scheme = URL.canParse(databaseUrl) ? new URL(databaseUrl).protocol : null;
  if (scheme === null) command.error(`error: --database-url is not a URL, expected ${POSTGRES_URL}`);
  if (scheme !== 'postgres:' && scheme !== 'postgresql:')
    command.error(`error: --database-url begins with ${scheme}, expected ${POSTGRES_URL}`);
}

/** The settings; ends the program with a sentence if they are incomplete. */
export function requireCreditSettings(command: Command): CreditSettings {
  expectDatabaseUrl(command);
  const settings = readCreditSettings(command.opts());
  if (settings !== null) return settings;
  return command.error('error: no data folder is named; give one with --data-dir or LETTERBOX_DATA_DIR');
}

/** The smallest part of a counter file that is mapped, bytes. */
const MAPPED_BYTES = 64 * 1024;

/** The initial size of the counter file and a SQLite ledger together, bytes. */
const FIRST_BYTES = 6 * 1024 * 1024;

/** What keeps the sidecar from working in a data folder. */
export interface DataFolderFault {
  /** As a sentence. */
  readonly reason: string;
  /** The disk, or the user's share of it, is full: what is there already can still be counted in. */
  readonly isFull: boolean;
}

/**
 * Whether the sidecar can work in a data folder, which is made if there is none: null, or why not.
 */
export function dataFolderFault({ dataDir, counters }: CreditSettings): DataFolderFault | null {
  try {
    if (!(statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() ?? true))
      return { reason: `The data folder ${dataDir} is not a folder; give another with --data-dir.`, isFull: false };
    // Before the folder is made: on a read-only disk mkdir only says that something does not exist.
    accessSync(nearestFolder(resolve(dataDir)), constants.W_OK);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    tryToCount(join(dataDir, `.${process.pid}.new`), existsSync(counters) ? MAPPED_BYTES : FIRST_BYTES);
    return null;
  } catch (error) {
    const reason = `The data folder cannot be used: ${error instanceof Error ? error.message : error}`;
    return { reason, isFull: ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') };
  }
}

/** A folder, or its nearest ancestor that exists. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/**
 * Does with a temporary file what is done with the counter file and the ledger: write, sync, lock,
 * and map it.
 */
function tryToCount(path: string, bytes: number): void {
  const file = openSync(path, 'w+', 0o600);
  try {
    for (let written = 0; written < bytes; ) written += writeSync(file, Buffer.alloc(bytes - written));
    fsyncSync(file);
    if (!lockFile(file, 'exclusive')) throw new Error(`files in ${dirname(path)} cannot be locked (flock)`);
    new Uint8Array(mapCounters(path, file, 0, MAPPED_BYTES))[0] = 1;
  } finally {
    // The mapping keeps the file alive, so its space is freed here.
    ftruncateSync(file, 0);
    closeSync(file);
    rmSync(path, { force: true });
  }
}
