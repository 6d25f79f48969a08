import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COSTS } from '../../../src/service/admission/costs.ts';
import { MODE } from '../../../src/service/admission/counters/layout.ts';
import {
  allowanceOf,
  charge,
  closeSlot,
  creditsOf,
  giveBack,
  isClosed,
  MOVED,
  REFUSED,
  repairUsed,
  slotAfter,
  slotAt,
  slotCounts,
  slotIsWhole,
  takeSlot,
  usedCredits,
} from '../../../src/service/admission/counters/slot.ts';
import { DEFAULT_SLOT, hardCap, newCounterFile } from './customer.ts';

const operation = fc.integer({ min: 0, max: COSTS.length - 1 });
const requests = fc.array(fc.record({ operation, fails: fc.boolean() }), { maxLength: 60 });

test('a hard cap admits every request that fits and none that does not, in order of arrival', () => {
  const file = newCounterFile();
  fc.assert(
    fc.property(fc.nat(40), requests, (cap, all) => {
      const slot = takeSlot(file, { ...DEFAULT_SLOT, ...hardCap(cap) }, undefined);
      let used = 0;
      for (const { operation, fails } of all) {
        const cost = COSTS[operation];
        const outcome = charge(slot, operation);
        expect(outcome).toBe(used + cost <= cap ? used + cost : REFUSED);
        if (outcome === REFUSED) continue;
        if (fails) giveBack(slot, operation);
        else used += cost;
        expect(Number(usedCredits(slot))).toBe(used);
      }
      expect(creditsOf(slotCounts(slot))).toBe(used);
    }),
  );
});

test('an operation of cost 3 is refused at 2 left while one of cost 2 passes', () => {
  const slot = takeSlot(newCounterFile(), { ...DEFAULT_SLOT, ...hardCap(5) }, undefined);
  const [enrich, reverse] = [2, 3];
  expect(charge(slot, enrich)).toBe(3);
  expect(charge(slot, enrich)).toBe(REFUSED);
  expect(charge(slot, reverse)).toBe(5);
  expect(charge(slot, 0)).toBe(REFUSED);
});

test('a closed slot takes no request, leads to the next one, and still takes credits back', () => {
  const file = newCounterFile();
  const first = takeSlot(file, { ...DEFAULT_SLOT, ...hardCap(10) }, undefined);
  const second = takeSlot(file, { ...DEFAULT_SLOT, ...hardCap(7), window: 2 }, undefined);
  charge(first, 2);
  closeSlot(first, second, 1000);
  expect(isClosed(first)).toBe(true);
  expect(charge(first, 0)).toBe(MOVED);
  expect(slotAfter(first)?.record).toBe(second.record);
  giveBack(first, 2);
  expect(usedCredits(first)).toBe(0n);
  expect(isClosed(first)).toBe(true);
  closeSlot(first, second, 2000);
  expect(usedCredits(first)).toBe(0n);
  expect(charge(second, 2)).toBe(3);
});

test('a slot that inherits may use what its predecessor left over, at most what it was told, through any number of moves', () => {
  const file = newCounterFile();
  const moves = fc.array(fc.record({ most: fc.nat(30), use: fc.nat(30) }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.nat(60), moves, (cap, all) => {
      let slot = takeSlot(file, { ...DEFAULT_SLOT, ...hardCap(cap) }, undefined);
      let left = cap;
      for (const { most, use } of all) {
        let used = 0;
        for (let i = 0; i < use; i++) if (charge(slot, 0) !== REFUSED) used++;
        expect(used).toBe(Math.min(use, left));
        const next = takeSlot(file, { ...DEFAULT_SLOT, allowance: null, inherits: BigInt(most) }, undefined);
        closeSlot(slot, next, 1);
        left = Math.min(left - used, most);
        expect(allowanceOf(next)).toBe(BigInt(left));
        slot = next;
      }
    }),
  );
});

test('a reused slot cannot be charged or refunded by holders of the old one', () => {
  const file = newCounterFile();
  const old = takeSlot(file, { ...DEFAULT_SLOT, mode: MODE.UNCAPPED }, undefined);
  charge(old, 0);
  const anew = takeSlot(file, { ...DEFAULT_SLOT, account: 7, mode: MODE.UNCAPPED }, old.record);
  expect(anew.record).toBe(old.record);
  expect(charge(old, 0)).toBe(MOVED);
  giveBack(old, 0);
  expect(slotAfter(old)).toBeNull();
  expect(usedCredits(anew)).toBe(0n);
  expect(creditsOf(slotCounts(anew))).toBe(0);
});

test('§8.7: credits half counted by a killed process are repaired from the counts of operations', () => {
  const slot = takeSlot(newCounterFile(), { ...DEFAULT_SLOT, ...hardCap(10) }, undefined);
  charge(slot, 2);
  Atomics.add(slot.i64, slot.at64, 3n);
  expect(usedCredits(slot)).toBe(6n);
  repairUsed(slot);
  expect(usedCredits(slot)).toBe(3n);
});

test('a partly lost slot is detected', () => {
  const slot = takeSlot(newCounterFile(), DEFAULT_SLOT, undefined);
  expect(slotIsWhole(slot)).toBe(true);
  slot.i64.fill(0n, slot.at64 + 16, slot.at64 + 32);
  expect(slotIsWhole(slot)).toBe(false);
});

test('counts go beyond 32 bits', () => {
  const slot = takeSlot(newCounterFile(), { ...DEFAULT_SLOT, allowance: 1n << 40n, limit: 2 ** 40 }, undefined);
  Atomics.store(slot.i64, slot.at64, (1n << 40n) - 3n);
  expect(charge(slot, 3)).toBe(2 ** 40 - 1);
  expect(charge(slot, 3)).toBe(REFUSED);
  expect(charge(slot, 0)).toBe(2 ** 40);
});

test('the file grows while slots are taken, and what was there stays', () => {
  const file = newCounterFile();
  const before = file.capacity('slots');
  const first = takeSlot(file, DEFAULT_SLOT, undefined);
  charge(first, 2);
  while (file.capacity('slots') === before) takeSlot(file, DEFAULT_SLOT, undefined);
  const last = takeSlot(file, DEFAULT_SLOT, undefined);
  expect(last.record).toBeGreaterThan(before);
  expect(charge(last, 2)).toBe(3);
  expect(usedCredits(slotAt(file, first.record))).toBe(3n);
});
