import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import { METER, METER_STATE, MODE, UNLIMITED } from '../../../src/service/admission/counters/layout.ts';
import {
  capInTheWay,
  charge,
  count,
  creditsLeft,
  creditsOf,
  giveBack,
  hasRoom,
  heldCredits,
  isClosed,
  MOVED,
  meterAfter,
  meterAt,
  meterCounts,
  REFUSED,
  release,
  reserve,
  takenCredits,
  usedCredits,
} from '../../../src/service/admission/counters/meter.ts';
import {
  addAllowance,
  alignHeld,
  closeMeter,
  MOST_AHEAD,
  meterIsWhole,
  repairMeter,
  repairMeters,
  setLimits,
  takeBack,
} from '../../../src/service/admission/counters/meter-upkeep.ts';
import { leaseTotals } from '../../../src/service/server/metrics/credit-metrics.ts';
import { hardCap, newCounterFile, newKeyMeter, newMeter } from './customer.ts';

test('leases are counted by what is left of them, and those that are closed, free, quarantined, or of keys not at all', () => {
  const file = newCounterFile();
  const take = (terms: object) => newMeter(file, terms);
  expect(leaseTotals(file)).toEqual({ open: 0, empty: 0, unlimited: 0 });
  for (let i = 0; i < 3; i++) charge(take(hardCap(5)), 0);
  for (let i = 0; i < 2; i++) charge(take(hardCap(1)), 0);
  for (const mode of [MODE.UNCAPPED, MODE.SOFT_OVERAGE, MODE.SOFT_OVERAGE, MODE.UNCAPPED]) take({ mode });
  take({ ...hardCap(7), mode: MODE.PAYG_TO_CAP });
  expect(leaseTotals(file)).toEqual({ open: 4, empty: 2, unlimited: 4 });
  closeMeter(take(hardCap(5)), take({ mode: MODE.UNCAPPED }), 1);
  expect(leaseTotals(file)).toEqual({ open: 4, empty: 2, unlimited: 5 });
  newKeyMeter(file, { allowance: 5n });
  for (const state of [METER_STATE.FREE, METER_STATE.QUARANTINED]) {
    const meter = take(hardCap(5));
    meter.i32[meter.at32 + METER.STATE] = state;
  }
  expect(leaseTotals(file)).toEqual({ open: 4, empty: 2, unlimited: 5 });
});

const operation = fc.integer({ min: 0, max: COSTS.length - 1 });
const outcome = fc.constantFrom('counted' as const, 'refused by the account' as const, 'given back' as const);

test('a meter lets every request pass that its allowance has room for, in order of arrival, and counts those that are charged', () => {
  const file = newCounterFile();
  fc.assert(
    fc.property(fc.nat(40), fc.array(fc.record({ operation, outcome }), { maxLength: 60 }), (cap, requests) => {
      const meter = newMeter(file, hardCap(cap));
      const charged = OPERATIONS.map(() => 0);
      const givenBack = OPERATIONS.map(() => 0);
      let used = 0;
      for (const { operation, outcome } of requests) {
        const cost = COSTS[operation];
        const fits = used + cost <= cap;
        expect(hasRoom(meter, operation)).toBe(fits ? used : REFUSED);
        expect(reserve(meter, operation)).toBe(fits ? used + cost : REFUSED);
        if (!fits) continue;
        if (outcome === 'refused by the account') release(meter, operation);
        else {
          count(meter, operation);
          charged[operation]++;
        }
        if (outcome === 'given back') {
          giveBack(meter, operation);
          givenBack[operation]++;
        }
        if (outcome === 'counted') used += cost;
        expect([usedCredits(meter), creditsLeft(meter)]).toEqual([used, cap - used]);
      }
      expect(meterCounts(meter)).toEqual({ charged, givenBack });
      expect(creditsOf(meterCounts(meter))).toBe(used);
    }),
  );
});

test('an operation of cost 3 is refused at 2 left while one of cost 2 passes', () => {
  const meter = newMeter(newCounterFile(), hardCap(5));
  const [enrich, reverse] = [2, 3];
  expect(charge(meter, enrich)).toBe(3);
  expect(charge(meter, enrich)).toBe(REFUSED);
  expect(charge(meter, reverse)).toBe(5);
  expect(charge(meter, 0)).toBe(REFUSED);
});

test('a refusal is counted, whether credits were to be taken or only looked for', () => {
  const meter = newMeter(newCounterFile(), hardCap(0));
  reserve(meter, 0);
  hasRoom(meter, 0);
  expect(meter.i32[meter.at32 + METER.REFUSALS]).toBe(2);
});

