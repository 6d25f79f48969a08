import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { childOf, nameTries, POSTING_MASK } from '../../../src/address/index/name-trie.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { cardOf, mayHave } from '../../../src/address/index/street-card.ts';
import { STREET_RECORD, weightOf } from '../../../src/address/index/street-record.ts';
import { parseNumbers } from '../../../src/address/search/parse/numbers/parse-numbers.ts';
import { TYPING_BY_SOURCES } from '../../../src/address/search/policy.ts';
import { newWorkspace } from '../../../src/address/search/query/workspace.ts';
import { isOther } from '../../../src/address/search/retrieve/name-postings.ts';
import { numberCodes } from '../../../src/address/search/retrieve/numbers/number-codes.ts';
import { push, takeNearest } from '../../../src/address/search/retrieve/places/near-places.ts';
import { placesWithPrefix, streetsNamed } from '../../../src/address/search/retrieve/places/place-streets.ts';
import { nearTo, squareTo, streetsOfState } from '../../../src/address/search/retrieve/places/regions.ts';
import { queryOf } from '../../../src/address/search/retrieve/query.ts';
import { NO_POSTING } from '../../../src/address/search/retrieve/ranked-walk.ts';
import { nextStreet, streetsWithPrefix } from '../../../src/address/search/retrieve/street-scan.ts';
import { generatedIndex } from '../../support/shared-releases.ts';
import { openSample, type Sample } from './sample.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

const prefix = fc.string({ unit: fc.constantFrom(...'ABCDEGHLMPRSTW'), minLength: 1, maxLength: 2 });

describe('The retrieve room, by places', () => {
  it('visits every street of a state that may have a number, the best known of their own names first, whether the number is high or low', () => {
    const index = openIndex(generatedIndex(80_000, 5));
    const { streetEntry, streetRecord } = index.columns;
    const { street: trie } = nameTries(index);
    const weightIn = (street: number) => weightOf(streetRecord, street * STREET_RECORD);
    let met = 0;
    let most = 0;
    fc.assert(
      fc.property(
        fc.constantFrom('', ...'CMS'),
        fc.constantFrom(12, 199, 200, 640),
        fc.constantFrom(1, 4, 6, 7, 8),
        (letters, number, state) => {
          // Of all names, low numbers are looked for on the largest streets of a place alone.
          fc.pre(letters !== '' || number >= 200);
          const node = letters === '' ? 0 : childOf(trie, 0, letters.charCodeAt(0));
          most = Math.max(most, trie.start[trie.high[node]] - trie.start[trie.low[node]]);
          const query = {
            ...queryOf(index, `${number} ${letters}`, TYPING_BY_SOURCES, { state, near: null }),
            budget: Number.POSITIVE_INFINITY,
          };
          const typed = numberCodes(index, parseNumbers(index, query.tokens, query.words)[0], true);
          const codes = { ...typed, compounds: [] };
          const { from, to } = streetsOfState(index, state);
          const visited: number[] = [];
          const scan = streetsWithPrefix(query, node, { number, codes, state });
          for (let posting = nextStreet(scan); posting !== NO_POSTING; posting = nextStreet(scan))
            if (!isOther(posting)) visited.push(posting & POSTING_MASK);
          const expected: number[] = [];
          for (let street = from; street < to; street++) {
            const isNamed = streetEntry[street] >= trie.low[node] && streetEntry[street] < trie.high[node];
            if (isNamed && mayHave(cardOf(streetRecord, street * STREET_RECORD), number)) expected.push(street);
          }
          expect([...new Set(visited)].sort((a, b) => a - b)).toEqual(expected);
          const led = visited.length - expected.length;
          for (let i = led + 1; i < visited.length; i++)
            expect(weightIn(visited[i - 1])).toBeGreaterThanOrEqual(weightIn(visited[i]));
          met += expected.length;
        },
      ),
      { numRuns: 60 },
    );
    expect(met).toBeGreaterThan(100);
    expect(most).toBeGreaterThan(2048);
  });

  it('finds the streets of a locality that begin with letters as a look at all of them does', () => {
    const { localityStreetStart, streetEntry } = sample.index.columns;
    const localities = localityStreetStart.length - 1;
    fc.assert(
      fc.property(fc.nat(localities - 1), prefix, (locality, letters) => {
        const { street: trie } = nameTries(sample.index);
        const node = [...letters].reduce((at, letter) => (at < 0 ? -1 : childOf(trie, at, letter.charCodeAt(0))), 0);
        fc.pre(node >= 0);
        const { low, high } = trie;
        const { from, to } = streetsNamed(queryOf(sample.index, letters, TYPING_BY_SOURCES), locality, {
          low: low[node],
          high: high[node],
        });
        const expected: number[] = [];
        for (let street = localityStreetStart[locality]; street < localityStreetStart[locality + 1]; street++)
          if (streetEntry[street] >= low[node] && streetEntry[street] < high[node]) expected.push(street);
        expect(Array.from({ length: to - from }, (_, i) => from + i)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the places that begin with letters and are nearest to a point as a look at all of them does', () => {
    const index = openIndex(generatedIndex(80_000, 5));
    const { locality: trie } = nameTries(index);
    let most = 0;
    fc.assert(
      fc.property(
        prefix,
        fc.tuple(fc.double({ min: -38, max: -12, noNaN: true }), fc.double({ min: 114, max: 153, noNaN: true })),
        (letters, [lat, lon]) => {
          const node = [...letters].reduce((at, letter) => (at < 0 ? -1 : childOf(trie, at, letter.charCodeAt(0))), 0);
          fc.pre(node >= 0);
          const near = nearTo({ lat, lon });
          const postings = trie.posting.subarray(trie.start[trie.low[node]], trie.start[trie.high[node]]);
          const named = [...new Set([...postings].map((posting) => posting & POSTING_MASK))];
          const square = new Map(named.map((place) => [place, squareTo(index, place, near)] as const));
          const expected = named
            .filter((place) => square.get(place) !== Number.POSITIVE_INFINITY)
            .sort((a, b) => (square.get(a) ?? 0) - (square.get(b) ?? 0) || a - b)
            .slice(0, 6);
          most = Math.max(most, named.length);
          const found = placesWithPrefix(queryOf(index, letters, TYPING_BY_SOURCES, { state: -1, near }), node, 6);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
    expect(most).toBeGreaterThan(20);
  });

  it('takes what is near from a heap in the order of distance, of equals the lowest', () => {
    const heap = newWorkspace().placesAhead;
    const member = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(20));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 600, size: 'max' }), (members) => {
        heap.count = 0;
        for (const [name, square] of members) push(heap, name, square);
        const taken = members.map(() => takeNearest(heap));
        expect(taken).toEqual(members.sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([name]) => name));
      }),
    );
  });
});
