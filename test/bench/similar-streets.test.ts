import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../../bench/address/accuracy/language/edit-distance.ts';
import { SimilarStreets } from '../../bench/address/accuracy/universe/similar-streets.ts';
import type { Universe } from '../../bench/address/accuracy/universe/universe.ts';

it('finds the streets here and next door whose names are one letter apart, as comparing all of them does', () => {
  const word = fc.stringMatching(/^[ABC]{1,5}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), (names) => {
      const universe = {
        streets: names.map((name, at) => ({ name, type: 'ROAD', suffix: '', locality: at % 3 })),
        localities: [0, 1, 2].map((locality) => ({
          streets: names.flatMap((_, at) => (at % 3 === locality ? [at] : [])),
          neighbours: [0, 1, 2],
        })),
      } as unknown as Universe;
      const similar = new SimilarStreets(universe);
      for (const [at, each] of names.entries()) {
        const compared = names.flatMap((other, i) => (editDistance(each, other) === 1 ? [i] : []));
        const isHere = (i: number) => i % 3 === at % 3;
        expect([...similar.here(at)].sort((a, b) => a - b)).toEqual(compared.filter(isHere));
        expect([...similar.nextDoor(at)].sort((a, b) => a - b)).toEqual(compared.filter((i) => !isHere(i)));
      }
    }),
    { numRuns: 100 },
  );
});
