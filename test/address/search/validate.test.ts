import { beforeAll, describe, expect, it } from 'vitest';
import { qualityOf } from '../../../src/address/search/score/score.ts';
import { cases } from '../../support/cases.ts';
import {
  type Document,
  fullText,
  type Head,
  openSample,
  placeOf,
  type Sample,
  seeded,
  some,
  type Validated,
} from './sample.ts';

let sample: Sample;
let numbered: Document[];

beforeAll(() => {
  sample = openSample();
  numbered = sample.principals.filter(
    ({ components, state, postcode }) => components.streetNumberFirst !== null && state !== null && postcode !== null,
  );
});

const textOf = (match: Head | null): string | null => (match === null ? null : fullText(match));
const withoutCommas = (text: string): string => text.replaceAll(',', ' ').replace(/ +/g, ' ');

/** What was asked, what was expected, and what came, of those that are not as they should be. */
function wrong(
  asked: Iterable<readonly [q: string, expected: Head]>,
  fits: (answer: Validated) => boolean = () => true,
): { asked: number; wrong: string[] } {
  const found: string[] = [];
  let count = 0;
  for (const [q, expected] of asked) {
    count++;
    const answer = sample.validate(q);
    if (textOf(answer.match) !== fullText(expected) || !fits(answer))
      found.push(
        `${q} → ${textOf(answer.match)} ${answer.serviceMatchScore} ${answer.debug.scoreCaps.join()}; wanted ${fullText(expected)}`,
      );
  }
  return { asked: count, wrong: found };
}

const pairs = (records: readonly Document[], write: (record: Document) => string) =>
  records.map((record): [string, Document] => [write(record), record]);
const prefilled = ({ serviceMatchScore, serviceMatchQuality }: Validated) =>
  serviceMatchScore >= 90 && serviceMatchQuality === 'high';

/** Localities whose name is written with brackets. */
const bracketed = ({ localityName }: Head) => localityName.includes('(');
/** Records whose building bears the name of the locality, and something more. */
const namedAsPlace = ({ addressLabel, localityName }: Head) => addressLabel.startsWith(`${localityName} `);

const WRITINGS: readonly [string, (record: Head) => string][] = [
  ['by its full text', fullText],
  ['by its full text in lower case', (record) => fullText(record).toLowerCase()],
  ['by its full text without commas', (record) => withoutCommas(fullText(record))],
];

describe('A record of the release is found, with a score of 90 or more', () => {
  it('among thousands', () => {
    expect(sample.principals.length).toBeGreaterThan(3000);
  });

  it.each(WRITINGS)('%s', (_, write) => {
    expect(wrong(pairs(sample.principals, write), prefilled).wrong).toEqual([]);
  });

  it.each(WRITINGS)(
    '%s, where its locality is written with brackets: HOME ISLAND COCOS (KEELING) ISLANDS',
    (_, write) => {
      const { asked, wrong: failed } = wrong(pairs(sample.principals.filter(bracketed), write), prefilled);
      expect(failed).toEqual([]);
      expect(asked).toBeGreaterThan(5);
    },
  );

  it.each(WRITINGS)('%s, where its building is named after the locality: WEST END DOWNS, …, WEST END', (_, write) => {
    const { asked, wrong: failed } = wrong(pairs(sample.principals.filter(namedAsPlace), write), prefilled);
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(0);
  });

  it.each([
    ['UNIT 3/12', 'UNIT $1/$2'],
    ['Unit 3, 12', 'Unit $1, $2'],
    ['3/12', '$1/$2'],
    ['U3/12', 'U$1/$2'],
    ['3 / 12', '$1 / $2'],
    ['Flat 3 12', 'Flat $1 $2'],
  ])('by its unit as in %s', (_, writing) => {
    const units = sample.principals.filter(({ addressLabel }) => UNIT.test(addressLabel));
    expect(units.length).toBeGreaterThan(20);
    const write = (record: Document) => `${record.addressLabel.replace(UNIT, writing)}, ${placeOf(record)}`;
    expect(wrong(pairs(units, write), prefilled).wrong).toEqual([]);
  });

  it('with a typing error in a street name of five letters or more, in 97 % of all', () => {
    const random = seeded(7);
    const long = sample.principals.filter((record) => /[A-Z]{5,}/.test(nameOf(record)));
    const result = wrong(pairs(some(long, cases(200, 1500), random), (record) => misspelled(record, random)));
    expect(result.asked).toBe(cases(200, 1500));
    expect(result.wrong.length / result.asked, result.wrong.join('\n')).toBeLessThanOrEqual(0.03);
  });
});

