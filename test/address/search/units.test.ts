import { beforeAll, describe, expect, it } from 'vitest';
import type { State } from '../../../src/address/operations/table/rules.ts';
import { parseNumbers } from '../../../src/address/search/parse/numbers/parse-numbers.ts';
import { readWords } from '../../../src/address/search/text/lexicon.ts';
import { readTokens } from '../../../src/address/search/text/tokenize.ts';
import { type Document, openSample, placeOf, type Sample } from './sample.ts';
import { isHouse, isNamed, isUnit, number, part, rest, street, unread } from './written.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

const NUMBERS_IN_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const FLOORS_IN_WORDS = 'none first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

describe('A unit is read', () => {
  const digits = (record: Document) => isUnit(record) && /^\d+$/.test(part(record, 'flatNumber'));
  it.each([
    '3/12',
    '3 / 12',
    '3\\12',
    '3/ 12',
    '3 /12',
    '3\\12',
    '3, 12',
    '3 12',
    '#3/12',
    '# 3 / 12',
    '#3, 12',
    'U3/12',
    'u3 12',
    'U.3/12',
    'U 3/12',
    'Unit 3 12',
    'Unit: 3, 12',
    'unit3/12',
    'Unit #3, 12',
    'Unit No. 3, 12',
    'Unit No. 3, No. 12',
    'Unit number 3, 12',
    'Unit 03, 12',
    'Un 3 12',
    'Flat 3/12',
    'F3/12',
    'Apt. 3, 12',
    'apt3 12',
    '(Unit 3) 12',
    'Unit 3 of 12',
    '3 of 12',
    'Unit/3 12',
    'U/3/12',
    'Unit 3 at 12',
    'Dwelling 3, 12',
    'U3-12',
    'F3 - 12',
  ])('as in %s', (form) => {
    const write = (record: Document) => {
      const parts: Readonly<Record<string, string>> = { 3: part(record, 'flatNumber'), 12: number(record) };
      return `${form.replace(/12|3/g, (at) => parts[at] ?? at)} ${rest(record)}`;
    };
    expect(unread(sample, digits, write, 20)).toEqual([]);
  });

  const wordOf = (record: Document) => NUMBERS_IN_WORDS[Number(part(record, 'flatNumber'))];
  it.each(['Unit three, 12', 'unit three 12', 'Unit Three/12', 'Flat three, 12'])(
    'with its number in words: %s',
    (form) => {
      const write = (record: Document) => {
        const written = form.replace(/three/i, wordOf(record) ?? '').replace('12', number(record));
        return `${written} ${rest(record)}`;
      };
      expect(unread(sample, (record) => digits(record) && wordOf(record) !== undefined, write, 20)).toEqual([]);
    },
  );

  it.each(['Tower 2, Unit 3, 12', 'Unit 3, Block B, 12', 'Building 2 Unit 3/12', 'Blk B, 3/12'])(
    'beside a part of its site, without knowing of that: %s',
    (form) => {
      const write = (record: Document) => {
        const parts: Readonly<Record<string, string>> = { 3: part(record, 'flatNumber'), 12: number(record) };
        return `${form.replace(/12|3/g, (at) => parts[at] ?? at)} ${rest(record)}`;
      };
      expect(unread(sample, digits, write, 20, 60)).toEqual([]);
      expect(unread(sample, digits, write, 20, 67)).not.toEqual([]);
    },
  );

  it.each(['Apt 3.05, 12', 'Unit 3.05/12', '3.05/12'])('with a point between its floor and its door: %s', (form) => {
    const floors = (record: Document) => isUnit(record) && /^[1-9]\d\d$/.test(part(record, 'flatNumber'));
    const write = (record: Document) => {
      const pointed = part(record, 'flatNumber').replace(/^(.)/, '$1.');
      return `${form.replace('12', number(record)).replace('3.05', pointed)} ${rest(record)}`;
    };
    expect(unread(sample, floors, write, 3)).toEqual([]);
  });

  it.each(['Units 3-4, 12', 'Unit 3 & 4, 12', 'Units 3 to 4, 12'])('the first of several, not surely: %s', (form) => {
    const write = (record: Document) => {
      const flat = Number(part(record, 'flatNumber'));
      const parts: Readonly<Record<string, string>> = { 3: `${flat}`, 4: `${flat + 1}`, 12: number(record) };
      return `${form.replace(/12|3|4/g, (at) => parts[at] ?? at)} ${rest(record)}`;
    };
    expect(unread(sample, digits, write, 20, 60)).toEqual([]);
    expect(unread(sample, digits, write, 20, 67)).not.toEqual([]);
  });

  const hyphened = (record: Document) => `${part(record, 'flatNumber')}-${number(record)} ${rest(record)}`;
  it('before a hyphen and a sign: #3-12', () => {
    expect(unread(sample, digits, (record) => `#${hyphened(record)}`, 20)).toEqual([]);
  });

  it('before a hyphen, where no range is meant: 3-12', () => {
    const ranges = new Set(sample.principals.filter(isHouse).map((record) => `${number(record)} ${rest(record)}`));
    const fits = (record: Document) => digits(record) && !ranges.has(hyphened(record));
    expect(unread(sample, fits, hyphened, 20)).toEqual([]);
  });

  it.each(['Unit 3', 'Unit 3,', 'U3', '#3', '(Unit 3)', 'apt 3'])('behind the street: 12 SMITH STREET %s', (form) => {
    const write = (record: Document) =>
      `${number(record)} ${street(record)} ${form.replace('3', part(record, 'flatNumber'))} ${placeOf(record)}`;
    expect(unread(sample, digits, write, 20)).toEqual([]);
  });

  const lettered = (record: Document) =>
    /^[A-Z]+ [A-Z]\d+, \d/.test(record.addressLabel) && part(record, 'levelType') === '' && !isNamed(record);
  it.each(['G.4/12', 'G 4/12', 'G-4/12', 'G4/12', 'G4-12', 'UG4-12', 'Unit G 4, 12', 'Unit G-4, 12', 'Unit G-4/12'])(
    'with a letter before its number: %s',
    (form) => {
      const write = (record: Document) => {
        const [, letter, digits] = /^([A-Z])(\d+)$/.exec(part(record, 'flatNumber')) ?? [];
        const parts: Readonly<Record<string, string>> = { G: letter, 4: digits, 12: number(record) };
        return `${form.replace(/G|4|12/g, (at) => parts[at] ?? at)} ${rest(record)}`;
      };
      expect(unread(sample, lettered, write, 2)).toEqual([]);
    },
  );

  it.each(['S3/12', 'S3, 12', 's 3/12', 'Sh 3/12'])('by the initial of its type: %s', (form) => {
    const shop = (record: Document) => /^SHOP \d+, \d/.test(record.addressLabel) && !isNamed(record);
    const key = (record: Document) => `${part(record, 'flatNumber')}/${number(record)} ${rest(record)}`;
    const others = new Set(
      sample.principals.filter((record) => /^S/.test(part(record, 'flatType')) && !shop(record)).map(key),
    );
    const write = (record: Document) => {
      const parts: Readonly<Record<string, string>> = { 3: part(record, 'flatNumber'), 12: number(record) };
      return `${form.replace(/12|3/g, (at) => parts[at] ?? at)} ${rest(record)}`;
    };
    expect(unread(sample, (record) => shop(record) && !others.has(key(record)), write, 10)).toEqual([]);
  });

  it('by no initial of a block or a floor: A3/12 is not surely apartment 3', () => {
    const others = sample.principals.filter((record) => /^(APARTMENT|CARSPACE|GARAGE) \d+, /.test(record.addressLabel));
    expect(others.length).toBeGreaterThan(5);
    for (const record of others) {
      const initial = record.addressLabel[0];
      const { match } = sample.validate(`${initial}${part(record, 'flatNumber')}/${number(record)} ${rest(record)}`);
      expect(match?.addressLabel).not.toBe(record.addressLabel);
    }
  });

  const read = (query: string) => {
    const tokens = readTokens(query, false);
    return parseNumbers(sample.index, tokens, readWords(sample.index, tokens)).map(
      ({ unit, number }) => `${unit?.number?.text}/${number?.text}`,
    );
  };
  it.each(['Unit 3 C, 12', 'Unit 3-C, 12', 'Unit 3 B, 12', 'Unit 3-B, 12', 'Unit 3 B/12', 'Unit (3 C) 12'])(
    'with a letter behind its number, whatever the letter means besides: %s',
    (form) => {
      const [first] = read(`${form} Smith Street, Richmond VIC 3121`);
      expect(first).toBe(`3${form.includes('B') ? 'B' : 'C'}/12`);
    },
  );

  it.each(['3/12 A', '3/12-A', 'Unit 3, 12 A'])('before a street number with its letter apart: %s', (form) => {
    expect(read(`${form} Smith Street, Richmond VIC 3121`)).toContain('3/12A');
  });

  it("by letters that are a state's besides, before a number that is no postcode: SA4/410", () => {
    expect(read('SA4/410 Smith Street, Richmond VIC 3121')).toContain('SA4/410');
    expect(read('SA5000, 410 Smith Street')).not.toContain('SA5000/410');
  });

  it.each(['Unit G 12', 'Unit G, 12', 'Unit G/12', 'Unit G 12-14', 'Shop G 12'])(
    'by a letter alone before the street number: %s',
    (form) => {
      expect(read(`${form} Smith Street, Richmond VIC 3121`)).toContain('G/12');
      expect(read(`${form} Smith Street, Richmond VIC 3121`)).not.toContain('G12/14');
    },
  );

  it('on another level than the record’s, but never surely, be it by an alias that leaves the level out', () => {
    const lines = sample.principals.flatMap((record) => {
      const [, unit, storey, level, rest] = /^(\w+ \w+), (LEVEL|FLOOR) (\d+), (.*)$/.exec(record.addressLabel) ?? [];
      return rest === undefined ? [] : [`${unit}, ${storey} ${Number(level) + 40}, ${rest}, ${placeOf(record)}`];
    });
    expect(lines.length).toBeGreaterThan(10);
    const sure = lines.filter((line) => sample.validate(line).serviceMatchScore > 66);
    expect(sure).toEqual([]);
  });
});

