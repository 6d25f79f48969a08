import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Histogram } from '../../bench/address/search/histogram.ts';

const durations = fc.array(fc.oneof(fc.nat(300), fc.nat(100_000), fc.nat(2 ** 31 - 1)), {
  minLength: 1,
  maxLength: 200,
});

describe('histogram', () => {
  it('gives every quantile within 1 part in 64 of the sorted values, and never below', () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0.001, max: 1, noNaN: true }), (values, share) => {
        const histogram = new Histogram();
        for (const value of values) histogram.record(value);
        const exact = [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1];
        const found = histogram.quantile(share);
        expect(found).toBeGreaterThanOrEqual(exact);
        expect(found).toBeLessThanOrEqual(Math.max(exact, exact * (1 + 1 / 64)));
      }),
    );
  });

  it('is exact below 128 nanoseconds', () => {
    for (let value = 0; value < 128; value++) {
      const histogram = new Histogram();
      histogram.record(value);
      histogram.record(value);
      histogram.record(1000);
      expect(histogram.quantile(0.5)).toBe(value);
    }
  });

  it('keeps count, mean and largest exactly', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const histogram = new Histogram();
        for (const value of values) histogram.record(value);
        expect(histogram.count).toBe(values.length);
        expect(histogram.largest).toBe(Math.max(...values));
        expect(histogram.mean()).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
        expect(histogram.quantile(1)).toBe(histogram.largest);
      }),
    );
  });
});
