import { sql } from 'kysely';
import { COSTS, OPERATIONS, type OperationName, placeOf } from '../admission/costs.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant } from './schema.ts';
import { inTransaction } from './transactions.ts';
import { type LeaseCounts, MOST_ENTRIES, noCounts } from './usage.ts';

/** What was newly counted under a lease of a key, by operation in the order of `OPERATIONS`. */
export interface KeyUsageEntry {
  readonly lease: number;
  readonly key: string;
  readonly account: string;
  /** The UTC day of the lease; null for a key without caps. */
  readonly day: string | null;
  /** One more than that of the lease's last entry. */
  readonly sequence: number;
  readonly requests: readonly number[];
  readonly givenBack: readonly number[];
}

/** The UTC day of a moment: `2026-02-28`. */
export function dayOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The calendar month of a day: `2026-02`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/**
 * Writes the usage of keys down in one transaction, of at most `MOST_ENTRIES` entries. A sequence number that is not higher than the lease's last one of
 * that operation fails the transaction and changes nothing, so that nothing is counted twice whatever is repeated. It limits
 * and shows what keys use; bills are made of `recordUsage` alone.
 */
export async function recordKeyUsage(ledger: Ledger, entries: readonly KeyUsageEntry[], now: Instant): Promise<void> {
  const rows = entries.flatMap((entry) =>
    OPERATIONS.map((operation, i) => ({
      lease_id: entry.lease,
      key_id: entry.key,
      account_id: entry.account,
      day: entry.day ?? dayOf(now),
      capped: entry.day !== null,
      operation,
      sequence: entry.sequence,
      requests: entry.requests[i]!,
      given_back: entry.givenBack[i]!,
      credits: COSTS[i]! * (entry.requests[i]! - entry.givenBack[i]!),
    })).filter((row) => row.requests !== 0 || row.given_back !== 0),
  );
  if (rows.length === 0) return;
  await inTransaction(ledger, async (trx) => {
    await addCounts(trx, rows);
    await addDays(trx, rows);
    await addToWindows(trx, rows);
    const used = [...new Set(rows.filter(({ requests }) => requests > 0).map(({ key_id }) => key_id))].sort();
    if (used.length === 0) return;
    await trx
      .insertInto('key_last_uses')
      .values(used.map((key_id) => ({ key_id, last_used_at: now })))
      .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ last_used_at: sql`excluded.last_used_at` }))
      .execute();
  });
}

interface Row {
  readonly lease_id: number;
  readonly key_id: string;
  readonly account_id: string;
  readonly day: string;
  readonly capped: boolean;
  readonly operation: OperationName;
  readonly sequence: number;
  readonly requests: number;
  readonly given_back: number;
  readonly credits: number;
}

async function addCounts(trx: LedgerTransaction, rows: readonly Row[]): Promise<void> {
  const counted = await trx
    .insertInto('key_counts')
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
          requests: sql`key_counts.requests + excluded.requests`,
          given_back: sql`key_counts.given_back + excluded.given_back`,
          sequence: sql`excluded.sequence`,
        })
        .whereRef('key_counts.sequence', '<', 'excluded.sequence'),
    )
    .returning('lease_id')
    .execute();
  if (counted.length < rows.length) throw new Error('Usage of keys was written before under the same sequence number.');
}

/** Rows are locked in the order of their keys, the same on every machine, so that no two transactions wait for each other. */
async function addDays(trx: LedgerTransaction, rows: readonly Row[]): Promise<void> {
  const sums = new Map<string, Omit<Row, 'lease_id' | 'sequence' | 'capped'>>();
  for (const { account_id, key_id, day, operation, requests, given_back, credits } of rows) {
    const place = JSON.stringify([account_id, day, key_id, operation]);
    const sum = sums.get(place);
    sums.set(place, {
      ...{ account_id, key_id, day, operation },
      requests: requests + (sum?.requests ?? 0),
      given_back: given_back + (sum?.given_back ?? 0),
      credits: credits + (sum?.credits ?? 0),
    });
  }
  await trx
    .insertInto('key_days')
    .values([...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'key_id', 'operation']).doUpdateSet({
        requests: sql`key_days.requests + excluded.requests`,
        given_back: sql`key_days.given_back + excluded.given_back`,
        credits: sql`key_days.credits + excluded.credits`,
      }),
    )
    .execute();
}

/**
 * Adds to what was used of caps. A key without caps has windows only where it had caps earlier in the period: what it uses now would count if it got caps
 * again.
 */
async function addToWindows(trx: LedgerTransaction, rows: readonly Row[]): Promise<void> {
  const credits = new Map<string, { key: string; period: string; used: number; leased: number }>();
  for (const { key_id: key, day, capped, credits: used } of rows) {
    for (const period of [monthOf(day), day]) {
      const place = JSON.stringify([key, period]);
      const sum = credits.get(place) ?? { key, period, used: 0, leased: 0 };
      credits.set(place, { ...sum, used: sum.used + used, leased: sum.leased + (capped ? 0 : used) });
    }
  }
  const keys = [...new Set(rows.map(({ key_id }) => key_id))];
  const known = await trx
    .selectFrom('key_windows')
    .select(['key_id', 'period'])
    .where('key_id', 'in', keys)
    .where('period', 'in', [...new Set([...credits.values()].map(({ period }) => period))])
    .orderBy('key_id')
    .orderBy('period')
    .execute();
  for (const { key_id, period } of known) {
    const sum = credits.get(JSON.stringify([key_id, period]));
    if (sum === undefined) continue;
    await trx
      .updateTable('key_windows')
      .set((eb) => ({ used: eb('used', '+', sum.used), leased: eb('leased', '+', sum.leased) }))
      .where('key_id', '=', key_id)
      .where('period', '=', period)
      .execute();
  }
}

/** What the ledger knows of leases of keys; those without usage are left out. */
export async function keyCounts(ledger: Ledger, leases: readonly number[]): Promise<Map<number, LeaseCounts>> {
  const known = new Map<number, LeaseCounts>();
  for (let i = 0; i < leases.length; i += MOST_ENTRIES) {
    const rows = await ledger.db
      .selectFrom('key_counts')
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
