import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import {
  newDatabase,
  type Postgres,
  postgresBinaries,
  startPostgres,
} from '../../../bench/equipment/postgres-server.ts';
import type { Accounts } from '../../../src/billing/accounts/accounts.ts';
import { accountsStore } from '../../../src/billing/accounts/accounts.ts';
import type { Actor } from '../../../src/billing/accounts/accounts-store.ts';
import { applyTrigger } from '../../../src/billing/accounts/apply.ts';
import { manualPayments } from '../../../src/billing/accounts/charges/provider.ts';
import { setOverdue } from '../../../src/billing/accounts/invoices/billing.ts';
import type { FreePlan, IncludedPlan, PaygPlan, Plan } from '../../../src/billing/accounts/plans/plan.ts';
import type { UnusedCredits } from '../../../src/billing/accounts/transitions/account.ts';
import { type Ledger, type LedgerPlace, type LedgerUse, openLedger } from '../../../src/billing/ledger/ledger.ts';
import { inTransaction, touchAccount } from '../../../src/billing/ledger/transactions.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { CATALOGUE } from '../accounts/world.ts';
import { emptyPostgres, newLedger, prepareLedgers, sharedPostgres } from './shared-postgres.ts';

/** Where a test gets an empty ledger from, or the place for one. */
export type NewPlace = () => Promise<LedgerPlace>;

/** A place for a SQLite ledger, where there is nothing. */
async function bareSqlitePlace(): Promise<LedgerPlace> {
  return { file: join(temporaryFolder(), 'ledger.db'), databaseUrl: null };
}

let emptySqlite: Promise<Buffer> | null = null;

/** A place with an empty SQLite ledger. It is a copy, which takes a tenth of the time of the migrations; it goes with its folder: with the test, unless one is given. */
export async function sqlitePlace(folder = temporaryFolder()): Promise<LedgerPlace> {
  const file = join(folder, 'ledger.db');
  emptySqlite ??= makeSqlite();
  writeFileSync(file, await emptySqlite, { mode: 0o600 });
  return { file, databaseUrl: null };
}

async function makeSqlite(): Promise<Buffer> {
  const file = join(newFolder(), 'ledger.db');
  const ledger = await openLedger({ file, databaseUrl: null });
  await ledger.close();
  return readFileSync(file);
}

const withPostgres = (name: string, tests: () => void) =>
  describe.skipIf(postgresBinaries() === null)(
    `${name} (skipped without PostgreSQL: install it, or set LETTERBOX_TEST_POSTGRES to its bin folder)`,
    tests,
  );

/** Tests on places with an empty ledger, and on places with nothing. */
type LedgerTests = (newPlace: NewPlace, newBarePlace: NewPlace) => void;

/** Runs tests on databases of the PostgreSQL server that a run shares, or skips them and says why. */
export function describeOnPostgres(name: string, tests: LedgerTests): void {
  withPostgres(name, () => {
    let port: number;
    beforeAll(async () => {
      port = await sharedPostgres();
    });
    const placeBy = (make: typeof newLedger) => async () => ({ file: '', databaseUrl: await make(port) });
    tests(placeBy(newLedger), placeBy(newDatabase));
  });
}

/** The same with a PostgreSQL server of their own, which they may stop. */
export function describeOnOwnPostgres(name: string, tests: (newPlace: NewPlace, server: () => Postgres) => void): void {
  withPostgres(name, () => {
    let server: Postgres;
    beforeAll(async () => {
      server = await startPostgres(emptyPostgres());
      await prepareLedgers(server.port);
    });
    afterAll(() => server.stop());
    tests(
      async () => ({ file: '', databaseUrl: await newLedger(server.port) }),
      () => server,
    );
  });
}

/** Runs the same tests on SQLite and on PostgreSQL. */
export function describeOnBoth(name: string, tests: LedgerTests): void {
  describe(`${name}, on SQLite`, () => tests(() => sqlitePlace(), bareSqlitePlace));
  describeOnPostgres(`${name}, on PostgreSQL`, tests);
}

/** Opens a ledger that is closed with the test. */
export async function openTestLedger(place: LedgerPlace, use: LedgerUse = 'change'): Promise<Ledger> {
  const ledger = await openLedger(place, use);
  onTestFinished(() => ledger.close());
  return ledger;
}

/**
 * Two openings of one ledger, as two machines have them. A SQLite ledger has one machine, and waits for its lock without letting the process do
 * anything else: there it is the same opening twice.
 */
export async function openTwice(place: LedgerPlace): Promise<[Ledger, Ledger]> {
  const first = await openTestLedger(place);
  return [first, first.kind === 'sqlite' ? first : await openTestLedger(place)];
}

const ANY = { name: 'Test', period: 'P1M', products: ['address'], burst: { perSecond: 1e9, size: 1e9 }, offered: true };

/** Accounts on a ledger, whose plans are on no catalogue: a period that ends goes on with the same terms. */
export function accountsOf(ledger: Ledger, now: () => number): Accounts {
  return { store: accountsStore(ledger), catalogue: CATALOGUE, payments: manualPayments, now };
}

/** Whoever acts in tests. */
export const ACTOR: Actor = { kind: 'operator', subject: 'test' };

/** Puts an account on a plan, as the admin program does. */
export async function setPlan(
  ledger: Ledger,
  account: string,
  plan: Plan,
  unused: UnusedCredits,
  now: number,
): Promise<void> {
  const outcome = await accountsStore(ledger).transaction(async (tx) => {
    const trigger = { kind: 'set-plan', plan, unused } as const;
    return applyTrigger(tx, (await tx.lockAccount(account))!, trigger, ACTOR, CATALOGUE, now);
  });
  if (!outcome.accepted) throw new Error(outcome.refusal.message);
}

/** Marks an account as overdue. Throws when there is none of the id. */
export async function markOverdue(ledger: Ledger, account: string): Promise<void> {
  if (!(await accountsStore(ledger).transaction((tx) => setOverdue(tx, account, true, ACTOR, 1))))
    throw new Error(`There is no account ${account}.`);
}

/** A plan with a hard cap. */
export function freePlan(credits: number): FreePlan {
  return { ...ANY, id: 'test-free', shape: 'free', credits };
}

/** A plan with soft overage. */
export function softPlan(credits: number): IncludedPlan {
  return { ...ANY, id: 'test-soft', shape: 'included', priceCents: 100, credits, overage: { cents: 1, perCredits: 1 } };
}

/** A plan without a cap. */
export const paygPlan: PaygPlan = { ...ANY, id: 'test-payg', shape: 'payg', unitPrice: { cents: 1, perCredits: 1 } };

/** Makes an account what it would be after it was closed, or was opened anew. */
export function setStatus(ledger: Ledger, id: string, status: 'active' | 'closing' | 'closed'): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    await trx.updateTable('accounts').set({ status }).where('id', '=', id).execute();
    await touchAccount(trx, id);
  });
}
