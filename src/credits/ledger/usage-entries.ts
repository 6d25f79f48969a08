import { sql } from 'kysely';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant, WindowRow } from './schema.ts';
import { inTransaction } from './transactions.ts';

/** How long usage entries are kept after their window was settled, ms. What was billed can be followed to the second meanwhile, to the day after that. */
export const ENTRIES_KEPT = 60 * 24 * 3_600_000;

/** Windows in one transaction. */
const MOST_WINDOWS = 100;

/**
 * Removes usage entries of windows that were settled before `settledBefore`, at most `most`, in one transaction. Returns how many. Their sums by lease, day
 * and window stay, and bills are made of those alone; the sequence number of each lease's last entry stays with them, so that what was
 * removed cannot be written again. Machines of a fleet that do this at the same time take different windows. Entries that a lost machine adds to
 * a window after its entries were removed are kept. Cost: one look-up in an index when nothing is to be removed.
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
