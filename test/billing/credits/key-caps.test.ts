import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { KeyCaps } from '../../../src/billing/accounts/accounts-store.ts';
import type { Plan } from '../../../src/billing/accounts/plans/plan.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import { openCounterFile } from '../../../src/service/admission/counters/counter-file.ts';
import { currentMeter, recordAt } from '../../../src/service/admission/counters/directory.ts';
import { METER } from '../../../src/service/admission/counters/layout.ts';
import {
  creditsLeft,
  heldCredits,
  type Meter,
  meterAt,
  usedCredits,
} from '../../../src/service/admission/counters/meter.ts';
import type { Refusal } from '../../../src/service/admission/decision.ts';
import type { Gate } from '../../../src/service/admission/gate.ts';
import { cases } from '../../support/cases.ts';
import { describeOnBoth, describeOnOwnPostgres, freePlan, openTestLedger, softPlan } from '../ledger/ledgers.ts';
import { addKey, changeCaps, revokeKey, rotateKey } from './support/keys.ts';
import { type Machine, newAccount, newMachine, spend, TestClock } from './support/machine.ts';

/** The meter of a machine's first key. */
function keyMeter({ counters }: Machine): Meter {
  const file = openCounterFile(counters);
  return meterAt(file, currentMeter('key', recordAt(file, 'keys', 0)));
}

const [AUTOCOMPLETE, ENRICH] = [0, 2];
const DAY = 24 * 3_600_000;

/** Credits of a key in the ledger by day. */
async function daysOf({ db }: Ledger, key: string): Promise<Record<string, number>> {
  const rows = await db.selectFrom('key_days').select(['day', 'credits']).where('key_id', '=', key).execute();
  const days: Record<string, number> = {};
  for (const { day, credits } of rows) days[day] = (days[day] ?? 0) + credits;
  return days;
}

