import { expect, test } from 'vitest';
import { growthFault, slotFault } from '../../../../src/billing/credits/sidecar/slot-check.ts';
import { COSTS, OPERATIONS } from '../../../../src/service/admission/costs.ts';
import { MODE, SLOT } from '../../../../src/service/admission/counters/layout.ts';
import {
  charge,
  closeSlot,
  MOST_AHEAD,
  type Slot,
  type SlotTerms,
  takeSlot,
} from '../../../../src/service/admission/counters/slot.ts';
import { DEFAULT_SLOT, hardCap, newCounterFile } from '../../../service/admission/customer.ts';

const none = () => OPERATIONS.map(() => 0);
const recorded = (requests: readonly number[], givenBack: readonly number[] = none()) => ({
  requests: [...requests],
  givenBack: [...givenBack],
  sequence: 1,
});

function newSlot(terms: Partial<SlotTerms>): Slot {
  return takeSlot(newCounterFile(), { ...DEFAULT_SLOT, ...terms }, undefined);
}

function add(slot: Slot, field: number, value: number | bigint): void {
  Atomics.add(slot.i64, slot.at64 + field, BigInt(value));
}

test('counts may be slightly below or above the used credits, as far as concurrent counting can cause', () => {
  const slot = newSlot({ mode: MODE.UNCAPPED });
  charge(slot, 0);
  expect(slotFault(slot, null, false)).toBeNull();
  add(slot, SLOT.USED, MOST_AHEAD);
  expect(slotFault(slot, null, false)).toBeNull();
  add(slot, SLOT.USED, 1);
  expect(slotFault(slot, null, false)).toBe(`It counts requests of 1 credits, and ${MOST_AHEAD + 2} credits used.`);
  add(slot, SLOT.USED, -MOST_AHEAD - 2);
  expect(slotFault(slot, null, false)).toContain('It counts requests of 1 credits, and 0 credits used.');
  expect([slotFault(slot, null, true), growthFault(slot, recorded(none()))]).toEqual([null, null]);
  add(slot, SLOT.CHARGED, 255);
  expect(slotFault(slot, null, true)).toBeNull();
  add(slot, SLOT.CHARGED, 1);
  expect(slotFault(slot, null, true)).toContain('It counts requests of 257 credits');
});

test('impossible counts are reported, and so are counts lower than the ledger’s', () => {
  const slot = newSlot({ mode: MODE.UNCAPPED });
  charge(slot, 2);
  const one = OPERATIONS.map((_, i) => (i === 2 ? 1 : 0));
  expect(growthFault(slot, recorded(one))).toBeNull();
  const fewer = 'It counts fewer requests than are in the ledger.';
  expect(growthFault(slot, recorded(one.map((count) => 2 * count)))).toBe(fewer);
  expect(growthFault(slot, recorded(one, one))).toBe(fewer);
  add(slot, SLOT.GIVEN_BACK + 2, 1);
  add(slot, SLOT.USED, -COSTS[2]);
  expect(slotFault(slot, null, false)).toBeNull();
  add(slot, SLOT.GIVEN_BACK + 2, 1);
  expect(slotFault(slot, null, false)).toBe('It counts requests that cannot be.');
  add(slot, SLOT.GIVEN_BACK + 2, -2);
  add(slot, SLOT.CHARGED + 2, -2);
  expect(slotFault(slot, null, false)).toBe('It counts requests that cannot be.');
});

test('a capped slot allows what its lease holds or what it inherited, and counts no more than that', () => {
  const capped = newSlot(hardCap(10));
  expect([slotFault(capped, 10, false), slotFault(capped, null, false)]).toEqual([null, null]);
  expect(slotFault(capped, 9, false)).toBe('It allows 10 credits, and its lease holds 9.');
  add(capped, SLOT.CHARGED, 11);
  add(capped, SLOT.USED, 11);
  expect(slotFault(capped, 10, false)).toBe('It counts 11 credits, and 10 are allowed.');
  const uncapped = newSlot({ ...hardCap(10), mode: MODE.SOFT_OVERAGE });
  add(uncapped, SLOT.CHARGED, 11);
  add(uncapped, SLOT.USED, 11);
  expect(slotFault(uncapped, 1, false)).toBeNull();

  const file = newCounterFile();
  const before = takeSlot(file, { ...DEFAULT_SLOT, ...hardCap(8) }, undefined);
  const heir = takeSlot(file, { ...DEFAULT_SLOT, allowance: null, inherits: 8n }, undefined);
  expect(slotFault(heir, 0, false)).toBeNull();
  closeSlot(before, heir, 1);
  expect(slotFault(heir, 0, false)).toBeNull();
  add(heir, SLOT.ALLOWANCE, 1);
  expect(slotFault(heir, 0, false)).toBe('It allows 9 credits, and its lease holds 0.');
  expect(slotFault(heir, 9, false)).toBeNull();
  add(heir, SLOT.ALLOWANCE, -20);
  expect(slotFault(heir, 9, false)).toBe('It counts 0 credits, and -11 are allowed.');
});

test('a slot whose terms differ from those written is reported', () => {
  const slot = newSlot(hardCap(10));
  add(slot, SLOT.LEASE, 1);
  expect(slotFault(slot, 10, false)).toBe('Its terms are not those that were written.');
});
