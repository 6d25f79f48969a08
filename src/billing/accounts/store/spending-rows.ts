import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { AccountsTransaction } from '../accounts-store.ts';
import type { Touched } from './account-rows.ts';

/** Caps on spending, and the alerts about them. */
export function spendingAccess(trx: LedgerTransaction, touched: Touched) {
  return {
    spending: async (organization) => {
      const row = await trx
        .selectFrom('windows')
        .innerJoin('accounts', 'accounts.id', 'windows.account_id')
        .select(['spending_cap_cents', 'beyond', 'credits_alert', 'spending_alert'])
        .where('account_id', '=', organization)
        .where('windows.closed_at', 'is', null)
        .executeTakeFirstOrThrow();
      return {
        capCents: row.spending_cap_cents,
        beyond: row.beyond,
        creditsAlert: row.credits_alert,
        spendingAlert: row.spending_alert,
      };
    },
    saveSpendingCap: async (organization, capCents, window, beyond) => {
      await trx.updateTable('accounts').set({ spending_cap_cents: capCents }).where('id', '=', organization).execute();
      await trx
        .updateTable('windows')
        .set({ beyond, spending_alert: 0 })
        .where('account_id', '=', organization)
        .where('number', '=', window)
        .execute();
      touched.accounts.add(organization);
    },
    saveAlerts: async (organization, window, credits_alert, spending_alert) => {
      await trx
        .updateTable('windows')
        .set({ credits_alert, spending_alert })
        .where('account_id', '=', organization)
        .where('number', '=', window)
        .execute();
    },
  } satisfies Partial<AccountsTransaction>;
}
