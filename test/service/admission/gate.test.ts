import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKey, hashOfKey } from '../../../src/service/admission/api-key.ts';
import type { Clock } from '../../../src/service/admission/clock.ts';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import { openCounterFile } from '../../../src/service/admission/counters/counter-file.ts';
import {
  announceChange,
  publishAccount,
  recordAt,
  setCurrentMeter,
} from '../../../src/service/admission/counters/directory.ts';
import { METER, MODE, UNLIMITED } from '../../../src/service/admission/counters/layout.ts';
import { creditsOf, meterCounts, resetsOf, usedCredits } from '../../../src/service/admission/counters/meter.ts';
import { closeMeter } from '../../../src/service/admission/counters/meter-upkeep.ts';
import type { Admission, Refusal } from '../../../src/service/admission/decision.ts';
import { openGate } from '../../../src/service/admission/gate.ts';
import { cases } from '../../support/cases.ts';
import { addCustomer, hardCap, newCounterFile, newMeter, publishTestKey } from './customer.ts';

const [AUTOCOMPLETE, VALIDATE, ENRICH, REVERSE, POSTCODE, SUBURB] = [0, 1, 2, 3, 4, 5];

class TestClock implements Clock {
  time = Date.UTC(2026, 1, 3);
  nanoseconds = 1e12;
  now = () => this.time;
  steady = () => this.nanoseconds;
}

function admitted(outcome: Admission | Refusal): Admission {
  if (!outcome.admitted) throw new Error(`refused: ${outcome.message}`);
  return outcome;
}

function refused(outcome: Admission | Refusal): Refusal {
  if (outcome.admitted) throw new Error('admitted');
  return outcome;
}

test('§6.2: an absent key is MISSING_API_KEY; malformed, mistyped, unknown and revoked ones are all the same INVALID_API_KEY', () => {
  const file = newCounterFile();
  const { key, account, meter } = addCustomer(file);
  const gate = openGate(file, 'address');
  const { cause, ...missing } = refused(gate.admit(null, ENRICH));
  expect(missing).toMatchObject({
    status: 401,
    code: 'MISSING_API_KEY',
    message: 'Missing X-Api-Key header',
    details: null,
  });
  expect(cause).toBe('missing-key');
  admitted(gate.admit(key, ENRICH));
  publishTestKey(file, { sha256: Buffer.from(hashOfKey(key), 'hex'), account, revoked: true, expiresAt: null });
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const refusals = [
    gate.admit('', 0),
    gate.admit('x'.repeat(4096), 0),
    gate.admit(wrong, 0),
    gate.admit(createKey(), 0),
    gate.admit(key, 0),
  ];
  expect(refusals.map((outcome) => refused(outcome).cause)).toEqual([
    'malformed-key',
    'malformed-key',
    'mistyped-key',
    'unknown-key',
    'inactive-key',
  ]);
  for (const outcome of refusals) {
    const { cause, ...rest } = refused(outcome);
    expect(rest).toEqual({
      admitted: false,
      status: 401,
      code: 'INVALID_API_KEY',
      message: 'Invalid API key',
      details: null,
      retryAfter: 0,
      credits: null,
      overdue: false,
      account: null,
    });
  }
  expect(usedCredits(meter)).toBe(3);
});

test('no text but the key itself passes, and none throws', () => {
  const file = newCounterFile();
  const { key } = addCustomer(file);
  const gate = openGate(file, 'address');
  admitted(gate.admit(key, AUTOCOMPLETE));
  const near = fc.record({ at: fc.nat(46), code: fc.integer({ min: 0, max: 0xffff }) }).map(({ at, code }) => {
    return key.slice(0, at) + String.fromCharCode(code) + key.slice(at + 1);
  });
  fc.assert(
    fc.property(
      fc.oneof(near, fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ minLength: 47, maxLength: 47 })),
      (text) => {
        expect(gate.admit(text, AUTOCOMPLETE).admitted).toBe(text === key);
      },
    ),
    { numRuns: cases(120, 20_000) },
  );
});

