import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { AccountsStore } from '../../src/accounts/accounts-store.ts';
import { openAccountsStore } from '../../src/accounts/store/ledger-store.ts';
import { OPERATIONS } from '../../src/admission/costs.ts';
import { openLease, settleLease } from '../../src/credits/ledger/leases.ts';
import { type Ledger, openLedger } from '../../src/credits/ledger/ledger.ts';
import { seeMachine } from '../../src/credits/ledger/machines.ts';
import { recordUsage } from '../../src/credits/ledger/usage.ts';
import { describeOnPostgres, type NewPlace } from '../credits/ledgers.ts';
import { MemoryStore } from './memory-store.ts';

/** A ledger under test, with the usage that the sidecar would write into it. */
export interface TestLedger {
  readonly store: AccountsStore;
  /** Null in memory. */
  readonly ledger: Ledger | null;
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

async function memoryLedger(): Promise<TestLedger> {
  const store = new MemoryStore();
  return {
    store,
    ledger: null,
    use: async (organization, window, usage) => store.use(organization, window, usage),
    setIncomplete: async (organization, window, incomplete) => {
      if (incomplete) store.incomplete.add(`${organization}/${window}`);
      else store.incomplete.delete(`${organization}/${window}`);
    },
    close: async () => {},
  };
}

const MACHINE = 'machine';

async function realLedger(newPlace: NewPlace): Promise<TestLedger> {
  const ledger = await openLedger(await newPlace());
  const store = await openAccountsStore(ledger);
  await seeMachine(ledger, MACHINE, MACHINE, 0);
  const held = new Map<string, number>();
  const hold = async (account: string, window: number) => {
    const grant = await openLease(ledger, { account, window, machine: MACHINE, credits: 0, now: 0 });
    return grant!.lease;
  };
  return {
    store,
    ledger,
    use: async (account, window, { operation, requests, day }) => {
      const lease = await hold(account, window);
      const counts = OPERATIONS.map((each) => (each === operation ? requests : 0));
      const entry = { lease, account, window, sequence: 1, requests: counts, givenBack: OPERATIONS.map(() => 0) };
      await recordUsage(ledger, [entry], Date.parse(day));
      await settleLease(ledger, { lease, account, window, heir: null }, Date.parse(day));
    },
    setIncomplete: async (account, window, incomplete) => {
      const key = `${account}/${window}`;
      if (incomplete) held.set(key, await hold(account, window));
      else await settleLease(ledger, { lease: held.get(key)!, account, window, heir: null }, 1);
    },
    close: () => ledger.close(),
  };
}

async function sqliteLedger(): Promise<TestLedger> {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-accounts-'));
  const opened = await realLedger(async () => ({ file: join(folder, 'ledger.db'), databaseUrl: null }));
  const close = async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  };
  return { ...opened, close };
}

/** Runs the same tests on a ledger in memory, on SQLite and on PostgreSQL. */
export function describeOnLedgers(name: string, tests: (ledger: () => TestLedger) => void): void {
  const on = (open: () => Promise<TestLedger>) => {
    let ledger: TestLedger;
    beforeAll(async () => {
      ledger = await open();
    });
    afterAll(() => ledger.close());
    tests(() => ledger);
  };
  describe(`${name}, in memory`, () => on(memoryLedger));
  describe(`${name}, on SQLite`, () => on(sqliteLedger));
  describeOnPostgres(`${name}, on PostgreSQL`, (newPlace) => on(() => realLedger(newPlace)));
}