describe('A record is found where', () => {
  const house = ({ addressLabel, components }: Document) =>
    /^\d+ /.test(addressLabel) && components.flatType === null && components.streetType !== null;
  const houses = () => some(numbered.filter(house), 300, seeded(31));

  it('its state is written with full stops', () => {
    const dotted = (r: Document) =>
      `${r.addressLabel}, ${r.localityName} ${[...(r.state ?? '')].join('.')}. ${r.postcode}`;
    expect(wrong(pairs(houses(), dotted), prefilled).wrong.length).toBeLessThanOrEqual(3);
  });

  it('its number stands behind HOUSE, on a street without units', () => {
    const key = (r: Document) => `${streetOf(r)}, ${r.localityName}`;
    const withUnits = new Set(sample.principals.filter((r) => r.components.flatType !== null).map(key));
    const told = (r: Document) => `House ${r.addressLabel}, ${placeOf(r)}`;
    const alone = houses().filter((r) => !withUnits.has(key(r)));
    expect(alone.length).toBeGreaterThan(100);
    expect(wrong(pairs(alone, told), prefilled).wrong.length).toBeLessThanOrEqual(3);
  });

  it('a corner stands in brackets behind it', () => {
    const cornered = (r: Document) => `${r.addressLabel} (cnr Nowhere St), ${placeOf(r)}`;
    expect(wrong(pairs(houses(), cornered), prefilled).wrong.length).toBeLessThanOrEqual(3);
  });

  it('a country is in the name of a building before it', () => {
    const named = (r: Document) => `Norway Chambers, ${fullText(r)}`;
    expect(wrong(pairs(houses(), named), prefilled).wrong.length).toBeLessThanOrEqual(6);
  });

  it('its suburb is in the name of a building before it', () => {
    const named = (r: Document) => `${r.localityName} Institute, ${fullText(r)}`;
    expect(wrong(pairs(houses(), named), prefilled).wrong.length).toBeLessThanOrEqual(6);
  });

  it('street and suburb are misspelled, with a comma between', () => {
    const long = houses().filter((r) => /^[A-Z]{6,}$/.test(nameOf(r)) && /^[A-Z]{6,}$/.test(r.localityName));
    const swap = (word: string) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
    const write = (r: Document) =>
      `${r.addressLabel.replace(nameOf(r), swap(nameOf(r)))}, ${swap(r.localityName)} ${r.state} ${r.postcode}`;
    expect(long.length).toBeGreaterThan(30);
    expect(wrong(pairs(long, write), ({ debug }) => !debug.scoreCaps.includes('unmatched_words')).wrong).toEqual([]);
  });
});

it('Two streets with a slash between are a corner, not an address', () => {
  const streets = some(numbered, 100, seeded(32)).map((r) => `${streetOf(r)} / Nowhere St, ${placeOf(r)}`);
  expect(streets.filter((q) => sample.validate(q).serviceMatchScore > 33)).toEqual([]);
});

const UNIT = /^UNIT (\d+), (\d[^,]*)$/;

function nameOf({ components }: Document): string {
  return components.streetName ?? '';
}

function streetOf({ components: { streetName, streetType, streetSuffix } }: Document): string {
  return [streetName, streetType, streetSuffix].filter((part) => part !== null).join(' ');
}

/** A record's full text with one letter of its street's name left out, doubled by another, replaced, or swapped. */
function misspelled(record: Document, random: () => number): string {
  const pick = (n: number) => Math.floor(random() * n);
  const name = nameOf(record);
  const words = [...name.matchAll(/[A-Z]{5,}/g)];
  const word = words[pick(words.length)];
  const at = word.index + pick(word[0].length);
  const letter = String.fromCharCode(65 + pick(26));
  const swap = Math.min(at, word.index + word[0].length - 2);
  const typed = [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + letter + name.slice(at),
    name.slice(0, at) + letter + name.slice(at + 1),
    name.slice(0, swap) + name[swap + 1] + name[swap] + name.slice(swap + 2),
  ][pick(4)];
  const from = record.addressLabel.lastIndexOf(name);
  const label = record.addressLabel.slice(0, from) + typed + record.addressLabel.slice(from + name.length);
  return `${label}, ${placeOf(record)}`;
}

/** Asks, and finds the answers that are above a score, or that name a record without saying why they are not sure. */
function above(queries: readonly string[], most: number, cap: string): string[] {
  return queries.flatMap((q) => {
    const { match, serviceMatchScore: score, debug } = sample.validate(q);
    return match === null || (score <= most && debug.scoreCaps.includes(cap))
      ? []
      : [`${q} → ${fullText(match)} ${score} ${debug.scoreCaps.join()}`];
  });
}

