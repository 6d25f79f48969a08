import { expect, test } from 'vitest';
import { createLedgerClock } from '../../../../src/billing/credits/sidecar/ledger-clock.ts';
import type { Ledger } from '../../../../src/billing/ledger/ledger.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A machine whose clocks go on together until its wall clock is set, and a database with a clock of its own. */
class Machine {
  wall = Date.UTC(2026, 0, 1);
  database = this.wall;
  asked = 0;
  #steady = 5e15;
  readonly sqlite = { kind: 'sqlite' } as Ledger;
  readonly postgres = {
    kind: 'postgres',
    time: async () => {
      this.asked++;
      return this.database;
    },
  } as unknown as Ledger;

  readonly now = () => this.wall;
  readonly steady = () => this.#steady;

  pass(milliseconds: number): void {
    this.wall += milliseconds;
    this.database += milliseconds;
    this.#steady += milliseconds * 1e6;
  }
}

test('with SQLite a clock corrected by up to 5 s is followed, and a jump is trusted after ten minutes', async () => {
  const machine = new Machine();
  const clock = createLedgerClock(machine);
  const compare = () => clock.compare(machine.sqlite);
  for (const correction of [5000, -5000]) {
    machine.wall += correction;
    await compare();
    expect([clock.off(), clock.now()]).toEqual([0, machine.wall]);
  }
  const right = machine.wall;
  machine.wall += DAY;
  await compare();
  expect([clock.off(), clock.now()]).toEqual([DAY, right]);
  machine.pass(9 * MINUTE);
  await compare();
  // Another jump: the ten minutes begin anew.
  machine.wall += 6000;
  await compare();
  machine.pass(10 * MINUTE - 1);
  await compare();
  expect([clock.off(), clock.now()]).toEqual([DAY + 6000, right + 19 * MINUTE - 1]);
  machine.pass(1);
  await compare();
  expect([clock.off(), clock.now()]).toEqual([0, machine.wall]);
});

test('with SQLite a jump that is taken back leaves the time as it was', async () => {
  const machine = new Machine();
  const clock = createLedgerClock(machine);
  machine.wall -= DAY;
  await clock.compare(machine.sqlite);
  expect(clock.off()).toBe(-DAY);
  machine.pass(MINUTE);
  machine.wall += DAY;
  await clock.compare(machine.sqlite);
  expect([clock.off(), clock.now()]).toEqual([0, machine.wall]);
  machine.pass(10 * MINUTE);
  machine.wall -= DAY;
  await clock.compare(machine.sqlite);
  expect(clock.off()).toBe(-DAY);
});

test('with SQLite the clock may be a day after the last use of the ledger at the start, and not before it', async () => {
  for (const [since, off] of [
    [DAY, 0],
    [DAY + 1, DAY + 1],
    [-5000, 0],
    [-5001, -5001],
  ]) {
    const machine = new Machine();
    const clock = createLedgerClock(machine);
    clock.goOnFrom(machine.wall - since);
    await clock.compare(machine.sqlite);
    expect(clock.off()).toBe(off);
    expect(clock.now()).toBe(machine.wall - off);
    if (off !== 0) continue;
    machine.wall += 5001;
    await clock.compare(machine.sqlite);
    expect(clock.off()).toBe(5001);
  }
  const machine = new Machine();
  const clock = createLedgerClock(machine);
  clock.goOnFrom(null);
  expect(clock.off()).toBe(0);
});

test('with PostgreSQL the time is the database’s, queried at most once a second', async () => {
  const machine = new Machine();
  machine.database += 3 * MINUTE;
  const clock = createLedgerClock(machine);
  const compare = () => clock.compare(machine.postgres);
  await compare();
  expect([clock.now(), clock.off()]).toEqual([machine.database, -3 * MINUTE]);
  machine.pass(999);
  machine.database += 50;
  await compare();
  expect([machine.asked, clock.now()]).toEqual([1, machine.database - 50]);
  machine.pass(1);
  await compare();
  expect([machine.asked, clock.now()]).toEqual([2, machine.database]);
  machine.wall = machine.database + 5000;
  expect(clock.off()).toBe(0);
  machine.wall++;
  expect(clock.off()).toBe(5001);
});
