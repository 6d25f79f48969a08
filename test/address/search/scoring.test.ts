import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { WITH_OTHERS } from '../../../src/address/search/policy.ts';
import {
  ABSENT,
  CAPS,
  EXACT,
  FUZZY,
  LOCALITY_ABSENT,
  LOCALITY_ALIAS,
  LOCALITY_EXACT,
  LOCALITY_FUZZY,
  LOCALITY_NEIGHBOUR,
  LOCALITY_OTHER,
  NONE,
  NUMBER_ABSENT,
  NUMBER_ACROSS,
  NUMBER_EXACT,
  NUMBER_OTHER,
  NUMBER_OTHER_END,
  OTHER_FAMILY,
  WEIGHTS,
} from '../../../src/address/search/query/grades.ts';
import { queryOf } from '../../../src/address/search/retrieve/query.ts';
import { type Candidate, keep, searchFor } from '../../../src/address/search/score/candidates.ts';
import {
  capped,
  componentsMet,
  qualityOf,
  scoreOf,
  shareMet,
  unsaidLimit,
} from '../../../src/address/search/score/score.ts';
import { sampleIndex } from '../../support/shared-releases.ts';

/** 12 SMITH STREET, RICHMOND VIC 3121, asked for in full. */
const WHOLE: Candidate = {
  ordinal: 0,
  street: 0,
  alias: -1,
  number: NUMBER_EXACT,
  unit: ABSENT,
  level: ABSENT,
  lot: ABSENT,
  name: EXACT,
  nameEdits: 0,
  nameOther: false,
  type: EXACT,
  suffix: ABSENT,
  extraParts: 0,
  locality: LOCALITY_EXACT,
  localityEdits: 0,
  postcode: EXACT,
  postcodeAway: false,
  state: EXACT,
  building: ABSENT,
  unmatched: 0,
  words: 3,
  outside: 0,
  gap: false,
  otherStreet: false,
  numbered: true,
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
const PLAIN = { ambiguous: false, elsewhere: false, whole: true };

const quality = (flaws: Partial<Candidate>, circumstances: Partial<typeof PLAIN> = {}) =>
  scoreOf({ ...WHOLE, ...flaws }, { ...PLAIN, ...circumstances }).quality;

/** Flaws of which one alone leaves a record in the place that was said worth showing. */
const FLAWS: Readonly<Record<string, Partial<Candidate>>> = {
  'another street type': { type: NONE },
  'another street suffix': { suffix: NONE },
  'a word that nothing explains': { unmatched: 1, words: 4 },
  'a wrong postcode': { postcode: NONE },
  'a wrong state': { state: NONE },
  'a unit that the building has not': { unit: NONE },
  'no street number': { number: NUMBER_ABSENT, numbered: false },
  'a number of the other side of a range': { number: NUMBER_ACROSS },
  'another end of a range': { number: NUMBER_OTHER_END },
  'a unit of another family': { unit: OTHER_FAMILY },
  'another level of the unit': { unit: EXACT, level: NONE },
};

describe('Where a whole address was said,', () => {
  it('words over and no number leave the record doubted, unless a postcode or a state, or a name of its own, bears it out', () => {
    const street = {
      number: NUMBER_ABSENT,
      numbered: false,
      unmatched: 1,
      words: 4,
      postcode: ABSENT,
      state: ABSENT,
    } as const;
    expect(quality(street)).toBe('low');
    for (const borneOut of [{ postcode: EXACT }, { state: EXACT }, { sole: true }] as const)
      expect(quality({ ...street, ...borneOut })).toBe('medium');
  });

  it('nothing is held against the record of it', () => {
    expect(scoreOf(WHOLE, PLAIN)).toMatchObject({ score: 100, quality: 'high', caps: [] });
  });

  it.each(Object.entries(FLAWS))('%s leaves the record worth showing, and not worth a form', (_, flaw) => {
    expect(quality(flaw)).toBe('medium');
  });

  it.each([
    ['another street type and a misspelled name', { type: NONE, nameEdits: 1, name: FUZZY }],
    ['another street type and a word left over', { type: NONE, unmatched: 1, words: 4 }],
    ['another street type and no number', { type: NONE, number: NUMBER_ABSENT, numbered: false }],
    ['another street type and a wrong postcode', { type: NONE, postcode: NONE }],
    ['another street type and a wrong state', { type: NONE, state: NONE }],
    ['a wrong postcode and a wrong state', { postcode: NONE, state: NONE }],
    ['a wrong postcode and a misspelled suburb', { postcode: NONE, locality: LOCALITY_FUZZY, localityEdits: 1 }],
    ['a postcode of another state, and no state', { postcode: NONE, state: ABSENT, postcodeAway: true }],
    ['a misspelled suburb and a wrong state', { locality: LOCALITY_FUZZY, postcode: ABSENT, state: NONE }],
    ['a unit that is not there, and no number', { unit: NONE, number: NUMBER_ABSENT, numbered: false }],
    [
      'words left over between number and a misspelled street',
      { unmatched: 1, words: 4, gap: true, name: FUZZY, nameEdits: 1 },
    ],
    ['words left over, and none of them the street', { unmatched: 2, words: 5, name: ABSENT, type: ABSENT }],
    ['a number that the street has not', { number: NUMBER_OTHER }],
    ['a suburb that is neither the record’s nor next door', { locality: LOCALITY_OTHER }],
  ] satisfies [string, Partial<Candidate>][])('%s are held against a record', (_, flaws) => {
    expect(quality(flaws)).toBe('low');
  });

  it('a further flaw never makes a record better', () => {
    const all = Object.entries(FLAWS);
    for (const [one, flaw] of all)
      for (const [other, more] of all) {
        const alone = scoreOf({ ...WHOLE, ...flaw }, PLAIN).score;
        const both = scoreOf({ ...WHOLE, ...flaw, ...more }, PLAIN).score;
        expect(both, `${one}, and ${other}`).toBeLessThanOrEqual(alone);
      }
  });
});

describe('A suburb next door', () => {
  const nextDoor = { locality: LOCALITY_NEIGHBOUR };

  it('is borne out by the record’s own postcode', () => {
    expect(scoreOf({ ...WHOLE, ...nextDoor }, PLAIN)).toMatchObject({ score: 80, caps: ['locality_neighbour'] });
  });

  it.each([
    ['no postcode', { postcode: ABSENT }],
    ['another postcode of that suburb', { postcode: FUZZY }],
    ['a wrong postcode', { postcode: NONE }],
    ['a misspelled street', { nameEdits: 1, name: FUZZY }],
    ['another street type', { type: NONE }],
    ['a word left over', { unmatched: 1, words: 4 }],
  ] satisfies [string, Partial<Candidate>][])('is poor with %s', (_, flaw) => {
    expect(quality({ ...nextDoor, ...flaw })).toBe('low');
  });

  it('is poor where the street that was said is in the suburb that was said', () => {
    expect(quality(nextDoor, { elsewhere: true })).toBe('low');
  });
});

describe('A street and number with neither suburb nor postcode', () => {
  const anywhere: Partial<Candidate> = { locality: LOCALITY_ABSENT, postcode: ABSENT };

  it('are worth showing where only one place has them', () => {
    expect(quality({ ...anywhere, state: ABSENT })).toBe('medium');
  });

  it.each([
    ['several places have them', {}, { ambiguous: true }],
    ['the name is misspelled', { nameEdits: 1, name: FUZZY }, {}],
    ['the type is another', { type: NONE }, {}],
    ['the state is another', { state: NONE }, {}],
    ['there is no number', { number: NUMBER_ABSENT, numbered: false }, {}],
    ['words are left over', { unmatched: 1, words: 4 }, {}],
  ] satisfies [string, Partial<Candidate>, Partial<typeof PLAIN>][])('are poor where %s', (_, flaws, circumstances) => {
    expect(quality({ ...anywhere, ...flaws }, circumstances)).toBe('low');
  });

  it('are not held back while they are typed', () => {
    expect(quality({ ...anywhere, state: ABSENT }, { whole: false })).toBe('high');
  });
});

describe('Every candidate that can be', () => {
  const grades = [ABSENT, EXACT, FUZZY, NONE];
  const localities = [
    LOCALITY_ABSENT,
    LOCALITY_EXACT,
    LOCALITY_ALIAS,
    LOCALITY_FUZZY,
    LOCALITY_NEIGHBOUR,
    LOCALITY_OTHER,
  ];
  let all: Candidate[];
  beforeAll(() => {
    all = localities.flatMap((locality) =>
      grades.flatMap((postcode) =>
        [ABSENT, EXACT, NONE].flatMap((state) =>
          [EXACT, NONE].flatMap((type) =>
            [0, 1, 3].flatMap((unmatched) =>
              [NUMBER_ABSENT, NUMBER_EXACT, NUMBER_OTHER].map((number) => ({
                ...WHOLE,
                locality,
                postcode,
                state,
                type,
                unmatched,
                number,
                numbered: number !== NUMBER_ABSENT,
              })),
            ),
          ),
        ),
      ),
    ) as Candidate[];
  });

  it('§5.3: scores no more than each of its caps leaves', () => {
    for (const candidate of all) {
      const { score, caps } = scoreOf(candidate, PLAIN);
      expect(score).toBeLessThanOrEqual(Math.min(capped(100, candidate, PLAIN), unsaidLimit(candidate, PLAIN, null)));
      for (const cap of caps) expect(score).toBeLessThanOrEqual(CAPS[cap]);
      const unsaid = unsaidLimit(candidate, PLAIN, null);
      expect(Math.min(unsaid, capped(shareMet(candidate), candidate, PLAIN))).toBe(score);
      if (!candidate.numbered) expect(unsaid).toBe(66);
    }
  });

  it('is the share that its components meet of their weights, where no word is left over', () => {
    for (const candidate of all) {
      const parts = componentsMet(candidate);
      const asked = parts.reduce((sum, [component]) => sum + WEIGHTS[component], 0);
      const met = parts.reduce((sum, [component, , share]) => sum + WEIGHTS[component] * share, 0);
      if (candidate.unmatched === 0) expect(shareMet(candidate)).toBe(Math.max(1, Math.round((100 * met) / asked)));
    }
  });

  it('is high only in the place that was said, by its name or one of its postcodes, and without a contradiction', () => {
    const high = all.filter((candidate) => scoreOf(candidate, PLAIN).quality === 'high');
    expect(high.length).toBeGreaterThan(0);
    for (const candidate of high) {
      const { locality, postcode, state, type, unmatched } = candidate;
      const named = locality === LOCALITY_EXACT || locality === LOCALITY_ALIAS || locality === LOCALITY_FUZZY;
      expect(named || postcode === EXACT || postcode === FUZZY).toBe(true);
      expect([postcode, state, type]).not.toContain(NONE);
      expect(unmatched).toBe(0);
    }
  });

  it('§5.1: has the quality of its score', () => {
    for (const candidate of all) {
      const { score, quality: its } = scoreOf(candidate, PLAIN);
      expect(its).toBe(qualityOf(score));
    }
  });
});

it('Each record is kept once, with the least that it costs, however many there are', () => {
  const search = searchFor(queryOf(openIndex(sampleIndex()), '', WITH_OTHERS));
  const ordinals = Array.from({ length: 3_000 }, (_, i) => 7 * i);
  const kept = (cost: number) => ordinals.filter((ordinal) => keep(search, { ...WHOLE, ordinal, cost }));
  expect(kept(2)).toEqual(ordinals);
  expect(kept(2)).toEqual([]);
  expect(kept(1)).toEqual(ordinals);
  expect(search.candidates.map(({ ordinal, cost }) => [ordinal, cost])).toEqual(
    ordinals.map((ordinal) => [ordinal, 1]),
  );
});