test('a key that a rotation left behind is valid until its grace period ends', () => {
  const file = newCounterFile();
  const { key, account } = addCustomer(file);
  const clock = new TestClock();
  const gate = openGate(file, 'address', clock);
  admitted(gate.admit(key, ENRICH));
  publishTestKey(file, {
    sha256: Buffer.from(hashOfKey(key), 'hex'),
    account,
    revoked: false,
    expiresAt: clock.time + 1000,
  });
  clock.time += 999;
  admitted(gate.admit(key, ENRICH));
  clock.time += 1;
  expect(refused(gate.admit(key, ENRICH)).cause).toBe('inactive-key');
});

test('two keys of one account count on the same meter', () => {
  const file = newCounterFile();
  const { key, account, meter } = addCustomer(file);
  const other = createKey();
  publishTestKey(file, { sha256: Buffer.from(hashOfKey(other), 'hex'), account, revoked: false, expiresAt: null });
  const gate = openGate(file, 'address');
  gate.admit(key, ENRICH);
  gate.admit(other, REVERSE);
  expect(usedCredits(meter)).toBe(5);
});

test('a disabled account is told that its key is invalid, at once and for as long as it is disabled', () => {
  const file = newCounterFile();
  const { key, account } = addCustomer(file);
  const gate = openGate(file, 'address');
  admitted(gate.admit(key, ENRICH));
  const terms = { overdue: false, disabled: true, products: ['address'], burst: null };
  publishAccount(file, account, terms);
  expect(refused(gate.admit(key, ENRICH))).toMatchObject({ code: 'INVALID_API_KEY', cause: 'disabled-account' });
  publishAccount(file, account, { ...terms, disabled: false });
  admitted(gate.admit(key, ENRICH));
});

test('§6.3: a plan without the product is told which ones it has, before burst and quota are looked at', () => {
  const file = newCounterFile();
  const other = addCustomer(file, {}, { products: ['address'] });
  const { key, meter } = addCustomer(file, hardCap(0), {
    products: ['business', 'property'],
    burst: { perSecond: 1, size: 1 },
  });
  const gate = openGate(file, 'address');
  for (let i = 0; i < 3; i++) {
    expect(refused(gate.admit(key, ENRICH))).toMatchObject({
      status: 403,
      code: 'PRODUCT_NOT_ALLOWED',
      message: 'Product not included in your plan',
      details: { product: 'address', allowed: ['business', 'property'] },
      retryAfter: 0,
    });
  }
  expect(usedCredits(meter)).toBe(0);
  admitted(gate.admit(other.key, ENRICH));
});

test('§7.2: a burst is refused before the quota, with the seconds to wait, and costs nothing', () => {
  const file = newCounterFile();
  const { key, meter } = addCustomer(file, hardCap(3), { burst: { perSecond: 0.5, size: 3 } });
  const clock = new TestClock();
  const gate = openGate(file, 'address', clock);
  admitted(gate.admit(key, ENRICH));
  expect(refused(gate.admit(key, ENRICH)).code).toBe('QUOTA_EXCEEDED');
  admitted(gate.admit(addCustomer(file).key, ENRICH));
  for (let i = 0; i < 10; i++) expect(refused(gate.admit(key, AUTOCOMPLETE)).code).toBe('QUOTA_EXCEEDED');
  const limited = addCustomer(file, {}, { burst: { perSecond: 0.5, size: 3 } });
  for (let i = 0; i < 3; i++) admitted(gate.admit(limited.key, AUTOCOMPLETE));
  for (const [after, wait] of [
    [0, 2],
    [0.5e9, 2],
    [0.6e9, 1],
    [0.8e9, 1],
  ]) {
    clock.nanoseconds += after;
    expect(refused(gate.admit(limited.key, AUTOCOMPLETE))).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Rate limit exceeded',
      details: null,
      retryAfter: wait,
    });
  }
  clock.nanoseconds += 0.1e9;
  admitted(gate.admit(limited.key, AUTOCOMPLETE));
  expect(usedCredits(limited.meter)).toBe(4);
  expect(usedCredits(meter)).toBe(3);
});

