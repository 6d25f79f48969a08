import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admitByKeys, developmentKey, parseKeyFile } from '../../../src/service/admission/key-file.ts';

const hex = 'ab'.repeat(32);
const entry = { sha256: hex, account: 'acme', products: ['address'] };

describe('a key file', () => {
  it('holds an array of keys', () => {
    expect(parseKeyFile(JSON.stringify([entry]), 'keys.json')).toEqual([entry]);
    expect(parseKeyFile('[]', 'keys.json')).toEqual([]);
  });

  it('may give hashes in either case, and products more than once', () => {
    const [key] = parseKeyFile(
      JSON.stringify([{ ...entry, sha256: hex.toUpperCase(), products: ['a', 'b', 'a'] }]),
      'k',
    );
    expect(key).toEqual({ sha256: hex, account: 'acme', products: ['a', 'b'] });
  });

  it.each([
    ['', /^The key file keys\.json is not JSON: /],
    ['[', /^The key file keys\.json is not JSON: /],
    ['{}', 'The key file keys.json holds an object, expected an array of keys.'],
    ['null', 'The key file keys.json holds nothing, expected an array of keys.'],
    ['[7]', 'Key 1 of the key file keys.json is the number 7, expected an object with sha256, account, products.'],
    [[entry, null], 'Key 2 of the key file keys.json is nothing, expected an object with sha256, account, products.'],
    [
      [{ ...entry, sha256: undefined }],
      'Key 1 of the key file keys.json has nothing as sha256, expected 64 hexadecimal digits.',
    ],
    [
      [{ ...entry, sha256: 5 }],
      'Key 1 of the key file keys.json has the number 5 as sha256, expected 64 hexadecimal digits.',
    ],
    [
      [{ ...entry, sha256: 'lbx_live_secret' }],
      'Key 1 of the key file keys.json has a text of 15 characters as sha256, expected 64 hexadecimal digits.',
    ],
    [[{ ...entry, account: '' }], 'Key 1 of the key file keys.json has an empty text as account, expected a name.'],
    [[{ ...entry, account: 3 }], 'Key 1 of the key file keys.json has the number 3 as account, expected a name.'],
    [
      [{ ...entry, products: 'address' }],
      'Key 1 of the key file keys.json has the string "address" as products, expected an array of names such as "address".',
    ],
    [
      [{ ...entry, products: ['address', 1] }],
      'Key 1 of the key file keys.json has the number 1 among its products, expected lower-case letters, digits and hyphens, at most 32, such as address.',
    ],
    [
      [{ ...entry, key: 'x' }],
      'Key 1 of the key file keys.json has a field "key", expected only sha256, account, products.',
    ],
    [[entry, entry], 'Key 2 of the key file keys.json has the same sha256 as key 1, expected each key once.'],
  ])('is refused with a sentence: %j', (content, sentence) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(() => parseKeyFile(text, 'keys.json')).toThrow(sentence);
  });

  it.each(['', 'Address', 'a b', '1st', 'a'.repeat(33)])(
    'is refused with a product that no plan can have: "%s"',
    (name) => {
      expect(() => parseKeyFile(JSON.stringify([{ ...entry, products: [name] }]), 'keys.json')).toThrow(
        /among its products, expected lower-case letters, digits and hyphens, at most 32, such as address\.$/,
      );
    },
  );

  it('is either read or refused with a sentence that names it, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        try {
          expect(Array.isArray(parseKeyFile(text, 'keys.json'))).toBe(true);
        } catch (error) {
          expect((error as Error).message).toMatch(/key file keys\.json .*\.$/s);
        }
      }),
    );
  });
});

const NOBODY = { header: () => '', address: () => '' };

describe('admission by keys', () => {
  it('admits exactly the keys of the list, at their first use and later', () => {
    const key = fc.string({ minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 10 }), fc.array(key, { maxLength: 10 }), (known, others) => {
        const admit = admitByKeys(known.map((text, i) => ({ ...developmentKey(text), account: `account ${i}` })));
        for (let again = 0; again < 2; again++) {
          for (const text of [...known, ...others]) {
            const answer = admit(text, 'address', 1, NOBODY);
            const i = known.indexOf(text);
            if (i >= 0) expect(answer).toMatchObject({ admitted: true, account: `account ${i}` });
            else expect(answer).toMatchObject({ admitted: false, status: 401, code: 'INVALID_API_KEY' });
          }
        }
        expect(admit(null, 'address', 1, NOBODY)).toMatchObject({ admitted: false, code: 'MISSING_API_KEY' });
      }),
    );
  });

  it('recognizes keys by their SHA-256', () => {
    const sha256 = createHash('sha256').update('schlüssel').digest('hex');
    const admit = admitByKeys([{ sha256, account: 'a', products: ['address'] }]);
    expect(admit('schlüssel', 'address', 1, NOBODY).admitted).toBe(true);
    expect(admit(sha256, 'address', 1, NOBODY).admitted).toBe(false);
  });
});
