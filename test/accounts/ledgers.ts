import type { AccountsStore } from '../../src/accounts/accounts-store.ts';
import { MemoryStore } from './memory-store.ts';

/** A ledger under test, with the usage that the sidecar would write into it. */
export interface TestLedger {
  readonly store: AccountsStore;
  /** Counts requests of an operation in a window on a day. */
  use(
    organization: string,
    window: number,
    usage: { readonly operation: string; readonly requests: number; readonly credits: number; readonly day: string },
  ): Promise<void>;
  /** More usage of the window may come, or not: at first it may not. */
  setIncomplete(organization: string, window: number, incomplete: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A ledger in memory. */
export async function memoryLedger(): Promise<TestLedger> {
  const store = new MemoryStore();
  return {
    store,
    use: async (organization, window, usage) => store.use(organization, window, usage),
    setIncomplete: async (organization, window, incomplete) => {
      if (incomplete) store.incomplete.add(`${organization}/${window}`);
      else store.incomplete.delete(`${organization}/${window}`);
    },
    close: async () => {},
  };
}

/** The ledgers that tests of the store and of the console run on. */
export const LEDGERS: readonly (readonly [name: string, open: () => Promise<TestLedger>])[] = [
  ['memory', memoryLedger],
];
