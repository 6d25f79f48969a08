import { setTimeout } from 'node:timers/promises';
import type { Ledger, LedgerTransaction } from '../ledger/ledger.ts';
import { nextRevision, touchAccount } from '../ledger/transactions.ts';
import type { AccountsStore } from './accounts-store.ts';
import { manualPayments, type PaymentProvider } from './charges/provider.ts';
import { type Catalogue, readCatalogue } from './plans/catalogue.ts';
import type { Instant } from './plans/period.ts';
import type { Touched } from './store/account-rows.ts';
import { accountsTransaction } from './store/accounts-transaction.ts';

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

/** What the accounts of a service work with. */
export interface Accounts {
  readonly store: AccountsStore;
  readonly catalogue: Catalogue;
  readonly payments: PaymentProvider;
  readonly now: () => Instant;
}

/** How accounts are opened. */
export interface AccountsOptions {
  /** File of the plan catalogue. */
  readonly plans: string;
  /** The ledger's time. */
  readonly now: () => Instant;
  readonly payments?: PaymentProvider | undefined;
}

/** The accounts of a ledger, on the plan catalogue of a file. Throws a CatalogueError. */
export function openAccounts(ledger: Ledger, options: AccountsOptions): Accounts {
  return {
    store: accountsStore(ledger),
    catalogue: readCatalogue(options.plans),
    payments: options.payments ?? manualPayments,
    now: options.now,
  };
}
