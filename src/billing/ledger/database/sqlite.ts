import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Dialect, type DialectAdapter, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import Database from 'libsql';

/** How long SQLite waits for another process to finish writing, ms. */
const BUSY_TIMEOUT = 10_000;

/**
 * How long a close waits for other processes before it leaves what is in the write-ahead log to
 * them, ms.
 */
const CLOSE_TIMEOUT = 500;

/**
 * Stands for a `rollback` after SQLite has rolled a failed transaction back by itself, for example
 * on a full disk.
 */
const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/**
 * A SQLite database in a file: the dialect for Kysely. Foreign keys are not enforced until they are
 * turned on. A database opened for reading must exist, and refuses writes; otherwise file and
 * folder are created if needed. Throws an Error that names the file.
 */
export function sqliteDialect(file: string, readOnly = false): Dialect {
  let database: Database.Database;
  try {
    expectFile(file);
    if (!readOnly) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      keepSecret(file);
    }
    database = new Database(file);
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
    if (readOnly) database.exec('PRAGMA query_only = ON');
    else {
      database.exec('PRAGMA journal_mode = WAL');
      // FULL: a committed transaction survives the loss of power.
      database.exec('PRAGMA synchronous = FULL');
      database.exec('PRAGMA foreign_keys = OFF');
    }
  } catch (error) {
    throw new Error(`The ledger at ${file} cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
  return new TransactionalSqlite({
    database: {
      prepare(sql: string) {
        // A transaction that may write: taking the lock now waits for other processes, taking it
        // later would fail.
        if (sql === 'begin' && !readOnly) return database.prepare('begin immediate') as SqliteStatement;
        if (sql === 'rollback' && !database.inTransaction) return NOTHING;
        return database.prepare(sql) as SqliteStatement;
      },
      close: () => (readOnly ? database.close() : close(database)),
    },
  });
}

/** Refuses what is not a file: SQLite would wait for a pipe. */
function expectFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile())
    throw new Error(found.isDirectory() ? 'it is a folder' : 'it is a pipe or device, not a file');
}

/**
 * Makes sure that nobody else can read a database, or what SQLite keeps beside it, which gets the
 * same mode.
 */
function keepSecret(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600);
}

/**
 * Closes a database with everything in its own file and an empty write-ahead log, unless another
 * process is using it.
 */
function close(database: Database.Database): void {
  try {
    database.exec(`PRAGMA busy_timeout = ${CLOSE_TIMEOUT}`);
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  } catch {
    // A full disk: the log stays, and is read when the database is next opened.
  } finally {
    database.close();
  }
}

/**
 * SQLite can change its schema within a transaction, which Kysely does not use by default. With
 * this, an interrupted migration leaves nothing behind, and if two processes find a new ledger, one
 * waits until the other has created it.
 */
class TransactionalSqlite extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
