import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMPTY,
  EMPTY_NUMBER,
  fieldText,
  hasInvalidUtf8,
  isEmpty,
  MALFORMED,
  parseCoordinate,
  parseInteger,
  parseUint,
  type Row,
} from '../../build-index/release/fields.ts';

/** A row with `text` as its second field, among others that a parser must not look at. */
function rowWith(text: string | Buffer): Row {
  const field = Buffer.from(text as string);
  const bytes = Buffer.concat([Buffer.from('99|'), field, Buffer.from('|99')]);
  const end = bytes.length - 3;
  return { bytes, start: Int32Array.of(0, 3, end + 1), end: Int32Array.of(2, end, bytes.length), line: 2 };
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const nearlyANumber = fc.string({ unit: fc.constantFrom(...'0123456789+-. eE,'), minLength: 1, maxLength: 8 });

describe('a whole number', () => {
  test('is its value, also with zeros in front', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(5), (value, zeros) => {
        expect(parseUint(rowWith('0'.repeat(zeros) + value), 1)).toBe(value);
      }),
    );
  });

  test('is told from an empty field and from anything else', () => {
    expect(parseUint(rowWith(''), 1)).toBe(EMPTY);
    expect(parseUint(rowWith('9007199254740991'), 1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseUint(rowWith('9007199254740992'), 1)).toBe(MALFORMED);
    expect(parseUint(rowWith('9'.repeat(400)), 1)).toBe(MALFORMED);
    fc.assert(
      fc.property(nearlyANumber, (text) => {
        expect(parseUint(rowWith(text), 1)).toBe(/^\d+$/.test(text) ? Number(text) : MALFORMED);
      }),
    );
  });
});

describe('an integer', () => {
  test('is its value with its sign', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.boolean(), (value, plus) => {
        expect(parseInteger(rowWith((plus && value >= 0 ? '+' : '') + value), 1)).toBe(value);
      }),
    );
    expect(parseInteger(rowWith('-0'), 1)).toBe(0);
  });

  test('is told from an empty field and from anything else', () => {
    expect(parseInteger(rowWith(''), 1)).toBe(EMPTY_NUMBER);
    for (const text of ['-9007199254740992', '9007199254740992', '+', '-']) {
      expect(parseInteger(rowWith(text), 1)).toBeNaN();
    }
    fc.assert(
      fc.property(nearlyANumber, (text) => {
        expect(parseInteger(rowWith(text), 1)).toBe(/^[+-]?\d+$/.test(text) ? Number(text) + 0 : Number.NaN);
      }),
    );
  });
});

describe('a coordinate', () => {
  /** Rounded half away from zero at the eighth decimal, in whole numbers. */
  function exactly(sign: string, whole: string, fraction: string | null): number {
    const padded = `${fraction ?? ''}000000000`;
    let units = BigInt(whole || '0') * 100_000_000n + BigInt(padded.slice(0, 8));
    if (padded[8]! >= '5') units++;
    return Number(sign === '-' ? -units : units);
  }

  test('is the exact number of 1e-8 degrees, half a unit rounding away from zero', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '-', '+'),
        digits(0, 7),
        fc.option(
          fc.oneof(
            digits(0, 14),
            digits(8, 8).map((eight) => `${eight}5`),
          ),
        ),
        (sign, whole, fraction) => {
          fc.pre(whole !== '' || (fraction ?? '') !== '');
          const text = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`;
          expect(parseCoordinate(rowWith(text), 1)).toBe(exactly(sign, whole, fraction));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('gives back what was written with eight decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -180_00000000, max: 180_00000000 }), (units) => {
        const magnitude = Math.abs(units);
        const fraction = String(magnitude % 100_000_000).padStart(8, '0');
        const text = `${units < 0 ? '-' : ''}${Math.floor(magnitude / 100_000_000)}.${fraction}`;
        expect(parseCoordinate(rowWith(text), 1)).toBe(units);
      }),
    );
  });

  test('is told from an empty field and from anything else', () => {
    expect(parseCoordinate(rowWith(''), 1)).toBe(EMPTY_NUMBER);
    for (const text of ['.', '-', '-.', '1.2.3', '1e5', '144,5', ' 144.5', '144.5 ', 'NaN', '--1', '1234567890123']) {
      expect(parseCoordinate(rowWith(text), 1), text).toBeNaN();
    }
    fc.assert(
      fc.property(nearlyANumber, (text) => {
        const found = parseCoordinate(rowWith(text), 1);
        const well = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) && Math.abs(Number(text)) < 90_000_000;
        expect(Number.isNaN(found), text).toBe(!well);
        if (well) expect(Math.abs(found - Number(text) * 1e8)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('text', () => {
  test('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fieldText(rowWith(text), 1)).toBe(text);
        expect(isEmpty(rowWith(text), 1)).toBe(text === '');
      }),
    );
  });

  test('is invalid UTF-8 exactly where a strict decoder says so', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.array(fc.constantFrom(0x41, 0xc3, 0x84, 0xe2, 0x80, 0x93, 0xf0, 0x9f, 0xed, 0xa0, 0xff), { maxLength: 6 }),
      fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, (field) => {
        let valid = true;
        try {
          strict.decode(Uint8Array.from(field));
        } catch {
          valid = false;
        }
        const row = rowWith(Buffer.from(field));
        expect(hasInvalidUtf8(row.bytes, row.start[1]!, row.end[1]!)).toBe(!valid);
      }),
      { numRuns: 1000 },
    );
  });
});
