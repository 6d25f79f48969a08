import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, type Transaction } from 'kysely';
import Database from 'libsql';
import pg from 'pg';
import { migrate } from './migrations.ts';
import type { LedgerTables } from './schema.ts';

/** The ledger: accounts, keys, windows, leases and usage, on SQLite or PostgreSQL. */
export interface Ledger {
  readonly kind: 'sqlite' | 'postgres';
  /** For people: the file, or the host and database without the password. */
  readonly place: string;
  readonly db: Kysely<LedgerTables>;
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

/** PostgreSQL's type number of 64-bit integers, which `pg` gives out as text unless told otherwise. */
const INT8 = 20;

/** How long a statement may take, and how long it may take to connect, ms: a database that hangs is away. */
const PATIENCE = 10_000;

/** Opens the ledger and brings its schema up to date. Throws an Error that names the place when it cannot. */
export async function openLedger(place: LedgerPlace): Promise<Ledger> {
  const ledger = place.databaseUrl === null ? openSqlite(place.file) : openPostgres(place.databaseUrl);
  try {
    await migrate(ledger.db, ledger.kind);
  } catch (error) {
    await ledger.close().catch(() => {});
    throw new Error(`The ledger at ${ledger.place} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
  return ledger;
}

/**
 * SQLite, whose changes of schema are transactions like any other, which Kysely does not make use of: a migration that is cut off
 * leaves nothing behind, and of two processes that find a new ledger one waits until the other has made it.
 */
class TransactionalSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openSqlite(file: string): Ledger {
  let database: Database.Database;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    database = new Database(file);
  } catch (error) {
    throw new Error(`The ledger at ${file} cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
  // FULL: a committed transaction survives the loss of power.
  database.exec('PRAGMA busy_timeout = 10000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  const dialect = new TransactionalSqlite({
    database: {
      // Every transaction here writes: taking the lock at once waits for another process, taking it later fails.
      prepare: (sql: string) => database.prepare(sql === 'begin' ? 'begin immediate' : sql),
      close: () => database.close(),
    },
  });
  const db = new Kysely<LedgerTables>({ dialect });
  return { kind: 'sqlite', place: file, db, close: () => db.destroy() };
}

function openPostgres(url: string): Ledger {
  let place: string;
  try {
    const { hostname, port, pathname } = new URL(url);
    place = `${hostname}${port && `:${port}`}${pathname}`;
  } catch {
    throw new Error('LETTERBOX_DATABASE_URL is not a URL, expected postgres://user:password@host:port/database');
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    statement_timeout: PATIENCE,
    keepAlive: true,
    types: {
      getTypeParser: ((type: number, format: 'text') =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that breaks while idle: the next query opens another one.
  pool.on('error', () => {});
  const db = new Kysely<LedgerTables>({ dialect: new PostgresDialect({ pool }) });
  return { kind: 'postgres', place, db, close: () => db.destroy() };
}
