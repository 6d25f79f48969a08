import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { AccountRow } from './schema.ts';

/** Runs a change as one transaction: all of it happens, or nothing. */
export function inTransaction<T>(ledger: Ledger, change: (trx: LedgerTransaction) => Promise<T>): Promise<T> {
  return ledger.db.transaction().execute(change);
}

/**
 * The next revision, for rows that are to be published. Takes a lock that is held until the
 * transaction ends, so that revisions become visible in order: a reader that has seen one has seen
 * all before it. It must be the last lock that a transaction takes.
 */
export async function nextRevision(trx: LedgerTransaction): Promise<number> {
  const { revision } = await trx
    .updateTable('ledger_revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', 1)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/**
 * An account, locked until the transaction ends; undefined if there is none. On SQLite every
 * transaction has the whole ledger to itself.
 */
export function lockAccount(ledger: Ledger, trx: LedgerTransaction, id: string): Promise<AccountRow | undefined> {
  return trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .$if(ledger.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Marks an account as changed, so that it is published. */
export async function touchAccount(trx: LedgerTransaction, id: string): Promise<void> {
  const revision = await nextRevision(trx);
  await trx.updateTable('accounts').set({ revision }).where('id', '=', id).execute();
}
