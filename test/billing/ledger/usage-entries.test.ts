import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyTrigger } from '../../../src/billing/accounts/apply.ts';
import { createOrganization } from '../../../src/billing/accounts/organizations.ts';
import { upkeep } from '../../../src/billing/accounts/upkeep.ts';
import type { NewCounts } from '../../../src/billing/ledger/counts.ts';
import { settleLeases } from '../../../src/billing/ledger/leases/leases.ts';
import type { MeteredAccount } from '../../../src/billing/ledger/leases/pool.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';
import { seeMachine } from '../../../src/billing/ledger/machines.ts';
import { ENTRIES_KEPT, recordUsage, removeOldEntries, usageByDay } from '../../../src/billing/ledger/usage.ts';
import { OPERATIONS } from '../../../src/service/admission/costs.ts';
import { cases } from '../../support/cases.ts';
import { ACTOR, type Books, everything, openBooks } from '../accounts/books.ts';
import { at, CATALOGUE } from '../accounts/world.ts';
import { newCustomer, newMachine, spend, TestClock } from '../credits/support/machine.ts';
import { inWindow, openLease } from './leases.ts';
import { describeOnBoth, freePlan, openTestLedger, openTwice } from './ledgers.ts';

const START = at('2026-03-10T12:00:00Z');
const DAY = 24 * 3_600_000;
const ID = 'acme';
/** Of one all usage is billed, of the other what goes beyond its credits. */
const plan = fc.constantFrom('payg', 'large');

/** What happens to the organization; it has a lease on each of two machines, until that is settled. */
type Step =
  | { readonly kind: 'use'; readonly machine: 'a' | 'b'; readonly requests: readonly number[] }
  | { readonly kind: 'settle' }
  | { readonly kind: 'pass'; readonly days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('use' as const),
      machine: fc.constantFrom('a' as const, 'b' as const),
      requests: fc.array(fc.nat(900), { minLength: OPERATIONS.length, maxLength: OPERATIONS.length }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 60 }) }) },
);

/** Steps after which there have been entries to remove: of a window that was used, settled, and ended long ago. */
const LONG_AGO: readonly Step[] = [
  { kind: 'use', machine: 'a', requests: OPERATIONS.map(() => 1) },
  { kind: 'settle' },
  ...Array.from({ length: 2 + Math.ceil(ENTRIES_KEPT / (60 * DAY)) }, () => ({ kind: 'pass', days: 60 }) as const),
];

/** An organization that uses credits on two machines, in a ledger. */
async function newUser({ ledger, clock, accounts, store }: Books, plan: string) {
  const leases = new Map<string, { lease: number; of: MeteredAccount; sequence: number }>();
  const written: NewCounts<MeteredAccount>[] = [];
  for (const machine of ['a', 'b']) await seeMachine(ledger, machine, machine, START);
  await store.transaction((tx) => createOrganization(tx, ID, ID, ACTOR, accounts));
  for (const trigger of [
    { kind: 'set-payment-method', status: 'verified' },
    { kind: 'change-plan', plan },
  ] as const)
    await store.transaction(async (tx) =>
      applyTrigger(tx, (await tx.lockAccount(ID))!, trigger, ACTOR, CATALOGUE, START),
    );
  const write = async (entry: NewCounts<MeteredAccount>) => {
    await recordUsage(ledger, [entry], clock.now);
    written.push(entry);
  };
  const leaseOn = async (machine: string) => {
    const window = (await store.transaction((tx) => tx.account(ID)))!.windows.at(-1)!.number;
    const { lease } = (await openLease(ledger, { account: ID, window, machine, credits: 0, now: clock.now }))!;
    return { lease, of: inWindow(ID, window), sequence: 0 };
  };
  return {
    written,
    write,
    async take(what: Step): Promise<void> {
      if (what.kind === 'pass') {
        clock.now += what.days * DAY;
        expect(await upkeep(accounts)).toEqual(new Map());
      } else if (what.kind === 'settle') {
        await settleLeases(ledger, [...leases.values()], clock.now);
        leases.clear();
      } else {
        const held = leases.get(what.machine) ?? (await leaseOn(what.machine));
        leases.set(what.machine, held);
        held.sequence++;
        await write({ ...held, requests: what.requests, givenBack: what.requests.map((n) => Math.floor(n / 10)) });
      }
    },
  };
}

/** All that the ledger knows besides usage entries, and when they were removed. */
async function knowledge(ledger: Ledger) {
  const { windows, ...rest } = await everything(ledger);
  const { db } = ledger;
  return {
    ...rest,
    windows: windows.map((window) => ({ ...(window as object), entries_removed_at: null })),
    leases: await db.selectFrom('leases').selectAll().orderBy('id').execute(),
    counts: await db.selectFrom('lease_counts').selectAll().orderBy('lease_id').orderBy('operation').execute(),
    used: (
      await db.selectFrom('window_usage').selectAll().orderBy('account_id').orderBy('window_number').execute()
    ).map(({ written_by: _transaction, ...usage }) => usage),
    days: await usageByDay(ledger, ID),
  };
}

