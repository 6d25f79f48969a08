import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALIAS_HEAD, isAlias, numberIn, packHead } from '../../../src/address/index/address-head.ts';
import { childOf, nameTries, POSTING_MASK } from '../../../src/address/index/name-trie.ts';
import { STREET_NUMBER } from '../../../src/address/index/number-kinds.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { ANY_NUMBER } from '../../../src/address/index/street-card.ts';
import { STREET_RECORD, weightOf } from '../../../src/address/index/street-record.ts';
import { nameSpans, parseNames } from '../../../src/address/search/parse/names/parse-names.ts';
import { parseNumbers } from '../../../src/address/search/parse/numbers/parse-numbers.ts';
import { BY_SOURCES, TYPING_BY_SOURCES, WITH_OTHERS } from '../../../src/address/search/policy.ts';
import { EXACT, NUMBER_COST, NUMBER_EXACT, NUMBER_PREFIX } from '../../../src/address/search/query/grades.ts';
import { MOST_CANDIDATES, MOST_RESOLVED } from '../../../src/address/search/query/limits.ts';
import { newEditColumns, newWorkspace } from '../../../src/address/search/query/workspace.ts';
import { addMatch, beginMatches, hasRoomFor, isFull } from '../../../src/address/search/resolve/best-matches.ts';
import { beginResolved, namedAddresses } from '../../../src/address/search/resolve/group.ts';
import { resolveOnStreet } from '../../../src/address/search/resolve/street.ts';
import { computeColumns, distanceAt, isWithin, setPattern } from '../../../src/address/search/retrieve/fuzzy/edits.ts';
import { type NumberCodes, numberCodes } from '../../../src/address/search/retrieve/numbers/number-codes.ts';
import { queryOf } from '../../../src/address/search/retrieve/query.ts';
import { NO_POSTING } from '../../../src/address/search/retrieve/ranked-walk.ts';
import { nextStreet, streetsWithPrefix } from '../../../src/address/search/retrieve/street-scan.ts';
import { type Candidate, keep, searchFor, sortCandidates } from '../../../src/address/search/score/candidates.ts';
import { hasToken, NO_TOKENS, sizeOf, tokenRange } from '../../../src/address/search/text/tokens.ts';
import { alignment } from './alignment.ts';
import { openSample, type Sample } from './sample.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

