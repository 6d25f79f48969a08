import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstWordsOf } from '../../../build-index/compile/first-words.ts';
import { firstWith } from '../../../src/address/index/first-words.ts';

const word = fc.string({ unit: fc.constantFrom('A', 'B', '1'), minLength: 1, maxLength: 3 });
const key = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

it('The table of first words leads to the first key of a word, and to none for a word that begins none', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 30 }), word, (list, asked) => {
      const sorted = list.sort();
      const keyStart = Uint32Array.from([0, ...sorted].map((_, i) => sorted.slice(0, i).join('').length));
      const keys = { key: Buffer.from(sorted.join(''), 'latin1'), keyStart };
      const letters = Buffer.from(`X${asked}X`, 'latin1');
      const expected = sorted.findIndex((each) => each.split(' ')[0] === asked);
      expect(firstWith(keys, firstWordsOf(keys), letters, 1, 1 + asked.length)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
