import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { failureOf } from '../database/failures.ts';
import type { LedgerKind } from '../schema.ts';
import { createLedger } from './001-ledger.ts';
import { createAccounts } from './006-accounts.ts';
import { mergeWindowBooks } from './007-window-books.ts';
import { createEvents } from './008-events.ts';
import { createEndpoints } from './009-endpoints.ts';
import { countByKey } from './010-key-usage.ts';
import { chainAudit } from './011-audit-chain.ts';
import { addInvoiceTerms } from './012-invoices.ts';
import { limitSpending } from './013-spending.ts';
import { createInvitations } from './014-invitations.ts';
import { addBillingDetails } from './015-billing-details.ts';
import { addPayments } from './016-payments.ts';

/**
 * All migrations by name. Text is `text`, whole numbers and instants are 64-bit, booleans are 0 or
 * 1: the same in both databases. Never change one that has been released: add another.
 */
export function migrations(kind: LedgerKind): Record<string, Migration> {
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
    '008_events': { up: (db) => createEvents(db, kind) },
    '009_endpoints': { up: (db) => createEndpoints(db, kind) },
    '010_key_usage': { up: (db) => countByKey(db, kind) },
    '011_audit_chain': { up: (db) => chainAudit(db, kind) },
    '012_invoices': { up: addInvoiceTerms },
    '013_spending': { up: limitSpending },
    '014_invitations': { up: createInvitations },
    '015_billing_details': { up: addBillingDetails },
    '016_payments': { up: addPayments },
  };
}

/** Machines of a fleet learn of each other's usage. */
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

/** How many times the lock is tried while another process is migrating the schema. */
const MOST_ATTEMPTS = 20;

/**
 * Brings the schema up to date, or to the migration `target`, for tests. All missing migrations run
 * in one transaction, in the order of their names; several processes may try at the same time.
 * Throws the database's error.
 */
export async function migrate<T>(db: Kysely<T>, kind: LedgerKind, target?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } });
  for (let attempt = 1; ; attempt++) {
    const { error } = target === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(target);
    if (error === undefined) return;
    if (failureOf(error) !== 'locked' || attempt === MOST_ATTEMPTS) throw error;
  }
}
