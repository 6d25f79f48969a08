import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fairShare, leaseSize } from '../../../src/billing/credits/sidecar/leases/lease-size.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';
import { inTransaction } from '../../../src/billing/ledger/transactions.ts';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import { COSTS } from '../../../src/service/admission/costs.ts';
import { openCounterFile } from '../../../src/service/admission/counters/counter-file.ts';
import { creditsLeft, meterAt } from '../../../src/service/admission/counters/meter.ts';
import { cases } from '../../support/cases.ts';
import { describeOnPostgres, freePlan, openTestLedger } from '../ledger/ledgers.ts';
import { type Machine, newCustomer, newMachine, spend, TestClock } from './support/machine.ts';

const [AUTOCOMPLETE, ENRICH] = [0, 2];

/** What happens to a fleet, one thing after the other. */
type Step =
  | { readonly kind: 'calls'; readonly machine: number; readonly operation: number; readonly count: number }
  | { readonly kind: 'rounds'; readonly machines: readonly number[]; readonly milliseconds: number }
  | { readonly kind: 'kill'; readonly machine: number }
  | { readonly kind: 'cut' | 'unheard'; readonly machine: number; readonly after: number }
  | { readonly kind: 'heal'; readonly machine: number };

const MACHINES = 3;
const machine = fc.nat({ max: MACHINES - 1 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('calls' as const),
      machine,
      operation: fc.nat({ max: COSTS.length - 1 }),
      count: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('rounds' as const),
      machines: fc.uniqueArray(machine, { minLength: 1 }),
      milliseconds: fc.constantFrom(20, 100, 1000, 2500),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), machine }) },
  // Cut off between any two statements of a round, in the middle of a transaction too.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), machine, after: fc.nat({ max: 25 }) }) },
  // Committed, and the sidecar does not hear of it: credits are granted, returned or settled all the same.
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('unheard' as const), machine, after: fc.nat({ max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('heal' as const), machine }) },
);

