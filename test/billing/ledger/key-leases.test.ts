import { expect, test } from 'vitest';
import { recordKeyUsage } from '../../../src/billing/ledger/key-usage.ts';
import { wantedKeys } from '../../../src/billing/ledger/leases/key-pool.ts';
import { leasesOf, openLeases, returnCredits, settleLeases } from '../../../src/billing/ledger/leases/leases.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';
import { seeMachine } from '../../../src/billing/ledger/machines.ts';
import { recordUsage } from '../../../src/billing/ledger/usage.ts';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import { addKey } from '../credits/support/keys.ts';
import { newAccount } from '../credits/support/machine.ts';
import { extendKeyLease, extendLease, inWindow, onDay, openKeyLease, openLease } from './leases.ts';
import { describeOnBoth, freePlan, openTestLedger, paygPlan } from './ledgers.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const DAY = '2026-01-31';
const [DEAREST] = COSTS.map((cost, i) => ({ cost, i })).sort((a, b) => b.cost - a.cost);

/** Counts of so many requests of the dearest operation, of which some are given back. */
const counted = (requests: number, givenBack = 0) => ({
  requests: OPERATIONS.map((_, i) => (i === DEAREST.i ? requests : 0)),
  givenBack: OPERATIONS.map((_, i) => (i === DEAREST.i ? givenBack : 0)),
});

async function accountWithKey(ledger: Ledger, caps: { daily_cap: number | null; monthly_cap: number | null }) {
  const { id: account } = await newAccount(ledger, freePlan(100_000), { now: () => NOW });
  const { id: key } = await addKey(ledger, account, NOW);
  await ledger.db.updateTable('api_keys').set(caps).where('id', '=', key).execute();
  for (const machine of ['m', 'n']) await seeMachine(ledger, machine, machine, NOW);
  return { account, key };
}

const leasedOf = async (ledger: Ledger) =>
  Object.fromEntries(
    (await ledger.db.selectFrom('key_windows').select(['period', 'leased', 'used']).execute()).map(
      ({ period, leased, used }) => [period, [leased, used]],
    ),
  );

describeOnBoth('leases of keys', (newPlace) => {
  test('take from the caps of the day and of the month, never more than either has', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: 100, monthly_cap: 130 });
    const asked = { key, account, machine: 'm', now: NOW, machines: null, least: 1 };
    const open = (day: string) => openKeyLease(ledger, { ...asked, day });
    expect((await open(DAY)).granted).toBe(100);
    expect((await open(DAY)).granted).toBe(0);
    expect((await open('2026-01-30')).granted).toBe(30);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [130, 0], '2026-01-30': [30, 0], [DAY]: [100, 0] });
    expect((await open('2026-02-01')).granted).toBe(100);
  });

  test('are half an equal share for each machine, and at least what is asked for', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: 101, monthly_cap: null });
    const open = (machines: number, least: number) =>
      openKeyLease(ledger, { key, account, machine: 'm', day: DAY, now: NOW, machines, least });
    expect((await open(2, 1)).granted).toBe(26);
    expect((await open(2, 30)).granted).toBe(30);
    expect((await open(1, 1)).granted).toBe(23);
    expect((await open(1, 1000)).granted).toBe(22);
  });

  test('count what a key used before it had caps, on the day and in its month', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: null, monthly_cap: null });
    const asked = { key, account, machine: 'm', now: NOW, machines: null, least: 1 };
    const { lease, granted } = await openKeyLease(ledger, { ...asked, day: null });
    expect(granted).toBeNull();
    const write = (sequence: number, at: number, requests: number, givenBack = 0) =>
      recordKeyUsage(ledger, [{ lease, of: onDay(account, key, null), sequence, ...counted(requests, givenBack) }], at);
    await write(1, NOW - 86_400_000, 5);
    await write(2, NOW, 7, 3);
    await ledger.db.updateTable('api_keys').set({ daily_cap: 1000, monthly_cap: 1000 }).execute();
    const refused = await openKeyLease(ledger, { ...asked, day: DAY });
    // What is used under a lease without a cap is known once that is settled.
    expect([refused.granted, refused.used]).toEqual([0, [0, 0]]);
    await settleLeases(ledger, [{ lease, of: onDay(account, key, null) }], NOW);
    const [day, month] = [4 * DEAREST.cost, 9 * DEAREST.cost];
    const opened = await openKeyLease(ledger, { ...asked, day: DAY });
    expect([opened.granted, opened.used]).toEqual([1000 - month, [day, month]]);
    await ledger.db.deleteFrom('key_windows').execute();
    await ledger.db.updateTable('api_keys').set({ monthly_cap: null }).execute();
    expect((await openKeyLease(ledger, { ...asked, day: DAY })).granted).toBe(1000 - day);
    expect((await openKeyLease(ledger, { ...asked, day: '2026-02-01' })).granted).toBe(1000);
  });

  test('are extended, and note what is wanted beyond that for the other machines until it is granted', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: 50, monthly_cap: null });
    const asked = { key, account, day: DAY, now: NOW, machines: null };
    const first = { ...asked, machine: 'm', least: 1 };
    const { lease } = await openKeyLease(ledger, { ...first, machines: 1 });
    const granted = async () =>
      (await ledger.db.selectFrom('key_leases').select('granted').where('id', '=', lease).executeTakeFirstOrThrow())
        .granted;
    expect(await granted()).toBe(25);
    expect(await extendKeyLease(ledger, { ...first, lease, needed: 25 })).toMatchObject({ lease, granted: 25 });
    expect([await granted(), await wantedKeys(ledger, 'n', DAY)]).toEqual([50, []]);
    expect((await extendKeyLease(ledger, { ...first, lease, needed: 1 })).granted).toBe(0);
    expect(await wantedKeys(ledger, 'n', DAY)).toEqual([{ key, at: NOW }]);
    expect([await wantedKeys(ledger, 'm', DAY), await wantedKeys(ledger, 'n', '2026-02-01')]).toEqual([[], []]);
    const other = await openKeyLease(ledger, { ...first, machine: 'n' });
    await extendKeyLease(ledger, { ...first, machine: 'n', lease: other.lease, needed: 0 });
    expect(await wantedKeys(ledger, 'n', DAY)).toEqual([{ key, at: NOW }]);
    await extendKeyLease(ledger, { ...first, lease, needed: 0 });
    expect(await wantedKeys(ledger, 'n', DAY)).toEqual([]);
  });

  test('give credits up, each once, and return what is left when they end', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: 100, monthly_cap: null });
    const asked = { key, account, machine: 'm', day: DAY, now: NOW, machines: null, least: 1 };
    const { lease } = await openKeyLease(ledger, asked);
    const open = { lease, of: onDay(account, key, DAY) };
    for (const held of [70, 70, 80]) await returnCredits(ledger, open, held);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [70, 0], [DAY]: [70, 0] });
    await returnCredits(ledger, open, 55);
    // Written after midnight, it is of the day of its lease.
    await recordKeyUsage(ledger, [{ ...open, sequence: 1, ...counted(3, 1) }], NOW + 86_400_000);
    const used = 2 * DEAREST.cost;
    expect(await ledger.db.selectFrom('key_days').select(['day', 'credits']).execute()).toEqual([
      { day: DAY, credits: used },
    ]);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [55, used], [DAY]: [55, used] });
    for (let i = 0; i < 2; i++) await settleLeases(ledger, [open], NOW);
    await returnCredits(ledger, open, 0);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [used, used], [DAY]: [used, used] });
    await settleLeases(ledger, [{ ...open, lease: lease + 1 }], NOW);
  });
});

