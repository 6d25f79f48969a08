import type { Migration } from 'kysely';
import { failureOf } from '../database/failures.ts';
import { type Kysely, Migrator, sql } from '../database/kysely.ts';
import type { LedgerKind } from '../schema.ts';
import { createLedger } from './001-ledger.ts';
import { createAccounts } from './006-accounts.ts';
import { mergeWindowBooks } from './007-window-books.ts';

/** How long another process that is migrating the schema is waited for: its lock is tried so many times. */
const MOST_ATTEMPTS = 20;

/**
 * Brings the schema up to date, or to the migration `target`, for tests. Each migration is one transaction and runs once, in the order of its name;
 * several processes may try at the same time. Throws the database's error.
 */
export async function migrate<T>(db: Kysely<T>, kind: LedgerKind, target?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } });
  for (let attempt = 1; ; attempt++) {
    const { error } = target === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(target);
    if (error === undefined) return;
    if (failureOf(error) !== 'locked' || attempt === MOST_ATTEMPTS) throw error;
  }
}

/**
 * All migrations by name. Text is `text`, whole numbers and instants are 64-bit, booleans are 0 or 1: the same in both databases. Never change one that
 * was released: add another.
 */
function migrations(kind: LedgerKind): Record<string, Migration> {
  return {
    '001_ledger': { up: (db) => createLedger(db, kind) },
    '002_old_usage_entries': { up: noteRemovedEntries },
    '003_usage_changes': { up: (db) => noteUsageChanges(db, kind) },
    '004_suspension': {
      up: (db) => db.schema.alterTable('accounts').addColumn('suspended_at', 'bigint').execute(),
    },
    '005_publishable_keys': { up: addTermsOfKeys },
    '006_accounts': { up: (db) => createAccounts(db, kind) },
    '007_window_books': { up: (db) => mergeWindowBooks(db, kind) },
  };
}

/** Machines of a fleet hear of each other's usage. */
async function noteUsageChanges(db: Kysely<unknown>, kind: LedgerKind): Promise<void> {
  await db.schema
    .alterTable('window_usage')
    .addColumn('written_by', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  if (kind === 'postgres')
    await db.schema.createIndex('window_usage_changes').on('window_usage').column('written_by').execute();
}

/** Usage entries are removed some time after their window was settled. */
async function noteRemovedEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('windows').addColumn('entries_removed_at', 'bigint').execute();
  await sql`create index windows_with_entries on windows (settled_at) where settled_at is not null and entries_removed_at is null`.execute(
    db,
  );
}

/** Publishable keys are bound to terms. */
async function addTermsOfKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('terms', 'text').execute();
}
