import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkBody,
  checkQuery,
  type FieldSet,
  integerField,
  listField,
  required,
  textField,
} from '../../../../src/billing/accounts/console/fields/fields.ts';

const FIELDS: FieldSet = {
  name: required(textField(2, 5, 'A name.')),
  count: integerField(3, 9, 'A count.'),
  code: textField(1, 9, 'A code.', { pattern: /^[a-z]+ ?$/, expected: 'letters' }),
  tags: listField(1, 2, 3, { items: 'a tag', description: 'Tags.' }),
};

/** The problems of a body or a query, by field; null when it is accepted. */
function problemsOf(check: () => unknown): Record<string, readonly string[]> | null {
  try {
    check();
    return null;
  } catch (error) {
    return (error as { details: { fields?: Record<string, readonly string[]> } }).details as never;
  }
}

const body = (json: unknown) => JSON.stringify(problemsOf(() => checkBody(FIELDS, json)));
const query = (text: string) => JSON.stringify(problemsOf(() => checkQuery(FIELDS, new URLSearchParams(text))));

describe('a body', () => {
  it('is accepted with values up to the bounds of its fields', () => {
    for (const more of [
      { name: 'ab' },
      { name: 'abcde' },
      { name: '𝒜𝒜𝒜𝒜𝒜' },
      { count: 3 },
      { count: 9 },
      { code: 'a ' },
      { tags: ['a'] },
      { tags: ['a', 'bcd'] },
    ]) {
      const json = { name: 'abc', ...more };
      expect(checkBody(FIELDS, json)).toEqual(json);
    }
  });

  it('is refused with values beyond them, naming the field and what is expected', () => {
    const cases: [object, string, string][] = [
      [{ name: undefined }, 'name', 'is required'],
      [
        { name: 'a' },
        'name',
        'must be a text of 2 to 5 characters without space around it, control characters or changes of direction',
      ],
      [{ name: 'abcdef' }, 'name', 'must be a text'],
      [{ name: ' ab' }, 'name', 'must be a text'],
      [{ name: 'a\u0000b' }, 'name', 'must be a text'],
      [{ name: 7 }, 'name', 'must be a text'],
      [{ count: 2 }, 'count', 'must be a whole number from 3 to 9'],
      [{ count: 10 }, 'count', 'must be a whole number'],
      [{ count: 3.5 }, 'count', 'must be a whole number'],
      [{ count: '5' }, 'count', 'must be a whole number'],
      [{ code: 'A' }, 'code', 'must be letters'],
      [{ tags: [] }, 'tags', 'must be a list of 1 to 2 texts of 1 to 3 characters'],
      [{ tags: ['a', 'b', 'c'] }, 'tags', 'must be a list'],
      [{ tags: [''] }, 'tags', 'must be a list'],
      [{ tags: ['abcd'] }, 'tags', 'must be a list'],
      [{ tags: [1] }, 'tags', 'must be a list'],
      [{ tags: 'a' }, 'tags', 'must be a list'],
      [{ other: 1 }, 'other', 'is not a field, expected name, count, code, tags'],
    ];
    for (const [more, name, expected] of cases) {
      const told = body({ name: 'abc', ...more });
      expect(told, JSON.stringify(more)).toContain(`"${name}":["${expected}`);
    }
    for (const json of [null, [], 'a', 1]) expect(body(json)).toContain('must be a JSON object with name, count');
    expect(problemsOf(() => checkBody({}, null))).not.toBeNull();
  });

  it('with many unknown fields is refused naming ten of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (count) => {
        const unknown = Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1]));
        expect(body({ name: 'abc', ...unknown })?.split('is not a field').length).toBe(1 + Math.min(10, count));
      }),
    );
  });
});

describe('a query', () => {
  it('takes numbers in digits, each parameter once, and ignores other parameters', () => {
    expect(checkQuery(FIELDS, new URLSearchParams('name=abc&count=5&other=1&other=2'))).toEqual({
      name: 'abc',
      count: 5,
    });
    expect(query('name=abc&name=abd')).toContain('"name":["must be given once"]');
    for (const count of ['5.0', '-5', '', '5e0', '1234567890123456'])
      expect(query(`name=abc&count=${count}`), count).toContain('"count":["must be a whole number from 3 to 9"]');
    expect(query('')).toContain('"name":["is required"]');
  });
});