test('a closed meter takes no request, leads to the next one, and still takes credits back', () => {
  const file = newCounterFile();
  const first = newMeter(file, hardCap(10));
  const second = newMeter(file, { ...hardCap(7), window: 2 });
  charge(first, 2);
  expect(isClosed(first)).toBe(false);
  closeMeter(first, second, 1000);
  expect(isClosed(first)).toBe(true);
  expect([reserve(first, 0), hasRoom(first, 0)]).toEqual([MOVED, MOVED]);
  expect(meterAfter(first)?.record).toBe(second.record);
  expect(usedCredits(first)).toBe(COSTS[2]);
  giveBack(first, 2);
  expect([usedCredits(first), isClosed(first)]).toEqual([0, true]);
  closeMeter(first, second, 2000);
  expect([usedCredits(first), Number(first.i64[first.at64 + METER.CLOSED])]).toEqual([0, 1000]);
  expect(charge(second, 2)).toBe(COSTS[2]);
  closeMeter(second, null, 0);
  expect([meterAfter(second), Number(second.i64[second.at64 + METER.CLOSED])]).toEqual([null, 1]);
});

test('a reused meter begins empty, and holders of the old one can neither use it nor give credits back to it', () => {
  const file = newCounterFile();
  const old = newKeyMeter(file, { allowance: 1000n, dayCap: 7 });
  for (let i = 0; i < OPERATIONS.length; i++) {
    charge(old, i);
    giveBack(old, i);
  }
  reserve(old, 1);
  takeBack(old, 20);
  closeMeter(old, newKeyMeter(file), 1);
  const anew = newMeter(file, { account: 7, mode: MODE.UNCAPPED }, old.record);
  expect(anew.record).toBe(old.record);
  expect([reserve(old, 0), hasRoom(old, 0)]).toEqual([MOVED, MOVED]);
  giveBack(old, 0);
  expect(meterAfter(old)).toBeNull();
  expect([usedCredits(anew), isClosed(anew), meterAfter(anew)]).toEqual([0, false, null]);
  expect(meterCounts(anew)).toEqual({ charged: OPERATIONS.map(() => 0), givenBack: OPERATIONS.map(() => 0) });
  expect(Number(anew.i64[anew.at64 + METER.CLOSED])).toBe(0);
});

test('credits that are taken back can be used nowhere here, and do not count as used', () => {
  const meter = newMeter(newCounterFile(), hardCap(10));
  charge(meter, 0);
  for (const [keep, held] of [
    [4, 5],
    [4, 5],
    [0, 1],
  ]) {
    takeBack(meter, keep);
    expect([usedCredits(meter), creditsLeft(meter), heldCredits(meter)]).toEqual([1, held - 1, held]);
  }
  expect(reserve(meter, 0)).toBe(REFUSED);
  addAllowance(meter, 1);
  expect(charge(meter, 0)).toBe(2);
  giveBack(meter, 0);
  expect([usedCredits(meter), heldCredits(meter)]).toEqual([1, 2]);
  closeMeter(meter, null, 1);
  takeBack(meter, 0);
  expect(heldCredits(meter)).toBe(2);
});

test('while the sidecar takes credits back, or was killed in that, only counted requests count as used', () => {
  const meter = newMeter(newCounterFile(), hardCap(10));
  charge(meter, 2);
  Atomics.add(meter.i64, meter.at64 + METER.TAKING, 5n);
  for (const at of ['not taken yet', 'taken']) {
    if (at === 'taken') Atomics.add(meter.i64, meter.at64 + METER.USED, 5n);
    expect([usedCredits(meter), charge(meter, 0)]).toEqual([COSTS[2], COSTS[2] + COSTS[0]]);
    giveBack(meter, 0);
  }
  expect(takenCredits(meter)).toBe(COSTS[2] + 5);
  repairMeter(meter);
  expect([usedCredits(meter), takenCredits(meter), creditsLeft(meter)]).toEqual([COSTS[2], COSTS[2], 10 - COSTS[2]]);
});

test('a meter is made to hold what the ledger says, whatever it lost', () => {
  const meter = newMeter(newCounterFile(), hardCap(10));
  charge(meter, 0);
  for (const held of [12, 9, 9, 30, 1]) {
    alignHeld(meter, held);
    expect([heldCredits(meter), creditsLeft(meter), usedCredits(meter)]).toEqual([held, held - 1, 1]);
  }
});

test('§8.7: credits half counted by a killed process are repaired from the counts of operations, closed or not', () => {
  for (const close of [false, true]) {
    const meter = newMeter(newCounterFile(), hardCap(10));
    charge(meter, 2);
    takeBack(meter, 5);
    reserve(meter, 0);
    if (close) closeMeter(meter, null, 1);
    expect(usedCredits(meter)).toBe(COSTS[2] + COSTS[0]);
    repairMeter(meter);
    expect([usedCredits(meter), creditsLeft(meter), isClosed(meter)]).toEqual([COSTS[2], 5, close]);
  }
});

