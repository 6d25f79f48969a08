import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ledger } from '../../../../src/billing/ledger/ledger.ts';
import { usageByWindow } from '../../../../src/billing/ledger/usage.ts';
import { openCounterFile } from '../../../../src/service/admission/counters/counter-file.ts';
import { sidecarState } from '../../../../src/service/admission/counters/sidecar-state.ts';
import { cases } from '../../../support/cases.ts';
import { describeOnPostgres, freePlan, openTestLedger, sqlitePlace } from '../../ledger/ledgers.ts';
import { newCustomer, newMachine, spend, TestClock } from '../support/machine.ts';

const AUTOCOMPLETE = 0;
const DAY = 24 * 3_600_000;
const CAP = 2000;

const windowsOf = async (ledger: Ledger) => (await ledger.db.selectFrom('windows').select('number').execute()).length;

/** The clock goes wrong by so much; a while passes on it; it is looked at. Positive while it is wrong, it comes back at 0. */
const jumps = fc.array(
  fc.record({ days: fc.constantFrom(0, 40, -40, 400, 0.01), seconds: fc.integer({ min: 1, max: 100 }) }),
  { minLength: 1, maxLength: 5 },
);

test('with SQLite, a clock jump rolls no period over, keeps every cap, and is reported', async () => {
  await fc.assert(
    fc.asyncProperty(jumps, async (steps) => {
      const place = await sqlitePlace();
      const ledger = await openTestLedger(place);
      const clock = new TestClock();
      const { key, id } = await newCustomer(ledger, freePlan(CAP), clock);
      const machine = newMachine(place, clock, 'one');
      await machine.sidecar.tick(true);
      const file = openCounterFile(machine.counters);
      let admitted = 0;
      let off = 0;
      for (const { days, seconds } of steps) {
        clock.time += days * DAY - off;
        off = days * DAY;
        await machine.sidecar.tick(true);
        expect(Math.abs(sidecarState(file, clock.now()).clockOff - off)).toBeLessThanOrEqual(1);
        clock.pass(seconds * 1000);
        await machine.sidecar.tick(true);
        admitted += spend(machine.gate(), key, AUTOCOMPLETE, 1500);
      }
      clock.time -= off;
      await machine.sidecar.tick(true);
      admitted += spend(machine.gate(), key, AUTOCOMPLETE, 1500);
      await machine.sidecar.tick(true);
      expect(admitted).toBe(Math.min(CAP, 1500 * (steps.length + 1)));
      expect([...(await usageByWindow(ledger, id))]).toEqual([[1, admitted]]);
      expect(await windowsOf(ledger)).toBe(1);
      expect(sidecarState(file, clock.now()).clockOff).toBe(0);
      file.close();
    }),
    { numRuns: cases(5, 50) },
  );
});

test('a clock that stays changed is trusted after ten minutes', async () => {
  const place = await sqlitePlace();
  const ledger = await openTestLedger(place);
  const clock = new TestClock();
  await newCustomer(ledger, freePlan(CAP), clock);
  const machine = newMachine(place, clock, 'one');
  await machine.sidecar.tick(true);
  clock.pass(40 * DAY);
  await machine.sidecar.tick(true);
  expect(await windowsOf(ledger)).toBe(2);
  clock.time += 40 * DAY;
  for (let minutes = 0; minutes < 9; minutes++) {
    await machine.sidecar.tick(true);
    clock.pass(60_000);
  }
  expect(await windowsOf(ledger)).toBe(2);
  clock.pass(120_000);
  for (let i = 0; i < 2; i++) await machine.sidecar.tick(true);
  expect(await windowsOf(ledger)).toBe(3);
  expect(machine.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('clock'))).toEqual([
    'clock-off',
    'clock-agrees',
  ]);
});

test('a clock that changed while no sidecar ran rolls no period over for ten minutes', async () => {
  const place = await sqlitePlace();
  const ledger = await openTestLedger(place);
  const clock = new TestClock();
  await newCustomer(ledger, freePlan(CAP), clock);
  const machine = newMachine(place, clock, 'one');
  await machine.sidecar.tick(true);
  const told = () => machine.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('clock'));
  for (const days of [40, 400, -400]) {
    clock.time += days * DAY;
    machine.restart();
    for (let i = 0; i < 3; i++) {
      await machine.sidecar.tick(true);
      clock.pass(60_000);
    }
    clock.time -= days * DAY;
    await machine.sidecar.tick(true);
    expect(await windowsOf(ledger)).toBe(1);
  }
  expect(told()).toEqual([1, 2, 3].flatMap(() => ['clock-off', 'clock-agrees']));
  // A stop of some hours is nothing, and a long one is made up for after ten minutes.
  clock.pass(20 * 3_600_000);
  machine.restart();
  await machine.sidecar.tick(true);
  expect(told()).toHaveLength(6);
  clock.pass(40 * DAY);
  machine.restart();
  await machine.sidecar.tick(true);
  expect(await windowsOf(ledger)).toBe(1);
  clock.pass(600_000);
  for (let i = 0; i < 2; i++) await machine.sidecar.tick(true);
  expect(await windowsOf(ledger)).toBe(2);
});

describeOnPostgres('machines whose clocks differ', (newPlace) => {
  test('use the clock of the database: a machine with a wrong clock rolls no period over and reports it', async () => {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const right = new TestClock();
    const wrong = new TestClock();
    const { key } = await newCustomer(ledger, freePlan(CAP), right);
    const machines = [newMachine(place, right, 'a'), newMachine(place, wrong, 'b', right)];
    let admitted = 0;
    const round = async (milliseconds: number) => {
      for (const clock of [right, wrong]) clock.pass(milliseconds);
      for (const machine of machines) await machine.sidecar.tick(true);
      for (const machine of machines) admitted += spend(machine.gate(), key, AUTOCOMPLETE, 300);
    };
    await round(0);
    wrong.time += 40 * DAY;
    for (let i = 0; i < 5; i++) await round(1000);
    const file = openCounterFile(machines[1].counters);
    expect(sidecarState(file, wrong.now()).clockOff).toBe(40 * DAY);
    wrong.time -= 40 * DAY;
    for (let i = 0; i < 20; i++) await round(1000);
    expect(admitted).toBe(CAP);
    expect(await windowsOf(ledger)).toBe(1);
    expect(
      machines.map(({ events }) => events.filter(({ kind }) => kind.startsWith('clock')).map((e) => e.kind)),
    ).toEqual([[], ['clock-off', 'clock-agrees']]);
    wrong.time -= 40 * DAY;
    await round(40 * DAY);
    expect(await windowsOf(ledger)).toBe(2);
    file.close();
  });
});
