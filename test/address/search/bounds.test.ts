import { describe, expect, it } from 'vitest';
import { keystrokes, lineOf, randomLines } from '../../../bench/address/search/inputs.ts';
import { mutateText } from '../../../bench/address/search/mutate-text.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { run } from '../../../src/address/search/engine.ts';
import { findBest } from '../../../src/address/search/find-best.ts';
import { type Policy, TYPING_BY_SOURCES, WHOLE, WITH_OTHERS } from '../../../src/address/search/policy.ts';
import { queryOf } from '../../../src/address/search/retrieve/query.ts';
import { type Candidate, type Search, searchFor } from '../../../src/address/search/score/candidates.ts';
import type { Trace } from '../../../src/address/search/sources/source.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

const LINES = cases(60, 20_000);
/** Sums of decimal fractions miss each other by so much. */
const ROUNDING = 1e-9;

/** Opens every source, whatever its bound. */
const everything = (policy: Policy): Policy => ({
  ...policy,
  straight: null,
  margin: Number.NEGATIVE_INFINITY,
  sure: Number.NEGATIVE_INFINITY,
});

/** Keeps every record, with a budget without end. */
const withoutLimits = (policy: Policy): Policy => ({
  ...policy,
  budget: Number.POSITIVE_INFINITY,
  spread: Number.POSITIVE_INFINITY,
});

/** Lines of an index as they are, each with some letters, words or numbers changed, and what is typed of both. */
function queriesOf(index: AddressIndex): string[] {
  const random = new Random(7, 'bounds');
  const lines = randomLines(index, random, LINES);
  const words = lines.flatMap((line) => line.split(' '));
  const changed = lines.map((line) => mutateText(line, random.pick(lines), words, 120, random));
  // Its number is its postcode too: further records of the street are found by either reading.
  const twice = '2794 BLACKWOOD WAY, COWRA NSW 2794';
  return [twice, ...lines, ...changed, ...keystrokes([...lines, ...changed], random, LINES, 60)];
}

function searchWith(index: AddressIndex, text: string, policy: Policy, trace: Trace = {}): Search {
  const search = searchFor(queryOf(index, text, withoutLimits(policy)));
  run({ search, trace, waiting: [], named: null, tried: null }, text);
  return search;
}

describe.each([
  ['while typing', TYPING_BY_SOURCES],
  ['of a whole address', WHOLE],
])('The bounds of sources %s', (_, policy) => {
  const index = openIndex(generatedIndex(80_000, 5));

  it('are no more than what their candidates cost', () => {
    const wrong: string[] = [];
    for (const text of queriesOf(index)) {
      const known = new Set<Candidate>();
      const search = searchFor(queryOf(index, text, withoutLimits(everything(policy))));
      const source: Trace['source'] = ({ kind, bound }, brought) => {
        for (const candidate of search.candidates) {
          if (brought !== null && !known.has(candidate) && candidate.cost < bound - ROUNDING)
            wrong.push(`${text}: ${kind} from ${bound}, ${lineOf(index, candidate.ordinal)} costs ${candidate.cost}`);
          known.add(candidate);
        }
      };
      run({ search, trace: { source }, waiting: [], named: null, tried: null }, text);
    }
    expect(wrong).toEqual([]);
  });

  it('leave out nothing that costs less than the least of those that were needless', () => {
    const wrong: string[] = [];
    for (const text of queriesOf(index)) {
      let least = Number.POSITIVE_INFINITY;
      const source: Trace['source'] = ({ bound }, brought) => {
        if (brought === null) least = Math.min(least, bound);
      };
      const costs = (search: Search) =>
        search.candidates
          .filter(({ cost }) => cost < least - ROUNDING)
          .map(({ ordinal, cost }) => `${lineOf(index, ordinal)} costs ${cost.toFixed(2)}`)
          .sort();
      const search = searchWith(index, text, policy, { source });
      // Nor is anything kept, or looked for by the straight way, that costs more than the best by the spread.
      for (const { cost } of search.candidates) least = Math.min(least, cost + policy.spread);
      const found = costs(search);
      const all = costs(searchWith(index, text, everything(policy)));
      const lost = all.filter((it) => !found.includes(it));
      if (lost.length > 0) wrong.push(`${text}: ${lost.join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('A whole address', () => {
  it('has no better record where those that cost more are kept as well', () => {
    const index = openIndex(generatedIndex(80_000, 5));
    const costOf = (text: string, policy: Policy) =>
      findBest(index, text, {}, policy)?.candidate.cost ?? Number.POSITIVE_INFINITY;
    const lost = queriesOf(index).filter((text) => costOf(text, WHOLE) > costOf(text, WITH_OTHERS) + ROUNDING);
    expect(lost).toEqual([]);
  });
});