describeOnBoth("a key's own caps", (newPlace) => {
  async function start(caps: Partial<KeyCaps>, plan: Plan = freePlan(1_000_000)) {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const account = await newAccount(ledger, plan, clock);
    const restrictions = { caps: { day: null, month: null, ...caps } };
    const key = await addKey(ledger, account.id, clock.now(), restrictions);
    const machine = newMachine(place, clock, 'one');
    await machine.sidecar.tick();
    const used = async () => (await usageByWindow(ledger, account.id)).get(1) ?? 0;
    const days = () => daysOf(ledger, key.id);
    return { place, ledger, clock, account, key, machine, used, days, gate: () => machine.gate() };
  }

  test('§12.9: are enforced to the credit, per day and per month, and reported with their counts; other keys of the account are unaffected', async () => {
    const { ledger, clock, account, key, machine, gate, used, days } = await start({ day: 10, month: 25 });
    const other = await addKey(ledger, account.id, clock.now());
    await machine.sidecar.tick();
    expect(spend(gate(), key.key, ENRICH, 100)).toBe(9);
    expect(gate().admit(key.key, ENRICH)).toMatchObject({
      admitted: false,
      status: 429,
      code: 'QUOTA_EXCEEDED',
      cause: 'key-quota',
      message: 'Credit quota exceeded: 9 of 10 credits of this key used today, this request needs 3',
      details: {
        product: 'address',
        used: 9,
        limit: 10,
        required: 3,
        key: 'day',
        resets_at: '2026-01-16T00:00:00.000Z',
      },
      credits: { remaining: 1_000_000 - 9 },
    });
    expect(gate().admit(key.key, AUTOCOMPLETE)).toMatchObject({ admitted: true, remaining: 1_000_000 - 10 });
    expect(spend(gate(), other.key, ENRICH, 10)).toBe(30);
    for (const expected of [10, 5, 0]) {
      clock.pass(DAY);
      await machine.sidecar.tick();
      await machine.sidecar.tick();
      expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(expected);
    }
    expect((gate().admit(key.key, AUTOCOMPLETE) as Refusal).details).toEqual({
      product: 'address',
      used: 25,
      limit: 25,
      required: 1,
      key: 'month',
      resets_at: '2026-02-01T00:00:00.000Z',
    });
    clock.pass(Date.UTC(2026, 1, 1) - clock.time);
    await machine.sidecar.tick(true);
    await machine.sidecar.tick(true);
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(10);
    await machine.sidecar.tick(true);
    expect(await days()).toEqual({ '2026-01-15': 10, '2026-01-16': 10, '2026-01-17': 5, '2026-02-01': 10 });
    expect(await used()).toBe(65);
  });

  test('§12.9: a refusal charges nothing: not the account for its key, nor the key for its account', async () => {
    const { ledger, clock, account, key, machine, gate, used, days } = await start({ day: 5 }, freePlan(7));
    const other = await addKey(ledger, account.id, clock.now());
    await machine.sidecar.tick();
    expect(spend(gate(), key.key, ENRICH, 5)).toBe(3);
    expect(gate().admit(key.key, ENRICH)).toMatchObject({ cause: 'key-quota' });
    expect(spend(gate(), other.key, AUTOCOMPLETE, 100)).toBe(4);
    for (let i = 0; i < 5; i++) expect(gate().admit(key.key, AUTOCOMPLETE)).toMatchObject({ cause: 'quota' });
    expect(gate().admit(key.key, AUTOCOMPLETE, 'head')).toMatchObject({ cause: 'quota' });
    await machine.sidecar.tick(true);
    expect([await used(), await days()]).toEqual([7, { '2026-01-15': 3 }]);
  });

  test('are enforced in batches, which are refused by their head if no credits are left', async () => {
    const { key, machine, gate, used } = await start({ day: 4 });
    expect(gate().admit(key.key, ENRICH, 'head')).toMatchObject({ admitted: true });
    let answered = 0;
    for (let i = 0; i < 5; i++) if (gate().admit(key.key, ENRICH, 'query').admitted) answered++;
    expect(answered).toBe(1);
    expect(gate().admit(key.key, ENRICH, 'head')).toMatchObject({ cause: 'key-quota' });
    expect(gate().admit(key.key, AUTOCOMPLETE, 'head')).toMatchObject({ admitted: true });
    await machine.sidecar.tick(true);
    expect(await used()).toBe(3);
  });

  test('get credits back along with the account: a failed answer counts for neither', async () => {
    const { key, machine, gate, used, days } = await start({ day: 3 });
    for (let i = 0; i < 4; i++) {
      expect(gate().admit(key.key, ENRICH)).toMatchObject({ admitted: true });
      gate().giveBack();
    }
    await machine.sidecar.tick(true);
    expect([await used(), await days()]).toEqual([0, { '2026-01-15': 0 }]);
    expect(spend(gate(), key.key, ENRICH, 9)).toBe(3);
  });

  test('§12.9: are restored from the ledger after a restart, and after the counter file was lost', async () => {
    const { key, machine, gate, clock, days } = await start({ day: 20, month: 26 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 8)).toBe(8);
    await machine.sidecar.tick(true);
    machine.restart();
    await machine.sidecar.tick();
    expect(spend(gate(), key.key, AUTOCOMPLETE, 5)).toBe(5);
    await machine.sidecar.tick(true);
    rmSync(machine.counters);
    // As in a fleet a machine of this name counts as lost once it was silent.
    clock.pass(20_000);
    machine.restart();
    await machine.sidecar.tick();
    machine.reopen();
    await machine.sidecar.tick();
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(7);
    expect((gate().admit(key.key, ENRICH) as Refusal).details).toMatchObject({ key: 'day', used: 20 });
    clock.pass(DAY);
    await machine.sidecar.tick(true);
    await machine.sidecar.tick();
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(6);
    await machine.sidecar.tick(true);
    expect(await days()).toEqual({ '2026-01-15': 20, '2026-01-16': 6 });
  });

  test('count earlier usage when they are set, raised, lowered and removed', async () => {
    const { ledger, account, key, machine, gate, clock } = await start({});
    const change = async (caps: Partial<KeyCaps>) => {
      await changeCaps(ledger, account.id, key.id, caps, clock.now());
      // What the old meter counted is written down and settled, and what is left is leased.
      for (let i = 0; i < 3; i++) await machine.sidecar.tick();
    };
    expect(spend(gate(), key.key, AUTOCOMPLETE, 6)).toBe(6);
    await change({ day: 10 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(4);
    await change({ day: 15, month: 12 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(2);
    expect((gate().admit(key.key, AUTOCOMPLETE) as Refusal).details).toMatchObject({ key: 'month', used: 12 });
    await change({ day: null, month: null });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 8)).toBe(8);
    await change({ day: 19 });
    expect(gate().admit(key.key, AUTOCOMPLETE)).toMatchObject({ cause: 'key-quota', details: { used: 20, limit: 19 } });
    await change({ day: 21 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(1);
  });

  test('hold for each key of a rotation, and end with their key', async () => {
    const { ledger, account, key, machine, gate, clock } = await start({ day: 2 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(2);
    const next = await rotateKey(ledger, account.id, key.id, 60, clock.now());
    await machine.sidecar.tick();
    expect(spend(gate(), next.key, AUTOCOMPLETE, 100)).toBe(2);
    expect(gate().admit(key.key, AUTOCOMPLETE)).toMatchObject({ cause: 'key-quota' });
    await revokeKey(ledger, account.id, next.id, clock.now());
    await machine.sidecar.tick(true);
    expect(gate().admit(next.key, AUTOCOMPLETE)).toMatchObject({ cause: 'inactive-key' });
    const open = () =>
      ledger.db.selectFrom('key_leases').select('key_id').where('settled_at', 'is', null).orderBy('id').execute();
    expect(await open()).toEqual([{ key_id: key.id }]);
    // The old one's grace is over: it gets no meter for another day.
    clock.pass(2 * DAY);
    await machine.sidecar.tick(true);
    await machine.sidecar.tick(true);
    expect(await open()).toEqual([]);
  });

  test('a key expires at its expiry time', async () => {
    const { ledger, account, machine, gate, clock } = await start({});
    const expiresAt = clock.now() + 500;
    const key = await addKey(ledger, account.id, clock.now(), { expiresAt });
    await machine.sidecar.tick();
    expect(gate().admit(key.key, ENRICH)).toMatchObject({ admitted: true });
    clock.pass(500);
    expect(gate().admit(key.key, ENRICH)).toMatchObject({ cause: 'inactive-key' });
  });

  test('credits that a killed process took and never counted are free again within minutes', async () => {
    const { key, machine, gate, clock } = await start({ day: 20 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 5)).toBe(5);
    const meter = keyMeter(machine);
    Atomics.add(meter.i64, meter.at64 + METER.USED, 3n);
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(12);
    for (let i = 0; i < 8; i++) {
      clock.pass(30_000);
      await machine.sidecar.tick(true);
    }
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(3);
  });

  test('credits reserved by a running server survive a restart of the sidecar; without a server they are released', async () => {
    const { key, machine, gate } = await start({ day: 20 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 5)).toBe(5);
    const meter = keyMeter(machine);
    Atomics.add(meter.i64, meter.at64 + METER.USED, 3n);
    const server = openCounterFile(machine.counters);
    server.lock('shared');
    machine.restart();
    await machine.sidecar.tick();
    expect(usedCredits(meter)).toBe(8);
    server.close();
    machine.restart();
    await machine.sidecar.tick();
    expect(usedCredits(meter)).toBe(5);
  });

  test('a damaged meter is taken out of use, and its key continues with the counts of the ledger', async () => {
    const { key, machine, gate, clock, days } = await start({ day: 20 });
    expect(spend(gate(), key.key, AUTOCOMPLETE, 5)).toBe(5);
    await machine.sidecar.tick(true);
    const meter = keyMeter(machine);
    Atomics.store(meter.i64, meter.at64 + METER.CHARGED + AUTOCOMPLETE, 1n);
    clock.pass(1000);
    await machine.sidecar.tick(true);
    await machine.sidecar.tick(true);
    expect(machine.events.filter(({ kind }) => kind === 'counter-damaged')).toHaveLength(1);
    expect(spend(gate(), key.key, AUTOCOMPLETE, 100)).toBe(15);
    const next = keyMeter(machine);
    Atomics.store(next.i64, next.at64 + METER.LEASE, 77n);
    machine.restart();
    await machine.sidecar.tick(true);
    await machine.sidecar.tick(true);
    expect(machine.events.filter(({ kind }) => kind === 'counter-damaged')).toHaveLength(2);
    expect(gate().admit(key.key, AUTOCOMPLETE).admitted).toBe(true);
    expect(await days()).toEqual({ '2026-01-15': 5 });
  });

  test('whatever fails or is killed, no cap is exceeded, and keys and account agree in the end', async () => {
    const CAPS = { day: 60, month: 100 };
    const { ledger, account, key, machine, clock, used } = await start(CAPS, softPlan(50));
    const free = await addKey(ledger, account.id, clock.now());
    await machine.sidecar.tick();
    const admitted = { [key.id]: 0, [free.id]: 0 };
    const use = (gate: Gate, { id, key: secret }: typeof key, count: number) => {
      for (let i = 0; i < count; i++) {
        const operation = (i * 7 + count) % COSTS.length;
        const outcome = gate.admit(secret, operation);
        if (outcome.admitted && i % 5 === 4) gate.giveBack();
        else if (outcome.admitted) admitted[id] += COSTS[operation];
        else expect(outcome.status).toBe(429);
      }
    };
    for (let round = 0; round < cases(24, 200); round++) {
      machine.failAfter(round % 2 === 0 ? (round * 5) % 37 : null);
      if (round % 3 === 0) machine.restart();
      use(machine.gate(), key, round % 9);
      use(machine.gate(), free, round % 4);
      clock.pass(round % 12 === 11 ? DAY / 2 : 700);
      await machine.sidecar.tick(round % 4 === 0);
    }
    machine.failAfter(null);
    machine.restart();
    for (let i = 0; i < 4; i++) {
      clock.pass(61_000);
      await machine.sidecar.tick(true);
    }
    const [ofKey, ofFree] = [await daysOf(ledger, key.id), await daysOf(ledger, free.id)];
    for (const credits of Object.values(ofKey)) expect(credits).toBeLessThanOrEqual(CAPS.day);
    const sum = (days: Record<string, number>) => Object.values(days).reduce((total, credits) => total + credits, 0);
    expect(sum(ofKey)).toBeLessThanOrEqual(CAPS.month);
    expect({ [key.id]: sum(ofKey), [free.id]: sum(ofFree) }).toEqual(admitted);
    const windows = [...(await usageByWindow(ledger, account.id)).values()];
    expect(windows.reduce((total, credits) => total + credits, 0)).toBe(sum(ofKey) + sum(ofFree));
    expect(await used()).toBeGreaterThan(0);
  });
});

describeOnOwnPostgres("a key's own caps on machines that share a ledger", (newPlace) => {
  async function start(caps: Partial<KeyCaps>, count: number) {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const account = await newAccount(ledger, softPlan(0), clock);
    const key = await addKey(ledger, account.id, clock.now(), { caps: { day: null, month: null, ...caps } });
    const machines = Array.from({ length: count }, (_, i) => newMachine(place, clock, `machine-${i}`));
    const tick = (drain = false) => Promise.all(machines.map((machine) => machine.sidecar.tick(drain)));
    const pass = async (rounds: number) => {
      for (let i = 0; i < rounds; i++) {
        clock.pass(100);
        await tick();
      }
    };
    await tick(true);
    await pass(12);
    return { ledger, clock, key, machines, tick, pass, days: () => daysOf(ledger, key.id) };
  }

  async function run(
    { machines, pass }: { machines: readonly Machine[]; pass: (rounds: number) => Promise<void> },
    rounds: number,
    requests: (gate: Gate, machine: number, round: number) => number,
  ): Promise<number[]> {
    const admitted = machines.map(() => 0);
    for (let round = 0; round < rounds; round++) {
      machines.forEach((machine, i) => {
        admitted[i] += requests(machine.gate(), i, round);
      });
      await pass(1);
    }
    return admitted;
  }

  test('§12.9: are used to the last credit under load on all machines, and not beyond', async () => {
    const cap = cases(1500, 6000);
    const fleet = await start({ day: cap }, 2);
    const { key, tick, days } = fleet;
    let seen = 0;
    const admitted = await run(fleet, cases(60, 90), (gate, _, round) => {
      let credits = 0;
      for (let n = 0; n < 60; n++) credits += spend(gate, key.key, (n + round) % OPERATIONS.length, 1);
      seen += credits;
      expect(seen).toBeLessThanOrEqual(cap);
      return credits;
    });
    expect(admitted[0] + admitted[1]).toBe(cap);
    expect(Math.min(...admitted)).toBeGreaterThan(cap / 20);
    await tick(true);
    await tick(true);
    expect(await days()).toEqual({ '2026-01-15': cap });
    for (const machine of fleet.machines)
      expect(machine.gate().admit(key.key, ENRICH)).toMatchObject({ cause: 'key-quota', details: { key: 'day' } });
  });

  test('go where calls come: credits of idle machines return to the one in use', async () => {
    const fleet = await start({ day: 500, month: 700 }, 3);
    const { key, clock, pass } = fleet;
    const only = (machine: number) => (gate: Gate, i: number) =>
      i === machine ? spend(gate, key.key, AUTOCOMPLETE, 50) : 0;
    await pass(25);
    const first = await run(fleet, 40, only(1));
    expect(first).toEqual([0, 500, 0]);
    clock.pass(DAY);
    await pass(30);
    const second = await run(fleet, 40, only(2));
    expect(second).toEqual([0, 0, 200]);
    expect(fleet.machines[2].gate().admit(key.key, ENRICH)).toMatchObject({ details: { key: 'month', used: 700 } });
  });

  test('a machine with an empty lease asks callers to wait, and never reports the cap reached while others hold credits', async () => {
    const { key, machines, clock } = await start({ day: 400 }, 2);
    const admitted = spend(machines[0].gate(), key.key, AUTOCOMPLETE, 400);
    expect(admitted).toBeLessThan(400);
    expect(machines[0].gate().admit(key.key, AUTOCOMPLETE)).toMatchObject({ cause: 'lease', code: 'RATE_LIMITED' });
    for (let i = 0; i < 20; i++) {
      clock.pass(100);
      await Promise.all(machines.map((machine) => machine.sidecar.tick()));
    }
    expect(spend(machines[0].gate(), key.key, AUTOCOMPLETE, 400)).toBeGreaterThan(0);
  });

  test('a machine whose lease is used up takes credits from others only after it had to refuse a request', async () => {
    const { key, machines, pass } = await start({ day: 400 }, 2);
    const [busy, idle] = machines.map(keyMeter);
    const refusals = ({ i32, at32 }: Meter) => Atomics.load(i32, at32 + METER.REFUSALS);
    const heldByIdle = heldCredits(idle);
    for (let spent = 0; spent < 400 - heldByIdle; await pass(3)) {
      const left = creditsLeft(busy);
      expect(spend(machines[0].gate(), key.key, AUTOCOMPLETE, left)).toBe(left);
      spent += left;
    }
    expect([refusals(busy), heldCredits(idle)]).toEqual([0, heldByIdle]);
    expect(machines[0].gate().admit(key.key, AUTOCOMPLETE).admitted).toBe(false);
    await pass(3);
    expect(heldCredits(idle)).toBeLessThan(heldByIdle);
  });
});
