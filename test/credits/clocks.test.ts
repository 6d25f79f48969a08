import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCounterFile } from '../../src/admission/counter-file.ts';
import { sidecarState } from '../../src/admission/sidecar-state.ts';
import type { Ledger } from '../../src/credits/ledger/ledger.ts';
import { usageByWindow } from '../../src/credits/ledger/usage.ts';
import { describeOnPostgres, freePlan, openTestLedger, sqlitePlace } from './ledgers.ts';
import { newCustomer, newMachine, spend, TestClock } from './machine.ts';

const AUTOCOMPLETE = 0;
const DAY = 24 * 3_600_000;
const CAP = 2000;

const windowsOf = async (ledger: Ledger) => (await ledger.db.selectFrom('windows').select('number').execute()).length;

/** The clock goes wrong by so much; a while passes on it; it is looked at. Positive while it is wrong, it comes back at 0. */
const jumps = fc.array(
  fc.record({ days: fc.constantFrom(0, 40, -40, 400, 0.01), seconds: fc.integer({ min: 1, max: 100 }) }),
  { minLength: 1, maxLength: 5 },
);

test('a clock that jumps, on a ledger in SQLite, rolls nothing over and lets no cap be passed, and says so', async () => {
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
    { numRuns: 8 },
  );
});

test('a clock that was set for good is believed after ten minutes, and one that goes on is always', async () => {
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

describeOnPostgres('machines whose clocks differ', (newPlace) => {
  test('share the clock of the database: a wrong one rolls nothing over, and says so', async () => {
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