describeOnPostgres('leases of machines that share a ledger', (newPlace) => {
  async function fleet(cap: number, burst = { perSecond: 1e9, size: 1e9 }) {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const clock = new TestClock();
    const customer = await newCustomer(ledger, { ...freePlan(cap), burst }, clock);
    const machines = Array.from({ length: MACHINES }, (_, i) => newMachine(place, clock, `machine-${i}`));
    await Promise.all(machines.map(({ sidecar }) => sidecar.tick()));
    return { ledger, clock, customer, machines };
  }

  /** The books of the first window agree: nothing is leased twice, and no more than there is. */
  async function checkBooks(ledger: Ledger, account: string, cap: number): Promise<void> {
    const window = await ledger.db
      .selectFrom('windows')
      .select('leased')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow();
    const leases = await ledger.db.selectFrom('leases').select('granted').where('account_id', '=', account).execute();
    expect(leases.reduce((sum, { granted }) => sum + granted!, 0)).toBe(window.leased);
    expect(window.leased).toBeLessThanOrEqual(cap);
  }

  test('never exceed the cap and lose no credit, whatever is killed or cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50, max: 1000 }),
        fc.constantFrom({ perSecond: 1e9, size: 1e9 }, { perSecond: 20, size: 30 }),
        fc.array(step, { minLength: 20, maxLength: 50 }),
        async (cap, burst, steps) => {
          const { ledger, clock, customer, machines } = await fleet(cap, burst);
          let sold = 0;
          const call = ({ gate }: Machine, operation: number, count: number) => {
            for (let i = 0; i < count; i++) {
              const outcome = gate().admit(customer.key, operation);
              if (outcome.admitted) sold += COSTS[operation];
              else if (outcome.cause === 'quota') expect(cap - sold).toBeLessThan(COSTS[operation]);
              else expect(outcome).toMatchObject({ code: 'RATE_LIMITED' });
            }
            expect(sold).toBeLessThanOrEqual(cap);
          };
          for (const each of steps) {
            if (each.kind === 'calls') call(machines[each.machine], each.operation, each.count);
            if (each.kind === 'kill') machines[each.machine].restart();
            if (each.kind === 'cut') machines[each.machine].failAfter(each.after);
            if (each.kind === 'unheard') machines[each.machine].loseAnswerAfter(each.after);
            if (each.kind === 'heal') machines[each.machine].failAfter(null);
            if (each.kind !== 'rounds') continue;
            clock.pass(each.milliseconds);
            await Promise.all(each.machines.map((i) => machines[i].sidecar.tick()));
            await checkBooks(ledger, customer.id, cap);
          }
          // Once everybody answers again, any machine can sell what is left, to the last credit.
          for (const each of machines) {
            each.failAfter(null);
            each.loseAnswerAfter(-1);
          }
          for (let round = 0; round < 400 && sold < cap; round++) {
            call(machines[cap % MACHINES], AUTOCOMPLETE, 50);
            clock.pass(200);
            await Promise.all(machines.map(({ sidecar }) => sidecar.tick()));
          }
          expect(sold).toBe(cap);
          await Promise.all(machines.map(({ sidecar }) => sidecar.tick(true)));
          expect((await usageByWindow(ledger, customer.id)).get(1)).toBe(cap);
          await checkBooks(ledger, customer.id, cap);
        },
      ),
      { numRuns: cases(4, 60), endOnFailure: true },
    );
  });

  test('reach who wants them though the window was locked when they were given up', async () => {
    const { ledger, clock, customer, machines } = await fleet(1000);
    // Which machine gets most of the credits depends on whose first round is the first.
    const held = machines.map((machine) => creditsLeft(meterAt(openCounterFile(machine.counters), 0)));
    const giving = machines[held.indexOf(Math.max(...held))]!;
    const wanting = machines[held.lastIndexOf(Math.min(...held))]!;
    let sold = spend(wanting.gate(), customer.key, AUTOCOMPLETE, 1000);
    expect(sold).toBeLessThan(1000);
    clock.pass(3000);
    await wanting.sidecar.tick();
    await inTransaction(ledger, async (trx) => {
      await sql`select 1 from windows where account_id = ${customer.id} for update`.execute(trx);
      await giving.sidecar.tick();
    });
    expect(giving.events).toContainEqual(expect.objectContaining({ kind: 'set-aside', work: 'lease' }));
    for (let round = 0; round < 100 && sold < 1000; round++) {
      clock.pass(100);
      for (const { sidecar } of machines) await sidecar.tick();
      sold += spend(wanting.gate(), customer.key, AUTOCOMPLETE, 1000);
    }
    expect(sold).toBe(1000);
    await checkBooks(ledger, customer.id, 1000);
  });

  test('hold no more than the burst limit lets through, while there is enough for all', async () => {
    const burst = { perSecond: 10, size: 20 };
    const { clock, customer, machines } = await fleet(100_000, burst);
    const meters = machines.map(({ counters }) => meterAt(openCounterFile(counters), 0));
    for (let round = 0; round < 12; round++) {
      for (const { gate } of machines.slice(1)) spend(gate(), customer.key, ENRICH, 20);
      clock.pass(1000);
      await Promise.all(machines.map(({ sidecar }) => sidecar.tick()));
      for (const meter of meters) {
        const left = creditsLeft(meter);
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual(leaseSize(burst).full);
      }
    }
  });

  test('go where calls come once credits are scarce, and rounds follow faster until they are used', async () => {
    const { clock, customer, machines } = await fleet(1000, { perSecond: 100, size: 100 });
    const run = async (milliseconds: number, calls: (machine: number) => number) => {
      let refused = 0;
      for (let passed = 0; passed < milliseconds; passed += 20) {
        for (const [i, { gate }] of machines.entries())
          for (let n = calls(i); n > 0; n--) {
            const outcome = gate().admit(customer.key, AUTOCOMPLETE);
            if (!outcome.admitted && outcome.cause === 'lease') refused++;
          }
        clock.pass(20);
        await Promise.all(machines.map(({ sidecar }) => sidecar.tick()));
      }
      return refused;
    };
    expect(machines[0].sidecar.pace()).toBe(100);
    await run(2500, (i) => (i === 2 ? 1 : 0));
    expect(machines[2].sidecar.pace()).toBeLessThan(50);
    // 50 calls a second at one machine, and hardly any at the others: it is never left without for long.
    expect(await run(8_000, (i) => (i === 0 ? 1 : 0))).toBeLessThan(20);
    await run(6_000, (i) => (i === 0 ? 2 : 0));
    for (const { gate } of machines)
      expect(gate().admit(customer.key, AUTOCOMPLETE)).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    await run(3000, () => 0);
    expect(machines.map(({ sidecar }) => sidecar.pace())).toEqual([100, 100, 100]);
  });
});

test('shares follow usage, leave no machine without credits, and together take everything but rounding losses', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1e6 }),
      fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 20 }),
      (left, uses) => {
        const all = uses.reduce((a, b) => a + b, 0);
        fc.pre(all > 0);
        const shares = uses.map((use) => fairShare(left, uses.length, use / all));
        const sum = shares.reduce((a, b) => a + b, 0);
        expect(sum).toBeGreaterThanOrEqual(left);
        expect(sum).toBeLessThan(left + uses.length + 1);
        for (const [i, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(Math.floor(left / uses.length / 2));
          for (const [j, other] of shares.entries()) if (uses[i] > uses[j]) expect(share).toBeGreaterThanOrEqual(other);
        }
      },
    ),
  );
});