test('§8.5: the seconds to the reset follow the wall clock within a tenth of a second, also where it is set back', () => {
  const file = newCounterFile();
  const { key, meter } = addCustomer(file, hardCap(1000), { burst: { perSecond: 1000, size: 1000 } });
  const resets = resetsOf(meter);
  const clock = new TestClock();
  const gate = openGate(file, 'address', clock);
  const seconds = () => admitted(gate.admit(key, POSTCODE)).resetsIn;
  const tellsTheTime = () => {
    clock.nanoseconds += 0.1e9;
    expect(seconds()).toBe(Math.max(0, Math.ceil((resets - clock.time) / 1000)));
  };
  clock.time = resets - 100_000;
  tellsTheTime();
  for (let i = 0; i < 9; i++) {
    clock.nanoseconds += 0.01e9;
    clock.time += 10;
    expect(seconds()).toBe(Math.ceil((resets - clock.time) / 1000));
  }
  for (const by of [1000, -3_600_000, 3_690_000, 500]) {
    clock.time += by;
    tellsTheTime();
  }
  clock.time = resets + 1;
  tellsTheTime();
});

test('§6.5: a burst is counted by when a request began, where that is known', () => {
  const file = newCounterFile();
  const { key } = addCustomer(file, hardCap(1000), { burst: { perSecond: 1, size: 1 } });
  const gate = openGate(file, 'address');
  const began = performance.now();
  admitted(gate.admit(key, POSTCODE, undefined, began));
  expect(refused(gate.admit(key, POSTCODE, undefined, began + 900)).code).toBe('RATE_LIMITED');
  admitted(gate.admit(key, POSTCODE, undefined, began + 1001));
});

test('§6.6: beyond a hard cap the refusal says what was used, and asks for no retry', () => {
  const file = newCounterFile();
  const { key } = addCustomer(file, hardCap(10));
  const gate = openGate(file, 'address');
  for (let i = 0; i < 4; i++) gate.admit(key, REVERSE);
  expect(refused(gate.admit(key, ENRICH))).toMatchObject({
    status: 429,
    code: 'QUOTA_EXCEEDED',
    message: 'Credit quota exceeded: 8 of 10 credits used, this request needs 3',
    details: { product: 'address', used: 8, limit: 10, required: 3, resets_at: '2026-03-01T00:00:00.000Z' },
    retryAfter: 0,
  });
});

test('whatever a meter has no room for: a quota is said to be exceeded where all credits known to be used leave too few, and nowhere else', () => {
  const numbers = fc.record({
    limit: fc.nat(40),
    elsewhere: fc.nat(40),
    allowance: fc.nat(40),
    operation: fc.nat(COSTS.length - 1),
    requests: fc.nat(40),
  });
  const file = newCounterFile();
  fc.assert(
    fc.property(numbers, ({ limit, elsewhere, allowance, operation, requests }) => {
      const { key, meter } = addCustomer(file, { ...hardCap(limit), elsewhere, allowance: BigInt(allowance) });
      const gate = openGate(file, 'address');
      let outcome = gate.admit(key, operation);
      for (let i = 0; i < requests && outcome.admitted; i++) outcome = gate.admit(key, operation);
      fc.pre(!outcome.admitted);
      const used = usedCredits(meter) + elsewhere;
      const exceeded = used + COSTS[operation] > limit;
      expect(outcome.code).toBe(exceeded ? 'QUOTA_EXCEEDED' : 'RATE_LIMITED');
      expect(outcome.retryAfter).toBe(exceeded ? 0 : 1);
      expect(outcome.credits).toMatchObject({ limit, remaining: Math.max(0, limit - used) });
      if (exceeded) expect(outcome.details).toMatchObject({ used, limit });
    }),
    { numRuns: cases(100, 3000) },
  );
});

