import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeVarint } from '../../../build-index/compile/parcels.ts';
import { endOf, lowerBound, streetOf } from '../../../src/address/index/address.ts';
import { readSignedVarint, readVarint } from '../../../src/address/index/detail.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { textEquals, textOf } from '../../../src/address/index/text.ts';
import { smallIndex, smallRelease } from '../../build-index/builder-releases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

let index: AddressIndex;
beforeAll(async () => {
  index = openIndex(generatedIndex(3000, 7));
});

describe('streetOf', () => {
  it('is the street in whose run an address lies', () => {
    const { streetAddressStart, streetName } = index.columns;
    for (let street = 0; street < streetName.length; street++)
      for (let ordinal = streetAddressStart[street]; ordinal < streetAddressStart[street + 1]; ordinal++)
        expect(streetOf(index, ordinal)).toBe(street);
  });
});

describe('lowerBound and endOf', () => {
  it('are what a walk along the column finds', () => {
    const value = fc.oneof(fc.nat(45), fc.nat(2 ** 31 - 1), fc.constantFrom(2 ** 31 - 2, 2 ** 31 - 1));
    const sorted = fc.array(value, { maxLength: 30 }).map((values) => Uint32Array.from(values).sort());
    fc.assert(
      fc.property(sorted, value, fc.nat(30), fc.nat(30), (column, value, a, b) => {
        const [from, to] = [Math.min(a, b, column.length), Math.min(Math.max(a, b), column.length)];
        const expected = column.findIndex((other, i) => i >= from && i < to && other >= value);
        expect(lowerBound(column, value, from, to)).toBe(expected < 0 ? to : expected);
        expect(lowerBound(column, value)).toBe(column.filter((other) => other < value).length);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.nat(99), { minLength: 2 }), fc.nat(60), (start, length) => {
        const i = start.length - 2;
        expect(endOf(Uint32Array.from(start), i, { length })).toBe(Math.min(start[i + 1], length));
      }),
    );
  });
});

describe('varints', () => {
  const values = fc.oneof(
    fc.nat(300),
    fc.maxSafeNat(),
    fc.nat(53).map((power) => Math.max(0, 2 ** power - 1)),
    fc.nat(52).map((power) => 2 ** power),
  );

  it('come back as they were written, up to 2^53 - 1, one after another', () => {
    fc.assert(
      fc.property(fc.array(values), (written) => {
        const bytes = new Uint8Array(8 * written.length + 8);
        const end = written.reduce((at, value) => writeVarint(bytes, at, value), 0);
        const cursor = { at: 0 };
        expect(written.map(() => readVarint(bytes, cursor))).toEqual(written);
        expect(cursor.at).toBe(end);
      }),
    );
  });

  it('keep a sign in their last bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 51), max: 2 ** 51 }), (value) => {
        const bytes = new Uint8Array(8);
        writeVarint(bytes, 0, value < 0 ? -value * 2 - 1 : value * 2);
        expect(readSignedVarint(bytes, { at: 0 })).toBe(value);
      }),
    );
  });
});

describe('textEquals', () => {
  it('agrees with the text itself, whatever it is compared with', async () => {
    const release = smallRelease();
    const odd = ['É', 'A"B', 'A\\B', 'ÆTHER', '☃', '😀', "O'B", 'A/B'];
    release.ADDRESS_DETAIL.rows.forEach((row, i) => {
      row.BUILDING_NAME = odd[i % odd.length];
    });
    const subject = await smallIndex(release);
    const texts = Array.from({ length: subject.columns.textStart.length - 1 }, (_, id) => textOf(subject, id));
    expect(texts).toEqual(expect.arrayContaining(odd));
    const others = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 6 }));
    const id = fc.nat(texts.length - 1);
    fc.assert(
      fc.property(id, others, fc.string(), fc.string(), (id, value, before, after) => {
        const whole = before + value + after;
        const end = before.length + value.length;
        expect(textEquals(subject, id, whole, before.length, end)).toBe(texts[id] === value);
      }),
      { numRuns: 3000 },
    );
    texts.forEach((text, i) => {
      expect(textEquals(subject, i, text, 0, text.length)).toBe(true);
    });
  });
});
