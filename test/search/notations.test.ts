import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWords } from '../../src/search/lexicon.ts';
import { readNumbers } from '../../src/search/numbers-reading.ts';
import { readTokens } from '../../src/search/tokens.ts';
import { type Document, fullText, openSample, placeOf, type Sample } from './sample.ts';
import { isHouse, isLot, isNamed, isPlain, isUnit, number, part, rest, street, unread } from './written.ts';

let sample: Sample;

beforeAll(async () => {
  sample = await openSample();
});
afterAll(() => sample?.remove());

const NUMBERS_IN_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const FLOORS_IN_WORDS = 'none first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

describe('A unit is read', () => {
  const digits = (record: Document) => isUnit(record) && /^\d+$/.test(part(record, 'flatNumber'));
  it.each([
    '3/12',
    '3 / 12',
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

  const read = (query: string) => {
    const tokens = readTokens(query, false);
    return readNumbers(sample.index, tokens, readWords(sample.index, tokens)).map(
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

  it.each(['Unit G 12', 'Unit G, 12', 'Unit G/12', 'Unit G 12-14', 'Shop G 12'])(
    'by a letter alone before the street number: %s',
    (form) => {
      expect(read(`${form} Smith Street, Richmond VIC 3121`)).toContain('G/12');
      expect(read(`${form} Smith Street, Richmond VIC 3121`)).not.toContain('G12/14');
    },
  );
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

describe('A street number is read', () => {
  it.each(['No. 12', 'No.12', 'no 12', 'Number 12', '#12', '# 12', '12,', '12.', '012'])('as in %s', (form) => {
    expect(unread(sample, isPlain, (record) => `${form.replace('12', number(record))} ${rest(record)}`, 500)).toEqual(
      [],
    );
  });

  it.each(['Twelve', 'twelve,', 'Number twelve', 'No. Twelve'])('in words: %s', (form) => {
    const word = (record: Document) => NUMBERS_IN_WORDS[Number(number(record))];
    const fits = (record: Document) => isPlain(record) && word(record) !== undefined;
    const write = (record: Document) => `${form.replace(/twelve/i, word(record) ?? '')} ${rest(record)}`;
    expect(unread(sample, fits, write, 50)).toEqual([]);
  });

  it('joined to the street: 12smith street', () => {
    const long = (record: Document) => isPlain(record) && /^[A-Z]{4}/.test(part(record, 'streetName'));
    expect(unread(sample, long, (record) => `${number(record)}${rest(record).toLowerCase()}`, 500)).toEqual([]);
  });

  const suffixed = (record: Document) => isHouse(record) && /^\d+[A-Z]$/.test(number(record));
  it.each(['12a', '12 A', '12-A', '12/A', '12.A'])('with its letter: %s', (form) => {
    const write = (record: Document) => {
      const [, digits, letter] = /^(\d+)([A-Z])$/.exec(number(record)) ?? [];
      return `${form.replace('12', digits).replace(/a$/i, letter)} ${rest(record)}`;
    };
    expect(unread(sample, suffixed, write, 20)).toEqual([]);
  });

  const range = (record: Document) => isHouse(record) && part(record, 'streetNumberLast') !== '';
  it.each(['12-14', '12 - 14', '12– 14', '12 to 14', '12 & 14', '12 and 14', '12 through 14', 'Nos. 12-14'])(
    'as a range: %s',
    (form) => {
      const write = (record: Document) => {
        const ends: Readonly<Record<string, string>> = {
          12: part(record, 'streetNumberFirst'),
          14: part(record, 'streetNumberLast'),
        };
        return `${form.replace(/12|14/g, (at) => ends[at] ?? at)} ${rest(record)}`;
      };
      expect(unread(sample, range, write, 20)).toEqual([]);
    },
  );

  it('as a range in words behind a unit: 3/12 to 14', () => {
    const unitOfRange = (record: Document) => isUnit(record) && part(record, 'streetNumberLast') !== '';
    const write = (record: Document) =>
      `${part(record, 'flatNumber')}/${number(record).replace('-', ' to ')} ${rest(record)}`;
    expect(unread(sample, unitOfRange, write, 1)).toEqual([]);
  });

  it.each(['Lot 5', 'lot5', 'Lot. 5,', 'Lot No 5', 'Lot No. 5', 'Lot #5', 'L5', 'L 5'])('as a lot: %s', (form) => {
    const write = (record: Document) => `${form.replace('5', part(record, 'lotNumber'))} ${rest(record)}`;
    const digits = (record: Document) => isLot(record) && /^\d+$/.test(part(record, 'lotNumber'));
    expect(unread(sample, digits, write, 5)).toEqual([]);
  });
});

describe('A type of street is read', () => {
  it('joined to its name by a capital alone: SmithSt', () => {
    const title = (text: string) => text.toLowerCase().replace(/(^|[ '-])[a-z]/g, (at) => at.toUpperCase());
    const types: Readonly<Record<string, string>> = { STREET: 'St', ROAD: 'Rd', AVENUE: 'Ave', DRIVE: 'Dr' };
    const fits = (record: Document) =>
      isPlain(record) && /^[A-Z' ]{3,} (STREET|ROAD|AVENUE|DRIVE)$/.test(street(record));
    const write = (record: Document) => {
      const joined = title(part(record, 'streetName')) + types[part(record, 'streetType')];
      return `${number(record)} ${joined}, ${title(placeOf(record))}`;
    };
    expect(unread(sample, fits, write, 200)).toEqual([]);
  });

  it('twice, in its long form and in its short one: SMITH STREET ST', () => {
    const short: Readonly<Record<string, string>> = {
      STREET: 'St',
      ROAD: 'Rd',
      AVENUE: 'Ave',
      COURT: 'Ct',
      DRIVE: 'Dr',
    };
    const fits = (record: Document) =>
      isHouse(record) && part(record, 'streetType') in short && part(record, 'streetSuffix') === '';
    const write = (record: Document) =>
      `${number(record)} ${street(record)} ${short[part(record, 'streetType')]}, ${placeOf(record)}`;
    expect(unread(sample, fits, write, 500)).toEqual([]);
  });
});

describe('A suffix of a street is read', () => {
  it.each([
    ['in full', (suffix: string) => suffix],
    ['by its first letter', (suffix: string) => suffix[0]],
  ])('before the name, %s: 12 NORTH SMITH STREET', (_, say) => {
    const fits = (record: Document) =>
      isHouse(record) && /^(NORTH|SOUTH|EAST|WEST)$/.test(part(record, 'streetSuffix'));
    const write = (record: Document) => {
      const suffix = say(part(record, 'streetSuffix'));
      const name = `${part(record, 'streetName')} ${part(record, 'streetType')}`;
      return `${number(record)} ${suffix} ${name}, ${placeOf(record)}`;
    };
    expect(unread(sample, fits, write, 15)).toEqual([]);
  });

  it('before the name, while what follows the type is typed', () => {
    const fits = (record: Document) =>
      isHouse(record) && /^(NORTH|SOUTH|EAST|WEST)$/.test(part(record, 'streetSuffix'));
    const lost = sample.principals.filter(fits).flatMap((record) => {
      const line = `${number(record)} ${part(record, 'streetSuffix')} ${part(record, 'streetName')} ${part(record, 'streetType')}`;
      const written = `${line}, ${record.localityName} ${record.state}`;
      return [...written.slice(line.length)].flatMap((_, i) => {
        const q = written.slice(0, line.length + i);
        return sample.autocomplete(q).suggestions.some((it) => fullText(it) === fullText(record)) ? [] : [q];
      });
    });
    expect(lost).toEqual([]);
  });
});

describe('A place is read', () => {
  it.each<[string, (record: Document) => string]>([
    ['with full stops in the state', (r) => `${r.localityName}, ${r.state?.split('').join('.')}. ${r.postcode}`],
    ['with its state in brackets', (r) => `${r.localityName} (${r.state}) ${r.postcode}`],
    ['with state and postcode run together', (r) => `${r.localityName} ${r.state}${r.postcode}`],
    ['with hyphens between its words', (r) => `${r.localityName.replaceAll(' ', '-')} ${r.state} ${r.postcode}`],
    ['with its postcode twice', (r) => `${r.localityName} ${r.state} ${r.postcode}, ${r.postcode}`],
    ['with postcode and state run together', (r) => `${r.localityName} ${r.postcode}${r.state}`],
    ['with its state twice', (r) => `${r.localityName}, ${r.state} ${r.state} ${r.postcode}`],
    ['with itself twice', (r) => `${r.localityName}, ${r.localityName} ${r.state} ${r.postcode}`],
    ['line by line', (r) => `\n${r.localityName}\n${r.state} ${r.postcode}\nAustralia`],
  ])('%s', (_, place) => {
    const fits = (record: Document) => isHouse(record) && !record.localityName.includes('(');
    expect(unread(sample, fits, (record) => `${number(record)} ${street(record)} ${place(record)}`, 500)).toEqual([]);
  });

  const title = (text: string) => text.toLowerCase().replace(/(?<![a-z'])[a-z]/g, (letter) => letter.toUpperCase());
  it.each<[string, (record: Document, line: string, locality: string) => string]>([
    ['street', (r, line, locality) => `${line}${locality} ${r.state} ${r.postcode}`],
    ['state', (r, line, locality) => `${line}, ${locality}${r.state} ${r.postcode}`],
    ['postcode', (r, line, locality) => `${line}, ${locality}${r.postcode}`],
  ])('run together with its %s, told apart by a capital or a digit', (_, write) => {
    const fits = (record: Document) =>
      isHouse(record) && part(record, 'streetType').length > 3 && /^[A-Z]{5}/.test(record.localityName);
    const written = (record: Document) =>
      write(record, `${number(record)} ${title(street(record))}`, title(record.localityName));
    expect(unread(sample, fits, written, 500)).toEqual([]);
  });

  it('before the street, with its postcode: HORNSBY NSW 2077, 9 MURIEL STREET', () => {
    expect(unread(sample, isPlain, (record) => `${placeOf(record)}, ${number(record)} ${street(record)}`, 500)).toEqual(
      [],
    );
  });
});
