import { onTestFinished } from 'vitest';
import type { Accounts } from '../../../src/billing/accounts/accounts.ts';
import { accountsStore } from '../../../src/billing/accounts/accounts.ts';
import type { AccountsStore, Actor } from '../../../src/billing/accounts/accounts-store.ts';
import { applyTrigger } from '../../../src/billing/accounts/apply.ts';
import { manualPayments } from '../../../src/billing/accounts/charges/provider.ts';
import { createOrganization } from '../../../src/billing/accounts/organizations.ts';
import type { Effect } from '../../../src/billing/accounts/transitions/effect.ts';
import { type Ledger, type LedgerPlace, openLedger } from '../../../src/billing/ledger/ledger.ts';
import { seeMachine } from '../../../src/billing/ledger/machines.ts';
import { recordUsage } from '../../../src/billing/ledger/usage.ts';
import { OPERATIONS } from '../../../src/service/admission/costs.ts';
import { inWindow } from '../ledger/leases.ts';
import type { Real } from './transitions/commands.ts';
import { CATALOGUE } from './world.ts';

/** Whoever acts in tests. */
export const ACTOR: Actor = { kind: 'user', subject: 'test' };

/** Accounts on a real ledger, with a clock that tests move. */
export interface Books {
  readonly ledger: Ledger;
  readonly store: AccountsStore;
  readonly accounts: Accounts;
  readonly clock: { now: number };
  /** Counts credits used in a window, under a lease that stays open. */
  use(organization: string, window: number, credits: number): Promise<void>;
}

/** Opens accounts on the ledger of a place, to be closed with the test. */
export async function openBooks(place: LedgerPlace, now: number, change: Partial<Accounts> = {}): Promise<Books> {
  const ledger = await openLedger(place);
  onTestFinished(() => ledger.close());
  const store = accountsStore(ledger);
  const clock = { now };
  const leases = new Map<string, { id: number; sequence: number }>();
  await seeMachine(ledger, 'machine', 'machine', 0);
  const accounts: Accounts = {
    store,
    catalogue: CATALOGUE,
    payments: manualPayments,
    now: () => clock.now,
    ...change,
  };
  return {
    ledger,
    store,
    accounts,
    clock,
    use: async (account, window, credits) => {
      const key = `${account}/${window}`;
      let lease = leases.get(key);
      if (!lease) {
        lease = { id: await heldLease(ledger, account, window), sequence: 0 };
        leases.set(key, lease);
      }
      const requests = OPERATIONS.map((operation) => (operation === 'autocomplete' ? credits : 0));
      const entry = { lease: lease.id, of: inWindow(account, window), sequence: ++lease.sequence, requests };
      await recordUsage(ledger, [{ ...entry, givenBack: OPERATIONS.map(() => 0) }], clock.now);
    },
  };
}

/** An organization on these books, as the random commands see it. */
export async function realOn(books: Books, organization: string): Promise<Real> {
  const { store, clock } = books;
  const effects: Effect[] = [];
  await store.transaction((tx) => createOrganization(tx, organization, organization, ACTOR, books.accounts));
  const [first] = await windowsOf(books, organization);
  effects.push({ kind: 'credits-granted', window: 1, credits: first.granted });
  return {
    effects,
    account: () => store.transaction(async (tx) => (await tx.account(organization))!),
    windows: () => windowsOf(books, organization),
    use: (window, credits) => books.use(organization, window, credits),
    apply: async (trigger, now) => {
      clock.now = now;
      const outcome = await store.transaction(async (tx) => {
        const account = (await tx.lockAccount(organization))!;
        return applyTrigger(tx, account, trigger, ACTOR, CATALOGUE, now);
      });
      if (!outcome.accepted) return outcome;
      effects.push(...outcome.value.effects);
      return { accepted: true, ...outcome.value };
    },
  };
}

async function windowsOf({ ledger }: Books, organization: string) {
  const rows = await ledger.db
    .selectFrom('windows')
    .selectAll()
    .where('account_id', '=', organization)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    number: row.number,
    plan: JSON.parse(row.plan),
    period: { anchor: row.period_anchor, index: row.period_index, start: row.period_start, end: row.period_end },
    granted: row.granted,
    carried: row.carried,
    closedAt: row.closed_at,
    unused: row.unused,
    settledAt: row.settled_at,
    used: row.used ?? 0,
    billed: row.billed,
  }));
}

/** A lease that a machine opened while the window was open, and that is not settled. */
export async function heldLease(ledger: Ledger, account: string, window: number, machine = 'machine'): Promise<number> {
  const { id } = await ledger.db
    .insertInto('leases')
    .values({
      account_id: account,
      window_number: window,
      machine_id: machine,
      granted: 0,
      opened_at: 0,
      settled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Everything that accounts have written, in an order of its own, without what differs from one database to the next. */
export async function everything(ledger: Ledger): Promise<Record<string, unknown[]>> {
  const { db } = ledger;
  const [accounts, windows, api_keys, invoices, invoice_lines] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', 'name', 'status', 'overdue', 'created_at', 'closed_at', 'version', 'payment_method'])
      .select(['suspended_at', 'scheduled_plan', 'scheduled_at', 'scheduled_confirmed_at'])
      .orderBy('id')
      .execute(),
    db.selectFrom('windows').selectAll().orderBy('account_id').orderBy('number').execute(),
    db.selectFrom('api_keys').selectAll().orderBy('id').execute(),
    db.selectFrom('invoices').selectAll().orderBy('sequence').execute(),
    db.selectFrom('invoice_lines').selectAll().orderBy('invoice').orderBy('position').execute(),
  ]);
  const movements = await db.selectFrom('credit_movements').selectAll().orderBy('id').execute();
  const audit = await db.selectFrom('audit').selectAll().orderBy('id').execute();
  const events = await db.selectFrom('events').selectAll().orderBy('sequence').execute();
  const endpoints = await db.selectFrom('endpoints').selectAll().orderBy('id').execute();
  const deliveries = await db.selectFrom('deliveries').selectAll().orderBy('id').execute();
  const invitations = await db.selectFrom('invitations').selectAll().orderBy('id').execute();
  const people = await db.selectFrom('people').selectAll().orderBy('id').execute();
  const previews = await db.selectFrom('plan_previews').selectAll().orderBy('token_hash').execute();
  return {
    accounts,
    windows,
    api_keys,
    invoices,
    invoice_lines,
    previews,
    credit_movements: movements.map(({ id: _, ...row }) => row),
    audit: audit.map(({ id: _, ...row }) => row),
    endpoints,
    invitations,
    people,
    deliveries: deliveries.map(({ id: _, event_id: __, ...row }) => row),
    events: events.map(({ sequence: _, id: __, ...row }) => row),
  };
}
