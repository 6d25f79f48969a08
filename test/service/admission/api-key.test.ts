import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksumOf, createKey, displayPrefix, hashOfKey, keyFault } from '../../../src/service/admission/api-key.ts';

const BASE62 = /^[0-9A-Za-z]+$/;
const SHAPE = /^lbx_live_[0-9A-Za-z]{38}$/;

test('a new key has the prefix, 32 random characters and 6 of checksum, and nothing is wrong with it', () => {
  for (let i = 0; i < 1000; i++) {
    const key = createKey();
    expect(key).toMatch(SHAPE);
    expect(keyFault(key)).toBeNull();
  }
});

test('the checksum is the CRC-32 of what comes before it, in base62', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
      let drawn = 0;
      const key = createKey((n) => Uint8Array.from({ length: n }, () => bytes[drawn++ % 64] % 248));
      const value = [...key.slice(41)].reduce(
        (sum, c) => sum * 62 + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(c),
        0,
      );
      expect(value).toBe(crc32(key.slice(0, 41)));
      expect(checksumOf(key.slice(0, 41))).toBe(key.slice(41));
    }),
  );
});

test('every character of the alphabet is equally likely: bytes that would favour some are left out', () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    let draws = 0;
    const key = createKey((n) => new Uint8Array(n).fill(draws++ === 0 ? byte : 255 - 8));
    const first = key[9];
    if (byte >= 248) expect(key.slice(9, 41)).toBe('z'.repeat(32));
    else counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test('one wrong character, or two swapped ones, make a key mistyped', () => {
  fc.assert(
    fc.property(fc.integer({ min: 9, max: 46 }), fc.integer({ min: 0, max: 61 }), (at, digit) => {
      const key = createKey();
      const other = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[digit];
      const wrong = key.slice(0, at) + other + key.slice(at + 1);
      expect(keyFault(wrong)).toBe(other === key[at] ? null : 'mistyped');
      if (at < 46) {
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        expect(keyFault(swapped)).toBe(swapped === key ? null : 'mistyped');
      }
    }),
  );
});

test('no text of any length from 0 to 4096 is taken for a key by its length alone', () => {
  for (let length = 0; length <= 4096; length++) {
    const text = `lbx_live_${'a'.repeat(4096)}`.slice(0, length);
    expect(keyFault(text)).toBe(length === 47 ? 'mistyped' : 'malformed');
  }
});

test('control characters, non-ASCII characters and anything else outside base62 are malformed wherever they stand', () => {
  const strange = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('\0', '\r', '\n', '\x7f', 'é', '０', 'ſ', 'K', ' '),
  );
  fc.assert(
    fc.property(strange, fc.integer({ min: 0, max: 46 }), (character, at) => {
      fc.pre(!BASE62.test(character) && character !== '_');
      const key = createKey();
      expect(keyFault(key.slice(0, at) + character + key.slice(at + 1))).toBe('malformed');
    }),
    { numRuns: 2000 },
  );
});

test('arbitrary text never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 4096 }), (text) => {
      expect(keyFault(text)).not.toBeUndefined();
    }),
  );
});

test('the stored hash is SHA-256, and the display prefix shows four random characters', () => {
  expect(hashOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const key = createKey();
  expect(displayPrefix(key)).toBe(key.slice(0, 13));
});