describe('A level is read', () => {
  const onLevel = (label: RegExp) => (record: Document) => label.test(record.addressLabel) && !isNamed(record);
  const unitOf = (record: Document) => `${part(record, 'flatType')} ${part(record, 'flatNumber')}`;

  it.each(['third floor', '3rd Flr', 'Level three', 'Level No. 3', 'LVL 3'])('with its number: %s', (form) => {
    const count = (record: Document) => Number(part(record, 'levelNumber'));
    const write = (record: Document) => {
      const level = form
        .replace('third', FLOORS_IN_WORDS[count(record)] ?? '')
        .replace('three', NUMBERS_IN_WORDS[count(record)] ?? '')
        .replace('3rd', `${count(record)}${['th', 'st', 'nd', 'rd'][count(record)] ?? 'th'}`)
        .replace('3', part(record, 'levelNumber'));
      return `${unitOf(record)}, ${level}, ${number(record)} ${rest(record)}`;
    };
    const fits = onLevel(/^[A-Z]+ [A-Z]?\d+, (LEVEL|FLOOR) [1-9], \d/);
    expect(unread(sample, fits, write, 10)).toEqual([]);
  });

  it('by its letter, before a unit and a street number: L2/3/12', () => {
    const write = (record: Document) =>
      `L${part(record, 'levelNumber')}/${part(record, 'flatNumber')}/${number(record)} ${rest(record)}`;
    expect(unread(sample, onLevel(/^[A-Z]+ [A-Z]?\d+, LEVEL \d+, \d/), write, 10)).toEqual([]);
  });

  it.each(['G/F', 'GF', 'Ground Flr', 'Gnd Level', 'Level G', 'G Floor'])('without a number: %s', (form) => {
    const fits = onLevel(/^[A-Z]+ [A-Z]?\d+, GROUND( FLOOR)?, \d/);
    const house = (record: Document) => `${number(record)} ${rest(record)}`;
    expect(unread(sample, fits, (record) => `${unitOf(record)}, ${form}, ${house(record)}`, 1)).toEqual([]);
    expect(unread(sample, fits, (record) => `${form}, ${unitOf(record)}, ${house(record)}`, 1)).toEqual([]);
    expect(unread(sample, fits, (record) => `${unitOf(record)} ${form} ${house(record)}`, 1)).toEqual([]);
  });
});

