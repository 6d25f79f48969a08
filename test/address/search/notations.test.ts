import { beforeAll, describe, expect, it } from 'vitest';
import { type Document, fullText, openSample, placeOf, type Sample } from './sample.ts';
import { isHouse, isLot, isPlain, isUnit, number, part, rest, street, unread } from './written.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

const NUMBERS_IN_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

describe('A street number is read', () => {
  it.each(['No. 12', 'No.12', 'no 12', 'Number 12', '#12', '# 12', '12,', '12.', '012', '0012'])('as in %s', (form) => {
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

  it.each(['Lot 5', 'lot5', 'Lot. 5,', 'Lot No 5', 'Lot No. 5', 'Lot #5', 'L5', 'L 5', 'Lot 05'])(
    'as a lot: %s',
    (form) => {
      const write = (record: Document) => `${form.replace('5', part(record, 'lotNumber'))} ${rest(record)}`;
      const digits = (record: Document) => isLot(record) && /^\d+$/.test(part(record, 'lotNumber'));
      expect(unread(sample, digits, write, 5)).toEqual([]);
    },
  );
});

describe('The last word of a place is read', () => {
  it.each([
    ['HARBOUR', 'Hbr'],
    ['ISLAND', 'Isl'],
    ['CENTRAL', 'Ctl'],
    ['VALE', 'Vle'],
    ['CREEK', 'Crk'],
  ])('shortened: %s as %s', (word, short) => {
    const fits = (record: Document) => isPlain(record) && record.localityName.endsWith(` ${word}`);
    const write = (record: Document) =>
      `${number(record)} ${street(record)}, ${placeOf(record).replace(` ${word} `, ` ${short} `)}`;
    expect(unread(sample, fits, write, 1, 100)).toEqual([]);
  });
});

describe('A side of a property is read', () => {
  it.each(['Rear of', 'at rear of', 'Front,', 'Front of', 'behind'])('of any house, not surely: %s 12', (side) => {
    const fits = (record: Document) => isPlain(record) && /[0-3]$/.test(record.id);
    const write = (record: Document) => `${side} ${number(record)} ${rest(record)}`;
    expect(unread(sample, fits, write, 500, 34)).toEqual([]);
    const high = sample.principals
      .filter(fits)
      .filter((it) => sample.validate(write(it)).serviceMatchQuality === 'high');
    expect(high).toEqual([]);
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

  type Fields = readonly (readonly [name: string, value: (record: Document) => string])[];
  const place: Fields = [
    ['suburb', (r) => r.localityName],
    ['state', (r) => r.state ?? ''],
    ['postcode', (r) => r.postcode ?? ''],
  ];
  const fields: readonly (readonly [string, Fields, (fields: readonly string[][]) => string])[] = [
    ['a form', [['Street Address', (r) => r.addressLabel], ...place], (all) => all.map((f) => f.join(': ')).join(' ')],
    ['lines', [['Address Line 1', (r) => r.addressLabel], ...place], (all) => all.map((f) => f.join(':')).join('\n')],
    ['JSON', [['addressLine1', (r) => r.addressLabel], ...place], (all) => JSON.stringify(Object.fromEntries(all))],
    ['YAML', [['street', (r) => r.addressLabel], ...place], (all) => all.map((f) => f.join(': ')).join('; ')],
  ];
  it.each(fields)('in the fields of %s', (_, names, write) => {
    const written = (record: Document) => write(names.map(([name, value]) => [name, value(record)]));
    expect(unread(sample, isPlain, written, 500)).toEqual([]);
  });

  it('before the street, with its postcode: HORNSBY NSW 2077, 9 MURIEL STREET', () => {
    expect(unread(sample, isPlain, (record) => `${placeOf(record)}, ${number(record)} ${street(record)}`, 500)).toEqual(
      [],
    );
  });
});
