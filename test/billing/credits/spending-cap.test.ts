import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountsStore } from '../../../src/billing/accounts/accounts.ts';
import { charge } from '../../../src/billing/accounts/plans/money.ts';
import { creditsWithin, type Plan } from '../../../src/billing/accounts/plans/plan.ts';
import { setSpendingCap, spendingOf } from '../../../src/billing/accounts/spending.ts';
import { upkeep } from '../../../src/billing/accounts/upkeep.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import { cases } from '../../support/cases.ts';
import {
  ACTOR,
  accountsOf,
  describeOnBoth,
  describeOnOwnPostgres,
  freePlan,
  openTestLedger,
  paygPlan,
  softPlan,
} from '../ledger/ledgers.ts';
import { newCustomer, newMachine, spend, TestClock } from './support/machine.ts';

const [AUTOCOMPLETE, ENRICH] = [0, 2];

test('a cap leaves as many credits as it pays for, and not one more', () => {
  const price = fc.record({
    cents: fc.integer({ min: 1, max: 5000 }),
    perCredits: fc.integer({ min: 1, max: 10_000 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), price, (cents, unit) => {
      const credits = creditsWithin(cents, unit)!;
      expect(charge(credits, unit)).toBeLessThanOrEqual(cents);
      expect(charge(credits + 1, unit)).toBeGreaterThan(cents);
    }),
  );
  expect(creditsWithin(100, { cents: 0, perCredits: 1 })).toBeNull();
});

const cap = (ledger: Ledger, id: string, cents: number | null, now: number) =>
  accountsStore(ledger).transaction(async (tx) => setSpendingCap(tx, (await tx.lockAccount(id))!, cents, ACTOR, now));

describeOnBoth('a cap on spending', (newPlace) => {
  async function start(plan: Plan) {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const customer = await newCustomer(ledger, plan, clock);
    const machine = newMachine(place, clock, 'one');
    await machine.sidecar.tick();
    const change = async (cents: number | null) => {
      await cap(ledger, customer.id, cents, clock.now());
      // What was used before is written down and settled, and what is left is leased.
      for (let i = 0; i < 5; i++) {
        clock.pass(100);
        await machine.sidecar.tick();
      }
    };
    const used = async (window = 1) => (await usageByWindow(ledger, customer.id)).get(window) ?? 0;
    const spent = () =>
      accountsStore(ledger).transaction(async (tx) => spendingOf(tx, (await tx.account(customer.id))!));
    return { place, ledger, clock, customer, machine, change, used, spent, gate: machine.gate() };
  }

  test('§12.15: ends overage at the last credit that it pays for, and says so', async () => {
    const { customer, machine, gate, change, used, spent } = await start(softPlan(10));
    await change(5);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 12)).toBe(12);
    expect(gate.admit(customer.key, AUTOCOMPLETE)).toMatchObject({
      admitted: true,
      limit: 10,
      remaining: 0,
      over: true,
    });
    expect(gate.admit(customer.key, ENRICH)).toMatchObject({
      admitted: false,
      status: 429,
      code: 'QUOTA_EXCEEDED',
      cause: 'quota',
      message: 'Credit quota exceeded: 13 of 15 credits used, this request needs 3',
      details: { used: 13, limit: 15, required: 3, cap: 'spending' },
    });
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(2);
    await machine.sidecar.tick(true);
    expect(await used()).toBe(15);
    expect(await spent()).toMatchObject({ capCents: 5, spentCents: 5 });
  });

  test('§12.15: that is set, raised, lowered and removed counts what was spent before', async () => {
    const { customer, machine, gate, change, used } = await start(paygPlan);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 20)).toBe(20);
    await change(30);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(10);
    expect(gate.admit(customer.key, AUTOCOMPLETE)).toMatchObject({ details: { used: 30, limit: 30, cap: 'spending' } });
    await change(32);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(2);
    await change(40);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 3)).toBe(3);
    await change(36);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(1);
    await change(null);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 14)).toBe(14);
    await change(0);
    expect(gate.admit(customer.key, AUTOCOMPLETE)).toMatchObject({ cause: 'quota', details: { used: 50, limit: 0 } });
    expect(gate.admit(customer.key, AUTOCOMPLETE, 'head')).toMatchObject({ cause: 'quota' });
    await machine.sidecar.tick(true);
    expect(await used()).toBe(50);
  });

  test('§12.15: holds for each period by itself, and limits nothing on a plan that bills no usage', async () => {
    const { clock, customer, machine, gate, change, used } = await start(paygPlan);
    await change(7);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(7);
    clock.pass(Date.UTC(2026, 1, 15) - clock.time);
    for (let i = 0; i < 5; i++) {
      clock.pass(100);
      await machine.sidecar.tick(true);
    }
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(7);
    machine.restart();
    await machine.sidecar.tick(true);
    await machine.sidecar.tick(true);
    expect(gate.admit(customer.key, AUTOCOMPLETE)).toMatchObject({ cause: 'quota', details: { used: 7, limit: 7 } });
    expect([await used(1), await used(2)]).toEqual([7, 7]);
    const free = await start(freePlan(5));
    await free.change(100);
    expect(spend(free.gate, free.customer.key, AUTOCOMPLETE, 100)).toBe(5);
    expect(free.gate.admit(free.customer.key, AUTOCOMPLETE)).toMatchObject({ details: { limit: 5 } });
  });

  test('§11.5: each threshold of the credits and of the cap is announced once, and again for a changed cap', async () => {
    const { ledger, clock, customer, machine, gate, change } = await start(softPlan(10));
    const accounts = accountsOf(ledger, () => clock.now());
    const use = async (credits: number) => {
      expect(spend(gate, customer.key, AUTOCOMPLETE, credits)).toBe(credits);
      await machine.sidecar.tick(true);
      await upkeep(accounts);
      await upkeep(accounts);
    };
    const told = async () => {
      const rows = await ledger.db.selectFrom('events').selectAll().orderBy('sequence').execute();
      return rows
        .filter(({ type }) => type === 'alert.reached')
        .map(({ data }) => JSON.parse(data))
        .map(({ of, percent }) => `${of} ${percent}`);
    };
    await change(10);
    await use(4);
    expect(await told()).toEqual([]);
    await use(1);
    expect(await told()).toEqual(['credits 50']);
    await use(4);
    await use(6);
    expect(await told()).toEqual(['credits 50', 'credits 80', 'credits 100', 'spending 50']);
    await use(5);
    expect((await told()).slice(4)).toEqual(['spending 100']);
    await change(20);
    await use(7);
    // The highest alone where several are reached at once.
    expect((await told()).slice(5)).toEqual(['spending 80']);
  });
});

describeOnOwnPostgres('a cap on spending on machines that share a ledger', (newPlace) => {
  test('§12.15: is reached to the credit under load on all machines, even if it is set during use', async () => {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const customer = await newCustomer(ledger, paygPlan, clock);
    const machines = [0, 1].map((i) => newMachine(place, clock, `machine-${i}`));
    const CAP = cases(1200, 6000);
    let admitted = 0;
    const rounds = async (count: number, most: number) => {
      for (let round = 0; round < count; round++) {
        for (const machine of machines) admitted += spend(machine.gate(), customer.key, round % 3, most);
        clock.pass(100);
        await Promise.all(machines.map((machine) => machine.sidecar.tick()));
      }
    };
    await Promise.all(machines.map((machine) => machine.sidecar.tick(true)));
    await rounds(5, 10);
    expect(admitted).toBeGreaterThan(0);
    await cap(ledger, customer.id, CAP, clock.now());
    await rounds(cases(70, 100), 40);
    expect(admitted).toBe(CAP);
    await Promise.all(machines.map((machine) => machine.sidecar.tick(true)));
    expect((await usageByWindow(ledger, customer.id)).get(1)).toBe(CAP);
  });
});
