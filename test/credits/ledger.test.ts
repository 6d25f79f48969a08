import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createAccount, LedgerRefusal, listAccounts, setOverdue } from '../../src/credits/ledger/accounts.ts';
import { changesSince } from '../../src/credits/ledger/changes.ts';
import { extendLease, openLease, settleLease, wantedWindows } from '../../src/credits/ledger/leases.ts';
import { type Ledger, openLedger } from '../../src/credits/ledger/ledger.ts';
import { retireMachine, seeMachine } from '../../src/credits/ledger/machines.ts';
import { leaseCounts, recordUsage, usageByDay, usageByWindow } from '../../src/credits/ledger/usage.ts';
import { endedAccounts, replacePlan, rollOver } from '../../src/credits/ledger/windows.ts';
import { addKey } from './keys.ts';
import { describeOnBoth, freePlan, openTestLedger, openTwice, paygPlan, softPlan } from './ledgers.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const BY = { actor: 'test', now: NOW };
const ALL = 1e9;

const account = (ledger: Ledger, credits: number) =>
  createAccount(ledger, { name: 'Acme', plan: freePlan(credits), ...BY });

/** An entry that charges `enrich` requests to a lease. */
const enrich = (lease: number, id: string, sequence: number, requests: number, givenBack = 0, window = 1) => ({
  lease,
  account: id,
  window,
  sequence,
  requests: [0, 0, requests, 0, 0, 0],
  givenBack: [0, 0, givenBack, 0, 0, 0],
});

