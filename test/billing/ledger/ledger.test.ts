import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LedgerRefusal, listAccounts } from '../../../src/billing/ledger/accounts.ts';
import { changesSince, fleetNews, usageMark } from '../../../src/billing/ledger/changes.ts';
import { countsOf } from '../../../src/billing/ledger/counts.ts';
import { recordKeyUsage } from '../../../src/billing/ledger/key-usage.ts';
import { returnCredits, settleLeases } from '../../../src/billing/ledger/leases/leases.ts';
import { type Ledger, openLedger } from '../../../src/billing/ledger/ledger.ts';
import { retireMachine, seeMachine } from '../../../src/billing/ledger/machines.ts';
import { recordUsage, usageByDay, usageByWindow } from '../../../src/billing/ledger/usage.ts';
import { OPERATIONS } from '../../../src/service/admission/costs.ts';
import { addKey } from '../credits/support/keys.ts';
import { newAccount } from '../credits/support/machine.ts';
import { extendLease, inWindow, onDay, openKeyLease, openLease, settleLease } from './leases.ts';
import { describeOnBoth, freePlan, markOverdue, openTestLedger, openTwice, setPlan, softPlan } from './ledgers.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const ALL = 1e9;

const account = async (ledger: Ledger, credits: number) =>
  (await newAccount(ledger, freePlan(credits), { now: () => NOW })).id;

const onlyEnrich = (count: number) => OPERATIONS.map((operation) => (operation === 'enrich' ? count : 0));

/** An entry that charges `enrich` requests to a lease. */
const enrich = (lease: number, id: string, sequence: number, requests: number, givenBack = 0, window = 1) => ({
  lease,
  of: inWindow(id, window),
  sequence,
  requests: onlyEnrich(requests),
  givenBack: onlyEnrich(givenBack),
});

