import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKey, KEY_PREFIX, PUBLISHABLE_PREFIX } from '../../../src/service/admission/api-key.ts';
import { knownKeys, placeByPrefix, placeBySecret } from '../../../src/service/admission/known-keys.ts';

const PLACES = { prefix: () => placeByPrefix, secret: placeBySecret, one: () => () => 0 };
const kinds = Object.entries(PLACES);

/** A text that counts how often a character of it is read. */
function counted(text: string): { readonly text: string; readonly reads: () => number } {
  let reads = 0;
  const charCodeAt = (i: number): number => {
    reads++;
    return text.charCodeAt(i);
  };
  return { text: { length: text.length, charCodeAt } as unknown as string, reads: () => reads };
}

function readsOf(known: ReturnType<typeof knownKeys>, guess: string): number {
  const { text, reads } = counted(guess);
  known.find(text);
  return reads();
}

const withCode = (key: string, at: number, code: number): string =>
  key.slice(0, at) + String.fromCharCode(code) + key.slice(at + 1);

test.each(kinds)('by %s, each key leads to what was remembered with it, and no other text does', (_, placeOf) => {
  const ofTheService = fc
    .string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 7 })
    .map((random) => `${KEY_PREFIX}${random}`);
  const anyKey = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), ofTheService);
  fc.assert(
    fc.property(fc.uniqueArray(anyKey, { maxLength: 20 }), fc.array(anyKey), (keys, others) => {
      const known = knownKeys<string>(100, placeOf());
      for (const key of keys) known.remember(key, `of ${key}`);
      for (const text of [...keys, ...others])
        expect(known.find(text)).toBe(keys.includes(text) ? `of ${text}` : undefined);
    }),
  );
});

test.each(kinds)('by %s, a key with one character changed, added or missing is not found', (_, placeOf) => {
  for (const key of [createKey(), createKey(undefined, PUBLISHABLE_PREFIX), 'load', 'schlüssel']) {
    const known = knownKeys<true>(1, placeOf());
    known.remember(key, true);
    for (let at = 0; at < key.length; at++) {
      const code = key.charCodeAt(at);
      for (const other of [code ^ 1, code + 128, code + 256, code + 0x4000])
        expect(known.find(withCode(key, at, other))).toBeUndefined();
      expect(known.find(key.slice(0, at) + key.slice(at + 1))).toBeUndefined();
    }
    expect(known.find(`${key}0`)).toBeUndefined();
    expect(known.find(key)).toBe(true);
  }
});

test('a guess is compared to the end, wherever it is wrong: its time does not say how much of it was right', () => {
  const key = createKey();
  const known = knownKeys<true>(10, placeByPrefix);
  known.remember(key, true);
  // Beyond the prefix and the characters that a console shows.
  const reads = Array.from({ length: key.length - 13 }, (_, i) => readsOf(known, withCode(key, 13 + i, 0x7e)));
  expect(new Set([...reads, readsOf(known, key)])).toEqual(new Set([key.length + 4]));
});

test('a guess at a key of any form leads elsewhere: a text that differs in one character has another place', () => {
  const placeOf = placeBySecret();
  const places = new Set<number>();
  const key = 'a key that somebody chose';
  for (let at = 0; at < key.length; at++)
    for (let code = 0x20; code < 0x7f; code++) places.add(placeOf(withCode(key, at, code)));
  expect(places.size).toBeGreaterThan(key.length * 93);
  expect(placeBySecret()(key)).not.toBe(placeBySecret()(key));
});

test('beyond the most that are remembered, the others are forgotten', () => {
  const known = knownKeys<number>(3, placeByPrefix);
  const keys = Array.from({ length: 4 }, () => createKey());
  for (const [i, key] of keys.entries()) known.remember(key, i);
  expect(keys.map(known.find)).toEqual([undefined, undefined, undefined, 3]);
});
