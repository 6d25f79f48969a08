import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charge } from '../../../../src/billing/accounts/plans/money.ts';
import { addDuration, firstPeriod, nextPeriod, parseDuration } from '../../../../src/billing/accounts/plans/period.ts';

const iso = (time: number) => new Date(time).toISOString();
const MONTH = { unit: 'month', count: 1 } as const;

describe('Billing periods', () => {
  it('are counted from their anchor: a short month does not shift later ones', () => {
    let period = firstPeriod(Date.parse('2027-10-31T23:30:00Z'), 'P1M');
    const ends = [iso(period.end)];
    for (let i = 0; i < 5; i++) {
      period = nextPeriod(period, 'P1M', 'P1M');
      ends.push(iso(period.end));
    }
    expect(ends.map((end) => end.slice(0, 10))).toEqual([
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
    expect(ends.every((end) => end.endsWith('T23:30:00.000Z'))).toBe(true);
  });

  it('of a year that began on 29 February end on 28 February, and on the 29th again in leap years', () => {
    const leap = Date.parse('2024-02-29T00:00:00Z');
    const year = parseDuration('P1Y')!;
    expect([1, 2, 3, 4].map((n) => iso(addDuration(leap, year, n)).slice(0, 10))).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
  });

  it('have the length of an ISO 8601 duration', () => {
    const start = Date.parse('2026-01-01T00:00:00Z');
    const end = (text: string) => iso(addDuration(start, parseDuration(text)!, 1)).slice(0, 10);
    expect(['P1D', 'P30D', 'P2W', 'P1M', 'P3M', 'P1Y'].map(end)).toEqual([
      '2026-01-02',
      '2026-01-31',
      '2026-01-15',
      '2026-02-01',
      '2026-04-01',
      '2027-01-01',
    ]);
  });

  it.each(['', 'P', '1M', 'P0M', 'P1M1D', 'PT1H', 'P-1M', 'P1.5M', 'p1m', 'P11Y', 'P121M', 'P9999D', 'P01M'])(
    'are not of the length %j',
    (text) => {
      expect(parseDuration(text)).toBe(null);
    },
  );

  it('follow each other without gap or overlap, whatever the anchor, and keep its day where the month has one', () => {
    const anchors = fc.date({ min: new Date('1999-01-01'), max: new Date('2101-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(anchors, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 60 }), (anchor, months, n) => {
        const duration = `P${months}M`;
        let period = firstPeriod(anchor.getTime(), duration);
        for (let i = 0; i < n; i++) {
          const next = nextPeriod(period, duration, duration);
          expect(next.start).toBe(period.end);
          expect(next.end).toBeGreaterThan(next.start);
          period = next;
        }
        const end = new Date(period.end);
        const monthsLater =
          (end.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + end.getUTCMonth() - anchor.getUTCMonth();
        expect(monthsLater).toBe(months * (n + 1));
        const tomorrow = new Date(period.end + 86_400_000);
        expect(end.getUTCDate() === anchor.getUTCDate() || tomorrow.getUTCDate() === 1).toBe(true);
        expect(iso(period.end).slice(10)).toBe(iso(anchor.getTime()).slice(10));
      }),
    );
  });

  it('add months as the calendar does', () => {
    expect(iso(addDuration(Date.parse('2026-01-31'), MONTH, 1)).slice(0, 10)).toBe('2026-02-28');
    expect(iso(addDuration(Date.parse('2026-12-31'), MONTH, 2)).slice(0, 10)).toBe('2027-02-28');
  });
});

describe('Charges', () => {
  it('are exact, and rounded once, half a cent upwards', () => {
    const price = { cents: 1, perCredits: 2 };
    expect([0, 1, 2, 3, 4].map((credits) => charge(credits, price))).toEqual([0, 1, 1, 2, 2]);
    expect(charge(1, { cents: 150, perCredits: 1000 })).toBe(0);
    expect(charge(4, { cents: 125, perCredits: 1000 })).toBe(1);
    expect(charge(3, { cents: 166, perCredits: 1000 })).toBe(0);
  });

  it('differ from the true amount by at most half a cent, also where a double would be wrong', () => {
    const whole = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(whole(1e12), whole(1e6), whole(1e6), (credits, cents, perCredits) => {
        fc.pre((BigInt(credits) * BigInt(cents)) / BigInt(perCredits) < 2n ** 53n);
        const error =
          2n * (BigInt(charge(credits, { cents, perCredits })) * BigInt(perCredits) - BigInt(credits) * BigInt(cents));
        expect(error <= BigInt(perCredits) && error > -BigInt(perCredits)).toBe(true);
      }),
    );
  });

  it('beyond what can be counted exactly are an error, never a wrong amount', () => {
    expect(() => charge(1e12, { cents: 1e9, perCredits: 1 })).toThrow(RangeError);
  });
});