describeOnBoth('leases', (newPlace) => {
  test('of a machine are found while they are open, and by id afterwards, however many are asked for', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: null, monthly_cap: null });
    const asked = { account, window: 1, machine: 'm', credits: 1, now: NOW };
    const [settled, open] = [(await openLease(ledger, asked))!.lease, (await openLease(ledger, asked))!.lease];
    await openLease(ledger, { ...asked, machine: 'n' });
    await settleLeases(ledger, [{ lease: settled, of: inWindow(account) }], NOW);
    const missing = Array.from({ length: 1200 }, (_, i) => 1_000_000 + i);
    const ids = async (more: readonly number[]) =>
      (await leasesOf(ledger, 'account', 'm', more)).map(({ lease }) => lease).sort();
    expect(await ids([])).toEqual([open]);
    expect(await ids([...missing, open, settled])).toEqual([settled, open].sort());

    const keyAsked = { key, account, machine: 'm', day: null, now: NOW, machines: null, least: 1 };
    const openKey = async () => (await openKeyLease(ledger, keyAsked)).lease;
    const keys = [await openKey(), await openKey()] as const;
    await settleLeases(ledger, [{ lease: keys[0], of: onDay(account, key, null) }], NOW);
    const keyIds = async (more: readonly number[]) =>
      (await leasesOf(ledger, 'key', 'm', more)).map(({ lease }) => lease).sort();
    expect(await keyIds([])).toEqual([keys[1]]);
    expect(await keyIds([...missing, ...keys])).toEqual([...keys].sort());
  });

  test('of several accounts are opened together, skipping those whose window does not exist', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account: a } = await accountWithKey(ledger, { daily_cap: null, monthly_cap: null });
    const { id: b } = await newAccount(ledger, paygPlan, { now: () => NOW });
    const asked = { machine: 'm', share: () => 7, now: NOW };
    const grants = await openLeases(ledger, [
      { ...asked, of: inWindow(b), share: null },
      { ...asked, of: inWindow('none') },
      { ...asked, of: inWindow(a) },
    ]);
    expect(grants).toMatchObject([{ granted: null, available: 0 }, null, { granted: 7, available: 100_000 - 7 }]);
  });

  test('under a cap on spending count what was used before it, once that is known', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { id: account } = await newAccount(ledger, paygPlan, { now: () => NOW });
    await seeMachine(ledger, 'm', 'm', NOW);
    const asked = { account, window: 1, machine: 'm', now: NOW };
    const before = (await openLease(ledger, { ...asked, credits: null }))!.lease;
    const unused = (await openLease(ledger, { ...asked, credits: null }))!.lease;
    await ledger.db.updateTable('windows').set({ beyond: 100 }).execute();
    await recordUsage(ledger, [{ lease: before, of: inWindow(account), sequence: 1, ...counted(5, 1) }], NOW);
    expect(await openLease(ledger, { ...asked, credits: 10 })).toMatchObject({ granted: 0, available: 0 });
    for (const lease of [before, unused]) await settleLeases(ledger, [{ lease, of: inWindow(account) }], NOW);
    const left = 100 - 4 * DEAREST.cost;
    const { lease, ...block } = (await openLease(ledger, { ...asked, credits: 9.5 }))!;
    expect(block).toEqual({ granted: 10, available: left - 10, used: [] });
    const most = { ...asked, lease, credits: 1000, needed: 0 };
    expect(await extendLease(ledger, most)).toMatchObject({ lease, granted: left - 10, available: 0 });
    expect(await extendLease(ledger, { ...most, window: 2 })).toMatchObject({ lease, granted: 0, available: 0 });
  });
});
