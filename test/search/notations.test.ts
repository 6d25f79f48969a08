import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Document, fullText, openSample, placeOf, type Sample } from './sample.ts';

let sample: Sample;

beforeAll(async () => {
  sample = await openSample();
});
afterAll(() => sample?.remove());

const part = (record: Document, name: string) => record.components[name] ?? '';
const street = (record: Document) =>
  ['streetName', 'streetType', 'streetSuffix']
    .map((name) => part(record, name))
    .filter(Boolean)
    .join(' ');
const number = (record: Document) =>
  [part(record, 'streetNumberFirst'), part(record, 'streetNumberLast')].filter(Boolean).join('-');
const rest = (record: Document) => `${street(record)}, ${placeOf(record)}`;
const isNamed = (record: Document) => part(record, 'buildingName') !== '' || part(record, 'addressSiteName') !== '';

const isHouse = (record: Document) => record.addressLabel === `${number(record)} ${street(record)}` && !isNamed(record);
const isUnit = (record: Document) =>
  record.addressLabel === `UNIT ${part(record, 'flatNumber')}, ${number(record)} ${street(record)}`;
const isLot = (record: Document) => record.addressLabel === `LOT ${part(record, 'lotNumber')} ${street(record)}`;

/** Writes the records that fit, and answers those that are not found, or not surely. */
function unread(fits: (record: Document) => boolean, write: (record: Document) => string, least: number): string[] {
  const records = sample.principals.filter(
    (record) => record.state !== null && record.postcode !== null && fits(record),
  );
  expect(records.length).toBeGreaterThanOrEqual(least);
  return records.flatMap((record) => {
    const q = write(record);
    const { match, serviceMatchScore: score, debug } = sample.validate(q);
    const found = match === null ? null : fullText(match);
    return found === fullText(record) && score >= 90 ? [] : [`${q} → ${found} ${score} ${debug.scoreCaps.join()}`];
  });
}

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
  ])('as in %s', (form) => {
    const write = (record: Document) => {
      const parts: Readonly<Record<string, string>> = { 3: part(record, 'flatNumber'), 12: number(record) };
      return `${form.replace(/12|3/g, (at) => parts[at] ?? at)} ${rest(record)}`;
    };
    expect(unread(digits, write, 20)).toEqual([]);
  });

  it.each(['Unit 3', 'Unit 3,', 'U3', '#3', '(Unit 3)', 'apt 3'])('behind the street: 12 SMITH STREET %s', (form) => {
    const write = (record: Document) =>
      `${number(record)} ${street(record)} ${form.replace('3', part(record, 'flatNumber'))} ${placeOf(record)}`;
    expect(unread(digits, write, 20)).toEqual([]);
  });

  const lettered = (record: Document) =>
    /^[A-Z]+ [A-Z]\d+, \d/.test(record.addressLabel) && part(record, 'levelType') === '' && !isNamed(record);
  it.each(['G.4/12', 'G 4/12', 'G-4/12', 'G4/12'])('with a letter before its number: %s', (form) => {
    const write = (record: Document) => {
      const flat = part(record, 'flatNumber');
      return `${form.replace('G', flat[0]).replace('4/12', `${flat.slice(1)}/${number(record)}`)} ${rest(record)}`;
    };
    expect(unread(lettered, write, 2)).toEqual([]);
  });
});

describe('A street number is read', () => {
  const plain = (record: Document) => isHouse(record) && /^\d{1,3}$/.test(number(record));
  it.each(['No. 12', 'No.12', 'no 12', 'Number 12', '#12', '# 12', '12,', '12.', '012'])('as in %s', (form) => {
    expect(unread(plain, (record) => `${form.replace('12', number(record))} ${rest(record)}`, 500)).toEqual([]);
  });

  it('joined to the street: 12smith street', () => {
    const long = (record: Document) => plain(record) && /^[A-Z]{4}/.test(part(record, 'streetName'));
    expect(unread(long, (record) => `${number(record)}${rest(record).toLowerCase()}`, 500)).toEqual([]);
  });

  const suffixed = (record: Document) => isHouse(record) && /^\d+[A-Z]$/.test(number(record));
  it.each(['12a', '12 A', '12-A', '12/A', '12.A'])('with its letter: %s', (form) => {
    const write = (record: Document) => {
      const [, digits, letter] = /^(\d+)([A-Z])$/.exec(number(record)) ?? [];
      return `${form.replace('12', digits).replace(/a$/i, letter)} ${rest(record)}`;
    };
    expect(unread(suffixed, write, 20)).toEqual([]);
  });

  const range = (record: Document) => isHouse(record) && part(record, 'streetNumberLast') !== '';
  it.each(['12-14', '12 - 14', '12– 14', '12 to 14', '12 & 14', '12 and 14'])('as a range: %s', (form) => {
    const write = (record: Document) => {
      const ends: Readonly<Record<string, string>> = {
        12: part(record, 'streetNumberFirst'),
        14: part(record, 'streetNumberLast'),
      };
      return `${form.replace(/12|14/g, (at) => ends[at] ?? at)} ${rest(record)}`;
    };
    expect(unread(range, write, 20)).toEqual([]);
  });

  it.each(['Lot 5', 'lot5', 'Lot. 5,', 'Lot No 5', 'Lot No. 5', 'Lot #5', 'L5'])('as a lot: %s', (form) => {
    const write = (record: Document) => `${form.replace('5', part(record, 'lotNumber'))} ${rest(record)}`;
    const digits = (record: Document) => isLot(record) && /^\d+$/.test(part(record, 'lotNumber'));
    expect(unread(digits, write, 5)).toEqual([]);
  });
});

describe('A place is read', () => {
  it.each<[string, (record: Document) => string]>([
    ['with full stops in the state', (r) => `${r.localityName}, ${r.state?.split('').join('.')}. ${r.postcode}`],
    ['with its state in brackets', (r) => `${r.localityName} (${r.state}) ${r.postcode}`],
    ['with state and postcode run together', (r) => `${r.localityName} ${r.state}${r.postcode}`],
    ['with hyphens between its words', (r) => `${r.localityName.replaceAll(' ', '-')} ${r.state} ${r.postcode}`],
    ['line by line', (r) => `\n${r.localityName}\n${r.state} ${r.postcode}\nAustralia`],
  ])('%s', (_, place) => {
    const fits = (record: Document) => isHouse(record) && !record.localityName.includes('(');
    expect(unread(fits, (record) => `${number(record)} ${street(record)} ${place(record)}`, 500)).toEqual([]);
  });

  it('before the street, with its postcode: HORNSBY NSW 2077, 9 MURIEL STREET', () => {
    const fits = (record: Document) => isHouse(record) && /^\d{1,3}$/.test(number(record));
    expect(unread(fits, (record) => `${placeOf(record)}, ${number(record)} ${street(record)}`, 500)).toEqual([]);
  });
});
