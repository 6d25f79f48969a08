import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Accounts } from '../../../src/billing/accounts/accounts.ts';
import { accountsStore } from '../../../src/billing/accounts/accounts.ts';
import { manualPayments } from '../../../src/billing/accounts/charges/provider.ts';
import { createApiKey } from '../../../src/billing/accounts/keys.ts';
import { createOrganization } from '../../../src/billing/accounts/organizations.ts';
import type { Catalogue } from '../../../src/billing/accounts/plans/catalogue.ts';
import type { Plan } from '../../../src/billing/accounts/plans/plan.ts';
import { type Ledger, openLedger } from '../../../src/billing/ledger/ledger.ts';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import type { Clock } from '../../../src/service/admission/clock.ts';
import { type SimulatedMachine, simulateMachine } from './machine.ts';

/** Both clocks of a simulated machine: they stand still until they are advanced. */
interface SimulatedClock extends Clock {
  /** Advances both. */
  pass(milliseconds: number): void;
}

/** The start of simulated time. */
const BEGINNING = Date.UTC(2026, 0, 15);

/** A clock set to the start of simulated time. */
function simulatedClock(): SimulatedClock {
  let passed = 0;
  return {
    now: () => BEGINNING + passed,
    steady: () => 1e15 + passed * 1e6,
    pass(milliseconds) {
      passed += milliseconds;
    },
  };
}

/** An account with a key. */
export interface Customer {
  readonly id: string;
  readonly key: string;
  /** Its hard cap. */
  readonly credits: number;
}

/** Machines that share a ledger on a real PostgreSQL. */
export interface Fleet {
  readonly clock: SimulatedClock;
  readonly ledger: Ledger;
  readonly machines: readonly SimulatedMachine[];
  /** Makes an account with a hard cap and a key. */
  customer(credits: number, burst: Plan['burst']): Promise<Customer>;
  /** One round of each machine, `AT_ONCE` at a time. */
  round(machines?: readonly SimulatedMachine[]): Promise<void>;
  /** Advances simulated time by a step, and runs the rounds due at its end. */
  step(milliseconds: number): Promise<void>;
  /**
   * Lets enough simulated time pass for every machine to write down what it counted, and to have
   * its leases.
   */
  settleDown(): Promise<void>;
  /** Credits of an account's window that the ledger has as used and as leased, and its cap. */
  known(customer: Customer): Promise<{ readonly used: number; readonly leased: number; readonly cap: number }>;
  stop(): Promise<void>;
}

/** How a fleet is set up. */
export interface FleetSettings {
  readonly databaseUrl: string;
  readonly machines: number;
  readonly drainInterval?: number;
  readonly leaseTime?: number;
}

/** Rounds run at once: as many statements as PostgreSQL can use on few cores. */
const AT_ONCE = 8;

const ACTOR = { kind: 'operator', subject: 'simulation' } as const;

/** Makes a fleet on an empty database. Nothing runs until the first round. */
export async function makeFleet(settings: FleetSettings): Promise<Fleet> {
  const { databaseUrl, machines: count, drainInterval = 1000, leaseTime = 2000 } = settings;
  const clock = simulatedClock();
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-simulate-'));
  const ledger = await openLedger({ file: '', databaseUrl });
  const accounts = (of: Ledger, now: () => number): Accounts => ({
    store: accountsStore(of),
    catalogue: CATALOGUE,
    payments: manualPayments,
    now,
  });
  const machines = Array.from({ length: count }, (_, i) =>
    simulateMachine(`machine-${i}`, { folder, databaseUrl, clock, drainInterval, leaseTime, accounts }),
  );
  let made = 0;
  /** Machines begin their rounds one after the other within the first 100 ms. */
  const nextRound = machines.map((_, i) => clock.now() + (100 * i) / count);
  async function round(some: readonly SimulatedMachine[] = machines): Promise<void> {
    const waiting = [...some];
    const next = async () => {
      for (let machine = waiting.pop(); machine !== undefined; machine = waiting.pop()) await machine.round();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }
  return {
    clock,
    ledger,
    machines,
    async customer(credits, burst) {
      const id = `org-${made++}`;
      const plan: Plan = { ...PLAN, credits, burst };
      const here = accounts(ledger, clock.now);
      return here.store.transaction(async (tx) => {
        await createOrganization(tx, id, id, ACTOR, here, plan);
        const { key } = await createApiKey(tx, id, 'key', ACTOR, clock.now());
        return { id, key, credits };
      });
    },
    round,
    async step(milliseconds) {
      clock.pass(milliseconds);
      const now = clock.now();
      const due = machines.filter((_, i) => now >= nextRound[i]);
      for (const [i, machine] of machines.entries())
        if (now >= nextRound[i]) nextRound[i] = now + machine.sidecar.pace();
      await round(due);
    },
    async settleDown() {
      await round();
      for (let i = 0; i < 3; i++) {
        clock.pass(1100);
        await round();
      }
    },
    async known({ id }) {
      const window = await ledger.db
        .selectFrom('windows')
        .select(['leased', 'granted', 'carried'])
        .where('account_id', '=', id)
        .where('number', '=', 1)
        .executeTakeFirstOrThrow();
      const used = (await usageByWindow(ledger, id)).get(1) ?? 0;
      return { used, leased: window.leased, cap: window.granted + window.carried };
    },
    async stop() {
      await Promise.all(machines.map((machine) => machine.stop()));
      await ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PLAN = {
  id: 'simulated',
  name: 'Simulated',
  shape: 'free',
  period: 'P1M',
  products: ['address'],
  offered: true,
} as const;

/** Periods renew on unchanged terms. */
const CATALOGUE: Catalogue = {
  currency: 'AUD',
  paymentTermDays: 14,
  seller: null,
  gstPercent: 0,
  minimumInvoiceCents: 0,
  overdue: { graceDays: 0, reminderDays: [], suspendDays: null },
  payment: { setUp: null, page: null, contact: null, invoices: [] },
  plans: [{ ...PLAN, credits: 1, burst: { perSecond: 1, size: 1 } }],
};
