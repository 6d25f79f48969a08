import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../../bench/accuracy/language/edit-distance.ts';
import { SimilarStreets } from '../../bench/accuracy/universe/similar-streets.ts';
import type { Universe } from '../../bench/accuracy/universe/universe.ts';

it('finds the streets of a locality whose names are one letter apart, as comparing all of them does', () => {
  const name = fc.stringMatching(/^[ABC]{1,5}$/);
  fc.assert(
    fc.property(fc.array(name, { minLength: 2, maxLength: 12 }), (names) => {
      const universe = {
        streets: names.map((each) => ({ name: each, type: 'ROAD', suffix: '', locality: 0 })),
        localities: [{ streets: names.map((_, at) => at) }],
      } as unknown as Universe;
      const similar = new SimilarStreets(universe);
      for (const [at, each] of names.entries()) {
        const compared = names.flatMap((other, i) => (editDistance(each, other) === 1 ? [i] : []));
        expect(similar.of(at, 0).sort((a, b) => a - b)).toEqual(compared);
      }
    }),
    { numRuns: 100 },
  );
});