test('a server repairs what is half counted, but neither damage nor what a sidecar is taking back beside it', () => {
  const file = newCounterFile();
  const half = newMeter(file, hardCap(1e6));
  const [taking, damaged] = [newKeyMeter(file, { allowance: 1_000_000n }), newMeter(file, hardCap(1e6))];
  for (const [meter, taken] of [
    [half, 3n],
    [taking, 5n],
    [damaged, BigInt(MOST_AHEAD + 1)],
  ] as const) {
    charge(meter, 2);
    takeBack(meter, 900_000);
    Atomics.add(meter.i64, meter.at64 + METER.USED, taken);
  }
  Atomics.add(taking.i64, taking.at64 + METER.TAKING, 5n);
  repairMeters(file);
  expect([half, taking, damaged].map(takenCredits)).toEqual([COSTS[2], COSTS[2] + 5, COSTS[2] + MOST_AHEAD + 1]);
  // The sidecar goes on where it was.
  Atomics.add(taking.i64, taking.at64 + METER.RETURNED, 5n);
  Atomics.sub(taking.i64, taking.at64 + METER.TAKING, 5n);
  expect([usedCredits(taking), creditsLeft(taking)]).toEqual([COSTS[2], 899_995]);
});

test('the first cap without room is in the way, with what is used here and elsewhere and the end of its period', () => {
  const [dayEnds, monthEnds] = [Date.UTC(2026, 1, 2), Date.UTC(2026, 2, 1)];
  const meter = newKeyMeter(newCounterFile(), { dayEnds, monthEnds });
  reserve(meter, 2);
  const here = COSTS[2];
  const limit = (day: readonly [number | null, number], month: readonly [number | null, number]) =>
    setLimits(meter, [
      { credits: day[0], elsewhere: day[1], resetsAt: dayEnds },
      { credits: month[0], elsewhere: month[1], resetsAt: monthEnds },
    ]);
  expect(capInTheWay(meter, 1)).toBeNull();
  limit([here + 5, 4], [null, 100]);
  expect(capInTheWay(meter, 1)).toBeNull();
  expect(capInTheWay(meter, 2)).toEqual({ period: 'day', used: here + 4, limit: here + 5, resets: dayEnds });
  limit([null, 4], [here + 100, 100]);
  expect(capInTheWay(meter, 1)).toEqual({ period: 'month', used: here + 100, limit: here + 100, resets: monthEnds });
  limit([0, 0], [0, 0]);
  expect(capInTheWay(meter, 1)?.period).toBe('day');
});

test('a partly lost meter is detected, and damage to whose it is', () => {
  const meter = newKeyMeter(newCounterFile(), { key: 3 });
  expect(meterIsWhole(meter)).toBe(true);
  for (const field of [METER.KEY, METER.ACCOUNT, METER.MODE, 2 * METER.LEASE, 2 * METER.WINDOW]) {
    meter.i32[meter.at32 + field]++;
    expect(meterIsWhole(meter)).toBe(false);
    meter.i32[meter.at32 + field]--;
  }
  meter.i64.fill(0n, meter.at64 + 16, meter.at64 + 32);
  expect(meterIsWhole(meter)).toBe(false);
});

test('counts go beyond 32 bits, and without a cap as far as a number is exact', () => {
  const file = newCounterFile();
  const meter = newMeter(file, { allowance: 1n << 40n, limit: 2 ** 40 });
  Atomics.store(meter.i64, meter.at64 + METER.USED, (1n << 40n) - 3n);
  expect(charge(meter, 3)).toBe(2 ** 40 - 1);
  expect(charge(meter, 3)).toBe(REFUSED);
  expect(charge(meter, 0)).toBe(2 ** 40);
  const uncapped = newMeter(file, { mode: MODE.UNCAPPED, allowance: UNLIMITED });
  Atomics.store(uncapped.i64, uncapped.at64 + METER.USED, BigInt(Number.MAX_SAFE_INTEGER - 1));
  expect([charge(uncapped, 0), charge(uncapped, 0)]).toEqual([Number.MAX_SAFE_INTEGER, REFUSED]);
});

test('the file grows while meters are taken, and what was there stays', () => {
  const file = newCounterFile();
  const before = file.capacity('meters');
  const first = newMeter(file);
  charge(first, 2);
  while (file.capacity('meters') === before) newMeter(file);
  const last = newKeyMeter(file);
  expect(last.record).toBeGreaterThan(before);
  expect(charge(last, 2)).toBe(COSTS[2]);
  expect(usedCredits(meterAt(file, first.record))).toBe(COSTS[2]);
});
