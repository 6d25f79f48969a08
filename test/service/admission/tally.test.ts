import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import type { CounterFile } from '../../../src/service/admission/counters/counter-file.ts';
import { NO_CAP, TALLY } from '../../../src/service/admission/counters/layout.ts';
import { creditsOf, MOVED, REFUSED } from '../../../src/service/admission/counters/slot.ts';
import {
  addToTally,
  capInTheWay,
  closeTally,
  countTally,
  giveBackToTally,
  letGo,
  raiseTally,
  repairTally,
  reserve,
  setCaps,
  type TallyTerms,
  takeBack,
  takeTally,
  tallyAfter,
  tallyAt,
  tallyCounts,
  tallyHasRoom,
  tallyIsClosed,
  tallyIsWhole,
  tallyUsed,
} from '../../../src/service/admission/counters/tally.ts';
import { newCounterFile } from './customer.ts';

const DAY_ENDS = Date.UTC(2026, 1, 2);
const MONTH_ENDS = Date.UTC(2026, 2, 1);

function newTally(file: CounterFile, terms: Partial<TallyTerms> = {}, free?: number) {
  const caps = { dayCap: null, dayElsewhere: 0, monthCap: null, monthElsewhere: 0 };
  const all = { key: 3, lease: 5, allowance: NO_CAP, dayEnds: DAY_ENDS, monthEnds: MONTH_ENDS, ...caps, ...terms };
  return takeTally(file, all, free);
}

const operation = fc.integer({ min: 0, max: COSTS.length - 1 });
const outcome = fc.constantFrom('counted' as const, 'refused by the account' as const, 'given back' as const);

test('a tally lets every request pass that its allowance has room for, and counts those that the account takes', () => {
  const file = newCounterFile();
  fc.assert(
    fc.property(fc.nat(40), fc.array(fc.record({ operation, outcome }), { maxLength: 60 }), (allowance, requests) => {
      const tally = newTally(file, { allowance });
      const charged = OPERATIONS.map(() => 0);
      const givenBack = OPERATIONS.map(() => 0);
      let used = 0;
      for (const { operation, outcome } of requests) {
        const cost = COSTS[operation];
        const fits = used + cost <= allowance;
        expect(tallyHasRoom(tally, operation)).toBe(fits ? used : REFUSED);
        expect(reserve(tally, operation)).toBe(fits ? used + cost : REFUSED);
        if (!fits) continue;
        if (outcome === 'refused by the account') letGo(tally, operation);
        else {
          countTally(tally, operation);
          charged[operation]++;
        }
        if (outcome === 'given back') {
          giveBackToTally(tally, operation);
          givenBack[operation]++;
        }
        if (outcome === 'counted') used += cost;
        expect(tallyUsed(tally)).toBe(used);
      }
      expect(tallyCounts(tally)).toEqual({ charged, givenBack });
      expect(creditsOf(tallyCounts(tally))).toBe(used);
    }),
  );
});

test('a refusal is counted, whether credits were to be taken or only looked for', () => {
  const tally = newTally(newCounterFile(), { allowance: 0 });
  reserve(tally, 0);
  tallyHasRoom(tally, 0);
  expect(tally.i32[tally.at32 + TALLY.REFUSALS]).toBe(2);
});

test('a closed tally takes no request, leads to the next one, and still takes credits back', () => {
  const file = newCounterFile();
  const first = newTally(file);
  const second = newTally(file, { lease: 6 });
  reserve(first, 2);
  countTally(first, 2);
  expect(tallyIsClosed(first)).toBe(false);
  closeTally(first, second, 1000);
  expect(tallyIsClosed(first)).toBe(true);
  expect([reserve(first, 0), tallyHasRoom(first, 0)]).toEqual([MOVED, MOVED]);
  expect(tallyAfter(first)?.record).toBe(second.record);
  expect(tallyUsed(first)).toBe(COSTS[2]);
  giveBackToTally(first, 2);
  expect(tallyUsed(first)).toBe(0);
  closeTally(first, second, 2000);
  expect(Number(first.i64[first.at64 + TALLY.CLOSED])).toBe(1000);
  closeTally(second, null, 0);
  expect(tallyAfter(second)).toBeNull();
  expect(Number(second.i64[second.at64 + TALLY.CLOSED])).toBe(1);
});

