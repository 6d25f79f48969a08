import { expect, test } from 'vitest';
import { METER, METER_STATE, MODE } from '../../../src/service/admission/counters/layout.ts';
import { leaseTotals } from '../../../src/service/admission/counters/lease-totals.ts';
import { charge } from '../../../src/service/admission/counters/meter.ts';
import { closeMeter } from '../../../src/service/admission/counters/meter-upkeep.ts';
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
