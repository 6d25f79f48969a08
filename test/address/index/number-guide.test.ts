import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guideFrom, guideTo, writeGuide } from '../../../src/address/index/number-guide.ts';
import {
  RECORD_END,
  RECORD_GUIDE,
  RECORD_HIGHEST,
  RECORD_START,
  STREET_RECORD,
} from '../../../src/address/index/street-record.ts';

/** The numbers of a street's addresses, ascending; -1 for those without one, which come first. */
const streets = fc
  .array(fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 100_000 })), {
    maxLength: 600,
  })
  .map((numbers) => numbers.sort((a, b) => a - b));

const start = fc.nat(20_000_000);

/** The second of three rows, of a street whose addresses from `from` on have some numbers, and then so many lots. */
function rowOf(numbers: readonly number[], from: number, lots: number): Uint32Array {
  const record = new Uint32Array(3 * STREET_RECORD);
  record[STREET_RECORD + RECORD_START] = from;
  record[STREET_RECORD + RECORD_END] = from + numbers.length + lots;
  record[STREET_RECORD + RECORD_HIGHEST] = Math.max(0, ...numbers);
  writeGuide(record, STREET_RECORD, (number) => numbers.filter((other) => other < number).length);
  return record;
}

describe("The guide in a street's row", () => {
  it('leads to the first address of a number, or of a higher one, and no further', () => {
    fc.assert(
      fc.property(streets, start, fc.nat(40), fc.nat(110_000), (numbers, from, lots, number) => {
        const record = rowOf(numbers, from, lots);
        for (const wanted of [number, ...numbers.filter((other) => other >= 0)]) {
          const first = from + numbers.filter((other) => other < wanted).length;
          expect(guideFrom(record, STREET_RECORD, wanted)).toBeLessThanOrEqual(first);
          expect(guideTo(record, STREET_RECORD, wanted)).toBeGreaterThanOrEqual(first);
          expect(guideFrom(record, STREET_RECORD, wanted)).toBeGreaterThanOrEqual(from);
          expect(guideTo(record, STREET_RECORD, wanted)).toBeLessThanOrEqual(from + numbers.length + lots);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leaves a thirteenth of a street whose numbers are evenly spread, and its rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 5000 }), fc.integer({ min: 1, max: 4 }), (count, step) => {
        const numbers = Array.from({ length: count }, (_, i) => i * step);
        const record = rowOf(numbers, 0, 0);
        for (let number = 0; number <= numbers[count - 1]; number += 7) {
          const size = guideTo(record, STREET_RECORD, number) - guideFrom(record, STREET_RECORD, number);
          expect(size).toBeLessThanOrEqual(count / 13 + 3 + (2 * count) / 255);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('keeps to its own elements', () => {
    fc.assert(
      fc.property(streets, start, (numbers, from) => {
        const record = rowOf(numbers, from, 0);
        const own = [RECORD_START, RECORD_END, RECORD_HIGHEST].map((element) => STREET_RECORD + element);
        record.forEach((element, i) => {
          const isGuide = i >= STREET_RECORD + RECORD_GUIDE && i < 2 * STREET_RECORD;
          if (!isGuide && !own.includes(i)) expect(element, `element ${i}`).toBe(0);
        });
        expect(own.map((i) => record[i])).toEqual([from, from + numbers.length, Math.max(0, ...numbers)]);
      }),
      { numRuns: 20 },
    );
  });
});
