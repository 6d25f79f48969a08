import { expect, test } from 'vitest';
import {
  extendKeyLease,
  keyLeasesOf,
  openKeyLeases,
  returnKeyCredits,
  settleKeyLeases,
  wantedKeys,
} from '../../../src/billing/ledger/key-leases.ts';
import { recordKeyUsage } from '../../../src/billing/ledger/key-usage.ts';
import { extendLease, leasesOf, openLease, openLeases, settleLeases } from '../../../src/billing/ledger/leases.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';
import { seeMachine } from '../../../src/billing/ledger/machines.ts';
import { recordUsage } from '../../../src/billing/ledger/usage.ts';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import { addKey } from '../credits/support/keys.ts';
import { newAccount } from '../credits/support/machine.ts';
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
    const open = async (day: string | null, share: object = {}) =>
      (await openKeyLeases(ledger, [{ ...asked, day, ...share }])).get(key)!;
    expect((await open(DAY)).granted).toBe(100);
    expect((await open(DAY)).granted).toBe(0);
    expect((await open('2026-01-30')).granted).toBe(30);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [130, 0], '2026-01-30': [30, 0], [DAY]: [100, 0] });
    expect((await open('2026-02-01')).granted).toBe(100);
  });

  test('are half an equal share for each machine, and at least what is asked for', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: 101, monthly_cap: null });
    const open = async (machines: number, least: number) =>
      (await openKeyLeases(ledger, [{ key, account, machine: 'm', day: DAY, now: NOW, machines, least }])).get(key)!;
    expect((await open(2, 1)).granted).toBe(26);
    expect((await open(2, 30)).granted).toBe(30);
    expect((await open(1, 1)).granted).toBe(23);
    expect((await open(1, 1000)).granted).toBe(22);
  });

  test('count what a key used before it had caps, on the day and in its month', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: null, monthly_cap: null });
    const asked = { key, account, machine: 'm', now: NOW, machines: null, least: 1 };
    const { lease, granted } = (await openKeyLeases(ledger, [{ ...asked, day: null }])).get(key)!;
    expect(granted).toBeNull();
    const write = (sequence: number, at: number, requests: number, givenBack = 0) =>
      recordKeyUsage(ledger, [{ lease, key, account, day: null, sequence, ...counted(requests, givenBack) }], at);
    await write(1, NOW - 86_400_000, 5);
    await write(2, NOW, 7, 3);
    await ledger.db.updateTable('api_keys').set({ daily_cap: 1000, monthly_cap: 1000 }).execute();
    const refused = (await openKeyLeases(ledger, [{ ...asked, day: DAY }])).get(key)!;
    // What is used under a lease without a cap is known once that is settled.
    expect([refused.granted, refused.use]).toEqual([0, { day: 0, month: 0 }]);
    await settleKeyLeases(ledger, [{ lease, key }], NOW);
    const [day, month] = [4 * DEAREST.cost, 9 * DEAREST.cost];
    const opened = (await openKeyLeases(ledger, [{ ...asked, day: DAY }])).get(key)!;
    expect([opened.granted, opened.use]).toEqual([1000 - month, { day, month }]);
    await ledger.db.deleteFrom('key_windows').execute();
    await ledger.db.updateTable('api_keys').set({ monthly_cap: null }).execute();
    expect((await openKeyLeases(ledger, [{ ...asked, day: DAY }])).get(key)!.granted).toBe(1000 - day);
    expect((await openKeyLeases(ledger, [{ ...asked, day: '2026-02-01' }])).get(key)!.granted).toBe(1000);
  });

  test('are extended, and note what is wanted beyond that for the other machines until it is granted', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: 50, monthly_cap: null });
    const asked = { key, account, day: DAY, now: NOW, machines: null };
    const first = { ...asked, machine: 'm', least: 1 };
    const { lease } = (await openKeyLeases(ledger, [{ ...first, machines: 1 }])).get(key)!;
    const granted = async () =>
      (await ledger.db.selectFrom('key_leases').select('granted').where('id', '=', lease).executeTakeFirstOrThrow())
        .granted;
    expect(await granted()).toBe(25);
    expect(await extendKeyLease(ledger, { ...first, lease, needed: 25 })).toMatchObject({ lease, granted: 25 });
    expect([await granted(), await wantedKeys(ledger, 'n', DAY)]).toEqual([50, []]);
    expect((await extendKeyLease(ledger, { ...first, lease, needed: 1 })).granted).toBe(0);
    expect(await wantedKeys(ledger, 'n', DAY)).toEqual([{ key, at: NOW }]);
    expect([await wantedKeys(ledger, 'm', DAY), await wantedKeys(ledger, 'n', '2026-02-01')]).toEqual([[], []]);
    const other = (await openKeyLeases(ledger, [{ ...first, machine: 'n' }])).get(key)!;
    await extendKeyLease(ledger, { ...first, machine: 'n', lease: other.lease, needed: 0 });
    expect(await wantedKeys(ledger, 'n', DAY)).toEqual([{ key, at: NOW }]);
    await extendKeyLease(ledger, { ...first, lease, needed: 0 });
    expect(await wantedKeys(ledger, 'n', DAY)).toEqual([]);
  });

  test('give credits up, each once, and return what is left when they end', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: 100, monthly_cap: null });
    const asked = { key, account, machine: 'm', day: DAY, now: NOW, machines: null, least: 1 };
    const { lease } = (await openKeyLeases(ledger, [asked])).get(key)!;
    const open = { lease, key, day: DAY };
    for (const returned of [30, 30, 20]) await returnKeyCredits(ledger, open, returned);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [70, 0], [DAY]: [70, 0] });
    await returnKeyCredits(ledger, open, 45);
    // Written after midnight, it is of the day of its lease.
    await recordKeyUsage(ledger, [{ ...open, account, sequence: 1, ...counted(3, 1) }], NOW + 86_400_000);
    const used = 2 * DEAREST.cost;
    expect(await ledger.db.selectFrom('key_days').select(['day', 'credits']).execute()).toEqual([
      { day: DAY, credits: used },
    ]);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [55, used], [DAY]: [55, used] });
    for (let i = 0; i < 2; i++) await settleKeyLeases(ledger, [{ lease, key }], NOW);
    await returnKeyCredits(ledger, open, 60);
    expect(await leasedOf(ledger)).toEqual({ '2026-01': [used, used], [DAY]: [used, used] });
    await settleKeyLeases(ledger, [{ lease: lease + 1, key }], NOW);
  });
});

