import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import type { FreePlan, IncludedPlan, PaygPlan } from '../../src/accounts/plan.ts';
import { type Ledger, type LedgerPlace, openLedger } from '../../src/credits/ledger/ledger.ts';
import { inTransaction, touchAccount } from '../../src/credits/ledger/transactions.ts';
import { temporaryFolder } from '../admission/customer.ts';
import { type Postgres, postgresBinaries, startPostgres } from './postgres.ts';

/** Where a test gets an empty ledger from. */
export type NewPlace = () => Promise<LedgerPlace>;

/** A place for a SQLite ledger. */
export async function sqlitePlace(): Promise<LedgerPlace> {
  return { file: join(temporaryFolder(), 'ledger.db'), databaseUrl: null };
}

/** Runs tests with a PostgreSQL server, or skips them and says why. */
export function describeOnPostgres(name: string, tests: (newPlace: NewPlace, server: () => Postgres) => void): void {
  describe.skipIf(postgresBinaries() === null)(
    `${name} (skipped without PostgreSQL: install it, or set LETTERBOX_TEST_POSTGRES to its bin folder)`,
    () => {
      let server: Postgres;
      beforeAll(async () => {
        server = await startPostgres();
      });
      afterAll(() => server.stop());
      tests(
        async () => ({ file: '', databaseUrl: await server.database() }),
        () => server,
      );
    },
  );
}

/** Runs the same tests on SQLite and on PostgreSQL. */
export function describeOnBoth(name: string, tests: (newPlace: NewPlace) => void): void {
  describe(`${name}, on SQLite`, () => tests(sqlitePlace));
  describeOnPostgres(`${name}, on PostgreSQL`, tests);
}

/** Opens a ledger that is closed with the test. */
export async function openTestLedger(place: LedgerPlace): Promise<Ledger> {
  const ledger = await openLedger(place);
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

/** A plan with a hard cap. */
export function freePlan(credits: number): FreePlan {
  return { ...ANY, id: 'free', shape: 'free', credits };
}

/** A plan with soft overage. */
export function softPlan(credits: number): IncludedPlan {
  return { ...ANY, id: 'soft', shape: 'included', priceCents: 100, credits, overage: { cents: 1, perCredits: 1 } };
}

/** A plan without a cap. */
export const paygPlan: PaygPlan = { ...ANY, id: 'payg', shape: 'payg', unitPrice: { cents: 1, perCredits: 1 } };

/** Makes an account what it would be after it was closed, or was opened anew. */
export function setStatus(ledger: Ledger, id: string, status: 'active' | 'closing' | 'closed'): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    await trx.updateTable('accounts').set({ status }).where('id', '=', id).execute();
    await touchAccount(trx, id);
  });
}
