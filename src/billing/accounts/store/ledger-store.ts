import { setTimeout } from 'node:timers/promises';
import type { Ledger, LedgerTransaction } from '../../ledger/ledger.ts';
import { nextRevision, touchAccount } from '../../ledger/transactions.ts';
import type { AccountsStore } from '../accounts-store.ts';
import type { Touched } from './account-rows.ts';
import { accountsTransaction } from './accounts-transaction.ts';

const MOST_ATTEMPTS = 6;

/**
 * PostgreSQL chose this transaction as the victim of a deadlock or serialization failure; in SQLite
 * another process was writing.
 */
const WORTH_ANOTHER_ATTEMPT = ['40001', '40P01', 'SQLITE_BUSY'];

/** The accounts of a ledger. */
export function accountsStore(ledger: Ledger): AccountsStore {
  return {
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await ledger.db.transaction().execute(async (trx) => {
            const touched: Touched = { accounts: new Set(), keys: new Set() };
            const result = await work(accountsTransaction(ledger, trx, touched));
            await publish(trx, touched);
            return result;
          });
        } catch (error) {
          const { code } = error as { code?: string };
          if (attempt === MOST_ATTEMPTS || code === undefined || !WORTH_ANOTHER_ATTEMPT.includes(code)) throw error;
          await setTimeout(Math.random() * 10 * 2 ** attempt);
        }
      }
    },
  };
}

/** Every transaction takes the lock of the revision last, so that no two can deadlock over it. */
async function publish(trx: LedgerTransaction, { accounts, keys }: Touched): Promise<void> {
  for (const id of accounts) await touchAccount(trx, id);
  if (keys.size === 0) return;
  const revision = await nextRevision(trx);
  await trx
    .updateTable('api_keys')
    .set({ revision })
    .where('id', 'in', [...keys])
    .execute();
}
