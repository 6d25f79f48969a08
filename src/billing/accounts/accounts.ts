import type { Ledger } from '../ledger/ledger.ts';
import type { AccountsStore } from './accounts-store.ts';
import { manualPayments, type PaymentProvider } from './charges/provider.ts';
import { type Catalogue, readCatalogue } from './plans/catalogue.ts';
import type { Instant } from './plans/period.ts';
import { accountsStore } from './store/ledger-store.ts';

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