const entriesOf = (ledger: Ledger) =>
  ledger.db
    .selectFrom('usage_entries')
    .innerJoin('windows', (join) =>
      join
        .onRef('windows.account_id', '=', 'usage_entries.account_id')
        .onRef('windows.number', '=', 'usage_entries.window_number'),
    )
    .select(['lease_id', 'sequence', 'operation', 'usage_entries.credits', 'windows.settled_at'])
    .orderBy('lease_id')
    .orderBy('sequence')
    .orderBy('operation')
    .execute();

/** Takes the same steps in both ledgers, and removes old entries from the lean one. Answers how many. */
async function expectSame(
  lean: Books,
  full: Books,
  plan: string,
  steps: readonly Step[],
  most: number,
): Promise<number> {
  const [removing, keeping] = [await newUser(lean, plan), await newUser(full, plan)];
  let removed = 0;
  for (const each of steps) {
    await removing.take(each);
    await keeping.take(each);
    if (each.kind !== 'pass') continue;
    const now = lean.clock.now;
    const settledBefore = now - ENTRIES_KEPT;
    for (let count = 1; count > 0; removed += count)
      count = await removeOldEntries(lean.ledger, { now, settledBefore, most });
    const kept = await entriesOf(full.ledger);
    expect(await entriesOf(lean.ledger)).toEqual(
      kept.filter(({ settled_at }) => settled_at === null || settled_at >= settledBefore),
    );
  }
  expect(await knowledge(lean.ledger)).toEqual(await knowledge(full.ledger));

  for (const entry of removing.written.filter(({ requests }) => requests.some((n) => n > 0)))
    await expect(recordUsage(lean.ledger, [entry], lean.clock.now)).rejects.toThrow();
  expect(await knowledge(lean.ledger)).toEqual(await knowledge(full.ledger));

  // A machine that was cut off comes back with more of its last lease.
  const last = removing.written.at(-1);
  if (last === undefined) return removed;
  for (const [user, { accounts }] of [
    [removing, lean],
    [keeping, full],
  ] as const) {
    await user.write({
      ...last,
      sequence: last.sequence + 1,
      requests: OPERATIONS.map((operation) => (operation === 'enrich' ? 700 : 0)),
    });
    expect(await upkeep(accounts)).toEqual(new Map());
  }
  expect(await knowledge(lean.ledger)).toEqual(await knowledge(full.ledger));
  return removed;
}

describeOnBoth('usage entries', (newPlace) => {
  test('are removed once their window was settled long enough ago, without changing totals, balances or invoices', async () => {
    const history = fc.array(step, { minLength: 25, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(plan, history, fc.integer({ min: 1, max: 50 }), async (plan, steps, most) => {
        const [lean, full] = [await openBooks(await newPlace(), START), await openBooks(await newPlace(), START)];
        const removed = await expectSame(lean, full, plan, [...steps, ...LONG_AGO], most).finally(() =>
          Promise.all([lean.ledger.close(), full.ledger.close()]),
        );
        expect(removed).toBeGreaterThan(0);
      }),
      { numRuns: cases(2, 20), endOnFailure: true },
    );
  });

  test('are removed in batches, each once, also by several machines at the same time', async () => {
    const [ledger, other] = await openTwice(await newPlace());
    const { id } = await newCustomer(ledger, freePlan(100_000), new TestClock());
    await seeMachine(ledger, 'm', 'm', START);
    const { lease } = (await openLease(ledger, { account: id, window: 1, machine: 'm', credits: 0, now: START }))!;
    for (let sequence = 1; sequence <= 30; sequence++) {
      const counts = { requests: OPERATIONS.map((_, i) => Number(i === 0)), givenBack: OPERATIONS.map(() => 0) };
      await recordUsage(ledger, [{ lease, of: inWindow(id), sequence, ...counts }], START);
    }
    await ledger.db
      .updateTable('windows')
      .set({ closed_at: START, unused: 'expired', settled_at: START, used: 30 })
      .execute();
    const later = { now: START + 2, settledBefore: START + 1, most: 12 };
    expect(await removeOldEntries(ledger, { ...later, settledBefore: START })).toBe(0);
    let removed = 0;
    for (let round = 0; round < 10; round++) {
      const counts = await Promise.all([ledger, other].map((each) => removeOldEntries(each, later)));
      for (const count of counts) expect(count).toBeLessThanOrEqual(12);
      removed += counts[0] + counts[1];
    }
    expect(removed).toBe(30);
    expect(await entriesOf(ledger)).toEqual([]);
  });

  test('are removed by the sidecar', async () => {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const { id, key } = await newCustomer(ledger, freePlan(1000), clock);
    const machine = newMachine(place, clock, 'one');
    await machine.sidecar.tick();
    spend(machine.gate(), key, 0, 10);
    await machine.sidecar.tick(true);
    expect(await entriesOf(ledger)).toMatchObject([{ credits: 10, settled_at: null }]);
    const before = await usageByDay(ledger, id);
    // The period ends, and its slot is closed; later its lease is settled, and the window with it.
    for (const days of [31, 1]) {
      clock.pass(days * DAY);
      for (let round = 0; round < 3; round++) await machine.sidecar.tick(true);
    }
    expect(await entriesOf(ledger)).toMatchObject([{ credits: 10, settled_at: expect.any(Number) }]);
    clock.pass(ENTRIES_KEPT + DAY);
    await machine.sidecar.tick(true);
    expect(await entriesOf(ledger)).toEqual([]);
    expect(await usageByDay(ledger, id)).toEqual(before);
  });
});
