import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Plan } from '../../../src/billing/accounts/plans/plan.ts';
import { listAccounts } from '../../../src/billing/ledger/accounts.ts';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import { COSTS } from '../../../src/service/admission/costs.ts';
import { createCounterFile, openCounterFile } from '../../../src/service/admission/counters/counter-file.ts';
import { currentMeter, recordAt } from '../../../src/service/admission/counters/directory.ts';
import { BOOT_ID_BYTES, HEADER, METER } from '../../../src/service/admission/counters/layout.ts';
import { heldCredits, type Meter, meterAt } from '../../../src/service/admission/counters/meter.ts';
import { takeBack } from '../../../src/service/admission/counters/meter-upkeep.ts';
import type { Refusal } from '../../../src/service/admission/decision.ts';
import { cases } from '../../support/cases.ts';
import {
  describeOnBoth,
  freePlan,
  markOverdue,
  openTestLedger,
  paygPlan,
  setPlan,
  setStatus,
  softPlan,
} from '../ledger/ledgers.ts';
import { revokeKey, rotateKey } from './support/keys.ts';
import { newCustomer, newMachine, spend, TestClock } from './support/machine.ts';

const [AUTOCOMPLETE, ENRICH, REVERSE] = [0, 2, 3];

/** The meter that requests of a counter file's first account are counted in. */
function accountMeter(counters: string): Meter {
  const file = openCounterFile(counters);
  return meterAt(file, currentMeter('account', recordAt(file, 'accounts', 0)));
}

