import { creditsOf } from '../counts.ts';
import type { Ledger, LedgerTransaction } from '../ledger.ts';
import type { WindowRow } from '../schema.ts';
import type { MeteredAccount, Pool } from './pool.ts';

/** The credits of an account's window. */
export function windowPool(ledger: Ledger, trx: LedgerTransaction, { account, window: number }: MeteredAccount): Pool {
  let window: WindowRow | undefined;
  const update = () => trx.updateTable('windows').where('account_id', '=', account).where('number', '=', number);
  return {
    name: `window ${number} of ${account}`,
    async lock() {
      window = await trx
        .selectFrom('windows')
        .selectAll()
        .where('account_id', '=', account)
        .where('number', '=', number)
        .$if(ledger.kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      return window !== undefined && window.closed_at === null;
    },
    available: async () => ({ credits: window === undefined ? 0 : await availableIn(trx, window), used: [] }),
    async take(credits) {
      await update()
        .set((eb) => ({ leased: eb('leased', '+', credits) }))
        .where((eb) => {
          const all = eb(eb('granted', '+', eb.ref('carried')), '+', eb.val(window?.beyond ?? 0));
          return eb(eb('leased', '+', credits), '<=', all);
        })
        .returning('leased')
        .executeTakeFirstOrThrow();
    },
    async takeBack(credits) {
      await update()
        .set((eb) => ({ leased: eb('leased', '-', credits) }))
        .execute();
    },
    async want(machine, at) {
      if (at === null && window?.wanted_by !== machine) return;
      await update()
        .set({ wanted_at: at, wanted_by: at === null ? null : machine })
        .execute();
    },
  };
}

/**
 * Credits of a locked window that nobody holds. Under a spending cap, what was used earlier under
 * leases without a cap counts too; while such a lease is unsettled its usage is not known, and
 * nothing is available.
 */
async function availableIn(trx: LedgerTransaction, window: WindowRow): Promise<number> {
  const { account_id, number, granted, carried, beyond, leased } = window;
  if (beyond === null) return granted + carried - leased;
  const rows = await trx
    .selectFrom('leases')
    .leftJoin('lease_counts', 'lease_counts.lease_id', 'leases.id')
    .select(['settled_at', 'operation', 'requests', 'given_back'])
    .where('account_id', '=', account_id)
    .where('window_number', '=', number)
    .where('granted', 'is', null)
    .execute();
  if (rows.some(({ settled_at }) => settled_at === null)) return 0;
  const before = rows.reduce((sum, { operation, requests, given_back }) => {
    return operation === null ? sum : sum + creditsOf(operation, requests ?? 0, given_back ?? 0);
  }, 0);
  return Math.max(0, granted + carried + beyond - leased - before);
}
