import { expect, test } from 'vitest';
import { MODE, SLOT, SLOT_STATE } from '../../../src/service/admission/counters/layout.ts';
import { leaseTotals } from '../../../src/service/admission/counters/lease-totals.ts';
import { charge, closeSlot, takeSlot } from '../../../src/service/admission/counters/slot.ts';
import { DEFAULT_SLOT, hardCap, newCounterFile } from './customer.ts';

test('leases are counted by what is left of them, and those that are closed, free or quarantined not at all', () => {
  const file = newCounterFile();
  const take = (terms: object) => takeSlot(file, { ...DEFAULT_SLOT, ...terms }, undefined);
  expect(leaseTotals(file)).toEqual({ open: 0, empty: 0, unlimited: 0 });
  for (let i = 0; i < 3; i++) charge(take(hardCap(5)), 0);
  for (let i = 0; i < 2; i++) charge(take(hardCap(1)), 0);
  for (const mode of [MODE.UNCAPPED, MODE.SOFT_OVERAGE, MODE.SOFT_OVERAGE, MODE.UNCAPPED]) take({ mode });
  take({ ...hardCap(7), mode: MODE.PAYG_TO_CAP });
  expect(leaseTotals(file)).toEqual({ open: 4, empty: 2, unlimited: 4 });
  closeSlot(take(hardCap(5)), take({ mode: MODE.UNCAPPED }), 1);
  expect(leaseTotals(file)).toEqual({ open: 4, empty: 2, unlimited: 5 });
  for (const state of [SLOT_STATE.FREE, SLOT_STATE.QUARANTINED]) {
    const slot = take(hardCap(5));
    slot.i32[slot.at32 + SLOT.STATE] = state;
  }
  expect(leaseTotals(file)).toEqual({ open: 4, empty: 2, unlimited: 5 });
});
