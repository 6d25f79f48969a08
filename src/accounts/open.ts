import type { Ledger } from '../credits/ledger/ledger.ts';
import type { Accounts } from './apply.ts';
import { readCatalogue } from './catalogue.ts';
import { manualPayments, type PaymentProvider } from './payment.ts';
import type { Instant } from './period.ts';
import { openAccountsStore } from './store/ledger-store.ts';
import { type UpkeepFailures, upkeep } from './upkeep.ts';

/** How accounts are opened. */
export interface AccountsOptions {
  /** File of the plan catalogue. */
  readonly plans: string;
  readonly now?: () => Instant;
  readonly payments?: PaymentProvider;
  /** Told when workers have to hear of an organization: publish soon. */
  readonly changed?: (organization: string) => void;
}

/**
 * Opens the accounts of a ledger: reads the plan catalogue and adds the tables of accounts. One process opens a SQLite
 * ledger once, and all in it share that. Throws a CatalogueError, or an Error that names the ledger.
 */
export async function openAccounts(ledger: Ledger, options: AccountsOptions): Promise<Accounts> {
  const catalogue = readCatalogue(options.plans);
  return {
    store: await openAccountsStore(ledger),
    catalogue,
    payments: options.payments ?? manualPayments,
    now: options.now ?? Date.now,
    changed: options.changed ?? (() => {}),
  };
}

const THOROUGH_EVERY = 60_000;

/** Rounds of upkeep, for the sidecar to call often: every so many rounds are thorough. */
export function createUpkeep(accounts: Accounts): {
  round(waits?: (subject: string) => boolean): Promise<UpkeepFailures>;
} {
  let thoroughAt = Number.NEGATIVE_INFINITY;
  return {
    async round(waits) {
      const now = accounts.now();
      const thorough = Math.abs(now - thoroughAt) >= THOROUGH_EVERY;
      const failures = await upkeep(accounts, thorough, waits);
      if (thorough) thoroughAt = now;
      return failures;
    },
  };
}
