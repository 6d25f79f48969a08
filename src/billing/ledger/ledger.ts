import { existsSync } from 'node:fs';
import { type Dialect, Kysely, sql, type Transaction } from 'kysely';
import { backUp } from './database/backup.ts';
import { sqliteDialect } from './database/sqlite.ts';
import { migrate } from './migrations/migrations.ts';
import {
  LEDGER_VERSION,
  type LedgerState,
  LedgerUnfit,
  ledgerFault,
  ledgerState,
  migrationBackup,
} from './migrations/version.ts';
import type { Instant, LedgerKind, LedgerTables } from './schema.ts';

/** The ledger: accounts, keys, windows, leases and usage, on SQLite or PostgreSQL. */
export interface Ledger {
  readonly kind: LedgerKind;
  /** For people: the file, or the host and database without the password. */
  readonly place: string;
  readonly db: Kysely<LedgerTables>;
  /**
   * The time of the database: PostgreSQL's own clock, so that all machines of a fleet agree; with
   * SQLite, this machine's.
   */
  time(): Promise<Instant>;
  close(): Promise<void>;
}

/** A transaction on the ledger. */
export type LedgerTransaction = Transaction<LedgerTables>;

/** Where a ledger is. */
export interface LedgerPlace {
  /** A SQLite file; its folder is created if needed. Used when there is no URL. */
  readonly file: string;
  /** `postgres://…`, or null. */
  readonly databaseUrl: string | null;
}

/**
 * What a ledger is opened for. `read`: it must exist, and nothing may be written. `change`: it is
 * created if it does not exist. `migrate`: an older one is also brought up to date.
 */
export type LedgerUse = 'read' | 'change' | 'migrate';

/** A migration that was carried out. */
export interface Migrated {
  /** Versions before and after. */
  readonly from: number;
  readonly to: number;
  /** The copy that was made before; null with PostgreSQL. */
  readonly backup: string | null;
}

/**
 * Opens the ledger; `migrated` is called after a migration. Before one, a SQLite ledger is copied
 * to a file beside it. Throws an Error that names the place if it cannot be opened: a LedgerUnfit
 * if that will not change until somebody does what its message says.
 */
export async function openLedger(
  place: LedgerPlace,
  use: LedgerUse = 'change',
  migrated: (news: Migrated) => void = () => {},
): Promise<Ledger> {
  const { file, databaseUrl } = place;
  if (databaseUrl === null && use === 'read' && !existsSync(file)) throw unfit(file, await stateAt(place), file);
  const ledger = await openPlace(place, use === 'read' ? 'read' : 'change');
  try {
    let state = await ledgerState(ledger.db, ledger.kind);
    if ((state.state === 'none' && use !== 'read') || (state.state === 'older' && use === 'migrate')) {
      const backup = ledger.kind === 'sqlite' && state.version > 0 ? backUpBefore(file, state.version) : null;
      await bringUpToDate(place, ledger);
      if (state.version > 0) migrated({ from: state.version, to: LEDGER_VERSION, backup });
      state = await ledgerState(ledger.db, ledger.kind);
    }
    if (state.state !== 'current') throw unfit(ledger.place, state, databaseUrl === null ? file : null);
    // Only now: a migration may have to rebuild a table that others refer to.
    if (ledger.kind === 'sqlite') await sql`pragma foreign_keys = on`.execute(ledger.db);
  } catch (error) {
    await ledger.close().catch(() => {});
    if (error instanceof LedgerUnfit) throw error;
    throw new Error(`The ledger at ${ledger.place} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
  return ledger;
}

/**
 * How a ledger's version compares with this program; changes nothing. Throws as `openLedger` does.
 */
export async function stateAt(place: LedgerPlace): Promise<LedgerState> {
  const { file, databaseUrl } = place;
  if (databaseUrl === null && !existsSync(file)) return { state: 'none', version: 0 };
  const ledger = await openPlace(place, 'read');
  try {
    return await ledgerState(ledger.db, ledger.kind);
  } catch (error) {
    throw new Error(`The ledger at ${ledger.place} cannot be used: ${error instanceof Error ? error.message : error}`);
  } finally {
    await ledger.close();
  }
}

/**
 * Why an open ledger can no longer be used, as a sentence, if another program has migrated it
 * since; null if none has, or the ledger does not answer.
 */
export async function migratedSince({ db, kind, place }: Ledger): Promise<string | null> {
  const state = await ledgerState(db, kind).catch(() => null);
  if (state === null || state.state === 'current') return null;
  return `The ledger at ${place} ${ledgerFault(state, kind === 'sqlite' ? place : null)}`;
}

function unfit(place: string, state: LedgerState, file: string | null): LedgerUnfit {
  return new LedgerUnfit(`The ledger at ${place} ${ledgerFault(state, file)}`);
}

function backUpBefore(file: string, version: number): string {
  const backup = migrationBackup(file, version);
  try {
    backUp(file, backup);
    return backup;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new LedgerUnfit(
      `The ledger at ${file} has version ${version} and is not brought to version ${LEDGER_VERSION}, since it cannot be copied before. ${reason}`,
    );
  }
}

/**
 * PostgreSQL is migrated over a separate connection: a migration may take longer than the service's
 * statements are allowed to.
 */
async function bringUpToDate(place: LedgerPlace, ledger: Ledger): Promise<void> {
  if (ledger.kind === 'sqlite') return migrate(ledger.db, ledger.kind);
  const patient = await openPlace(place, 'migrate');
  try {
    await migrate(patient.db, patient.kind);
  } finally {
    await patient.close();
  }
}

async function openPlace({ file, databaseUrl }: LedgerPlace, use: LedgerUse): Promise<Ledger> {
  if (databaseUrl === null)
    return ledgerOf('sqlite', file, sqliteDialect(file, use === 'read'), async () => Date.now());
  // Loaded here: with SQLite the driver is not needed.
  const { postgresDialect } = await import('./database/postgres.ts');
  const { dialect, place } = postgresDialect(databaseUrl, use);
  return ledgerOf('postgres', place, dialect, async (db) => {
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
    return rows[0]!.now;
  });
}

function ledgerOf(
  kind: Ledger['kind'],
  place: string,
  dialect: Dialect,
  time: (db: Kysely<LedgerTables>) => Promise<Instant>,
): Ledger {
  const db = new Kysely<LedgerTables>({ dialect });
  return { kind, place, db, time: () => time(db), close: () => db.destroy() };
}