test('the burst that is left is what passes at once, and one more passes after the seconds that are told', () => {
  const limits = fc.record({
    perSecond: fc.double({ min: 0.01, max: 5000, noNaN: true }),
    size: fc.integer({ min: 1, max: 50 }),
    before: fc.nat(50),
    waits: fc.array(fc.integer({ min: 0, max: 3e9 }), { maxLength: 5 }),
  });
  const file = newCounterFile();
  const clock = new TestClock();
  fc.assert(
    fc.property(limits, ({ perSecond, size, before, waits }) => {
      const { key } = addCustomer(file, {}, { burst: { perSecond, size } });
      const gate = openGate(file, 'address', clock);
      for (let i = 0; i < before; i++) gate.admit(key, AUTOCOMPLETE);
      for (const wait of waits) {
        clock.nanoseconds += wait;
        gate.admit(key, AUTOCOMPLETE);
      }
      const outcome = gate.admit(key, AUTOCOMPLETE);
      const { burst, burstLeft } = outcome.admitted ? outcome : outcome.credits!;
      const { requests, oneMoreIn } = burstLeft;
      expect(burst).toBe(size);
      // Both are exact to what a clock can tell: 64 nanoseconds.
      if (!outcome.admitted && requests === 0) expect(outcome.retryAfter - oneMoreIn).toBeOneOf([0, 1]);
      clock.nanoseconds += oneMoreIn * 1e9 + 64;
      for (let i = 0; i < requests + 1; i++) admitted(gate.admit(key, AUTOCOMPLETE));
    }),
    { numRuns: cases(80, 3000) },
  );
});

test('§8.5: a hard cap tells limit and remaining, and is never over', () => {
  const file = newCounterFile();
  const { key } = addCustomer(file, { ...hardCap(10), elsewhere: 4, allowance: 6n });
  const gate = openGate(file, 'address');
  const told = [ENRICH, REVERSE, SUBURB].map((operation) => ({ ...admitted(gate.admit(key, operation)) }));
  expect(told.map(({ limit, remaining, over }) => [limit, remaining, over])).toEqual([
    [10, 3, false],
    [10, 1, false],
    [10, 0, false],
  ]);
  expect(told[0].resetsAt).toBe('2026-03-01T00:00:00.000Z');
  // No burst limit.
  expect([told[0].burst, told[0].burstSeconds]).toEqual([0, 0]);
});

test('§8.6: soft overage goes on past the included credits, and is over from the first credit beyond them', () => {
  const file = newCounterFile();
  const { key } = addCustomer(file, { mode: MODE.SOFT_OVERAGE, allowance: UNLIMITED, limit: 5 });
  const gate = openGate(file, 'address');
  const told = [ENRICH, REVERSE, VALIDATE, ENRICH].map((operation) => ({ ...admitted(gate.admit(key, operation)) }));
  expect(told.map(({ limit, remaining, over }) => [limit, remaining, over])).toEqual([
    [5, 2, false],
    [5, 0, false],
    [5, 0, true],
    [5, 0, true],
  ]);
});

test('an uncapped plan tells no limit', () => {
  const file = newCounterFile();
  const { key } = addCustomer(file, { mode: MODE.UNCAPPED, limit: 100 });
  const admission = admitted(openGate(file, 'address').admit(key, POSTCODE));
  expect(admission).toMatchObject({ limit: -1, over: false });
});

test('§8.6: an overdue account is told so, whether its request is admitted or not', () => {
  const file = newCounterFile();
  const { key } = addCustomer(file, hardCap(3), { overdue: true });
  const gate = openGate(file, 'address');
  expect(admitted(gate.admit(key, ENRICH)).overdue).toBe(true);
  expect(refused(gate.admit(key, ENRICH)).overdue).toBe(true);
});

test('§8.3: credits of a failed answer are given back, once, and remaining says so', () => {
  const file = newCounterFile();
  const { key, meter } = addCustomer(file, hardCap(10));
  const gate = openGate(file, 'address');
  const admission = admitted(gate.admit(key, ENRICH));
  expect(admission.remaining).toBe(7);
  gate.giveBack();
  gate.giveBack();
  expect(admission.remaining).toBe(10);
  expect(usedCredits(meter)).toBe(0);
  const once = OPERATIONS.map((_, i) => Number(i === ENRICH));
  expect(meterCounts(meter)).toEqual({ charged: once, givenBack: once });
});

