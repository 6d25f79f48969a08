import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../../src/address/index/bytes.ts';
import { fragment, JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { writeCoordinate } from '../../../src/address/operations/write-text.ts';

const ascii = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const known = ['', '"', '{"id":', ',"name":null', 'x'.repeat(64), ',"twelve":null', '1234567890123456789'].map(
  (text) => ({
    text,
    fragment: fragment(text),
  }),
);

/** One way to write, and the bytes that it adds to those before. */
interface Step {
  readonly write: (out: JsonBytes) => void;
  readonly bytes: (before: Buffer) => Uint8Array;
}

const stepOf = (text: string, write: Step['write']): Step => ({ write, bytes: () => Buffer.from(text) });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...known).map((it) => stepOf(it.text, (out) => out.write(it.fragment))),
  ascii.map((text) => stepOf(text, (out) => out.ascii(text))),
  fc.string({ unit: 'binary' }).map((text) => stepOf(JSON.stringify(text), (out) => out.string(text))),
  fc.constantFrom(...'{},":[]').map((text) => stepOf(text, (out) => out.character(text.charCodeAt(0)))),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => stepOf(String(value), (out) => out.uint(value))),
  fc
    .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 9, max: 12 }))
    .map(([value, count]) => stepOf(String(value).padStart(count, '0'), (out) => out.digits(value, count))),
  fc.tuple(fc.string({ unit: 'grapheme', maxLength: 200 }), ascii, fc.nat(20)).map(([text, before, behind]) =>
    stepOf(text, (out) => {
      const section = new TextEncoder().encode(`${before}${text}${'.'.repeat(behind)}`);
      out.raw(bytesOf(section.buffer), before.length, section.length - behind);
    }),
  ),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40)).map(([from, length]) => ({
    write: (out: JsonBytes) => {
      const start = Math.floor(from * out.length);
      out.again(start, Math.min(out.length, start + length));
    },
    bytes: (before: Buffer) => {
      const start = Math.floor(from * before.length);
      return before.subarray(start, start + length);
    },
  })),
);

describe('an answer that is written bit by bit', () => {
  it('has the bytes of what was written, one after another, however little room there is at first', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 100 }), (steps, capacity) => {
        const out = new JsonBytes(capacity);
        for (const round of [1, 2]) {
          out.reset();
          let expected = Buffer.alloc(0);
          for (const { write, bytes } of steps) {
            write(out);
            expected = Buffer.concat([expected, bytes(expected)]);
          }
          expect({ round, hex: Buffer.from(out.view()).toString('hex') }).toEqual({
            round,
            hex: expected.toString('hex'),
          });
        }
      }),
    );
  });

  it('has coordinates as JSON has them, to the eighth decimal', () => {
    const out = new JsonBytes();
    fc.assert(
      fc.property(fc.integer({ min: -180e8, max: 180e8 }), fc.constantFrom(1, 10, 1000, 1e6, 1e8), (value, unit) => {
        const rounded = Math.trunc(value / unit) * unit;
        out.reset();
        writeCoordinate(out, rounded);
        const text = Buffer.from(out.view()).toString();
        expect(Math.round(Number(text) * 1e8)).toBe(rounded + 0);
        expect(text).toMatch(/^(0|-?\d+(\.\d{0,7}[1-9])?)$/);
      }),
    );
  });

  it('is refused where it would be endless', () => {
    const out = new JsonBytes();
    expect(() => {
      for (;;) {
        out.character(0x30);
        out.again(0, out.length);
      }
    }).toThrow(/an answer of \d+ bytes, expected at most \d+/);
  });
});
