import { expect, test } from 'vitest';
import { growthFault, meterFault } from '../../../../src/billing/credits/sidecar/meter-check.ts';
import { COSTS, OPERATIONS } from '../../../../src/service/admission/costs.ts';
import { METER, MODE } from '../../../../src/service/admission/counters/layout.ts';
import { charge, type Meter } from '../../../../src/service/admission/counters/meter.ts';
import { MOST_AHEAD, takeBack } from '../../../../src/service/admission/counters/meter-upkeep.ts';
import { hardCap, newCounterFile, newKeyMeter, newMeter } from '../../../service/admission/customer.ts';

const none = () => OPERATIONS.map(() => 0);
const recorded = (requests: readonly number[], givenBack: readonly number[] = none()) => ({
  requests: [...requests],
  givenBack: [...givenBack],
  sequence: 1,
});

function add(meter: Meter, field: number, value: number | bigint): void {
  Atomics.add(meter.i64, meter.at64 + field, BigInt(value));
}

test('counts may be slightly below or above the used credits, as far as concurrent counting can cause', () => {
  const meter = newMeter(newCounterFile(), { mode: MODE.UNCAPPED });
  charge(meter, 0);
  expect(meterFault(meter, null, false)).toBeNull();
  add(meter, METER.USED, MOST_AHEAD);
  expect(meterFault(meter, null, false)).toBeNull();
  add(meter, METER.USED, 1);
  expect(meterFault(meter, null, false)).toBe(`It counts requests of 1 credits, and ${MOST_AHEAD + 2} credits used.`);
  add(meter, METER.USED, -MOST_AHEAD - 2);
  expect(meterFault(meter, null, false)).toContain('It counts requests of 1 credits, and 0 credits used.');
  expect([meterFault(meter, null, true), growthFault(meter, recorded(none()))]).toEqual([null, null]);
  add(meter, METER.CHARGED, 255);
  expect(meterFault(meter, null, true)).toBeNull();
  add(meter, METER.CHARGED, 1);
  expect(meterFault(meter, null, true)).toContain('It counts requests of 257 credits');
});

test('impossible counts are reported, and so are counts lower than the ledger’s', () => {
  const meter = newMeter(newCounterFile(), { mode: MODE.UNCAPPED });
  charge(meter, 2);
  const one = OPERATIONS.map((_, i) => (i === 2 ? 1 : 0));
  expect(growthFault(meter, recorded(one))).toBeNull();
  const fewer = 'It counts fewer requests than are in the ledger.';
  expect(growthFault(meter, recorded(one.map((count) => 2 * count)))).toBe(fewer);
  expect(growthFault(meter, recorded(one, one))).toBe(fewer);
  add(meter, METER.GIVEN_BACK + 2, 1);
  add(meter, METER.USED, -COSTS[2]);
  expect(meterFault(meter, null, false)).toBeNull();
  add(meter, METER.GIVEN_BACK + 2, 1);
  expect(meterFault(meter, null, false)).toBe('It counts requests that cannot be.');
  add(meter, METER.GIVEN_BACK + 2, -2);
  add(meter, METER.CHARGED + 2, -2);
  expect(meterFault(meter, null, false)).toBe('It counts requests that cannot be.');
});

test('a capped meter allows what its lease holds, without what it returned, and counts no more than that', () => {
  const capped = newMeter(newCounterFile(), hardCap(10));
  expect([meterFault(capped, 10, false), meterFault(capped, null, false)]).toEqual([null, null]);
  expect(meterFault(capped, 9, false)).toBe('It allows 10 credits, and its lease holds 9.');
  add(capped, METER.CHARGED, 11);
  add(capped, METER.USED, 11);
  expect(meterFault(capped, 10, false)).toBe('It counts 11 credits, and 10 are allowed.');
  const uncapped = newMeter(newCounterFile(), { ...hardCap(10), mode: MODE.SOFT_OVERAGE });
  add(uncapped, METER.CHARGED, 11);
  add(uncapped, METER.USED, 11);
  expect(meterFault(uncapped, 1, false)).toBeNull();

  const returning = newKeyMeter(newCounterFile(), { allowance: 8n });
  expect(meterFault(returning, 8, false)).toBeNull();
  charge(returning, 0);
  takeBack(returning, 4);
  expect([meterFault(returning, 5, false), meterFault(returning, 8, false)]).toEqual([null, null]);
  expect(meterFault(returning, 4, false)).toBe('It allows 5 credits, and its lease holds 4.');
  add(returning, METER.RETURNED, 5);
  expect(meterFault(returning, 5, false)).toBe('It counts requests of 1 credits, and -4 credits used.');
  add(returning, METER.RETURNED, -5);
  add(returning, METER.ALLOWANCE, -8);
  expect(meterFault(returning, 5, false)).toBe('It counts 1 credits, and -3 are allowed.');
});

test('credits that a killed sidecar was taking back are no fault', () => {
  const meter = newMeter(newCounterFile(), hardCap(1e6));
  charge(meter, 0);
  add(meter, METER.USED, 500_000);
  expect(meterFault(meter, 1e6, false)).toContain('It counts requests of 1 credits');
  add(meter, METER.TAKING, 500_000);
  expect([meterFault(meter, 1e6, false), meterFault(meter, 1e6, true)]).toEqual([null, null]);
});

test('a meter whose terms differ from those written is reported', () => {
  const meter = newMeter(newCounterFile(), hardCap(10));
  add(meter, METER.LEASE, 1);
  expect(meterFault(meter, 10, false)).toBe('Its terms are not those that were written.');
});
