import { sql } from 'kysely';
import type { Ledger } from './ledger.ts';

/** Credits used in a window, on all machines, as far as the ledger knows. */
export interface WindowUse {
  readonly account: string;
  readonly window: number;
  readonly used: number;
}

/** Windows in which credits were used of late. */
export interface UsageChanges {
  /** Where to go on: everything that was not in these changes, and not before them, is in those since this. */
  readonly next: number;
  readonly windows: readonly WindowUse[];
}

/**
 * The place from which on `usageSince` finds all that is written after this call: the oldest transaction that has not ended. Usage is found by the
 * transaction that wrote it and not by a time, so that no clock matters, nor which of two transactions ends first. PostgreSQL only:
 * a SQLite ledger has one machine, which knows what it wrote.
 */
export async function usageMark(ledger: Ledger): Promise<number> {
  const { rows } = await sql<{
    mark: number;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as mark`.execute(ledger.db);
  return rows[0].mark;
}

/** Windows in which machines wrote down usage since a mark, some of them perhaps a second time. */
export async function usageSince(ledger: Ledger, mark: number): Promise<UsageChanges> {
  const next = await usageMark(ledger);
  const rows = await ledger.db
    .selectFrom('window_usage')
    .select(['account_id', 'window_number', 'credits'])
    .where('written_by', '>=', mark)
    .execute();
  const windows = rows.map((row) => ({ account: row.account_id, window: row.window_number, used: row.credits }));
  return { next, windows };
}
