import { sql } from 'kysely';
import { addCounts, added, countRows, type NewCounts, summed } from './counts.ts';
import { dayOf, monthOf } from './days.ts';
import type { MeteredKey } from './leases/pool.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import type { Instant } from './schema.ts';
import { inTransaction } from './transactions.ts';

/**
 * Records the usage of keys in one transaction of at most `MOST_ENTRIES` entries; it is not used
 * for billing. A sequence number that is not above the last one of its lease and operation fails
 * the transaction, so that nothing is counted twice.
 *
 * @throws RangeError with the counts, if they are impossible
 */
export async function recordKeyUsage(
  ledger: Ledger,
  entries: readonly NewCounts<MeteredKey>[],
  now: Instant,
): Promise<void> {
  const rows = countRows(entries, ({ key, day }) => ({ key_id: key, day: day ?? dayOf(now), capped: day !== null }));
  if (rows.length === 0) return;
  const days = summed(rows, ['account_id', 'day', 'key_id', 'operation']).map(
    ({ lease_id, sequence, capped, ...sums }) => sums,
  );
  await inTransaction(ledger, async (trx) => {
    await addCounts(trx, 'key', rows);
    await trx
      .insertInto('key_days')
      .values(days)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'day', 'key_id', 'operation']).doUpdateSet({
          requests: added('key_days', 'requests'),
          given_back: added('key_days', 'given_back'),
          credits: added('key_days', 'credits'),
        }),
      )
      .execute();
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

interface KeyUse {
  readonly key_id: string;
  readonly day: string;
  readonly capped: boolean;
  readonly credits: number;
}

/**
 * Adds usage to the windows of keys' caps. A key without caps has windows only if it had caps
 * earlier in the period: its usage would count if it were given caps again.
 */
async function addToWindows(trx: LedgerTransaction, rows: readonly KeyUse[]): Promise<void> {
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
