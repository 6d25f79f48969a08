import { sql } from 'kysely';
import { COSTS, OPERATIONS, type OperationName, placeOf } from '../admission/costs.ts';
import type { WindowUse } from './changes.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant, WindowRow } from './schema.ts';
import { inTransaction } from './transactions.ts';

/** What was newly counted under a lease, by operation in the order of `OPERATIONS`. */
export interface UsageEntry {
  readonly lease: number;
  readonly account: string;
  readonly window: number;
  /** One more than that of the lease's last entry. */
  readonly sequence: number;
  readonly requests: readonly number[];
  readonly givenBack: readonly number[];
}

/** Counts of another length, or that are no counts, would be written as wrong money. */
function assertCounts({ lease, sequence, requests, givenBack }: UsageEntry): void {
  const { length } = OPERATIONS;
  const isSound = (counts: readonly number[]) =>
    counts.length === length && counts.every((count) => Number.isSafeInteger(count) && count >= 0);
  if (isSound(requests) && isSound(givenBack)) return;
  throw new RangeError(
    `lease ${lease}, entry ${sequence}: counts [${requests}] and [${givenBack}], expected ${length} whole numbers each`,
  );
}

/** Most entries in one transaction: PostgreSQL takes 65 535 values in one statement. */
export const MOST_ENTRIES = 500;

/**
 * Writes usage down in one transaction, and returns the credits used in each window so far, on all machines. A sequence number that is not
 * higher than the lease's last one of that operation fails the transaction and changes nothing, so that nothing is counted twice whatever is repeated.
 *
 * @throws RangeError that tells the counts, where they cannot be
 */
export function recordUsage(ledger: Ledger, entries: readonly UsageEntry[], now: Instant): Promise<WindowUse[]> {
  entries.forEach(assertCounts);
  const day = new Date(now).toISOString().slice(0, 10);
  const rows = entries.flatMap((entry) =>
    OPERATIONS.map((operation, i) => ({
      lease_id: entry.lease,
      sequence: entry.sequence,
      operation,
      account_id: entry.account,
      window_number: entry.window,
      requests: entry.requests[i]!,
      given_back: entry.givenBack[i]!,
      credits: COSTS[i]! * (entry.requests[i]! - entry.givenBack[i]!),
      recorded_at: now,
    })).filter((row) => row.requests !== 0 || row.given_back !== 0),
  );
  if (rows.length === 0) return Promise.resolve([]);
  // Rows are locked in the order of their keys, the same on every machine, so that no two transactions wait for each other.
  const days = summed(rows, (row) => [row.account_id, row.window_number, row.operation]).map((row) => ({
    account_id: row.account_id,
    day,
    window_number: row.window_number,
    operation: row.operation,
    requests: row.requests,
    given_back: row.given_back,
    credits: row.credits,
  }));
  const written_by = ledger.kind === 'postgres' ? sql<number>`pg_current_xact_id()::text::bigint` : sql<number>`0`;
  const windows = summed(rows, (row) => [row.account_id, row.window_number]);
  return inTransaction(ledger, async (trx) => {
    await trx.insertInto('usage_entries').values(rows).execute();
    const counted = await trx
      .insertInto('lease_counts')
      .values(
        rows.map(({ lease_id, operation, requests, given_back, sequence }) => ({
          lease_id,
          operation,
          requests,
          given_back,
          sequence,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['lease_id', 'operation'])
          .doUpdateSet({
            requests: sql`lease_counts.requests + excluded.requests`,
            given_back: sql`lease_counts.given_back + excluded.given_back`,
            sequence: sql`excluded.sequence`,
          })
          .whereRef('lease_counts.sequence', '<', 'excluded.sequence'),
      )
      .returning('lease_id')
      .execute();
    if (counted.length < rows.length) throw new Error('Usage was written before under the same sequence number.');
    const used = await trx
      .insertInto('window_usage')
      .values(
        windows.map(({ account_id, window_number, credits }) => ({ account_id, window_number, credits, written_by })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'window_number'])
          .doUpdateSet({ credits: sql`window_usage.credits + excluded.credits`, written_by }),
      )
      .returning(['account_id', 'window_number', 'credits'])
      .execute();
    await trx
      .insertInto('usage_days')
      .values(days)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'day', 'window_number', 'operation']).doUpdateSet({
          requests: sql`usage_days.requests + excluded.requests`,
          given_back: sql`usage_days.given_back + excluded.given_back`,
          credits: sql`usage_days.credits + excluded.credits`,
        }),
      )
      .execute();
    return used.map((row) => ({ account: row.account_id, window: row.window_number, used: row.credits }));
  });
}

interface Sums {
  readonly account_id: string;
  readonly window_number: number;
  readonly operation: OperationName;
  readonly requests: number;
  readonly given_back: number;
  readonly credits: number;
}

/** Sums rows that have the same key, and sorts them by it. */
function summed(rows: readonly Sums[], keyOf: (row: Sums) => readonly unknown[]): Sums[] {
  const sums = new Map<string, Sums>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    const sum = sums.get(key);
    sums.set(
      key,
      sum === undefined
        ? row
        : {
            ...sum,
            requests: sum.requests + row.requests,
            given_back: sum.given_back + row.given_back,
            credits: sum.credits + row.credits,
          },
    );
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** What the ledger knows of a lease: counts by operation in the order of `OPERATIONS`, and the sequence number of its last entry. */
export interface LeaseCounts {
  readonly requests: number[];
  readonly givenBack: number[];
  sequence: number;
}

/** What the ledger knows of leases; those without usage are left out. */
export async function leaseCounts(ledger: Ledger, leases: readonly number[]): Promise<Map<number, LeaseCounts>> {
  const known = new Map<number, LeaseCounts>();
  for (let i = 0; i < leases.length; i += MOST_ENTRIES) {
    const rows = await ledger.db
      .selectFrom('lease_counts')
      .selectAll()
      .where('lease_id', 'in', leases.slice(i, i + MOST_ENTRIES))
      .execute();
    for (const row of rows) {
      const counts = known.get(row.lease_id) ?? noCounts();
      known.set(row.lease_id, counts);
      const operation = placeOf(row.operation);
      counts.requests[operation] = row.requests;
      counts.givenBack[operation] = row.given_back;
      counts.sequence = Math.max(counts.sequence, row.sequence);
    }
  }
  return known;
}

/** The counts of a lease without usage. */
export function noCounts(): LeaseCounts {
  return { requests: OPERATIONS.map(() => 0), givenBack: OPERATIONS.map(() => 0), sequence: 0 };
}

/** Usage of an account by day, window and operation, oldest first; from a day (`2026-02-28`, included) on when one is given. */
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