describeOnBoth('the sidecar', (newPlace) => {
  async function start(plan: Plan) {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const customer = await newCustomer(ledger, plan, clock);
    const machine = newMachine(place, clock, 'one');
    await machine.sidecar.tick();
    const used = async () => Object.fromEntries(await usageByWindow(ledger, customer.id));
    return { ledger, clock, customer, machine, used, gate: machine.gate() };
  }

  test('publishes accounts, keys and their changes within one round', async () => {
    const { ledger, clock, customer, machine, gate } = await start(freePlan(100));
    const { key, keyId, id } = customer;
    expect(gate.admit(key, ENRICH)).toMatchObject({
      admitted: true,
      account: id,
      limit: 100,
      remaining: 97,
      overdue: false,
    });
    await markOverdue(ledger, id);
    await machine.sidecar.tick();
    expect(gate.admit(key, ENRICH)).toMatchObject({ admitted: true, overdue: true, remaining: 94 });
    const next = await rotateKey(ledger, id, keyId, 0.5, clock.now());
    await machine.sidecar.tick();
    expect(gate.admit(next.key, ENRICH)).toMatchObject({ admitted: true, remaining: 91 });
    expect(gate.admit(key, ENRICH)).toMatchObject({ admitted: true, remaining: 88 });
    clock.pass(500);
    expect(gate.admit(key, ENRICH)).toMatchObject({ admitted: false, code: 'INVALID_API_KEY' });
    await revokeKey(ledger, id, next.id, clock.now());
    await machine.sidecar.tick();
    expect(gate.admit(next.key, ENRICH)).toMatchObject({ admitted: false, code: 'INVALID_API_KEY' });
    const other = await newCustomer(ledger, paygPlan, clock);
    expect(gate.admit(other.key, ENRICH)).toMatchObject({ admitted: false, code: 'INVALID_API_KEY' });
    await machine.sidecar.tick();
    expect(gate.admit(other.key, ENRICH)).toMatchObject({ admitted: true, account: other.id, limit: -1 });
    await setStatus(ledger, other.id, 'closed');
    await machine.sidecar.tick();
    expect(gate.admit(other.key, ENRICH)).toMatchObject({ admitted: false, code: 'INVALID_API_KEY' });
  });

  test('§8.7: writes usage exactly once, however often it is killed and restarted', async () => {
    const { clock, customer, machine, used, gate } = await start(softPlan(10));
    let credits = 0;
    for (let i = 0; i < 12; i++) {
      credits += spend(gate, customer.key, i % COSTS.length, i);
      if (i % 3 === 0) {
        gate.admit(customer.key, ENRICH);
        gate.giveBack();
      }
      clock.pass(700);
      if (i % 2 === 0) machine.restart();
      await machine.sidecar.tick(i % 4 === 0);
    }
    machine.restart();
    await machine.sidecar.tick();
    expect(await used()).toEqual({ 1: credits });
    await machine.sidecar.tick(true);
    expect(await used()).toEqual({ 1: credits });
  });

  test('rolls a period over: the cap is renewed, and earlier usage stays in its window', async () => {
    const { clock, customer, machine, used, gate } = await start(freePlan(30));
    expect(spend(gate, customer.key, ENRICH, 100)).toBe(30);
    clock.pass(Date.UTC(2026, 1, 15) - clock.time);
    await machine.sidecar.tick(true);
    const first = gate.admit(customer.key, ENRICH);
    expect(first).toMatchObject({ admitted: true, limit: 30, remaining: 27, resetsAt: '2026-03-15T00:00:00.000Z' });
    expect(spend(gate, customer.key, ENRICH, 100)).toBe(27);
    await machine.sidecar.tick(true);
    expect(await used()).toEqual({ 1: 30, 2: 30 });
    clock.time = Date.UTC(2026, 0, 20);
    await machine.sidecar.tick(true);
    expect((gate.admit(customer.key, ENRICH) as Refusal).details).toMatchObject({
      used: 30,
      limit: 30,
      resets_at: '2026-03-15T00:00:00.000Z',
    });
    expect(machine.events.filter(({ kind }) => kind === 'ledger-away')).toEqual([]);
  });

  test('rolls a period over within a second, even with a longer drain interval', async () => {
    const { clock, customer, machine, used, gate } = await start(freePlan(30));
    clock.pass(Date.UTC(2026, 1, 15) - 100 - clock.time);
    await machine.sidecar.tick(true);
    expect(gate.admit(customer.key, ENRICH)).toMatchObject({ resetsAt: '2026-02-15T00:00:00.000Z' });
    clock.pass(600);
    await machine.sidecar.tick();
    expect(gate.admit(customer.key, ENRICH)).toMatchObject({ remaining: 27, resetsAt: '2026-03-15T00:00:00.000Z' });
    await machine.sidecar.tick(true);
    expect(await used()).toEqual({ 1: 3, 2: 3 });
  });

  test('carries exactly the unused credits into a larger plan', async () => {
    const { ledger, clock, customer, machine, used, gate } = await start(freePlan(100));
    expect(spend(gate, customer.key, ENRICH, 5)).toBe(15);
    await setPlan(ledger, customer.id, { ...freePlan(1000), id: 'larger' }, 'carried', clock.now());
    expect(spend(gate, customer.key, ENRICH, 4)).toBe(12);
    for (let i = 0; i < 3; i++) await machine.sidecar.tick(true);
    expect((await listAccounts(ledger, customer.id))[0].window).toMatchObject({
      number: 2,
      granted: 1000,
      carried: 73,
    });
    expect(gate.admit(customer.key, AUTOCOMPLETE)).toMatchObject({ limit: 1073, remaining: 1072 });
    let more = 0;
    for (let i = 0; i < 60; i++) {
      more += spend(gate, customer.key, AUTOCOMPLETE, 2000);
      clock.pass(300);
      await machine.sidecar.tick(true);
    }
    expect(more).toBe(1072);
    expect(await used()).toEqual({ 1: 27, 2: 1073 });
  });

  test('lets unused credits expire when the next plan starts fresh', async () => {
    const { ledger, clock, customer, machine, gate } = await start(paygPlan);
    spend(gate, customer.key, REVERSE, 50);
    await setPlan(ledger, customer.id, freePlan(60), 'expired', clock.now());
    await machine.sidecar.tick(true);
    await machine.sidecar.tick(true);
    expect(gate.admit(customer.key, ENRICH)).toMatchObject({ admitted: true, limit: 60, remaining: 57 });
    expect((await listAccounts(ledger, customer.id))[0]).toMatchObject({ used: 0, window: { carried: 0 } });
  });

  test('a plan change interrupted at any statement by a failing ledger or a killed sidecar is finished later', async () => {
    const { ledger, clock, customer, machine, used, gate } = await start(freePlan(1000));
    let credits = 0;
    let plans = 1;
    let finished = false;
    for (let statements = 0; !finished; statements += cases(3, 1)) {
      credits += spend(gate, customer.key, ENRICH, 3);
      await setPlan(ledger, customer.id, { ...freePlan(100), id: `plan-${plans++}` }, 'carried', clock.now());
      machine.failAfter(statements);
      const events = machine.events.length;
      await machine.sidecar.tick(true);
      finished = !machine.events.slice(events).some(({ kind }) => kind === 'ledger-away');
      machine.failAfter(null);
      credits += spend(gate, customer.key, ENRICH, 1);
      if (statements % 2 === 0) machine.restart();
      for (let i = 0; i < 3; i++) {
        clock.pass(1000);
        await machine.sidecar.tick(true);
      }
      expect(Object.values(await used()).reduce((a, b) => a + b, 0)).toBe(credits);
      const { window } = (await listAccounts(ledger, customer.id))[0];
      expect(window).toMatchObject({ number: plans, granted: 100 });
      expect(window.carried).toBe(1000 + 100 * (plans - 2) - credits + ((await used())[plans] ?? 0));
    }
    expect(plans).toBeGreaterThan(cases(7, 20));
    expect(
      await ledger.db.selectFrom('windows').select('number').where('settled_at', 'is', null).execute(),
    ).toHaveLength(1);
    expect(await ledger.db.selectFrom('leases').select('id').where('settled_at', 'is', null).execute()).toHaveLength(1);
  });

  test('§8.7: a transaction whose answer is lost is counted once, whichever it is', async () => {
    const { ledger, clock, customer, machine, used, gate } = await start(freePlan(1000));
    let credits = 0;
    let plans = 1;
    for (let lost = true, transactions = 0; lost; transactions++) {
      credits += spend(gate, customer.key, ENRICH, 2);
      await setPlan(ledger, customer.id, { ...freePlan(100), id: `plan-${plans++}` }, 'carried', clock.now());
      const events = machine.events.length;
      machine.loseAnswerAfter(transactions);
      await machine.sidecar.tick(true);
      machine.loseAnswerAfter(-1);
      lost = machine.events.slice(events).some(({ kind }) => kind === 'ledger-away');
      for (let i = 0; i < 3; i++) {
        clock.pass(1000);
        await machine.sidecar.tick(true);
      }
      expect(machine.events.slice(events).filter(({ kind }) => kind === 'ledger-back')).toHaveLength(lost ? 1 : 0);
      expect(Object.values(await used()).reduce((a, b) => a + b, 0)).toBe(credits);
    }
    expect(plans).toBeGreaterThan(4);
  });

  test('deleting the counter file loses only usage that was not drained yet', async () => {
    const { clock, customer, machine, used, gate } = await start(freePlan(100));
    spend(gate, customer.key, ENRICH, 10);
    await machine.sidecar.tick(true);
    spend(gate, customer.key, ENRICH, 2);
    rmSync(machine.counters);
    machine.restart();
    clock.pass(20_000);
    for (let i = 0; i < 3; i++) {
      await machine.sidecar.tick(true);
      clock.pass(4000);
    }
    expect(machine.events.map(({ kind }) => kind)).toContain('machine-lost');
    machine.reopen();
    expect(machine.gate().admit(customer.key, ENRICH)).toMatchObject({ admitted: true, limit: 100, remaining: 67 });
    let credits = 33;
    for (let i = 0; i < 10; i++) {
      credits += spend(machine.gate(), customer.key, AUTOCOMPLETE, 100);
      clock.pass(1000);
      await machine.sidecar.tick(true);
    }
    expect(credits).toBe(100);
    expect(await used()).toEqual({ 1: 100 });
  });

  test('a replaced counter file is noticed while running', async () => {
    const { clock, customer, machine, gate } = await start(freePlan(100));
    spend(gate, customer.key, ENRICH, 3);
    await machine.sidecar.tick(true);
    createCounterFile(machine.counters);
    clock.pass(20_000);
    for (let i = 0; i < 3; i++) {
      await machine.sidecar.tick(true);
      clock.pass(4000);
    }
    machine.reopen();
    expect(machine.gate().admit(customer.key, ENRICH)).toMatchObject({ admitted: true, remaining: 88 });
  });

  test('a partly written meter is quarantined, and its usage in the ledger stays', async () => {
    const { clock, customer, machine, used, gate } = await start(freePlan(100));
    spend(gate, customer.key, ENRICH, 10);
    await machine.sidecar.tick(true);
    const file = openCounterFile(machine.counters);
    const { i64 } = file.segment('meters', 0);
    i64.fill(0n, 16, 32);
    machine.restart();
    for (let i = 0; i < 3; i++) {
      clock.pass(20_000);
      await machine.sidecar.tick(true);
    }
    expect(machine.events).toContainEqual(
      expect.objectContaining({ kind: 'counter-damaged', reason: 'Its terms are not those that were written.' }),
    );
    expect(gate.admit(customer.key, ENRICH)).toMatchObject({ admitted: true, remaining: 67 });
    await machine.sidecar.tick(true);
    expect(await used()).toEqual({ 1: 33 });
    // It is out of use for good: whoever reads the file again does not find it damaged again.
    machine.restart();
    await machine.sidecar.tick(true);
    expect(machine.events.filter(({ kind }) => kind === 'counter-damaged')).toHaveLength(1);
    file.close();
  });

  test('an account whose meter is damaged never charges another account, not even while the ledger is away', async () => {
    const { ledger, clock, customer, machine, gate } = await start(freePlan(100));
    const other = await newCustomer(ledger, freePlan(100), clock);
    await machine.sidecar.tick(true);
    // Its second meter; the first lingers, and is its own too.
    await setPlan(ledger, customer.id, { ...freePlan(100), id: 'next' }, 'carried', clock.now());
    for (let i = 0; i < 3; i++) await machine.sidecar.tick(true);
    spend(gate, customer.key, ENRICH, 10);
    await machine.sidecar.tick(true);
    const file = openCounterFile(machine.counters);
    const { i64, at64 } = accountMeter(machine.counters);
    i64.fill(0n, at64 + 16, at64 + 32);
    for (let statements = 0, away = true; away; statements += 4) {
      const events = machine.events.length;
      machine.restart();
      machine.failAfter(statements);
      await machine.sidecar.tick();
      away = machine.events.slice(events).some(({ kind }) => kind === 'ledger-away');
      machine.reopen();
      machine.gate().admit(customer.key, ENRICH);
    }
    machine.failAfter(null);
    await machine.sidecar.tick(true);
    expect([...(await usageByWindow(ledger, other.id))]).toEqual([]);
    file.close();
  });

  test('counts older than the ledger, as after a power cut, are raised to those of the ledger', async () => {
    const { clock, customer, machine, used, gate } = await start(freePlan(100));
    spend(gate, customer.key, ENRICH, 10);
    await machine.sidecar.tick(true);
    gate.admit(customer.key, ENRICH);
    gate.giveBack();
    await machine.sidecar.tick(true);
    const { i64 } = openCounterFile(machine.counters).segment('meters', 0);
    Atomics.sub(i64, METER.USED, 12n);
    Atomics.sub(i64, METER.CHARGED + ENRICH, 5n);
    Atomics.sub(i64, METER.GIVEN_BACK + ENRICH, 1n);
    machine.restart();
    clock.pass(1000);
    await machine.sidecar.tick(true);
    expect(machine.events.filter(({ kind }) => kind === 'counter-damaged')).toEqual([]);
    expect(machine.gate().admit(customer.key, ENRICH)).toMatchObject({ admitted: true, remaining: 67 });
    await machine.sidecar.tick(true);
    expect(await used()).toEqual({ 1: 33 });
  });

  test('a return that a power cut took from the counter file is not allowed again; without a power cut it is damage', async () => {
    for (const powerCut of [true, false]) {
      const { ledger, clock, customer, machine, used, gate } = await start(freePlan(100));
      spend(gate, customer.key, ENRICH, 10);
      await machine.sidecar.tick(true);
      await ledger.db.updateTable('leases').set({ granted: 70 }).where('account_id', '=', customer.id).execute();
      await ledger.db.updateTable('windows').set({ leased: 70 }).where('account_id', '=', customer.id).execute();
      const { header } = openCounterFile(machine.counters);
      if (powerCut) header.u8.fill(0x30, HEADER.BOOT_BYTE, HEADER.BOOT_BYTE + BOOT_ID_BYTES);
      machine.restart();
      clock.pass(1000);
      await machine.sidecar.tick(true);
      expect(machine.events.filter(({ kind }) => kind === 'counter-damaged')).toHaveLength(powerCut ? 0 : 1);
      let spent = 0;
      for (let i = 0; i < 4; i++) {
        clock.pass(1000);
        await machine.sidecar.tick(true);
        spent += spend(gate, customer.key, AUTOCOMPLETE, 200);
      }
      await machine.sidecar.tick(true);
      expect([spent, await used()]).toEqual([70, { 1: 100 }]);
    }
  });

  test('credits that a killed process took and never counted are free again within minutes', async () => {
    const { clock, customer, machine, gate, used } = await start(freePlan(20));
    expect(spend(gate, customer.key, AUTOCOMPLETE, 5)).toBe(5);
    const meter = accountMeter(machine.counters);
    Atomics.add(meter.i64, meter.at64 + METER.USED, 3n);
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(12);
    for (let i = 0; i < 8; i++) {
      clock.pass(30_000);
      await machine.sidecar.tick(true);
    }
    expect(spend(gate, customer.key, AUTOCOMPLETE, 100)).toBe(3);
    await machine.sidecar.tick(true);
    expect(await used()).toEqual({ 1: 20 });
  });

  test('credits that a sidecar was taking back when it was killed are free again with the next one, and never count as used', async () => {
    const { clock, customer, machine, gate, used } = await start(freePlan(100_000));
    expect(spend(gate, customer.key, AUTOCOMPLETE, 5)).toBe(5);
    const file = openCounterFile(machine.counters);
    const meter = accountMeter(machine.counters);
    file.lock('shared');
    for (const word of [METER.TAKING, METER.USED]) Atomics.add(meter.i64, meter.at64 + word, 99_990n);
    expect(gate.admit(customer.key, AUTOCOMPLETE)).toMatchObject({ admitted: true, remaining: 99_994 });
    machine.restart();
    for (let i = 0; i < 4; i++) {
      clock.pass(i === 0 ? 0 : 31_000);
      await machine.sidecar.tick(true);
    }
    expect(machine.events.filter(({ kind }) => kind === 'counter-damaged')).toEqual([]);
    expect(spend(gate, customer.key, ENRICH, 40_000)).toBe(99_993);
    await machine.sidecar.tick(true);
    expect(await used()).toEqual({ 1: 99_999 });
    file.close();
  });

  test('a grant of which the counter file did not learn is available again, and so is what it gave up', async () => {
    const { ledger, customer, machine, gate } = await start(freePlan(100));
    await machine.sidecar.tick(true);
    const held = () => ledger.db.selectFrom('leases').select('granted').executeTakeFirstOrThrow();
    expect(await held()).toEqual({ granted: 100 });
    const meter = accountMeter(machine.counters);
    for (const lost of ['the return', 'the grant']) {
      if (lost === 'the return') takeBack(meter, 30);
      else Atomics.sub(meter.i64, meter.at64 + METER.ALLOWANCE, 60n);
      machine.restart();
      machine.failAfter(40);
      await machine.sidecar.tick();
      machine.failAfter(null);
      for (let i = 0; i < 2; i++) await machine.sidecar.tick(true);
      expect([await held(), heldCredits(meter)]).toEqual([{ granted: 100 }, 100]);
    }
    expect(spend(gate, customer.key, AUTOCOMPLETE, 200)).toBe(100);
  });

  test('many accounts are published, counted separately, and found after a restart', async () => {
    const { ledger, clock, machine, gate } = await start(freePlan(10));
    const customers = [];
    for (let i = 0; i < 40; i++) customers.push(await newCustomer(ledger, freePlan(i), clock));
    await machine.sidecar.tick();
    const admitted = customers.map(({ key }) => spend(gate, key, AUTOCOMPLETE, 5));
    expect(admitted).toEqual(customers.map((_, i) => Math.min(i, 5)));
    machine.restart();
    await machine.sidecar.tick(true);
    for (const [i, { id }] of customers.entries())
      expect((await usageByWindow(ledger, id)).get(1) ?? 0).toBe(Math.min(i, 5));
  });
});
