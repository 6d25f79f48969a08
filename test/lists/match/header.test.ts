import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupNamed, type HeaderPart, readHeader, readWord } from '../../../src/lists/match/header/grammar.ts';

const said = (...names: string[]) =>
  readHeader(names).map((name) =>
    name === null ? null : name.group === '' ? name.part : `${name.part} ${name.group}`,
  );

/** Names as exports have them, each with the part that its column has. */
const NAMES: readonly (readonly [string, HeaderPart])[] = [
  ['Address', 'address'],
  ['Address 1', 'address'],
  ['Address Line 2', 'line'],
  ['Street Name', 'street'],
  ['House Number', 'number'],
  ['Unit No', 'unit'],
  ['Suburb', 'suburb'],
  ['Town/City', 'suburb'],
  ['State/Province', 'state'],
  ['State Code', 'state'],
  ['Post Code', 'postcode'],
  ['Zip/Postal Code', 'postcode'],
];
/** How names are written. */
const STYLES: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join(' '),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map((word) => word[0].toUpperCase() + word.slice(1).toLowerCase()).join(''),
  (words) =>
    words
      .map((word, i) => (i === 0 ? word.toLowerCase() : word[0].toUpperCase() + word.slice(1).toLowerCase()))
      .join(''),
  (words) => `${words[0]}:${words.slice(1).join('_')}`.toLowerCase(),
  (words) => words.join('-').toLowerCase(),
  (words) => `${words.slice(1).join(' ')} (${words[0]})`,
];

describe('The name of a column', () => {
  it('says the same part and address however it is written, before or behind a word for the address', () => {
    const property = fc.property(
      fc.constantFrom(...NAMES),
      fc.constantFrom('Billing', 'Shipping', 'Site', 'Residential', 'Premises'),
      fc.constantFrom(...STYLES),
      ([name, part], group, style) => {
        const written = style([group, ...name.split(' ')]);
        expect([written, ...said(written)]).toEqual([written, `${part} ${group.toLowerCase()}`]);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('has a group by another word where two parts have it, and not where one has', () => {
    expect(said('gp_suburb', 'gp_postcode', 'Nearest town', 'Birth State')).toEqual([
      'suburb gp',
      'postcode gp',
      null,
      null,
    ]);
    expect(said('psuburb', 'pstate', 'ppostcode', 'capacity', 'estate')).toEqual([
      'suburb p',
      'state p',
      'postcode p',
      null,
      null,
    ]);
    expect(said('Surgery address', 'Suburb')).toEqual(['address surgery', 'suburb']);
  });

  it('with a number is a line of an address, or the part of that address', () => {
    expect(said('Address 1', 'Address 2', 'City')).toEqual(['address', 'line', 'suburb']);
    expect(said('Address 1', 'City 1', 'Address 2', 'City 2')).toEqual([
      'address 1',
      'suburb 1',
      'address 2',
      'suburb 2',
    ]);
    expect(said('Address 1: Street 1', 'Address 1: Street 2', 'Address 1: City', 'Address 2: City')).toEqual([
      ...['street address 1', 'line address 1', 'suburb address 1', 'suburb address 2'],
    ]);
  });

  it.each([
    ...[
      'Suburb population',
      'City Council',
      'State Electorate',
      'Email address',
      'IP Address',
      'Phone number',
      'Order No',
    ],
    ...[
      'Customer No',
      'Locality PID',
      'Suburb code',
      'Unit price',
      'Floor area',
      'Country',
      'School Road',
      '5 School Road',
    ],
  ])('that has a word of a part may be none: %s', (name) => {
    expect(['country', null]).toContain(readWord(name));
  });

  it('keeps a note behind it out of its group', () => {
    expect(said('Postcode (4 digits)', 'State (AU)', 'Address (postal)')).toEqual([
      'postcode',
      'state',
      'address postal',
    ]);
    expect(groupNamed('Postal address')).toBe('postal');
  });
});
