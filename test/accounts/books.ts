import { onTestFinished } from 'vitest';
import type { AccountsStore, Actor } from '../../src/accounts/accounts-store.ts';
import { type Accounts, applyTrigger } from '../../src/accounts/apply.ts';
import type { Effect } from '../../src/accounts/effect.ts';
import { createOrganization } from '../../src/accounts/organizations.ts';
import { manualPayments } from '../../src/accounts/payment.ts';
import { openAccountsStore } from '../../src/accounts/store/ledger-store.ts';
import type { AccountsTables } from '../../src/accounts/store/tables.ts';
import { OPERATIONS } from '../../src/admission/costs.ts';
import { openLease } from '../../src/credits/ledger/leases.ts';
import { type Ledger, type LedgerPlace, openLedger } from '../../src/credits/ledger/ledger.ts';
import { seeMachine } from '../../src/credits/ledger/machines.ts';
import { recordUsage } from '../../src/credits/ledger/usage.ts';
import type { Real } from './commands.ts';
import { CATALOGUE } from './world.ts';

/** Whoever acts in tests. */
export const ACTOR: Actor = { kind: 'user', subject: 'test' };

/** Accounts on a real ledger, with a clock that tests move. */
export interface Books {
  readonly ledger: Ledger;
  readonly store: AccountsStore;
  readonly accounts: Accounts;
  readonly clock: { now: number };
  readonly changed: string[];
  /** Counts credits used in a window, under a lease that stays open. */
  use(organization: string, window: number, credits: number): Promise<void>;
}

/** Opens accounts on the ledger of a place, to be closed with the test. */
export async function openBooks(place: LedgerPlace, now: number, change: Partial<Accounts> = {}): Promise<Books> {
  const ledger = await openLedger(place);
  onTestFinished(() => ledger.close());
  const store = await openAccountsStore(ledger);
  const clock = { now };
  const changed: string[] = [];
  const leases = new Map<string, { id: number; sequence: number }>();
  await seeMachine(ledger, 'machine', 'machine', 0);
  const accounts: Accounts = {
    store,
    catalogue: CATALOGUE,
    payments: manualPayments,
    now: () => clock.now,
    changed: (organization) => changed.push(organization),
    ...change,
  };
  return {
    ledger,
    store,
    accounts,
    clock,
    changed,
    use: async (account, window, credits) => {
      const key = `${account}/${window}`;
      let lease = leases.get(key);
      if (!lease) {
        const grant = await openLease(ledger, { account, window, machine: 'machine', credits: 0, now: 0 });
        lease = { id: grant!.lease, sequence: 0 };
        leases.set(key, lease);
      }
      const requests = OPERATIONS.map((operation) => (operation === 'autocomplete' ? credits : 0));
      const entry = { lease: lease.id, account, window, sequence: ++lease.sequence, requests };
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
  const rows = await accountsDb(ledger)
    .selectFrom('windows')
    .innerJoin('window_books', (join) =>
      join
        .onRef('window_books.account_id', '=', 'windows.account_id')
        .onRef('window_books.window_number', '=', 'windows.number'),
    )
    .select(['number', 'plan', 'granted', 'unused', 'windows.closed_at', 'window_books.carried', 'used', 'billed'])
    .select(['period_anchor', 'period_index', 'period_start', 'period_end', 'window_books.settled_at'])
    .where('windows.account_id', '=', organization)
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
    used: row.used,
    billed: row.billed,
  }));
}

/** The ledger's database with the tables of accounts. */
export function accountsDb(ledger: Ledger) {
  return ledger.db.withTables<AccountsTables>();
}

/** Everything that accounts have written, in an order of its own, without what differs from one database to the next. */
export async function everything(ledger: Ledger): Promise<Record<string, unknown[]>> {
  const db = accountsDb(ledger);
  const [accounts, windows, api_keys, account_plans, window_books, invoices, invoice_lines] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', 'name', 'status', 'overdue', 'created_at', 'closed_at'])
      .orderBy('id')
      .execute(),
    db.selectFrom('windows').selectAll().orderBy('account_id').orderBy('number').execute(),
    db.selectFrom('api_keys').selectAll().orderBy('id').execute(),
    db.selectFrom('account_plans').selectAll().orderBy('account_id').execute(),
    db.selectFrom('window_books').selectAll().orderBy('account_id').orderBy('window_number').execute(),
    db.selectFrom('invoices').selectAll().orderBy('sequence').execute(),
    db.selectFrom('invoice_lines').selectAll().orderBy('invoice').orderBy('position').execute(),
  ]);
  const movements = await db.selectFrom('credit_movements').selectAll().orderBy('id').execute();
  const audit = await db.selectFrom('audit').selectAll().orderBy('id').execute();
  const previews = await db.selectFrom('plan_previews').selectAll().orderBy('token_hash').execute();
  return {
    accounts,
    windows,
    api_keys,
    account_plans,
    window_books,
    invoices,
    invoice_lines,
    previews,
    credit_movements: movements.map(({ id: _, ...row }) => row),
    audit: audit.map(({ id: _, ...row }) => row),
  };
}
