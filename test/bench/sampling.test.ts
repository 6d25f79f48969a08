import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffledPositions } from '../../bench/address/accuracy/sampling.ts';
import { keystrokes } from '../../bench/address/search/inputs.ts';
import { Random } from '../../build-index/generate/random.ts';

describe('sampling', () => {
  it('visits every position once, in an order that the seed decides', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(), (count, seed) => {
        const order = [...shuffledPositions(count, new Random(seed, 'order'))];
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
        expect([...shuffledPositions(count, new Random(seed, 'order'))]).toEqual(order);
      }),
    );
  });

  it('spreads the first positions over the whole', () => {
    const order = [...shuffledPositions(100_000, new Random(3, 'order'))].slice(0, 1000);
    const tenths = new Set(order.map((at) => Math.floor(at / 10_000)));
    expect(tenths.size).toBe(10);
  });

  it('types lines from their beginning, no longer than a query may be', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1 }),
        fc.nat(),
        (lines, seed) => {
          const typed = keystrokes(lines, new Random(seed, 'keys'), 50, 8);
          expect(typed.length).toBeLessThanOrEqual(50);
          for (const q of typed) {
            expect([...q].length).toBeLessThanOrEqual(8);
            expect(q.trim()).not.toBe('');
            expect(lines.some((line) => line.startsWith(q))).toBe(true);
          }
        },
      ),
    );
  });
});