describe('What is wrong in a query limits its score', () => {
  let plain: Document[];
  beforeAll(() => {
    const states = new Map<string, Set<string | null>>();
    for (const { localityName, state } of sample.principals)
      states.set(localityName, (states.get(localityName) ?? new Set()).add(state));
    const only = ({ localityName }: Head) => states.get(localityName)?.size === 1;
    plain = some(numbered.filter(only), cases(200, 600), seeded(8));
    expect(plain).toHaveLength(cases(200, 600));
  });

  const otherState = ({ state }: Head) => (state === 'NSW' ? 'WA' : 'NSW');
  /** A postcode of the record's own state that none of its locality's records has. */
  const otherPostcode = ({ state, localityName }: Head): string => {
    const own = new Set(sample.principals.filter((r) => r.localityName === localityName).map((r) => r.postcode));
    return (
      sample.principals.find((r) => r.state === state && r.postcode !== null && !own.has(r.postcode))?.postcode ?? ''
    );
  };
  /** A postcode that is nobody's. */
  const NOWHERE = '9998';

  it('a wrong postcode: 66', () => {
    for (const postcode of [otherPostcode, () => NOWHERE]) {
      const write = (r: Document) => `${r.addressLabel}, ${r.localityName} ${r.state} ${postcode(r)}`;
      expect(above(plain.map(write), 66, 'postcode_mismatch')).toEqual([]);
      expect(wrong(pairs(plain, write)).wrong.length).toBeLessThanOrEqual(6);
    }
  });

  it('a wrong state: 66', () => {
    const write = (r: Document) => `${r.addressLabel}, ${r.localityName} ${otherState(r)} ${r.postcode}`;
    expect(above(plain.map(write), 66, 'state_mismatch')).toEqual([]);
    expect(wrong(pairs(plain, write)).wrong.length).toBeLessThanOrEqual(6);
  });

  it('a wrong postcode and a wrong state: 33', () => {
    const write = (r: Document) => `${r.addressLabel}, ${r.localityName} ${otherState(r)} ${NOWHERE}`;
    expect(above(plain.map(write), 33, 'postcode_and_state_mismatch')).toEqual([]);
  });

  it('a number that no street of the name has: 33', () => {
    const most = new Map<string, number>();
    for (const record of sample.principals)
      for (const text of [
        record.components.streetNumberFirst,
        record.components.streetNumberLast,
        record.components.lotNumber,
      ])
        most.set(nameOf(record), Math.max(most.get(nameOf(record)) ?? 0, Number(text?.replace(/\D/g, '') ?? 0)));
    const beyond = (r: Document) => `${(most.get(nameOf(r)) ?? 0) + 101} ${streetOf(r)}, ${placeOf(r)}`;
    expect(above(plain.map(beyond), 33, 'street_number_mismatch')).toEqual([]);
    const lettered = (r: Document) => `${(most.get(nameOf(r)) ?? 0) + 57}B ${streetOf(r)}, ${placeOf(r)}`;
    expect(above(plain.map(lettered), 33, 'street_number_mismatch')).toEqual([]);
  });

  it('a number inside a range: 90', () => {
    const taken = new Set(
      sample.principals.map((r) => `${r.components.streetNumberFirst} ${streetOf(r)} ${placeOf(r)}`),
    );
    for (const r of sample.principals) taken.add(`${r.components.streetNumberLast} ${streetOf(r)} ${placeOf(r)}`);
    const inside = numbered.flatMap((r): [string, Document][] => {
      const number = Number(r.components.streetNumberFirst) + 2;
      const last = Number(r.components.streetNumberLast);
      const street = `${number} ${streetOf(r)}`;
      if (r.aliases.some(({ addressLabel }) => addressLabel === street)) return [];
      if (!(number < last) || r.components.flatType !== null || taken.has(`${street} ${placeOf(r)}`)) return [];
      return [[`${street}, ${placeOf(r)}`, r]];
    });
    expect(inside.length).toBeGreaterThan(2);
    expect(
      above(
        inside.map(([q]) => q),
        90,
        'street_number_in_range',
      ),
    ).toEqual([]);
    expect(wrong(inside).wrong).toEqual([]);
  });

  it('a letter that stands alone before a long street, which are no two slips of the hand: no more than 66', () => {
    const fits = ({ components: c }: Document) => c.flatType === null && /^[A-PR-Z]{8,}$/.test(c.streetName ?? '');
    const asked = numbered
      .filter(fits)
      .map((r) => `${r.components.streetNumberFirst}, Q ${streetOf(r)}, ${placeOf(r)}`);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((q) => sample.validate(q).serviceMatchScore > 66)).toEqual([]);
  });

  it('a range with a letter that no range of the street has: no more than 66', () => {
    const ranges = numbered.filter(({ components: c }) => c.streetNumberLast !== null && c.flatType === null);
    const asked = ranges.flatMap((r) => {
      const [first, last] = [r.components.streetNumberFirst, r.components.streetNumberLast];
      return [`${first}Z-${last}`, `${first}-${last}Z`].map((range) => `${range} ${streetOf(r)}, ${placeOf(r)}`);
    });
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((q) => sample.validate(q).serviceMatchScore > 66)).toEqual([]);
  });

  it('either end of a range, where nothing else has that number: 90', () => {
    const alone = numbered.filter(
      (r) =>
        r.components.streetNumberLast !== null &&
        r.components.flatType === null &&
        r.aliases.length === 0 &&
        r.secondaries.length === 0,
    );
    const asked = alone.flatMap((r) => {
      const ends = [r.components.streetNumberFirst, r.components.streetNumberLast].map(Number);
      const taken = sample.principals.some(
        (o) =>
          o !== r &&
          streetOf(o) === streetOf(r) &&
          placeOf(o) === placeOf(r) &&
          [o.components.streetNumberFirst, o.components.streetNumberLast].some((n) =>
            ends.includes(Number.parseInt(n ?? '', 10)),
          ),
      );
      return taken ? [] : ends.map((number): [string, Document] => [`${number} ${streetOf(r)}, ${placeOf(r)}`, r]);
    });
    expect(asked.length).toBeGreaterThan(10);
    expect(
      above(
        asked.map(([q]) => q),
        90,
        'street_number_in_range',
      ),
    ).toEqual([]);
    expect(wrong(asked).wrong).toEqual([]);
  });

  it('a unit that the building has not: 66, and the answer is the building', () => {
    const buildings = numbered.filter((r) => r.secondaries.length > 0 && r.components.flatType === null);
    expect(buildings.length).toBeGreaterThan(10);
    for (const write of [(r: Document) => `Unit 7777, ${fullText(r)}`, (r: Document) => `7777/${fullText(r)}`]) {
      expect(above(buildings.map(write), 66, 'unit_mismatch')).toEqual([]);
      expect(wrong(pairs(buildings, write)).wrong).toEqual([]);
    }
  });

  it('the suburb next door: 80', () => {
    const names = new Map<string, Set<string>>();
    for (const r of sample.principals)
      names.set(nameOf(r), (names.get(nameOf(r)) ?? new Set()).add(`${r.localityName} ${r.state}`));
    const alone = plain.filter((r) => names.get(nameOf(r))?.size === 1);
    const asked = alone.flatMap((r): [string, Document][] => {
      const neighbour = r.locality.neighbours.find(
        (name) =>
          name !== nameOf(r) &&
          !r.locality.aliases.includes(name) &&
          sample.principals.some((o) => o.localityName === name && o.state === r.state),
      );
      return neighbour === undefined ? [] : [[`${r.addressLabel}, ${neighbour} ${r.state} ${r.postcode}`, r]];
    });
    expect(asked.length).toBeGreaterThan(50);
    expect(
      above(
        asked.map(([q]) => q),
        80,
        'locality_neighbour',
      ),
    ).toEqual([]);
    expect(wrong(asked).wrong.length / asked.length).toBeLessThanOrEqual(0.02);
  });

  it('a street without a number, even one with a single address: 66', () => {
    const streets = [...new Set(plain.map((r) => `${streetOf(r)}, ${placeOf(r)}`))];
    expect(streets.length).toBeGreaterThan(20);
    expect(above(streets, 66, 'no_street_number')).toEqual([]);
  });

  it.each([
    'PO Box 123, Melbourne VIC 3000',
    'P.O. Box 12 South Yarra VIC 3141',
    'GPO Box 9 Sydney NSW 2000',
    'Locked Bag 20, Hobart TAS 7004',
    'Private Bag 7 Fremantle WA 6160',
    'G.P.O. Box 12, Sydney NSW 2000',
    'P.M.B. 12, South Yarra VIC 3141',
    'c/- Post Office, South Yarra VIC 3141',
    'corner of Barton Street and Forrest Street, South Yarra VIC 3141',
    'Cnr Barton St & Forrest St, Doncaster VIC',
    '10 Downing Street, London SW1A 2AA, United Kingdom',
    '1600 Pennsylvania Avenue NW, Washington, DC 20500, USA',
    '5 Queen Street, Auckland 1010, New Zealand',
    '12 Rue de Rivoli, 75001 Paris, France',
  ])('what is not an address of an index: %s has no match', (q) => {
    expect(sample.validate(q)).toMatchObject({ match: null, serviceMatchScore: 0, serviceMatchQuality: 'none' });
  });

  it('§5.1: to a quality: high from 67, medium from 34, low from 1, none at 0', () => {
    const expected = (score: number) => (score >= 67 ? 'high' : score >= 34 ? 'medium' : score >= 1 ? 'low' : 'none');
    for (let score = 0; score <= 100; score++) expect(qualityOf(score), String(score)).toBe(expected(score));
  });
});
