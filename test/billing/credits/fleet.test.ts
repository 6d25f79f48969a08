import { expect, test } from 'vitest';
import { Random } from '../../../build-index/generate/random.ts';
import type { Plan } from '../../../src/billing/accounts/plans/plan.ts';
import { listAccounts } from '../../../src/billing/ledger/accounts.ts';
import { retireMachine } from '../../../src/billing/ledger/machines.ts';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import { COSTS } from '../../../src/service/admission/costs.ts';
import { openCounterFile } from '../../../src/service/admission/counters/counter-file.ts';
import { openGate } from '../../../src/service/admission/gate.ts';
import { cases, LONG } from '../../support/cases.ts';
import { describeOnOwnPostgres, freePlan, openTestLedger, setPlan, softPlan } from '../ledger/ledgers.ts';
import { type Machine, newCustomer, newMachine, spend, TestClock } from './support/machine.ts';

const [AUTOCOMPLETE, ENRICH, REVERSE] = [0, 2, 3];

describeOnOwnPostgres('machines that share a ledger', (newPlace, server) => {
  async function start(credits: number, count: number, burst?: Plan['burst']) {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const plan = freePlan(credits);
    const customer = await newCustomer(ledger, burst === undefined ? plan : { ...plan, burst }, clock);
    const machines = Array.from({ length: count }, (_, i) => newMachine(place, clock, `machine-${i}`));
    await Promise.all(machines.map((machine) => machine.sidecar.tick(true)));
    // Two seconds later each has its share.
    await run(machines, clock, 10, 200, () => 0);
    const used = async (window = 1) => (await usageByWindow(ledger, customer.id)).get(window) ?? 0;
    return { place, ledger, clock, customer, machines, used };
  }

  /** Rounds of all sidecars at once, `milliseconds` apart, with requests in between. Returns the credits admitted by each machine. */
  async function run(
    machines: readonly Machine[],
    clock: TestClock,
    rounds: number,
    milliseconds: number,
    requests: (machine: number, round: number) => number,
  ): Promise<number[]> {
    const admitted = machines.map(() => 0);
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < machines.length; i++) admitted[i] += requests(i, round);
      clock.pass(milliseconds);
      await Promise.all(machines.map((machine) => machine.sidecar.tick()));
    }
    return admitted;
  }

  test('§8.4: two machines under load use exactly their common cap', async () => {
    const cap = cases(4000, 8000);
    const { clock, customer, machines, used } = await start(cap, 2);
    const seen = [0, 0];
    const hammer = (i: number, round: number) => {
      let credits = 0;
      for (let n = 0; n < 120; n++) credits += spend(machines[i].gate(), customer.key, (n + round) % COSTS.length, 1);
      seen[i] += credits;
      expect(seen[0] + seen[1]).toBeLessThanOrEqual(cap);
      return credits;
    };
    const admitted = await run(machines, clock, cases(50, 80), 100, hammer);
    expect(admitted[0] + admitted[1]).toBe(cap);
    expect(Math.min(...admitted)).toBeGreaterThan(cap / 20);
    await Promise.all(machines.map((machine) => machine.sidecar.tick(true)));
    expect(await used()).toBe(cap);
  });

  test('the only machine in use gets nearly all credits at once, and the rest within the lease time', async () => {
    const { clock, customer, machines } = await start(5000, 3);
    const greedy = (i: number) => (i === 0 ? spend(machines[0].gate(), customer.key, AUTOCOMPLETE, 400) : 0);
    const [before] = await run(machines, clock, 20, 100, greedy);
    expect(before).toBeGreaterThan(4900);
    const [after] = await run(machines, clock, 30, 100, greedy);
    expect(before + after).toBe(5000);
    const late = await run(machines, clock, 5, 100, (i) => spend(machines[i].gate(), customer.key, AUTOCOMPLETE, 1));
    expect(late).toEqual([0, 0, 0]);
  });

  test('the first request at any machine is admitted two seconds after its start, while credits suffice for all machines', async () => {
    const { customer, machines } = await start(3000, 3);
    for (const machine of machines) expect(machine.gate().admit(customer.key, ENRICH).admitted).toBe(true);
  });

  test('no request within rate and burst is refused on a machine, down to the last credit', async () => {
    const { clock, customer, machines, used } = await start(2000, 1, { perSecond: 100, size: 200 });
    const random = new Random(7, 'requests');
    let admitted = 0;
    for (let round = 0; admitted <= 1997; round++) {
      // Nobody sends more than the burst limit lets through.
      const burst = round % 20 === 0 ? 200 : random.below(10);
      for (let i = 0; i < burst && admitted <= 1997; i++) {
        const outcome = machines[0].gate().admit(customer.key, random.below(COSTS.length));
        if (!outcome.admitted) expect(outcome).toMatchObject({ cause: 'burst' });
        else admitted = 2000 - outcome.remaining;
      }
      clock.pass(100);
      // The sidecar is late now and then, by up to a second.
      if (random.below(10) > 0) await machines[0].sidecar.tick();
    }
    await machines[0].sidecar.tick(true);
    expect(await used()).toBe(admitted);
  });

  test('a burst at any of three machines finds credits while enough are left for a burst at each', async () => {
    const { clock, customer, machines } = await start(1500, 3, { perSecond: 20, size: 50 });
    const random = new Random(11, 'requests');
    let spent = 0;
    while (spent < 1500 - 3 * 3 * (50 + 2 * 20)) {
      const gate = machines[random.below(3)].gate();
      for (let i = 0; i < 60; i++) {
        const operation = random.below(COSTS.length);
        const outcome = gate.admit(customer.key, operation);
        if (outcome.admitted) spent += COSTS[operation];
        else expect(outcome).toMatchObject({ code: 'RATE_LIMITED', cause: 'burst' });
      }
      clock.pass(random.below(4) * 100);
      await Promise.all(machines.map((machine) => machine.sidecar.tick()));
    }
  });

  test('the last credits reach any machine that asks within seconds, whichever machine holds them', async () => {
    for (const [left, operation] of [
      [5, REVERSE],
      ...(LONG
        ? [
            [4, ENRICH],
            [20, ENRICH],
          ]
        : []),
    ]) {
      const { clock, customer, machines } = await start(100, 3, { perSecond: 100, size: 100 });
      let rest = 100;
      for (let turn = 0; rest > left; turn = (turn + 1) % 3) {
        rest -= spend(machines[turn].gate(), customer.key, AUTOCOMPLETE, Math.min(20, rest - left));
        clock.pass(100);
        await Promise.all(machines.map((machine) => machine.sidecar.tick()));
      }
      await run(machines, clock, 11, 200, () => 0);
      for (let turn = 0; rest >= COSTS[operation]; turn = (turn + 1) % 3) {
        let admitted = machines[turn].gate().admit(customer.key, operation);
        for (let waited = 0; !admitted.admitted && waited < 5000; waited += 100) {
          expect(admitted).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1, cause: 'lease' });
          clock.pass(100);
          await Promise.all(machines.map((machine) => machine.sidecar.tick()));
          admitted = machines[turn].gate().admit(customer.key, operation);
        }
        expect(admitted.admitted).toBe(true);
        rest -= COSTS[operation];
      }
      await run(machines, clock, 12, 100, () => 0);
      for (const machine of machines)
        expect(machine.gate().admit(customer.key, operation)).toMatchObject({
          code: 'QUOTA_EXCEEDED',
          details: { used: 100 - rest, limit: 100 },
        });
    }
  });

  test('a drain interval after the last request every machine reports the numbers of the ledger', async () => {
    const { ledger, clock, customer, machines } = await start(400, 3, { perSecond: 100, size: 100 });
    const soft = await newCustomer(ledger, softPlan(100), clock);
    await Promise.all(machines.map((machine) => machine.sidecar.tick()));
    const random = new Random(3, 'requests');
    let hardUsed = 0;
    let softUsed = 0;
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 3; i++) {
        const machine = machines[random.below(3)];
        hardUsed += spend(machine.gate(), customer.key, random.below(COSTS.length), random.below(15));
        softUsed += spend(machine.gate(), soft.key, random.below(COSTS.length), random.below(15));
      }
      await run(machines, clock, 11, 100, () => 0);
      for (const machine of machines) {
        const gate = machine.gate();
        const outcome = gate.admit(customer.key, AUTOCOMPLETE);
        const told = outcome.admitted ? outcome.remaining + 1 : outcome.credits!.remaining;
        expect(told).toBe(Math.max(0, 400 - hardUsed));
        if (outcome.admitted) gate.giveBack();
        expect(gate.admit(soft.key, AUTOCOMPLETE)).toMatchObject({
          remaining: Math.max(0, 99 - softUsed),
          over: softUsed + 1 > 100,
        });
        gate.giveBack();
      }
    }
  });

  test('failures at any statement neither lose nor create credits', async () => {
    const { clock, customer, machines, used, ledger } = await start(3000, 2);
    let admitted = 0;
    for (let round = 0; round < cases(29, 58); round++) {
      const failing = machines[round % 2];
      failing.failAfter(round % 29);
      for (const machine of machines) admitted += spend(machine.gate(), customer.key, ENRICH, 9);
      clock.pass(round % 7 === 0 ? 2500 : 200);
      await Promise.all(machines.map((machine) => machine.sidecar.tick(round % 3 === 0)));
      expect(admitted).toBeLessThanOrEqual(3000);
      failing.failAfter(null);
      if (round % 5 === 0) failing.restart();
    }
    for (let round = 0; round < 40; round++) {
      for (const machine of machines) admitted += spend(machine.gate(), customer.key, AUTOCOMPLETE, 1000);
      clock.pass(500);
      await Promise.all(machines.map((machine) => machine.sidecar.tick(true)));
    }
    expect(admitted).toBe(3000);
    expect(await used()).toBe(3000);
    const { window } = (await listAccounts(ledger, customer.id))[0];
    expect(window.leased).toBe(3000);
  });

  test('a machine without its ledger continues within its lease, and its usage is written later', async () => {
    const { clock, customer, machines, used } = await start(1000, 2);
    machines[0].failAfter(0);
    const cut = spend(machines[0].gate(), customer.key, ENRICH, 1000);
    expect(cut).toBeGreaterThan(0);
    const others = await run(machines, clock, 60, 200, (i) =>
      i === 1 ? spend(machines[1].gate(), customer.key, AUTOCOMPLETE, 200) : 0,
    );
    expect(cut + others[1]).toBeLessThanOrEqual(1000);
    expect(await used()).toBe(others[1]);
    machines[0].failAfter(null);
    const rest = await run(machines, clock, 60, 200, (i) => spend(machines[i].gate(), customer.key, AUTOCOMPLETE, 200));
    expect(cut + others[1] + rest[0] + rest[1]).toBe(1000);
    expect(await used()).toBe(1000);
  });

  test('credits leased by a lost machine are available to others only after it is retired', async () => {
    const { ledger, clock, customer, machines, used } = await start(1000, 2, { perSecond: 50, size: 20 });
    const lost = spend(machines[0].gate(), customer.key, ENRICH, 3);
    await machines[0].sidecar.tick(true);
    const identity = machines[0].sidecar.counters()!.identity;
    const one = machines.slice(1);
    const [before] = await run(one, clock, 90, 200, () => spend(one[0].gate(), customer.key, AUTOCOMPLETE, 200));
    expect(lost + before).toBeLessThan(1000);
    // What it held is at most what the account can use in a burst and two seconds more.
    expect(before).toBeGreaterThanOrEqual(1000 - lost - 3 * (20 + 2 * 50));
    await retireMachine(ledger, identity, clock.now());
    const [after] = await run(one, clock, 60, 200, () => spend(one[0].gate(), customer.key, AUTOCOMPLETE, 200));
    expect(lost + before + after).toBe(1000);
    expect(await used()).toBe(1000);
  });

  test('a plan change reaches every machine, and the credits that each had left are carried', async () => {
    const { ledger, clock, customer, machines, used } = await start(1000, 3);
    let first = 0;
    let all = 0;
    for (const machine of machines) first += spend(machine.gate(), customer.key, ENRICH, 5);
    await setPlan(ledger, customer.id, { ...freePlan(500), id: 'next' }, 'carried', clock.now());
    first += spend(machines[2].gate(), customer.key, REVERSE, 3);
    for (let i = 0; i < 4; i++) {
      clock.pass(1000);
      await Promise.all(machines.map((machine) => machine.sidecar.tick(true)));
    }
    expect((await listAccounts(ledger, customer.id))[0].window.carried).toBe(1000 - first);
    const spent = await run(machines, clock, 80, 250, (i) =>
      spend(machines[i].gate(), customer.key, AUTOCOMPLETE, 100),
    );
    all = spent.reduce((a, b) => a + b, 0);
    expect(all).toBe(1500 - first);
    await Promise.all(machines.map((machine) => machine.sidecar.tick(true)));
    expect([await used(1), await used(2)]).toEqual([first, all]);
  });

  test('soft overage begins once all machines together used the included credits', async () => {
    const { ledger, clock, machines } = await start(1, 2);
    const customer = await newCustomer(ledger, softPlan(100), clock);
    await Promise.all(machines.map((machine) => machine.sidecar.tick()));
    for (const machine of machines) expect(spend(machine.gate(), customer.key, AUTOCOMPLETE, 60)).toBe(60);
    await run(machines, clock, 2, 1000, () => 0);
    for (const machine of machines) spend(machine.gate(), customer.key, AUTOCOMPLETE, 1);
    await run(machines, clock, 2, 1000, () => 0);
    for (const machine of machines) {
      expect(machine.gate().admit(customer.key, AUTOCOMPLETE)).toMatchObject({ over: true, limit: 100, remaining: 0 });
    }
  });

  test('restarting the database changes no count', async () => {
    const { clock, customer, machines, used } = await start(100_000, 1);
    const requests = () => spend(machines[0].gate(), customer.key, ENRICH, 20);
    let [credits] = await run(machines, clock, 5, 500, requests);
    await server().kill();
    credits += (await run(machines, clock, 5, 500, requests))[0];
    expect(machines[0].events.at(-1)?.kind).toBe('ledger-away');
    await server().start();
    credits += (await run(machines, clock, 5, 1000, requests))[0];
    await machines[0].sidecar.tick(true);
    expect(machines[0].events.map(({ kind }) => kind)).toContain('ledger-back');
    expect(await used()).toBe(credits);
    expect(openGate(openCounterFile(machines[0].counters), 'address').admit(customer.key, ENRICH)).toMatchObject({
      remaining: 100_000 - credits - 3,
    });
  });
});