test('a reused tally begins empty, and holders of the old one can neither use it nor give credits back to it', () => {
  const file = newCounterFile();
  const old = newTally(file, { dayCap: 7 });
  for (let i = 0; i < OPERATIONS.length; i++) {
    reserve(old, i);
    countTally(old, i);
    giveBackToTally(old, i);
  }
  reserve(old, 1);
  takeBack(old, NO_CAP - 20);
  closeTally(old, newTally(file), 1);
  const anew = newTally(file, { key: 9, allowance: 50 }, old.record);
  expect(anew.record).toBe(old.record);
  expect([reserve(old, 0), tallyHasRoom(old, 0)]).toEqual([MOVED, MOVED]);
  giveBackToTally(old, 0);
  expect(tallyAfter(old)).toBeNull();
  expect([tallyUsed(anew), tallyIsClosed(anew), tallyAfter(anew)]).toEqual([0, false, null]);
  expect(tallyCounts(anew)).toEqual({ charged: OPERATIONS.map(() => 0), givenBack: OPERATIONS.map(() => 0) });
  expect(Number(anew.i64[anew.at64 + TALLY.CLOSED])).toBe(0);
  expect(capInTheWay(anew, 1000)).toBeNull();
});

test('credits that are taken back can be used nowhere here, and are told all together', () => {
  const tally = newTally(newCounterFile(), { allowance: 10 });
  reserve(tally, 0);
  expect(takeBack(tally, 4)).toBe(9 - 4);
  expect(takeBack(tally, 4)).toBe(5);
  expect(tallyUsed(tally)).toBe(1);
  expect(takeBack(tally, 0)).toBe(9);
  expect(reserve(tally, 0)).toBe(REFUSED);
  addToTally(tally, 1);
  expect(reserve(tally, 0)).toBe(11);
  closeTally(tally, null, 1);
  expect(takeBack(tally, 0)).toBe(9);
});

test('a tally is raised to what its lease was granted and gave up, and never lowered', () => {
  const tally = newTally(newCounterFile(), { allowance: 10 });
  raiseTally(tally, 12, 3);
  expect([reserve(tally, 0), tallyUsed(tally)]).toEqual([4, 1]);
  raiseTally(tally, 5, 1);
  expect(takeBack(tally, 0)).toBe(11);
});

test('credits that a killed process took and never counted are free again after a repair, closed or not', () => {
  for (const close of [false, true]) {
    const tally = newTally(newCounterFile(), { allowance: 10 });
    reserve(tally, 2);
    countTally(tally, 2);
    takeBack(tally, 5);
    reserve(tally, 0);
    if (close) closeTally(tally, null, 1);
    repairTally(tally);
    expect([tallyUsed(tally), tallyIsClosed(tally), takeBack(tally, 5)]).toEqual([COSTS[2], close, 2]);
  }
});

test('the first cap without room is in the way, with what is used here and elsewhere and the end of its period', () => {
  const tally = newTally(newCounterFile());
  reserve(tally, 2);
  const here = COSTS[2];
  expect(capInTheWay(tally, 1)).toBeNull();
  setCaps(tally, { dayCap: here + 5, dayElsewhere: 4, monthCap: null, monthElsewhere: 100 });
  expect(capInTheWay(tally, 1)).toBeNull();
  expect(capInTheWay(tally, 2)).toEqual({ period: 'day', used: here + 4, limit: here + 5, resets: DAY_ENDS });
  setCaps(tally, { dayCap: null, dayElsewhere: 4, monthCap: here + 100, monthElsewhere: 100 });
  expect(capInTheWay(tally, 1)).toEqual({ period: 'month', used: here + 100, limit: here + 100, resets: MONTH_ENDS });
  setCaps(tally, { dayCap: 0, dayElsewhere: 0, monthCap: 0, monthElsewhere: 0 });
  expect(capInTheWay(tally, 1)?.period).toBe('day');
});

test('damage to the key or the lease of a tally is noticed', () => {
  const file = newCounterFile();
  const tally = newTally(file);
  expect(tallyIsWhole(tally)).toBe(true);
  tally.i32[tally.at32 + TALLY.KEY]++;
  expect(tallyIsWhole(tally)).toBe(false);
  tally.i32[tally.at32 + TALLY.KEY]--;
  tally.i64[tally.at64 + TALLY.LEASE]++;
  expect(tallyIsWhole(tally)).toBe(false);
});

test('the file grows while tallies are taken, and what was there stays', () => {
  const file = newCounterFile();
  const first = newTally(file);
  reserve(first, 2);
  const before = file.capacity('tallies');
  while (file.capacity('tallies') === before) newTally(file);
  expect(reserve(newTally(file), 0)).toBe(COSTS[0]);
  expect(tallyUsed(tallyAt(file, first.record))).toBe(COSTS[2]);
});
