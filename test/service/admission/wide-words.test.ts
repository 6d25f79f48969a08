import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLOSED_BIT, UNLIMITED } from '../../../src/service/admission/counters/layout.ts';
import { numberOf, readWord, wordOf } from '../../../src/service/admission/counters/wide-words.ts';

test('words and numbers are the same as by BigInt and Number, as far as numbers are exact', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      expect(wordOf(value)).toBe(BigInt(value));
      expect(numberOf(BigInt(value))).toBe(value);
      expect(readWord(BigInt64Array.of(-1n, BigInt(value)), 1)).toBe(value);
    }),
  );
});

test('words that are no counts keep their signs and sizes', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (used) => {
      expect(numberOf(BigInt(used) + CLOSED_BIT)).toBeLessThan(0);
    }),
  );
  expect(numberOf(-1n)).toBe(-1);
  expect(numberOf(UNLIMITED)).toBe(Number(UNLIMITED));
});
