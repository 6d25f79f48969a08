import type { Dialect, Transaction } from 'kysely';
import { Kysely, sql } from './database/kysely.ts';
import { sqliteDialect } from './database/sqlite.ts';
import { migrate } from './migrations/migrate.ts';
import type { Instant, LedgerKind, LedgerTables } from './schema.ts';

/** The ledger: accounts, keys, windows, leases and usage, on SQLite or PostgreSQL. */
export interface Ledger {
  readonly kind: LedgerKind;
  /** For people: the file, or the host and database without the password. */
  readonly place: string;
  readonly db: Kysely<LedgerTables>;
  /** What the database takes for the time: PostgreSQL's own clock, so that all machines of a fleet agree; with SQLite this machine's. */
  time(): Promise<Instant>;
  close(): Promise<void>;
}

/** A transaction on the ledger. */
export type LedgerTransaction = Transaction<LedgerTables>;

/** Where a ledger is. */
export interface LedgerPlace {
  /** A SQLite file; its folder is made if need be. Used when there is no URL. */
  readonly file: string;
  /** `postgres://…`, or null. */
  readonly databaseUrl: string | null;
}

/** Opens the ledger and brings its schema up to date. Throws an Error that names the place when it cannot. */
export async function openLedger(place: LedgerPlace): Promise<Ledger> {
  const ledger = place.databaseUrl === null ? openSqlite(place.file) : await openPostgres(place.databaseUrl);
  try {
    await migrate(ledger.db, ledger.kind);
    // Only now: a migration may have to make a table anew that others refer to.
    if (ledger.kind === 'sqlite') await sql`pragma foreign_keys = on`.execute(ledger.db);
  } catch (error) {
    await ledger.close().catch(() => {});
    throw new Error(`The ledger at ${ledger.place} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
  return ledger;
}

function openSqlite(file: string): Ledger {
  return ledgerOf('sqlite', file, sqliteDialect(file), async () => Date.now());
}

async function openPostgres(url: string): Promise<Ledger> {
  // Loaded here: with SQLite the driver is not needed.
  const { postgresDialect } = await import('./database/postgres.ts');
  const { dialect, place } = postgresDialect(url);
  return ledgerOf('postgres', place, dialect, async (db) => {
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
    return rows[0].now;
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
