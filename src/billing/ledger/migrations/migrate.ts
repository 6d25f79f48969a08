import { type Kysely, Migrator } from 'kysely';
import { failureOf } from '../database/failures.ts';
import type { LedgerKind } from '../schema.ts';
import { migrations } from './migrations.ts';

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
