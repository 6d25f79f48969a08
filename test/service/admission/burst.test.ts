import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishAccount, recordAt } from '../../../src/service/admission/counters/directory.ts';
import {
  burstFault,
  burstLimit,
  passBurst,
  readBurstLeft,
  readBurstLimit,
  retryAfter,
  returnBurst,
} from '../../../src/service/admission/limits/burst.ts';
import { addCustomer, newCounterFile } from './customer.ts';

/** A token bucket in whole nanoseconds: the textbook's equal of GCRA, written the other way round. */
class TokenBucket {
  #time = 0n;
  #level: bigint;
  readonly #interval: bigint;
  readonly #full: bigint;

  constructor(interval: number, size: number) {
    this.#interval = BigInt(interval);
    this.#full = this.#interval * BigInt(size);
    this.#level = this.#full;
  }

  take(now: number): boolean {
    this.#level += BigInt(now) - this.#time;
    this.#time = BigInt(now);
    if (this.#level > this.#full) this.#level = this.#full;
    if (this.#level < this.#interval) return false;
    this.#level -= this.#interval;
    return true;
  }
}

const limits = fc.record({ interval: fc.integer({ min: 1, max: 3e9 }), size: fc.integer({ min: 1, max: 50 }) });
const steps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4e9 })), { maxLength: 200 });

test('the burst limit passes exactly what a token bucket of the same rate and size passes', () => {
  fc.assert(
    fc.property(limits, steps, ({ interval, size }, waits) => {
      const word = new BigInt64Array(16);
      const limit = { interval, tolerance: interval * (size - 1) };
      let now = 1e9;
      const bucket = new TokenBucket(interval, size);
      for (const wait of waits) {
        now += wait;
        expect(passBurst(word, 0, limit, now) === 0).toBe(bucket.take(now));
      }
    }),
  );
});

test('after the wait that a refusal names, and not a nanosecond earlier, the next request passes', () => {
  let refused = 0;
  fc.assert(
    fc.property(limits, steps, ({ interval, size }, waits) => {
      const word = new BigInt64Array(16);
      const limit = { interval, tolerance: interval * (size - 1) };
      let now = 5e9;
      for (const step of waits) {
        now += step;
        const wait = passBurst(word, 0, limit, now);
        if (wait === 0) continue;
        refused++;
        expect(passBurst(word.slice(), 0, limit, now + wait - 1)).toBeGreaterThan(0);
        expect(passBurst(word.slice(), 0, limit, now + wait)).toBe(0);
        expect(retryAfter(wait)).toBeGreaterThanOrEqual(1);
        expect(passBurst(word.slice(), 0, limit, now + retryAfter(wait) * 1e9)).toBe(0);
        expect(retryAfter(wait)).toBeLessThan(wait / 1e9 + 1.000001);
      }
    }),
  );
  expect(refused).toBeGreaterThan(0);
});

test('a refunded request leaves room for another one', () => {
  const word = new BigInt64Array(16);
  const limit = { interval: 1e9, tolerance: 2e9 };
  for (let i = 0; i < 10; i++) {
    expect(passBurst(word, 0, limit, 1e10)).toBe(0);
    returnBurst(word, 0, limit);
  }
  for (let i = 0; i < 3; i++) expect(passBurst(word, 0, limit, 1e10)).toBe(0);
  expect(passBurst(word, 0, limit, 1e10)).toBe(1e9);
});

test('a steady clock that starts anew, as after a restart of the machine, does not lock an account out', () => {
  const word = new BigInt64Array(16);
  const limit = { interval: 1e8, tolerance: 1e9 };
  for (let i = 0; i < 11; i++) passBurst(word, 0, limit, 9e15);
  expect(passBurst(word, 0, limit, 9e15)).toBeGreaterThan(0);
  expect(passBurst(word, 0, limit, 1e9)).toBe(0);
});

