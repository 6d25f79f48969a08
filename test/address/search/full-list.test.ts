import { describe, expect, it } from 'vitest';
import { randomLines } from '../../../bench/address/search/inputs.ts';
import { mutateText } from '../../../bench/address/search/mutate-text.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { TYPING } from '../../../src/address/search/policy.ts';
import { suggest } from '../../../src/address/search/suggest.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

/** As if caps might be lifted: then a list is never full, and every street is looked at. Lifts none. */
const NEVER_FULL = { ...TYPING, lifted: new Set<string>() };

describe('A full list', () => {
  it('ends a search with the records that the whole of it shows', () => {
    const index = openIndex(generatedIndex(80_000, 5));
    const random = new Random(17, 'full');
    const lines = randomLines(index, random, cases(600, 20_000));
    const words = lines.flatMap((line) => line.split(' '));
    const asked = lines.flatMap((line) => {
      const text = random.chance(0.2) ? mutateText(line, random.pick(lines), words, 120, random) : line;
      return [3, 6, 9, 12, 16].map((most) => text.slice(0, 1 + random.below(most)));
    });
    let full = 0;
    const other = asked.filter((text) => {
      const options = { limit: random.pick([1, 5, 5, 10, 20]), state: random.chance(0.1) ? 7 : -1, near: null };
      let looked = 0;
      const count = {
        source(_: unknown, brought: number | null) {
          looked += brought ?? 0;
        },
      };
      const shown = suggest(index, text, options, count);
      const least = looked;
      looked = 0;
      const all = suggest(index, text, { ...options, policy: NEVER_FULL }, count);
      if (least < looked) full++;
      const told = (some: typeof shown) => some.map(({ candidate, score }) => `${candidate.ordinal} ${score}`).join();
      return told(shown) !== told(all);
    });
    expect(other).toEqual([]);
    expect(full).toBeGreaterThan(asked.length / 100);
  });
});
