import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe } from 'vitest';
import { accountsStore } from '../../../src/billing/accounts/accounts.ts';
import type { AccountsStore } from '../../../src/billing/accounts/accounts-store.ts';
import { type Ledger, openLedger } from '../../../src/billing/ledger/ledger.ts';
import { seeMachine } from '../../../src/billing/ledger/machines.ts';
import { recordUsage } from '../../../src/billing/ledger/usage.ts';
import { OPERATIONS } from '../../../src/service/admission/costs.ts';
import { LONG } from '../../support/cases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { inWindow, settleLease } from '../ledger/leases.ts';
import { describeOnPostgres, type NewPlace, sqlitePlace } from '../ledger/ledgers.ts';
import { heldLease } from './books.ts';

/** A ledger under test, with the usage that the sidecar would write into it. */
export interface TestLedger {
  readonly store: AccountsStore;
  readonly ledger: Ledger;
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

const MACHINE = 'machine';

async function realLedger(newPlace: NewPlace): Promise<TestLedger> {
  const ledger = await openLedger(await newPlace());
  const store = accountsStore(ledger);
  await seeMachine(ledger, MACHINE, MACHINE, 0);
  const held = new Map<string, number>();
  const hold = (account: string, window: number) => heldLease(ledger, account, window, MACHINE);
  return {
    store,
    ledger,
    use: async (account, window, { operation, requests, day }) => {
      const lease = await hold(account, window);
      const counts = OPERATIONS.map((each) => (each === operation ? requests : 0));
      const of = inWindow(account, window);
      const entry = { lease, of, sequence: 1, requests: counts, givenBack: OPERATIONS.map(() => 0) };
      await recordUsage(ledger, [entry], Date.parse(day));
      await settleLease(ledger, lease, account, window, Date.parse(day));
    },
    setIncomplete: async (account, window, incomplete) => {
      const key = `${account}/${window}`;
      if (incomplete) held.set(key, await hold(account, window));
      else await settleLease(ledger, held.get(key)!, account, window, 1);
    },
    close: () => ledger.close(),
  };
}

/** A ledger in a SQLite file of its own, which goes when it is closed. */
export async function sqliteLedger(): Promise<TestLedger> {
  const folder = newFolder();
  const opened = await realLedger(() => sqlitePlace(folder));
  const close = async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  };
  return { ...opened, close };
}

/** Runs the same tests on SQLite, and in a full run on PostgreSQL too. */
export function describeOnLedgers(name: string, tests: (ledger: () => TestLedger) => void): void {
  const on = (open: () => Promise<TestLedger>) => {
    let ledger: TestLedger;
    beforeAll(async () => {
      ledger = await open();
    });
    afterAll(() => ledger.close());
    tests(() => ledger);
  };
  describe(`${name}, on SQLite`, () => on(sqliteLedger));
  if (LONG) describeOnPostgres(`${name}, on PostgreSQL`, (newPlace) => on(() => realLedger(newPlace)));
}