describe('A unit that is typed first, without a number', () => {
  const beginning = (record: Document) => /^[A-Z]+ [^,]+(?=, )/.exec(record.addressLabel)?.[0] ?? '';
  const inBuildings = () =>
    sample.principals.filter((record) => part(record, 'flatNumber') !== '' && beginning(record) !== '');
  const leading = (q: string, typed: string, state: string | null) =>
    sample
      .autocomplete(q, { state: state as State | null })
      .suggestions.filter(({ addressLabel }) => addressLabel.startsWith(typed));

  it.each([', ', ' ', ''])('leads to addresses that begin so, before others: %j behind it', (end) => {
    const lost = inBuildings().filter((record) => {
      const typed = beginning(record);
      const { suggestions } = sample.autocomplete(`${typed}${end}`);
      return !suggestions[0]?.addressLabel.startsWith(typed);
    });
    expect(inBuildings().length).toBeGreaterThan(100);
    expect(lost.map(beginning)).toEqual([]);
  });

  it('leads to those of the state that is asked for', () => {
    const lost = inBuildings().filter((record) => {
      const found = leading(`${beginning(record)}, `, beginning(record), record.state);
      return found.length === 0 || found.some(({ state }) => state !== record.state);
    });
    expect(lost.map(beginning)).toEqual([]);
  });

  it('has a list that begins a longer one', () => {
    for (const record of inBuildings().slice(0, 60)) {
      const q = `${beginning(record)}, `;
      const long = sample.autocomplete(q, { limit: 20 }).suggestions.map(({ id }) => id);
      expect(sample.autocomplete(q, { limit: 3 }).suggestions.map(({ id }) => id)).toEqual(long.slice(0, 3));
    }
  });
});