test('a window change applies to the next request of every gate, and each credit is in exactly one window', () => {
  const file = newCounterFile();
  const { key, account, meter: first } = addCustomer(file, hardCap(1000));
  const elsewhere = openCounterFile(file.path);
  const gates = [openGate(file, 'address'), openGate(elsewhere, 'address')];
  let current = first;
  const meters = [first];
  let spent = 0;
  for (let window = 2; window < 50; window++) {
    for (const gate of gates) {
      admitted(gate.admit(key, ENRICH));
      spent += 3;
    }
    const resetsAt = Date.UTC(2026, window, 1);
    const next = newMeter(file, { ...hardCap(1000), account, window, resetsAt });
    closeMeter(current, next, 1);
    // The sidecar is interrupted here every other time: requests find the way by themselves.
    if (window % 2 === 0) setCurrentMeter('account', recordAt(file, 'accounts', account), next.record);
    for (const gate of gates) {
      const { resetsAt: told, remaining } = admitted(gate.admit(key, VALIDATE));
      expect(told).toBe(new Date(resetsAt).toISOString());
      expect(remaining).toBeGreaterThan(990);
      spent += 1;
    }
    setCurrentMeter('account', recordAt(file, 'accounts', account), next.record);
    current = next;
    meters.push(next);
  }
  const credits = meters.map((meter) => creditsOf(meterCounts(meter)));
  expect(credits.reduce((sum, each) => sum + each, 0)).toBe(spent);
  expect(credits).toEqual([6, ...Array(meters.length - 2).fill(8), 2]);
  elsewhere.close();
});

test('a raised allowance and usage of other machines apply to the next request', () => {
  const file = newCounterFile();
  const { key, account, meter } = addCustomer(file, { ...hardCap(100), allowance: 3n });
  const gate = openGate(file, 'address');
  admitted(gate.admit(key, ENRICH));
  expect(refused(gate.admit(key, ENRICH))).toMatchObject({ code: 'RATE_LIMITED', cause: 'lease', retryAfter: 1 });
  Atomics.store(meter.i64, meter.at64 + METER.ALLOWANCE, 6n);
  Atomics.store(meter.i64, meter.at64 + METER.ELSEWHERE, 40n);
  announceChange(recordAt(file, 'accounts', account));
  expect(admitted(gate.admit(key, ENRICH)).remaining).toBe(54);
});

test('§6.6: an account that has no window yet is RATE_LIMITED, not QUOTA_EXCEEDED', () => {
  const file = newCounterFile();
  const { key, account } = addCustomer(file);
  setCurrentMeter('account', recordAt(file, 'accounts', account), -1);
  expect(refused(openGate(file, 'address').admit(key, ENRICH))).toMatchObject({
    code: 'RATE_LIMITED',
    retryAfter: 1,
    credits: null,
  });
});

test('a key whose meter is its own successor, as in a damaged file, admits no request', () => {
  const file = newCounterFile();
  const { key, meter, keyMeter } = addCustomer(file);
  closeMeter(keyMeter, keyMeter, 1);
  const gate = openGate(file, 'address');
  expect(gate.admit(key, ENRICH).admitted).toBe(false);
  expect([usedCredits(meter), creditsOf(meterCounts(keyMeter))]).toEqual([0, 0]);
});

test('thousands of keys in shared hash chains are each found', () => {
  const file = newCounterFile();
  const keys = Array.from({ length: 20_000 }, () => createKey());
  const { account } = addCustomer(file);
  for (const key of keys)
    publishTestKey(file, { sha256: Buffer.from(hashOfKey(key), 'hex'), account, revoked: false, expiresAt: null });
  const gate = openGate(openCounterFile(file.path), 'address');
  for (const key of keys) expect(gate.admit(key, AUTOCOMPLETE).admitted).toBe(true);
  for (let i = 0; i < 1000; i++) expect(gate.admit(createKey(), AUTOCOMPLETE).admitted).toBe(false);
});
