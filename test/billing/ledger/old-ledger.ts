import { readFileSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { postgresDialect } from '../../../src/billing/ledger/database/postgres.ts';
import { sqliteDialect } from '../../../src/billing/ledger/database/sqlite.ts';
import type { LedgerPlace } from '../../../src/billing/ledger/ledger.ts';
import { createAccounts } from '../../../src/billing/ledger/migrations/006-accounts.ts';
import { migrate } from '../../../src/billing/ledger/migrations/migrations.ts';

/** A file of `fixtures/`. */
export const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** Works on the tables of a place, past the ledger. */
export async function onTables<T>(
  { file, databaseUrl }: LedgerPlace,
  work: (db: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<T>,
): Promise<T> {
  const dialect = databaseUrl === null ? sqliteDialect(file) : postgresDialect(databaseUrl).dialect;
  const db = new Kysely<unknown>({ dialect });
  try {
    return await work(db, databaseUrl === null ? 'sqlite' : 'postgres');
  } finally {
    await db.destroy();
  }
}

/** Writes the ledger of version 4 that an earlier program left behind. */
export function writeOld(place: LedgerPlace): Promise<void> {
  return onTables(place, async (db, kind) => {
    await migrate(db, kind, '004_suspension');
    await createAccounts(db, kind);
    for (const table of ['accounts_migration', 'accounts_migration_lock'])
      await db.schema.createTable(table).addColumn('name', 'text').execute();
    await sql`delete from ledger_revision`.execute(db);
    await sql`delete from invoice_sequence`.execute(db);
    for (const statement of fixture('schema-004.sql').split(';\n')) await sql.raw(statement || 'select 1').execute(db);
    if (kind === 'postgres')
      for (const table of ['leases', 'credit_movements'])
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100000)`.execute(db);
  });
}
