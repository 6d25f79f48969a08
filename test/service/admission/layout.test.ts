import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import {
  CLOSED_BIT,
  counterVersion,
  METER,
  meterFields,
  RECORD_BYTES,
  UNLIMITED,
} from '../../../src/service/admission/counters/layout.ts';
import { type Field, layOut } from '../../../src/service/admission/counters/record-layout.ts';
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

const WIDTH = { i32: 4, i64: 8, bytes: 1 };

describe('The fields of a record', () => {
  const types = fc.constantFrom('i32' as const, 'i64' as const, 'bytes' as const);
  const fields = fc
    .array(fc.tuple(types, fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
    .map((list) => list.map(([type, count], i): Field => [`F${i}`, type, count]));

  it('are aligned, overlap nowhere and end within it, or the record is refused', () => {
    fc.assert(
      fc.property(fields, fc.integer({ min: 1, max: 600 }), (list, bytes) => {
        const spans = (offsets: Record<string, number>) =>
          list.map(([name, type, count = 1]) => {
            const start = offsets[name] * WIDTH[type];
            return { start, end: start + count * WIDTH[type] };
          });
        const needed = spans(layOut('R', 1e6, list)).at(-1)?.end ?? 0;
        if (needed > bytes) {
          expect(() => layOut('R', bytes, list)).toThrow(/^R\.F\d+: ends at byte \d+ of a record of \d+ bytes/);
          return;
        }
        const placed = spans(layOut('R', bytes, list));
        for (const [i, { start }] of placed.entries()) {
          expect(Number.isInteger(start)).toBe(true);
          expect(start).toBeGreaterThanOrEqual(placed[i - 1]?.end ?? 0);
        }
      }),
    );
  });

  it('have a name each', () => {
    expect(() =>
      layOut('SLOT', 64, [
        ['USED', 'i64'],
        ['USED', 'i32'],
      ]),
    ).toThrow('SLOT.USED: there are two');
  });
});

describe('A meter', () => {
  it('has a word for each operation, and makes room for one more', () => {
    expect(METER.GIVEN_BACK - METER.CHARGED).toBe(OPERATIONS.length);
    expect(METER.LEASE - METER.GIVEN_BACK).toBe(OPERATIONS.length);
    const more = layOut('METER', RECORD_BYTES.meters, meterFields([...OPERATIONS, 'locate']));
    expect(more.LEASE).toBe(METER.LEASE + 2);
    expect(() => layOut('METER', RECORD_BYTES.meters, meterFields(Array(40).fill('more')))).toThrow(
      /^METER\.\w+: ends/,
    );
  });
});

describe('The version of the counters', () => {
  const now = { operations: OPERATIONS, costs: COSTS, fields: [meterFields(OPERATIONS)] };
  const more = [...OPERATIONS, 'locate'];
  const others = {
    'an operation more': { operations: more, costs: [...COSTS, 1], fields: [meterFields(more)] },
    'operations in another order': { ...now, operations: OPERATIONS.toReversed() },
    'another cost': { ...now, costs: COSTS.map((cost, i) => (i === 0 ? cost + 1 : cost)) },
    'a field more': { ...now, fields: [[...meterFields(OPERATIONS), ['SEEN', 'i64']] satisfies Field[]] },
    'fields in another order': { ...now, fields: [meterFields(OPERATIONS).toReversed()] },
  };

  it.each(Object.entries(others))('is another one with %s', (_, changed) => {
    expect(counterVersion(changed)).not.toBe(counterVersion(now));
    expect(counterVersion({ ...now })).toBe(counterVersion(now));
  });

  it('is refused for an operation without a cost', () => {
    expect(() => counterVersion({ ...now, operations: more })).toThrow(
      `${more.length} operations (${more.join(', ')}) have ${COSTS.length} costs`,
    );
  });
});
