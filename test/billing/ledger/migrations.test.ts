import { expect, test } from 'vitest';
import { upkeep } from '../../../src/billing/accounts/upkeep.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';
import { settleLease } from './leases.ts';
import { accountsOf, describeOnBoth, openTestLedger } from './ledgers.ts';
import { fixture, writeOld } from './old-ledger.ts';

const DAY = 24 * 3_600_000;

/** What the program that wrote `schema-004.sql` made of it: all leases settled, upkeep until nothing was due, and the same 40 days later. */
interface Settled {
  readonly writtenAt: string;
  readonly accounts: readonly {
    readonly account: string;
    readonly status: string;
    /** Number, granted, carried, used, billed, unused, settled. */
    readonly windows: readonly unknown[][];
    /** Window, kind, credits, cents. */
    readonly lines: readonly unknown[][];
  }[];
}

const settled = JSON.parse(fixture('schema-004-settled.json')) as Settled;

async function stateOf({ db }: Ledger, account: string) {
  const { status } = await db
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const windows = await db
    .selectFrom('windows')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('number')
    .execute();
  const lines = await db
    .selectFrom('invoices')
    .innerJoin('invoice_lines', 'invoice_lines.invoice', 'invoices.number')
    .select(['window_number', 'kind', 'credits', 'amount_cents'])
    .where('account_id', '=', account)
    .orderBy('window_number')
    .orderBy('kind')
    .orderBy('credits')
    .orderBy('amount_cents')
    .execute();
  return {
    account,
    status,
    windows: windows.map((w) => [w.number, w.granted, w.carried, w.used ?? 0, w.billed, w.unused, w.used !== null]),
    lines: lines.map((line) => [line.window_number, line.kind, line.credits, line.amount_cents]),
  };
}

describeOnBoth('a ledger written by an earlier version', (_, newBarePlace) => {
  test('is migrated to the credits, windows and invoices that the earlier version would have reached', async () => {
    const place = await newBarePlace();
    await writeOld(place);
    const ledger = await openTestLedger(place, 'migrate');
    let now = Date.parse(settled.writtenAt);
    const open = await ledger.db.selectFrom('leases').selectAll().where('settled_at', 'is', null).execute();
    expect(open.length).toBeGreaterThan(0);
    for (const { id: lease, account_id: account, window_number: window } of open)
      await settleLease(ledger, lease, account, window, now);
    const accounts = accountsOf(ledger, () => now);
    for (const days of [0, 40]) {
      now += days * DAY;
      for (let round = 0; round < 4; round++) expect(await upkeep(accounts)).toEqual(new Map());
    }
    for (const expected of settled.accounts) expect(await stateOf(ledger, expected.account)).toEqual(expected);
    // Every credit that the windows were granted was used, expired, or is there.
    const unmatched = await ledger.db
      .selectFrom('windows')
      .innerJoin('window_usage', (join) =>
        join
          .onRef('window_usage.account_id', '=', 'windows.account_id')
          .onRef('window_usage.window_number', '=', 'windows.number'),
      )
      .select(['windows.account_id', 'number'])
      .where('settled_at', 'is not', null)
      .whereRef('used', '!=', 'window_usage.credits')
      .execute();
    expect(unmatched).toEqual([]);
  });

  test('keeps its foreign keys, and rejects writes of the earlier version', async () => {
    const place = await newBarePlace();
    await writeOld(place);
    const { db } = await openTestLedger(place, 'migrate');
    const lease = { machine_id: 'a', granted: null, opened_at: 0, settled_at: null };
    const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    await db
      .insertInto('leases')
      .values({ ...lease, account_id: id, window_number: 1 })
      .execute();
    await expect(
      db
        .insertInto('leases')
        .values({ ...lease, account_id: id, window_number: 999 })
        .execute(),
    ).rejects.toThrow(/foreign key/i);
    // What an earlier program that still runs would write.
    await expect(
      db.updateTable('windows').set({ settled_at: 1 }).where('closed_at', 'is', null).execute(),
    ).rejects.toThrow(/constraint/i);
  });
});
