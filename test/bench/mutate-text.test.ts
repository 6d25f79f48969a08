import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mutateText } from '../../bench/address/search/mutate-text.ts';
import { Random } from '../../build-index/generate/random.ts';

it('changes a text into another that may be sent, the same one for the same seed', () => {
  const text = fc.string({ minLength: 1, maxLength: 60 }).filter((each) => each.trim() !== '');
  fc.assert(
    fc.property(text, text, fc.nat(), fc.integer({ min: 20, max: 200 }), (q, other, seed, longest) => {
      const mutated = () => mutateText(q.slice(0, longest), other, ['smith', 'street'], longest, new Random(seed, 'q'));
      expect(mutated()).toBe(mutated());
      expect(mutated()).not.toBe('');
      expect(mutated().length).toBeLessThanOrEqual(longest);
    }),
    { numRuns: 500 },
  );
});
