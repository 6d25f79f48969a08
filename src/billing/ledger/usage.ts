import { sql } from 'kysely';
import type { OperationName } from '../../service/admission/costs.ts';
import { addCounts, added, countRows, type NewCounts, summed } from './counts.ts';
import { dayOf } from './days.ts';
import type { MeteredAccount } from './leases/pool.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant, WindowRow } from './schema.ts';
import { inTransaction } from './transactions.ts';

/**
 * Records usage of accounts in one transaction. A sequence number that is not above the last one of its lease
 * and operation fails the transaction, so that nothing is counted twice.
 *
 * @throws RangeError with the counts, if they are impossible
 */
export async function recordUsage(
  ledger: Ledger,
  entries: readonly NewCounts<MeteredAccount>[],
  now: Instant,
): Promise<void> {
  const rows = countRows(entries, ({ window }) => ({ window_number: window, recorded_at: now }));
  if (rows.length === 0) return;
  const day = dayOf(now);
  const days = summed(rows, ['account_id', 'window_number', 'operation']).map(
    ({ lease_id, sequence, recorded_at, ...sums }) => ({ ...sums, day }),
  );
  const written_by = ledger.kind === 'postgres' ? sql<number>`pg_current_xact_id()::text::bigint` : sql<number>`0`;
  const windows = summed(rows, ['account_id', 'window_number']);
  await inTransaction(ledger, async (trx) => {
    await trx.insertInto('usage_entries').values(rows).execute();
    await addCounts(trx, 'account', rows);
    await trx
      .insertInto('window_usage')
      .values(
        windows.map(({ account_id, window_number, credits }) => ({ account_id, window_number, credits, written_by })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'window_number'])
          .doUpdateSet({ credits: added('window_usage', 'credits'), written_by }),
      )
      .execute();
    await trx
      .insertInto('usage_days')
      .values(days)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'day', 'window_number', 'operation']).doUpdateSet({
          requests: added('usage_days', 'requests'),
          given_back: added('usage_days', 'given_back'),
          credits: added('usage_days', 'credits'),
        }),
      )
      .execute();
  });
}

/**
 * Usage of an account by day, window and operation, oldest first; from a day (`2026-02-28`,
 * included) on, if one is given.
 */
export function usageByDay(
  ledger: Ledger,
  account: string,
  from?: string,
): Promise<
  {
    readonly day: string;
    readonly window_number: number;
    readonly operation: OperationName;
    readonly requests: number;
    readonly given_back: number;
    readonly credits: number;
  }[]
> {
  return ledger.db
    .selectFrom('usage_days')
    .select(['day', 'window_number', 'operation', 'requests', 'given_back', 'credits'])
    .where('account_id', '=', account)
    .$if(from !== undefined, (query) => query.where('day', '>=', from!))
    .orderBy('day')
    .orderBy('window_number')
    .orderBy('operation')
    .execute();
}

/** Credits used in the windows of an account, on all machines, as far as the ledger knows. */
export async function usageByWindow(ledger: Ledger, account: string): Promise<Map<number, number>> {
  const rows = await ledger.db
    .selectFrom('window_usage')
    .select(['window_number', 'credits'])
    .where('account_id', '=', account)
    .execute();
  return new Map(rows.map((row) => [row.window_number, row.credits]));
}

/**
 * How long usage entries are kept after their window was settled, ms. Until then, what was billed
 * can be traced to the second; after that, to the day.
 */
export const ENTRIES_KEPT = 60 * 24 * 3_600_000;

/** The most windows in one transaction. */
const MOST_WINDOWS = 100;

/**
 * Removes at most `most` usage entries of windows that were settled before `settledBefore`, in one
 * transaction; returns how many. Their sums and last sequence numbers stay, so bills are unchanged
 * and nothing can be written again. Entries that arrive later are kept. Machines of a fleet work on
 * different windows.
 */
export function removeOldEntries(
  ledger: Ledger,
  { now, settledBefore, most }: { readonly now: Instant; readonly settledBefore: Instant; readonly most: number },
): Promise<number> {
  return inTransaction(ledger, async (trx) => {
    const windows = await trx
      .selectFrom('windows')
      .select(['account_id', 'number'])
      .where('settled_at', '<', settledBefore)
      .where('entries_removed_at', 'is', null)
      .orderBy('settled_at')
      .limit(MOST_WINDOWS)
      .$if(ledger.kind === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute();
    let removed = 0;
    for (const window of windows) {
      removed += await removeEntriesOf(trx, window, most - removed);
      if (removed >= most) break;
      await trx
        .updateTable('windows')
        .set({ entries_removed_at: now })
        .where('account_id', '=', window.account_id)
        .where('number', '=', window.number)
        .execute();
    }
    return removed;
  });
}

async function removeEntriesOf(
  trx: LedgerTransaction,
  { account_id, number }: Pick<WindowRow, 'account_id' | 'number'>,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from usage_entries where (lease_id, sequence, operation) in (
      select lease_id, sequence, operation from usage_entries
      where account_id = ${account_id} and window_number = ${number} limit ${most}
    )`.execute(trx);
  return Number(numAffectedRows);
}