describeOnBoth('the ledger', (newPlace) => {
  test('opens again what it made', async () => {
    const place = await newPlace();
    const id = await account(await openTestLedger(place), 10);
    const again = await openTestLedger(place);
    expect(await listAccounts(again, id)).toHaveLength(1);
  });

  test('tells what changed since a revision, each change once', async () => {
    const ledger = await openTestLedger(await newPlace());
    const [a, b] = [await account(ledger, 10), await account(ledger, 20)];
    const all = await changesSince(ledger, -1);
    expect(all.accounts.map(({ account }) => account.id).sort()).toEqual([a, b].sort());
    expect((await changesSince(ledger, all.revision)).accounts).toEqual([]);
    await setOverdue(ledger, { account: b, overdue: true, ...BY });
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

  test('usage with a sequence number that was used before changes nothing', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 1000);
    await seeMachine(ledger, 'm', 'm', NOW);
    const { lease } = (await openLease(ledger, { account: id, window: 1, machine: 'm', credits: ALL, now: NOW }))!;
    expect(await recordUsage(ledger, [enrich(lease, id, 1, 10)], NOW)).toEqual([{ account: id, window: 1, used: 30 }]);
    await expect(recordUsage(ledger, [enrich(lease, id, 1, 10)], NOW)).rejects.toThrow();
    await expect(recordUsage(ledger, [enrich(lease, id, 2, 5), enrich(lease, id, 1, 1)], NOW)).rejects.toThrow();
    expect(await recordUsage(ledger, [enrich(lease, id, 2, 5, 2)], NOW + 86_400_000)).toEqual([
      { account: id, window: 1, used: 39 },
    ]);
    expect((await leaseCounts(ledger, [lease])).get(lease)).toEqual({
      requests: [0, 0, 15, 0, 0, 0],
      givenBack: [0, 0, 2, 0, 0, 0],
      sequence: 2,
    });
    expect(await usageByDay(ledger, id)).toEqual([
      { day: '2026-01-31', window_number: 1, operation: 'enrich', requests: 10, given_back: 0, credits: 30 },
      { day: '2026-02-01', window_number: 1, operation: 'enrich', requests: 5, given_back: 2, credits: 9 },
    ]);
    expect(await usageByDay(ledger, id, '2026-02-01')).toHaveLength(1);
  });

  test('leases together never hold more than the window has, however many ask at once', async () => {
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
    });
    expect(await wantedWindows(ledgers[0], 'a')).toEqual([{ account: id, window: 1, at: NOW }]);
    expect(await wantedWindows(ledgers[0], 'b')).toEqual([]);
  });

  test('a settled lease returns what it did not use, to its heir first, once', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 100);
    await seeMachine(ledger, 'm', 'm', NOW);
    const asked = { account: id, window: 1, machine: 'm', now: NOW };
    const first = (await openLease(ledger, { ...asked, credits: ALL }))!.lease;
    const heir = (await openLease(ledger, { ...asked, credits: ALL }))!.lease;
    await recordUsage(ledger, [enrich(first, id, 1, 10)], NOW);
    for (let i = 0; i < 2; i++)
      await settleLease(ledger, { lease: first, account: id, window: 1, heir: { lease: heir, credits: 25 } }, NOW);
    const granted = await ledger.db.selectFrom('leases').select(['id', 'granted']).orderBy('id').execute();
    expect(granted).toEqual([
      { id: first, granted: 30 },
      { id: heir, granted: 25 },
    ]);
    expect((await extendLease(ledger, { ...asked, lease: heir, credits: ALL, needed: 0 })).granted).toBe(45);
    await retireMachine(ledger, 'm', NOW);
    expect((await ledger.db.selectFrom('windows').select('leased').execute())[0].leased).toBe(30);
  });

  test('credits carried into the next window are what the closed one left over, known when its last lease is settled', async () => {
    const ledger = await openTestLedger(await newPlace());
    const id = await account(ledger, 100);
    for (const machine of ['a', 'b']) await seeMachine(ledger, machine, machine, NOW);
    const leases = [];
    for (const machine of ['a', 'b']) {
      leases.push((await openLease(ledger, { account: id, window: 1, machine, credits: 50, now: NOW }))!.lease);
    }
    await replacePlan(ledger, {
      account: id,
      plan: softPlan(1000),
      period: { anchor: NOW, index: 0, start: NOW, end: NOW + 1e9 },
      unused: 'carried',
      ...BY,
    });
    const carried = async () => (await listAccounts(ledger, id))[0].window.carried;
    await recordUsage(ledger, [enrich(leases[0], id, 1, 4), enrich(leases[1], id, 1, 3)], NOW);
    await settleLease(ledger, { lease: leases[0], account: id, window: 1, heir: null }, NOW);
    expect(await carried()).toBe(0);
    await recordUsage(ledger, [enrich(leases[1], id, 2, 2)], NOW);
    await settleLease(ledger, { lease: leases[1], account: id, window: 1, heir: null }, NOW);
    expect(await carried()).toBe(100 - 27);
    expect(await usageByWindow(ledger, id)).toEqual(new Map([[1, 27]]));
  });

  test('periods that ended are rolled over one by one, on the day that billing began, by one machine only', async () => {
    const place = await newPlace();
    const ledgers = await openTwice(place);
    const id = await account(ledgers[0], 100);
    expect(await endedAccounts(ledgers[0], Date.UTC(2026, 1, 28, 11, 59), 10)).toEqual([]);
    const later = Date.UTC(2026, 3, 1);
    expect(await endedAccounts(ledgers[0], later, 10)).toEqual([id]);
    const rolled = await Promise.all(ledgers.map((ledger) => rollOver(ledger, id, later)));
    expect(rolled.sort()).toEqual([0, 2]);
    const windows = await ledgers[0].db.selectFrom('windows').selectAll().orderBy('number').execute();
    expect(windows.map((w) => [w.number, new Date(w.period_end).toISOString(), w.unused])).toEqual([
      [1, '2026-02-28T12:00:00.000Z', 'expired'],
      [2, '2026-03-31T12:00:00.000Z', 'expired'],
      [3, '2026-04-30T12:00:00.000Z', null],
    ]);
    expect(await rollOver(ledgers[0], id, later)).toBe(0);
  });

  test('refuses to touch what is not there', async () => {
    const ledger = await openTestLedger(await newPlace());
    const refused = setOverdue(ledger, { account: 'org_x', overdue: true, ...BY });
    await expect(refused).rejects.toThrow(LedgerRefusal);
    await expect(refused).rejects.toThrow("There is no account 'org_x'.");
    const id = await createAccount(ledger, { name: 'P', plan: paygPlan, ...BY });
    expect(await openLease(ledger, { account: id, window: 9, machine: 'm', credits: ALL, now: NOW })).toBeNull();
  });
});

test('a ledger that cannot be opened says where it is, and never the password', async () => {
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