describeOnBoth('leases', (newPlace) => {
  test('of a machine are found while they are open, and by id afterwards, however many are asked for', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account, key } = await accountWithKey(ledger, { daily_cap: null, monthly_cap: null });
    const asked = { account, window: 1, machine: 'm', credits: 1, now: NOW };
    const [settled, open] = [(await openLease(ledger, asked))!.lease, (await openLease(ledger, asked))!.lease];
    await openLease(ledger, { ...asked, machine: 'n' });
    await settleLeases(ledger, [{ lease: settled, account, window: 1, successor: null }], NOW);
    const missing = Array.from({ length: 1200 }, (_, i) => 1_000_000 + i);
    const ids = async (more: readonly number[]) => (await leasesOf(ledger, 'm', more)).map(({ id }) => id).sort();
    expect(await ids([])).toEqual([open]);
    expect(await ids([...missing, open, settled])).toEqual([settled, open].sort());

    const keyAsked = { key, account, machine: 'm', day: null, now: NOW, machines: null, least: 1 };
    const openKey = async () => (await openKeyLeases(ledger, [keyAsked])).get(key)!.lease;
    const keys = [await openKey(), await openKey()] as const;
    await settleKeyLeases(ledger, [{ lease: keys[0], key }], NOW);
    const keyIds = async (more: readonly number[]) => (await keyLeasesOf(ledger, 'm', more)).map(({ id }) => id).sort();
    expect(await keyIds([])).toEqual([keys[1]]);
    expect(await keyIds([...missing, ...keys])).toEqual([...keys].sort());
  });

  test('of several accounts are opened together, skipping those whose window does not exist', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { account: a } = await accountWithKey(ledger, { daily_cap: null, monthly_cap: null });
    const { id: b } = await newAccount(ledger, paygPlan, { now: () => NOW });
    const asked = { machine: 'm', credits: 7, now: NOW };
    const grants = await openLeases(ledger, [
      { ...asked, account: b, window: 1, credits: null },
      { ...asked, account: 'none', window: 1 },
      { ...asked, account: a, window: 1 },
    ]);
    expect([...grants.keys()].sort()).toEqual([a, b].sort());
    expect(grants.get(a)).toMatchObject({ granted: 7, available: 100_000 - 7 });
    expect(grants.get(b)).toMatchObject({ granted: null, available: 0 });
  });

  test('under a cap on spending count what was used before it, once that is known', async () => {
    const ledger = await openTestLedger(await newPlace());
    const { id: account } = await newAccount(ledger, paygPlan, { now: () => NOW });
    await seeMachine(ledger, 'm', 'm', NOW);
    const asked = { account, window: 1, machine: 'm', now: NOW };
    const before = (await openLease(ledger, { ...asked, credits: null }))!.lease;
    const unused = (await openLease(ledger, { ...asked, credits: null }))!.lease;
    await ledger.db.updateTable('windows').set({ beyond: 100 }).execute();
    await recordUsage(ledger, [{ lease: before, account, window: 1, sequence: 1, ...counted(5, 1) }], NOW);
    expect(await openLease(ledger, { ...asked, credits: 10 })).toMatchObject({ granted: 0, available: 0 });
    for (const lease of [before, unused])
      await settleLeases(ledger, [{ lease, account, window: 1, successor: null }], NOW);
    const left = 100 - 4 * DEAREST.cost;
    const { lease, ...block } = (await openLease(ledger, { ...asked, credits: 9.5 }))!;
    expect(block).toEqual({ granted: 10, available: left - 10 });
    const most = { ...asked, lease, credits: 1000, needed: 0 };
    expect(await extendLease(ledger, most)).toEqual({ lease, granted: left - 10, available: 0 });
    expect(await extendLease(ledger, { ...most, window: 2 })).toEqual({ lease, granted: 0, available: 0 });
  });
});