const anyLimit = fc.record({
  perSecond: fc.oneof(fc.double({ min: 1e-7, max: 1e10, noNaN: true }), fc.constantFrom(0.0001, 1e-6, 1e9, 0.5)),
  size: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1_000_000, 1e9)),
});

test('a burst limit that a plan can have passes what it says at once, and then says how long to wait', () => {
  const file = newCounterFile();
  const { account } = addCustomer(file);
  const { i64, at64 } = recordAt(file, 'accounts', account);
  const terms = { overdue: false, disabled: false, products: ['address'] };
  fc.assert(
    fc.property(anyLimit, (burst) => {
      fc.pre(burstFault(burst.perSecond, burst.size) === null);
      publishAccount(file, account, { ...terms, burst });
      i64[at64] = 0n;
      const limit = readBurstLimit(i64, at64);
      expect(limit).toEqual(burstLimit(burst));
      let now = 4e15;
      // A microsecond apart: beyond 104 days the clock's nanoseconds are not exact any more.
      for (let i = 0; i < Math.min(burst.size, 40); i++, now += 1000) expect(passBurst(i64, at64, limit, now)).toBe(0);
      if (burst.size > 40) return;
      if (limit.interval < 1e6) return;
      const wait = passBurst(i64, at64, limit, now);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(1e9 / burst.perSecond + 1);
    }),
  );
});

test('a burst limit out of range is clamped', () => {
  const file = newCounterFile();
  const { account } = addCustomer(file);
  const { i64, at64 } = recordAt(file, 'accounts', account);
  for (const burst of [
    { perSecond: 1e-12, size: 1e9 },
    { perSecond: 1e-300, size: Number.MAX_SAFE_INTEGER },
  ]) {
    publishAccount(file, account, { overdue: false, disabled: false, products: [], burst });
    const { interval, tolerance } = readBurstLimit(i64, at64);
    expect([interval > 0, tolerance > 0]).toEqual([true, true]);
    expect(passBurst(i64, at64, { interval, tolerance }, 4e15)).toBe(0);
  }
});

test('a burst limit is possible up to its bounds, and refused beyond each with what is expected', () => {
  const year = 366 * 86_400;
  for (const [perSecond, size] of [
    [1e-6, 1],
    [1e9, 1e9],
    [1, year],
    [1e-6, 31],
  ])
    expect(burstFault(perSecond, size)).toBeNull();
  for (const [perSecond, size, fault] of [
    [0.9e-6, 1, 'requests per second, expected 0.000001 to 1000000000'],
    [1.1e9, 1, 'requests per second, expected 0.000001 to 1000000000'],
    [Number.NaN, 1, 'NaN requests per second'],
    [1, 0, '0 requests at once, expected a whole number from 1 to 1000000000'],
    [1e9, 1e9 + 1, '1000000001 requests at once'],
    [1, 1.5, '1.5 requests at once'],
    [1, year + 1, 'expected a burst that is there again within a year'],
    [1e-6, 32, 'expected a burst that is there again within a year'],
  ] as const)
    expect(burstFault(perSecond, size)).toContain(fault);
});

test('an arrival time that clocks of one machine can differ by is kept, one that only another clock can have is not', () => {
  const limit = { interval: 1e8, tolerance: 1e9 };
  const now = 1e15;
  const passesAhead = (ahead: number) => {
    const word = new BigInt64Array(16);
    word[0] = BigInt(now + ahead);
    const left = { requests: 0, oneMoreIn: 0 };
    readBurstLeft(word, 0, limit, now, left);
    return [passBurst(word, 0, limit, now), left.requests];
  };
  expect(passesAhead(-5e9)).toEqual([0, 11]);
  expect(passesAhead(1e9)).toEqual([0, 1]);
  expect(passesAhead(1.1e9)).toEqual([1e8, 0]);
  expect(passesAhead(2.1e9)).toEqual([1.1e9, 0]);
  expect(passesAhead(2.1e9 + 1000)).toEqual([0, 11]);
});