describeOnBoth('the ledger', (newPlace, newBarePlace) => {
  test('refuses impossible counts, and writes none of them', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 10);
    const entry = enrich(1, id, 1, 2);
    for (const wrong of [
      { requests: entry.requests.slice(1) },
      { givenBack: [...entry.givenBack, 0] },
      { requests: entry.requests.map(() => -1) },
      { givenBack: entry.givenBack.map(() => 0.5) },
      { requests: entry.requests.map(() => Number.NaN) },
    ])
      await expect(async () => recordUsage(ledger, [enrich(1, id, 1, 1), { ...entry, ...wrong }], NOW)).rejects.toThrow(
        /^lease 1, entry 1: counts \[.*\] and \[.*\], expected \d+ whole numbers each/,
      );
    expect(await ledger.db.selectFrom('usage_entries').selectAll().execute()).toEqual([]);
  });

  test('reopens what it created', async () => {
    const place = await newBarePlace();
    const id = await account(await openTestLedger(place), 10);
    const again = await openTestLedger(place);
    expect(await listAccounts(again, id)).toHaveLength(1);
  });

  test('reports each change since a revision once', async () => {
    const ledger = await openTestLedger(await newPlace());
    const [a, b] = [await account(ledger, 10), await account(ledger, 20)];
    const all = await changesSince(ledger, -1);
    expect(all.accounts.map(({ account }) => account.id).sort()).toEqual([a, b].sort());
    expect((await changesSince(ledger, all.revision)).accounts).toEqual([]);
    await markOverdue(ledger, b);
    const { id: key } = await addKey(ledger, a, NOW);
    const later = await changesSince(ledger, all.revision);
    expect(later.accounts.map(({ account }) => [account.id, account.overdue])).toEqual([[b, 1]]);
    expect(later.keys.map(({ id }) => id)).toEqual([key]);
    expect(await changesSince(ledger, later.revision)).toEqual({
      revision: later.revision,
      accounts: [],
      keys: [],
      again: [],
    });
  });

  test('leases the last credit once', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 2);
    await seeMachine(ledger, 'm', 'm', NOW);
    const lease = async (credits: number) =>
      (await openLease(ledger, { account: id, window: 1, machine: 'm', credits, now: NOW }))!.granted;
    expect([await lease(1), await lease(1), await lease(1)]).toEqual([1, 1, 0]);
  });

  test('usage with a used sequence number changes nothing', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 1000);
    await seeMachine(ledger, 'm', 'm', NOW);
    const { lease } = (await openLease(ledger, { account: id, window: 1, machine: 'm', credits: ALL, now: NOW }))!;
    const used = async () => [...(await usageByWindow(ledger, id))];
    await recordUsage(ledger, [enrich(lease, id, 1, 10)], NOW);
    expect(await used()).toEqual([[1, 30]]);
    await expect(recordUsage(ledger, [enrich(lease, id, 1, 10)], NOW)).rejects.toThrow();
    await expect(recordUsage(ledger, [enrich(lease, id, 2, 5), enrich(lease, id, 1, 1)], NOW)).rejects.toThrow();
    await recordUsage(ledger, [enrich(lease, id, 2, 5, 2)], NOW + 86_400_000);
    expect(await used()).toEqual([[1, 39]]);
    expect((await countsOf(ledger, 'account', [lease])).get(lease)).toEqual({
      requests: onlyEnrich(15),
      givenBack: onlyEnrich(2),
      sequence: 2,
    });
    expect(await usageByDay(ledger, id)).toEqual([
      { day: '2026-01-31', window_number: 1, operation: 'enrich', requests: 10, given_back: 0, credits: 30 },
      { day: '2026-02-01', window_number: 1, operation: 'enrich', requests: 5, given_back: 2, credits: 9 },
    ]);
    expect(await usageByDay(ledger, id, '2026-02-01')).toHaveLength(1);
  });

  test('leases together never hold more than the window has, with any number of concurrent requests', async () => {
    const place = await newPlace();
    const ledgers = await openTwice(place);
    const id = await account(ledgers[0], 1000);
    for (const machine of ['a', 'b']) await seeMachine(ledgers[0], machine, machine, NOW);
    const asked = { account: id, window: 1, now: NOW };
    const grants = await Promise.all(
      Array.from({ length: 40 }, (_, i) => openLease(ledgers[i % 2], { ...asked, machine: 'ab'[i % 2], credits: 33 })),
    );
    const granted = grants.map((grant) => grant!.granted!);
    expect(granted.reduce((a, b) => a + b)).toBe(1000);
    expect(granted.filter((n) => n === 33)).toHaveLength(30);
    const last = grants[39]!.lease;
    expect(await extendLease(ledgers[0], { ...asked, machine: 'b', lease: last, credits: 10, needed: 1 })).toEqual({
      lease: last,
      granted: 0,
      available: 0,
      used: [],
    });
    // A SQLite ledger has one machine, which hears of no other.
    if (ledgers[0].kind === 'sqlite') return;
    const mark = await usageMark(ledgers[0]);
    const wanted = [{ account: id, window: 1, at: NOW }];
    expect(await fleetNews(ledgers[0], mark, 'a')).toMatchObject({ used: [], wanted });
    expect(await fleetNews(ledgers[0], mark, 'b')).toMatchObject({ used: [], wanted: [] });
    await recordUsage(ledgers[1], [enrich(last, id, 1, 2)], NOW);
    const used = [{ account: id, window: 1, used: 6 }];
    expect(await fleetNews(ledgers[0], mark, 'b')).toMatchObject({ used, wanted: [] });
  });

  test('a lease returns what its machine gives up, and once settled what it did not use or was given back, each once', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 100);
    await seeMachine(ledger, 'm', 'm', NOW);
    const asked = { account: id, window: 1, machine: 'm', now: NOW };
    const first = (await openLease(ledger, { ...asked, credits: ALL }))!.lease;
    const second = (await openLease(ledger, { ...asked, credits: ALL }))!.lease;
    const granted = () => ledger.db.selectFrom('leases').select(['id', 'granted']).orderBy('id').execute();
    for (const held of [75, 75, 80]) await returnCredits(ledger, { lease: first, of: inWindow(id) }, held);
    expect((await extendLease(ledger, { ...asked, lease: second, credits: ALL, needed: 0 })).granted).toBe(25);
    await recordUsage(ledger, [{ ...enrich(first, id, 1, 14), givenBack: onlyEnrich(4) }], NOW);
    for (let i = 0; i < 2; i++) await settleLease(ledger, first, id, 1, NOW);
    await returnCredits(ledger, { lease: first, of: inWindow(id) }, 0);
    expect(await granted()).toEqual([
      { id: first, granted: 30 },
      { id: second, granted: 25 },
    ]);
    expect((await extendLease(ledger, { ...asked, lease: second, credits: ALL, needed: 0 })).granted).toBe(45);
    await retireMachine(ledger, 'm', NOW);
    expect((await ledger.db.selectFrom('windows').select('leased').execute())[0].leased).toBe(30);
  });

  test('a settled lease of a key returns what it did not use, once', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 1000);
    await seeMachine(ledger, 'm', 'm', NOW);
    const { id: key } = await addKey(ledger, id, NOW);
    await ledger.db.updateTable('api_keys').set({ daily_cap: 100 }).where('id', '=', key).execute();
    const asked = { key, account: id, machine: 'm', day: '2026-01-31', now: NOW, machines: null, least: 1 };
    const { lease, granted } = await openKeyLease(ledger, asked);
    expect(granted).toBe(100);
    const counts = { sequence: 1, requests: onlyEnrich(10), givenBack: onlyEnrich(4) };
    const of = onDay(id, key, asked.day);
    await recordKeyUsage(ledger, [{ lease, of, ...counts }], NOW);
    for (let i = 0; i < 2; i++) await settleLeases(ledger, [{ lease, of }], NOW);
    const windows = await ledger.db.selectFrom('key_windows').select(['period', 'leased']).orderBy('period').execute();
    expect(windows).toEqual([
      { period: '2026-01', leased: 18 },
      { period: '2026-01-31', leased: 18 },
    ]);
  });

  test('a closed window gets no more leases, and no window grants credits beyond its own', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 100);
    await seeMachine(ledger, 'm', 'm', NOW);
    const asked = { account: id, window: 1, machine: 'm', now: NOW };
    const { lease } = (await openLease(ledger, { ...asked, credits: 40 }))!;
    await setPlan(ledger, id, softPlan(1000), 'carried', NOW);
    expect(await openLease(ledger, { ...asked, credits: 10 })).toBeNull();
    expect(await extendLease(ledger, { ...asked, lease, credits: 10, needed: 1 })).toMatchObject({ granted: 0 });
    expect(await openLease(ledger, { ...asked, window: 2, credits: null })).toMatchObject({ granted: null });
    // Late usage can take back carried credits that are leased already: then there are none to have.
    await ledger.db.updateTable('windows').set({ leased: 2000 }).where('number', '=', 2).execute();
    expect(await openLease(ledger, { ...asked, window: 2, credits: 5 })).toMatchObject({ granted: 0 });
  });

  test('refuses unknown windows and machines', async () => {
    const ledger = await openTestLedger(await newPlace());
    await expect(retireMachine(ledger, 'none', NOW)).rejects.toThrow(LedgerRefusal);
    await expect(retireMachine(ledger, 'none', NOW)).rejects.toThrow("There is no machine 'none'");
    const id = await account(ledger, 10);
    expect(await openLease(ledger, { account: id, window: 9, machine: 'm', credits: ALL, now: NOW })).toBeNull();
    // Written, it would be null: a lease that has no cap.
    await expect(
      openLease(ledger, { account: id, window: 1, machine: 'm', credits: Number.NaN, now: NOW }),
    ).rejects.toThrow(`window 1 of ${id}: NaN credits of 10 asked for, expected numbers from 0`);
  });
});

test.runIf(process.platform !== 'win32')(
  'a pipe in the place of a ledger is refused at once, not waited for',
  async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'letterbox-ledger-')), 'ledger.db');
    execFileSync('mkfifo', [file]);
    for (const mode of ['migrate', 'read'] as const)
      await expect(openLedger({ file, databaseUrl: null }, mode)).rejects.toThrow(
        `The ledger at ${file} cannot be opened: it is a pipe or device, not a file`,
      );
  },
);

test('a ledger that cannot be opened is named in the error, without its password', async () => {
  const inFile = fileURLToPath(new URL('ledger.test.ts/ledger.db', import.meta.url));
  await expect(openLedger({ file: inFile, databaseUrl: null })).rejects.toThrow(
    `The ledger at ${inFile} cannot be opened`,
  );
  const url = 'postgres://user:secret@127.0.0.1:1/letterbox';
  const error = await openLedger({ file: '', databaseUrl: url }).catch((reason: Error) => reason);
  expect((error as Error).message).toContain('127.0.0.1:1/letterbox');
  expect((error as Error).message).not.toContain('secret');
  await expect(openLedger({ file: '', databaseUrl: 'not a url' })).rejects.toThrow(
    'LETTERBOX_DATABASE_URL is not a URL',
  );
});