/** Words of addresses in any order: what a parser must survive and divide without contradiction. */
const words = fc
  .array(
    fc.constantFrom(
      ...'UNIT 3 3/12 12-14 LOT 7 SHOP G4 LEVEL 2 , ST STREET ROAD NORTH VIC NSW 3121 2800 RICHMOND EPPING THE HIGH ASCOT C/O PO BOX'.split(
        ' ',
      ),
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((all) => all.join(' '));

const typingQuery = (text: string) => queryOf(sample.index, text, TYPING_BY_SOURCES);
const codesOf = (text: string): NumberCodes => {
  const { index, tokens, words } = typingQuery(text);
  return numberCodes(index, parseNumbers(index, tokens, words)[0], tokens.open);
};

describe('The parse room', () => {
  it('gives each token one role: numbers, street and place never share one, and what is left is counted', () => {
    fc.assert(
      fc.property(words, fc.boolean(), (text, typing) => {
        const query = queryOf(sample.index, text, typing ? TYPING_BY_SOURCES : BY_SOURCES);
        for (const numbers of parseNumbers(query.index, query.tokens, query.words)) {
          const spans = nameSpans(query, numbers.consumed);
          for (const { street, locality, left, unmatched } of parseNames(spans, false)) {
            let used = numbers.consumed;
            for (const span of [street, locality]) {
              if (span === null) continue;
              const range = tokenRange(span.from, span.end);
              expect(used & range).toBe(NO_TOKENS);
              used |= range;
            }
            expect(left & used).toBe(NO_TOKENS);
            expect(unmatched).toBe(sizeOf(left));
          }
          for (const typed of [numbers.number, numbers.last, numbers.lot, numbers.postcode])
            if (typed !== null) expect(hasToken(numbers.consumed, typed.token)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('The retrieve room', () => {
  const nodeOf = (prefix: string): number => {
    const { street } = nameTries(sample.index);
    let node = 0;
    for (const letter of prefix) node = node < 0 ? -1 : childOf(street, node, letter.charCodeAt(0));
    return node;
  };
  const weight = (street: number) => weightOf(sample.index.columns.streetRecord, street * STREET_RECORD);
  const prefix = fc.string({ unit: fc.constantFrom(...'ABCDEGHLMPRSTW'), minLength: 1, maxLength: 2 });

  it('visits every street below a prefix, the best known first', () => {
    fc.assert(
      fc.property(prefix, (letters) => {
        const node = nodeOf(letters);
        fc.pre(node >= 0);
        const { street: trie } = nameTries(sample.index);
        const visited: number[] = [];
        const scan = streetsWithPrefix(typingQuery(letters), node, {
          number: ANY_NUMBER,
          codes: codesOf(letters),
          state: -1,
        });
        for (let posting = nextStreet(scan); posting !== NO_POSTING; posting = nextStreet(scan))
          visited.push(posting & POSTING_MASK);
        const expected = new Set<number>();
        for (let i = trie.start[trie.low[node]]; i < trie.start[trie.high[node]]; i++)
          expected.add(trie.posting[i] & POSTING_MASK);
        expect(new Set(visited)).toEqual(expected);
        for (let i = 1; i < visited.length; i++)
          expect(weight(visited[i - 1])).toBeGreaterThanOrEqual(weight(visited[i]));
      }),
      { numRuns: 60 },
    );
  });

  it('passes over no street that has the number', () => {
    const { addressHead, numberFirst, numberKind, streetAddressStart, streetEntry } = sample.index.columns;
    let having = 0;
    fc.assert(
      fc.property(prefix, fc.integer({ min: 1, max: 300 }), (letters, number) => {
        const node = nodeOf(letters);
        fc.pre(node >= 0);
        const { street: trie } = nameTries(sample.index);
        const visited = new Set<number>();
        const text = `${number} ${letters}`;
        const scan = streetsWithPrefix(typingQuery(text), node, { number, codes: codesOf(text), state: -1 });
        for (let posting = nextStreet(scan); posting !== NO_POSTING; posting = nextStreet(scan))
          visited.add(posting & POSTING_MASK);
        for (let street = 0; street < streetEntry.length; street++) {
          if (streetEntry[street] < trie.low[node] || streetEntry[street] >= trie.high[node]) continue;
          const isNumber = (code: number) => numberKind[code] === STREET_NUMBER && numberFirst[code] === number;
          const rows = addressHead.subarray(streetAddressStart[street], streetAddressStart[street + 1]);
          if (!rows.some((head) => isNumber(numberIn(head)))) continue;
          having++;
          expect(visited).toContain(street);
        }
      }),
      { numRuns: 60 },
    );
    expect(having).toBeGreaterThan(0);
  });

  it('measures misspellings by columns of bits as by the whole matrix', () => {
    const columns = newEditColumns();
    const letters = fc.string({ unit: fc.constantFrom('A', 'B', 'C', ' '), minLength: 1, maxLength: 32 });
    fc.assert(
      fc.property(letters, letters, fc.nat(32), (pattern, text, at) => {
        const [a, b] = [Buffer.from(pattern), Buffer.from(text)];
        setPattern(columns, a, a.length);
        const middle = Math.min(at, b.length);
        computeColumns(columns, b, 0, 0, middle);
        computeColumns(columns, b, 0, middle, b.length);
        const distances = alignment(pattern, text).map((row) => row[text.length]);
        distances.forEach((expected, j) => {
          expect(distanceAt(columns, b.length, j)).toBe(expected);
        });
        expect(isWithin(columns, b.length, 2)).toBe(distances.some((expected) => expected <= 2));
      }),
    );
  });
});

describe('The resolve room', () => {
  it('says that a list of units is full once it takes no worse one, however many were wanted', () => {
    const matches = newWorkspace().unitMatches;
    const match = { address: 1, street: 1, number: 0, unit: EXACT, level: EXACT } as const;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 * MOST_CANDIDATES }), (wanted) => {
        beginMatches(matches, wanted, matches);
        for (let i = 0; i < MOST_CANDIDATES; i++) {
          expect(isFull(matches)).toBe(!hasRoomFor(matches, i));
          if (hasRoomFor(matches, i)) addMatch(matches, i, match);
        }
        expect(isFull(matches)).toBe(true);
        expect(matches.list.length).toBe(Math.min(wanted, MOST_CANDIDATES));
      }),
    );
  });

  /** The least cost of a number by what `keyOf` answers for the address; nothing where the list is full. */
  const resolve = (street: number, codes: NumberCodes, spare: number, keyOf = (ordinal: number) => ordinal) => {
    const found = new Map<number, number>();
    const query = typingQuery('');
    const { resolved } = query.work;
    beginResolved(resolved, MOST_RESOLVED, 0, Number.POSITIVE_INFINITY);
    resolveOnStreet(query, street, codes, spare, false);
    fc.pre(resolved.count < MOST_RESOLVED);
    for (let i = 0; i < resolved.count; i++) {
      const key = keyOf(resolved.ordinal[i]);
      found.set(key, Math.min(NUMBER_COST[resolved.number[i]], found.get(key) ?? Number.POSITIVE_INFINITY));
    }
    return found;
  };
  const streets = () => sample.index.columns.streetEntry.length;

  it('finds every number that the digits are, or begin', () => {
    const { addressHead, numberFirst, numberKind, numberLast, streetAddressStart } = sample.index.columns;
    const met = { exact: 0, begun: 0 };
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 120 }), (pick, number) => {
        const street = pick % streets();
        const codes = codesOf(`${number}`);
        const costs = resolve(street, codes, Number.POSITIVE_INFINITY, (ordinal) => numberIn(addressHead[ordinal]));
        for (let i = streetAddressStart[street]; i < streetAddressStart[street + 1]; i++) {
          const code = numberIn(addressHead[i]);
          if (numberKind[code] !== STREET_NUMBER || numberLast[code] > numberFirst[code]) continue;
          if (isAlias(addressHead[i])) continue;
          if (code === codes.exact) {
            met.exact++;
            expect(costs.get(code)).toBe(NUMBER_COST[NUMBER_EXACT]);
          } else if (String(numberFirst[code]).startsWith(`${number}`) && numberFirst[code] > number) {
            met.begun++;
            expect(costs.get(code)).toBeLessThanOrEqual(NUMBER_COST[NUMBER_PREFIX]);
          }
        }
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(met.exact, met.begun)).toBeGreaterThan(0);
  });

  it('leaves out, under a bound, only what costs as much as the bound', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom('', 'A', '-', ', '),
        fc.constantFrom(...new Set(NUMBER_COST)),
        (pick, number, behind, spare) => {
          const street = pick % streets();
          const codes = codesOf(`${number}${behind}`);
          const bounded = resolve(street, codes, spare);
          for (const [ordinal, cost] of resolve(street, codes, Number.POSITIVE_INFINITY))
            if (cost < spare) expect(bounded.get(ordinal)).toBe(cost);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leaves no address without a number out where a building may tell it apart, however few are enough', () => {
    const street = fc.tuple(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(5));
    fc.assert(
      fc.property(street, fc.integer({ min: 1, max: 5 }), ([aliases, numbered], most) => {
        const addressHead = Uint32Array.from({ length: aliases.length + numbered }, (_, i) =>
          packHead(Math.max(0, i + 1 - aliases.length), aliases[i] ? ALIAS_HEAD : 0),
        );
        const work = newWorkspace();
        const { resolved } = work;
        beginResolved(resolved, most, 0, Number.POSITIVE_INFINITY);
        const index = { columns: { addressHead } } as AddressIndex;
        namedAddresses({ index, work }, 0, addressHead.length);
        const expected = aliases.flatMap((alias, i) => (alias ? [] : [i]));
        expect([...resolved.ordinal.subarray(0, resolved.count)]).toEqual(expected);
      }),
    );
  });
});

describe('The score room', () => {
  it('drops no candidate that would be among the best, however many are found', () => {
    const candidate = (ordinal: number, cost: number): Candidate => ({ ...BLANK, ordinal, cost, weight: ordinal % 7 });
    const listOf = (cost: fc.Arbitrary<number>) => fc.array(cost, { maxLength: 300, size: 'max' });
    const lists = fc.oneof(
      listOf(fc.double({ min: 0, max: 80, noNaN: true })),
      listOf(fc.constantFrom(10, 10.4, 10.8, 12, 70)),
    );
    fc.assert(
      fc.property(lists, (costs) => {
        const search = searchFor(typingQuery('12 H'));
        const all = costs.map((cost, ordinal) => candidate(ordinal, cost));
        for (const each of all) keep(search, each);
        sortCandidates(search.candidates);
        sortCandidates(all);
        expect(search.candidates.slice(0, 20).map(({ ordinal }) => ordinal)).toEqual(
          all.slice(0, 20).map(({ ordinal }) => ordinal),
        );
      }),
    );
  });

  it('keeps one candidate of each principal, the cheapest, in one search after another', () => {
    const costs = fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 0, max: 60 })), { maxLength: 3000, size: 'max' });
    fc.assert(
      fc.property(fc.array(costs, { minLength: 2, maxLength: 3 }), (searches) => {
        for (const found of searches) {
          const search = searchFor(queryOf(sample.index, '12 H', WITH_OTHERS));
          const least = new Map<number, number>();
          for (const [pick, cost] of found) {
            const ordinal = pick * 65_536;
            expect(keep(search, { ...BLANK, ordinal, cost })).toBe(
              cost < (least.get(ordinal) ?? Number.POSITIVE_INFINITY),
            );
            least.set(ordinal, Math.min(cost, least.get(ordinal) ?? cost));
          }
          expect(new Map(search.candidates.map(({ ordinal, cost }) => [ordinal, cost]))).toEqual(least);
          expect(search.candidates.length).toBe(least.size);
        }
      }),
      { numRuns: 30 },
    );
  });

  const BLANK: Candidate = {
    ordinal: 0,
    street: 0,
    alias: -1,
    number: 0,
    unit: 0,
    level: 0,
    lot: 0,
    name: 0,
    nameEdits: 0,
    nameOther: false,
    type: 0,
    suffix: 0,
    extraParts: 0,
    locality: 0,
    localityEdits: 0,
    postcode: 0,
    state: 0,
    postcodeAway: false,
    building: 0,
    unmatched: 0,
    words: 0,
    outside: 0,
    gap: false,
    otherStreet: false,
    numbered: false,
    sole: false,
    units: false,
    dated: false,
    nonAddress: false,
    penalty: 0,
    floor: 0,
    cost: 0,
    weight: 0,
    reading: null,
  };
});
