import { beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../support/cases.ts';
import { type Document, fullText, openSample, placeOf, type Sample, type Suggestion, seeded, some } from './sample.ts';

const LIMITS = [1, 2, 3, 5, 10, 20];

let sample: Sample;
let numbered: Document[];
let byId: Map<string, Document>;
/** Beginnings of addresses, of any length. */
let beginnings: string[];

beforeAll(() => {
  sample = openSample();
  byId = new Map(sample.principals.map((record) => [record.id, record]));
  numbered = sample.principals.filter(({ components }) => components.streetNumberFirst !== null);
  const random = seeded(21);
  beginnings = some(sample.principals, cases(80, 400), random).map((record) => {
    const text = fullText(record);
    return text.slice(0, 1 + Math.floor(random() * text.length));
  });
});

const ids = (suggestions: readonly Suggestion[]) => suggestions.map(({ id }) => id);
const street = ({ components: c }: Document) =>
  [c.streetName, c.streetType, c.streetSuffix].filter((part) => part !== null).join(' ');
const range = ({ components: c }: Document) =>
  c.streetNumberLast === null ? c.streetNumberFirst : `${c.streetNumberFirst}-${c.streetNumberLast}`;

/** Whether a record, or a unit of it, has other numbers by alias records. */
const byAlias = ({ aliases, secondaries }: Document) => aliases.length > 0 || secondaries.length > 0;

describe('The list of suggestions', () => {
  it('is no longer than the limit, and counts itself', () => {
    for (const q of beginnings) {
      const most = sample.autocomplete(q, { limit: 20 }).total;
      for (const limit of LIMITS) {
        const { suggestions, total } = sample.autocomplete(q, { limit });
        expect(total).toBe(suggestions.length);
        expect(total, q).toBe(Math.min(limit, most));
      }
    }
  });

  function unlike(queries: readonly string[]): string[] {
    return queries.filter((q) => {
      const longest = ids(sample.autocomplete(q, { limit: 20 }).suggestions);
      return LIMITS.some(
        (limit) => ids(sample.autocomplete(q, { limit }).suggestions).join() !== longest.slice(0, limit).join(),
      );
    });
  }

  it('begins as a longer one does, once a street is begun', () => {
    const begun = beginnings.filter((q) => /\d [A-Z]{2}/.test(q));
    expect(begun.length).toBeGreaterThan(cases(40, 70));
    expect(unlike(begun)).toEqual([]);
  });

  it('begins as a longer one does, for a number alone', () => {
    expect(unlike(Array.from({ length: 50 }, (_, i) => String(i + 1)))).toEqual([]);
  });

  it('begins as a longer one does, on every way to a label', () => {
    const labels = some(sample.principals, cases(6, 60), seeded(27)).map(fullText);
    expect(unlike(labels.flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1))))).toEqual([]);
  });

  it('begins with a range as it was typed, before records that have such a range by an alias alone', () => {
    const ranges = numbered.filter(({ addressLabel }) => /^\d+-\d/.test(addressLabel));
    const begun = ranges.flatMap(({ addressLabel }) => {
      const [typed = ''] = addressLabel.split(' ');
      return Array.from(typed, (_, i) => typed.slice(0, i + 1)).filter((q) => /-\d/.test(q));
    });
    const lost = begun.filter((q) => !sample.autocomplete(q).suggestions[0]?.addressLabel.startsWith(q));
    expect(begun.length).toBeGreaterThan(40);
    expect(lost).toEqual([]);
  });

  it('has addresses of the postcodes that a 0 begins, digit by digit', () => {
    const postcodes = [...new Set(sample.principals.map(({ postcode }) => postcode ?? ''))].filter((p) => p[0] === '0');
    expect(postcodes.length).toBeGreaterThan(0);
    for (const whole of postcodes)
      for (let digits = 1; digits <= 4; digits++) {
        const begun = whole.slice(0, digits);
        expect(sample.autocomplete(begun).suggestions[0]?.postcode, begun).toMatch(new RegExp(`^${begun}`));
      }
  });

  it('is certain of nothing where a number alone was said, even of one that no other record has', () => {
    const numbers = new Set(numbered.map(({ components }) => components.streetNumberFirst ?? ''));
    for (const number of numbers)
      for (const { serviceMatchQuality } of sample.autocomplete(number).suggestions)
        expect(serviceMatchQuality, number).not.toBe('high');
  });

  it('scores a record the same whatever the limit: 6 GARDEN ROAD is not certain for "6 " because no other is shown', () => {
    const [alone] = sample.autocomplete('6 ', { limit: 1 }).suggestions;
    const [first] = sample.autocomplete('6 ', { limit: 20 }).suggestions;
    expect(alone).toEqual(first);
  });

  it('names no record twice, and never one that is less fit before one that is fitter', () => {
    for (const q of beginnings) {
      const { suggestions } = sample.autocomplete(q, { limit: 20 });
      expect(new Set(ids(suggestions)).size, q).toBe(suggestions.length);
      const scores = suggestions.map(({ serviceMatchScore }) => serviceMatchScore);
      expect(scores, q).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  it('is the same, byte for byte, whenever it is asked for', () => {
    const first = beginnings.map((q) => sample.autocompleteText(q));
    const again = beginnings.toReversed().map((q) => sample.autocompleteText(q));
    expect(again.reverse()).toEqual(first);
  });

  it('§1.9: is the same with debug, but for debug', () => {
    for (const q of beginnings) {
      const { debug, ...rest } = sample.autocomplete(q, { debug: true });
      expect(debug?.queryMode).toBe('autocomplete');
      const suggestions = rest.suggestions.map(({ debug: explained, ...suggestion }) => {
        expect(explained?.queryMode).toBe('autocomplete');
        return suggestion;
      });
      expect(JSON.stringify({ ...rest, suggestions })).toBe(sample.autocompleteText(q));
    }
  });

  // Of Other Territories, whose state is null, those whose mail goes there: Norfolk Island, Jervis Bay.
  it('has only records of the state that is asked for, and some where there are', () => {
    for (const q of beginnings.slice(0, cases(20, 150)))
      for (const state of ['NSW', 'VIC', 'ACT'] as const)
        for (const suggestion of sample.autocomplete(q, { state }).suggestions)
          expect([state, state === 'VIC' ? '' : null], q).toContain(suggestion.state);
    for (const record of some(numbered, cases(30, 200), seeded(22))) {
      const state = (['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const).find(
        (one) => one === record.state,
      );
      if (state === undefined) continue;
      const found = sample.autocomplete(`${record.addressLabel}, ${record.localityName}`, { state }).suggestions;
      expect(found.map(fullText)).toContain(fullText(record));
    }
  });

  it('is not empty from the first character on', () => {
    const first = new Set(
      sample.principals.flatMap(({ components: c, localityName }) =>
        [c.streetName, c.streetNumberFirst, localityName].flatMap((text) => text?.[0].toLowerCase() ?? []),
      ),
    );
    expect(first.size).toBeGreaterThan(30);
    for (const q of first) expect(sample.autocomplete(q).total, q).toBeGreaterThan(0);
    const plain = numbered.filter(({ components: c }) => c.flatType === null && c.levelType === null);
    for (const q of some(plain, cases(20, 200), seeded(23)).map(fullText))
      for (let length = 1; length <= 20; length++)
        expect(sample.autocomplete(q.slice(0, length)).total, q.slice(0, length)).toBeGreaterThan(0);
  });

  it.each([
    'UN',
    'UNIT ',
    'STRATA UNIT ',
    'AP',
    'APARTMENT ',
    'OFFICE ',
    'UNIT G3, GROUND, ',
    'APARTMENT 11A, LEVEL ',
    'THORNESTONE ',
  ])('is not empty while a unit, a level or a building is being said: %j', (q) => {
    expect(sample.principals.some(({ addressLabel }) => addressLabel.startsWith(q))).toBe(true);
    expect(sample.autocomplete(q).total).toBeGreaterThan(0);
  });
});

describe('On the way to a label', () => {
  it('no list is empty', () => {
    const labels = some(sample.principals, cases(30, 400), seeded(28)).map(fullText);
    const empty = labels.flatMap((text) =>
      Array.from(text, (_, i) => text.slice(0, i + 1)).filter((q) => sample.autocomplete(q).total === 0),
    );
    expect(empty).toEqual([]);
  });
});

describe('Among equals', () => {
  it('the nearer one comes first where a point is given', () => {
    const places = new Map<string, Document[]>();
    for (const record of numbered)
      if (record.components.flatType === null && record.location !== null) {
        const key = `${range(record)} ${street(record)}`;
        places.set(key, [...(places.get(key) ?? []), record]);
      }
    const several = [...places].filter(([, all]) => new Set(all.map(placeOf)).size > 1);
    expect(several.length).toBeGreaterThan(5);
    for (const [q, all] of several)
      for (const record of all.slice(0, 4)) {
        const { suggestions } = sample.autocomplete(q, { near: record.location });
        expect(suggestions.length, q).toBeGreaterThan(0);
        expect(fullText(suggestions[0]), `${q} near ${fullText(record)}`).toBe(fullText(record));
      }
  });

  it('an exact number comes before other numbers and ranges', () => {
    const found = new Set<string>();
    for (let number = 1; number <= 60; number++)
      for (const letter of ['', ' ', ' b', ' c', ' f', ' g', ' h', ' j', ' m', ' p']) {
        const { suggestions } = sample.autocomplete(`${number}${letter}`, { limit: 20 });
        const kinds = suggestions.flatMap(({ id }) => {
          const record = byId.get(id);
          if (record === undefined || byAlias(record) || record.components.flatType !== null) return [];
          if (record.components.streetName?.toLowerCase().startsWith(letter.trim()) !== true) return [];
          return [range(record) === String(number) ? 'exact' : 'other'];
        });
        for (const kind of kinds) found.add(kind);
        expect(kinds, `${number}${letter}`).toEqual(kinds.toSorted());
      }
    expect([...found].sort()).toEqual(['exact', 'other']);
  });

  it('a range is found by either end and by a number inside it', () => {
    const ranges = numbered.filter((r) => r.components.streetNumberLast !== null && r.components.flatType === null);
    for (const record of some(ranges, cases(50, 150), seeded(24))) {
      const { streetNumberFirst: first, streetNumberLast: last } = record.components;
      for (const number of [first, last, Number.parseInt(first ?? '', 10) + 1]) {
        const { suggestions } = sample.autocomplete(`${number} ${street(record)}, ${placeOf(record)}`, { limit: 20 });
        expect(suggestions.map(fullText)).toContain(fullText(record));
      }
    }
  });

  it('a building comes before its units, where no unit is asked for', () => {
    const buildings = numbered.filter((r) => r.secondaries.length > 0 && r.components.flatType === null);
    expect(buildings.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const building of some(buildings, cases(40, buildings.length), seeded(30))) {
      const units = new Set(building.secondaries.map(({ id }) => id));
      const text = fullText(building);
      for (let length = 1; length <= text.length; length++) {
        const found = ids(sample.autocomplete(text.slice(0, length), { limit: 20 }).suggestions);
        const unit = found.findIndex((id) => units.has(id));
        if (unit >= 0 && !found.slice(0, unit).includes(building.id)) wrong.push(text.slice(0, length));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('units come once one is asked for', () => {
    const units = some(
      numbered.filter(({ addressLabel }) => /^UNIT \d+, \d/.test(addressLabel)),
      100,
      seeded(25),
    );
    for (const unit of units) {
      const [first] = sample.autocomplete(fullText(unit)).suggestions;
      expect(fullText(first)).toBe(fullText(unit));
    }
  });
});

describe('An address that is typed letter by letter', () => {
  /** Where the addresses were lost again that had been among the first five, from the `from(record)`th letter of what is typed. */
  function lost(
    records: readonly Document[],
    typedFor: (record: Document) => string = fullText,
    from: (record: Document) => number = () => 1,
  ): string[] {
    return records.flatMap((record) => {
      const text = fullText(record);
      const whole = typedFor(record);
      let seen = false;
      for (let length = from(record); length <= whole.length; length++) {
        const typed = whole.slice(0, length);
        const there = sample.autocomplete(typed).suggestions.some((suggestion) => fullText(suggestion) === text);
        if (seen && !there) return [`${typed}| of ${text}`];
        seen ||= there;
      }
      return seen ? [] : [`never ${text}`];
    });
  }

  it('stays among the first five once it is there, in 98 % of all', () => {
    const found = lost(some(sample.principals, cases(100, 400), seeded(26)));
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(cases(2, 8));
  });

  it.each([
    ['by a space after the number', '8', '8 ', '8 GARDEN ROAD, BALRANALD NSW 2715'],
    ['by letters that are a state too', '10 W', '10 WA', '10 WALKER STREET, THURSDAY ISLAND QLD 4875'],
    ['by letters that are a street suffix too', '3 VICTORIA ', '3 VICTORIA S', '3 VICTORIA STREET, FRANKSTON VIC 3199'],
    [
      'by a space within a building name',
      'THORNESTONE',
      'THORNESTONE ',
      'THORNESTONE PARK, BENNETT AVENUE, BROOME WA 6725',
    ],
    ['by a digit after the hyphen of its range', '18-', '18-2', '18-22 YORK STREET, FORSTER NSW 2428'],
    ['by half a range', 'UNIT B1, 31-', 'UNIT B1, 31-3', 'UNIT B1, 31-33 DERBY LANE, FRANKSTON VIC 3199'],
    ['by half a level', 'SITE G3, G', 'SITE G3, GR', 'SITE G3, GROUND, 1 BRIDGE STREET, GEELONG VIC 3220'],
    [
      'by the number after a level',
      'CARSPACE 2, BASEMENT 2, ',
      'CARSPACE 2, BASEMENT 2, 2',
      'CARSPACE 2, BASEMENT 2, 2 MARINE STREET, MARRICKVILLE NSW 2204',
    ],
  ])('is not lost %s: from %j to %j', (_, before, after, text) => {
    for (const q of [before, after]) expect(sample.autocomplete(q).suggestions.map(fullText), q).toContain(text);
  });

  it('stays there by the letter of its lot, while the postcode is typed', () => {
    const lots = sample.principals.filter(
      ({ addressLabel, postcode }) => /^LOT \d/.test(addressLabel) && postcode !== null,
    );
    expect(lots.length).toBeGreaterThan(5);
    expect(lost(lots, (record) => fullText(record).replace('LOT ', 'L'))).toEqual([]);
  });

  it('stays there by a misspelled street, while its type and its place are typed', () => {
    const misspelled = (record: Document) => {
      const name = record.components.streetName ?? '';
      return `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`;
    };
    const fits = (record: Document) =>
      /^\d+ [A-Z]{6,} STREET$/.test(record.addressLabel) && misspelled(record) !== record.components.streetName;
    const houses = some(numbered.filter(fits), cases(50, 150), seeded(31));
    const upToName = (record: Document) => `${range(record)} ${misspelled(record)}`;
    const found = lost(
      houses,
      (record) => `${upToName(record)} ST ${placeOf(record)}`,
      (record) => upToName(record).length,
    );
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(cases(1, 3));
  });

  it('stays there in 99.5 % of all houses', () => {
    const houses = numbered.filter(({ addressLabel }) => /^\d+[A-Z]? /.test(addressLabel));
    const found = lost(some(houses, cases(200, 800), seeded(29)));
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(cases(1, 4));
  });

  it('is first when it is typed in full', () => {
    const wrong = sample.principals.flatMap((record) => {
      const [first] = sample.autocomplete(fullText(record)).suggestions;
      return first !== undefined && fullText(first) === fullText(record) ? [] : [fullText(record)];
    });
    expect(wrong).toEqual([]);
  });

  it('is a current principal record', () => {
    for (const q of beginnings)
      for (const id of ids(sample.autocomplete(q).suggestions)) expect(byId.has(id)).toBe(true);
  });
});
