import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markNumbers, mayHaveNumber, RECORD_HIGHEST, STREET_RECORD } from '../../../src/address/index/street-record.ts';

const ranges = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 300 }))
    .map(([first, more]) => ({ first, last: first + more })),
  { maxLength: 30 },
);

/** The second row of a record whose street has some ranges of numbers. */
function rowOf(marked: readonly { readonly first: number; readonly last: number }[]): Uint32Array {
  const record = new Uint32Array(2 * STREET_RECORD);
  for (const { first, last } of marked) markNumbers(record, STREET_RECORD, first, last);
  record[STREET_RECORD + RECORD_HIGHEST] = Math.max(0, ...marked.map(({ last }) => last));
  return record;
}

describe("The numbers in a street's row", () => {
  it('are never denied', () => {
    fc.assert(
      fc.property(ranges, (marked) => {
        const record = rowOf(marked);
        for (const { first, last } of marked)
          for (let number = first; number <= last; number++)
            expect(mayHaveNumber(record, STREET_RECORD, number)).toBe(true);
      }),
    );
  });

  it('are the only ones of their remainder by 128, up to the highest', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 0, max: 3000 }), (marked, number) => {
        const alike = marked.some(({ first, last }) => {
          for (let other = first; other <= last; other++) if ((other - number) % 128 === 0) return true;
          return false;
        });
        const expected = alike && number <= Math.max(...marked.map(({ last }) => last));
        expect(mayHaveNumber(rowOf(marked), STREET_RECORD, number)).toBe(expected);
      }),
    );
  });

  it('leave the other rows alone', () => {
    fc.assert(
      fc.property(ranges, (marked) => {
        expect(
          rowOf(marked)
            .subarray(0, STREET_RECORD)
            .every((element) => element === 0),
        ).toBe(true);
      }),
    );
  });
});
