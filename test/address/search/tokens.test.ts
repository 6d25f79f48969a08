import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCaseless } from '../../../src/address/search/text/plain-text.ts';
import { readTokens } from '../../../src/address/search/text/tokenize.ts';
import { beginsOrdinal, COMMA, isOrdinal, tokenText } from '../../../src/address/search/text/tokens.ts';

/** The words of a query, spaces between them. */
function words(query: string, typing = false): string {
  const tokens = readTokens(query, typing);
  return Array.from({ length: tokens.count }, (_, t) => tokenText(tokens, t, t + 1)).join(' ');
}

describe('The name of a field before a colon is left out', () => {
  it.each([
    ['Address Line 1: 12 Smith Street', '12 SMITH STREET'],
    ['Delivery address: 12 Smith Street', '12 SMITH STREET'],
    ['{"billingAddress": "12 Smith Street"}', '12 SMITH STREET'],
    ['Street 1: 12 Smith Street; Suburb: Richmond', '12 SMITH STREET RICHMOND'],
    ['12 Smith Street, Street: Richmond', '12 SMITH STREET RICHMOND'],
  ])('%s', (query, expected) => {
    expect(words(query)).toBe(expected);
  });

  it.each([
    ['12 Smith Street: Richmond', '12 SMITH STREET RICHMOND'],
    ['12 Smith Street 3: Richmond', '12 SMITH STREET 3 RICHMOND'],
    ['12 Smith Street 3121: beside the station', '12 SMITH STREET 3121 BESIDE THE STATION'],
    ['Shop 3: 12 Smith Street', 'SHOP 3 12 SMITH STREET'],
    ['Level: 3', 'LEVEL 3'],
    ['open 9:30, 12 Smith Street', 'OPEN 9 30 12 SMITH STREET'],
  ])('but no part of an address: %s', (query, expected) => {
    expect(words(query)).toBe(expected);
  });
});

describe('Words that a capital begins', () => {
  it.each([
    ['SmithSt', 'SMITH ST'],
    ['BayRd', 'BAY RD'],
    ['BayQLD', 'BAY QLD'],
  ])('are taken apart: %s', (query, expected) => {
    expect(words(query)).toBe(expected);
  });

  it.each(['McKay', 'LaTrobe', 'DeRose', 'MacGr', 'MacCl', 'MacDr', 'MacWa', 'MacGregor', 'MacDonald'])(
    'within a name are not: %s',
    (name) => {
      expect(words(name, true)).toBe(name.toUpperCase());
    },
  );
});

it('A state and the digits of its postcode are taken apart from the first digit on: VIC3', () => {
  for (const state of ['NSW', 'VIC', 'QLD', 'TAS', 'ACT'])
    for (const digits of ['3', '31', '312', '3121']) expect(words(state + digits, true)).toBe(`${state} ${digits}`);
});

it('The end of a line is a comma, whatever signs stand beside it', () => {
  for (const query of ['12 Smith Street\nRichmond', '12 Smith’s Street\r\nRichmond', '12 Rosé Street \n Richmond']) {
    const { count, before } = readTokens(query, false);
    expect(before[count - 1] & COMMA, query).toBe(COMMA);
  }
});

it('A query that has no case is read the same in capitals, and with one space for several', () => {
  const piece = constantFrom(
    ...'aBzQ09 ',
    ...",./-#()':&<%@\\\n",
    'é',
    '  ',
    'Street',
    'st',
    'VIC',
    '3.0',
    'P.O.',
    'Unit',
    '12',
  );
  const read = (query: string) => {
    const { count, letters, start, end, kind, before, value, after, open } = readTokens(query, true);
    const text = Buffer.from(letters.subarray(0, end[count - 1] ?? 0)).toString();
    const each = Array.from({ length: count }, (_, t) => [start[t], end[t], kind[t], before[t], value[t]]);
    return { text, each, after, open };
  };
  let caseless = 0;
  assert(
    property(array(piece, { maxLength: 14 }), (pieces) => {
      const query = pieces.join('');
      if (!isCaseless(query)) return;
      caseless++;
      expect(read(query.toUpperCase().replace(/^ +/, '').replace(/ +/g, ' '))).toEqual(read(query));
    }),
    { numRuns: 20_000, seed: 3 },
  );
  expect(caseless).toBeGreaterThan(2000);
});

describe('A number’s place in a row', () => {
  const endingOf = (number: number) =>
    Math.floor(number / 10) % 10 === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  const numbers = Array.from({ length: 130 }, (_, i) => i + 1);

  it('is a word, by the letters that belong to the number', () => {
    expect(numbers.filter((number) => !isOrdinal(readTokens(`${number}${endingOf(number)} Avenue`, false), 0))).toEqual(
      [],
    );
    const others = ['b', 'sd', 'nt', 'rt', 'hh', 'at'];
    expect(
      others.filter((ending) => numbers.some((number) => isOrdinal(readTokens(`${number}${ending}`, false), 0))),
    ).toEqual([]);
  });

  it('is begun by the first of them, while nothing follows it', () => {
    const begins = (text: string) => beginsOrdinal(readTokens(text, true), 0);
    expect(numbers.filter((number) => !begins(`${number}${endingOf(number)[0]}`))).toEqual([]);
    expect(['1t', '2s', '11s', '12n', '4s', '3rd', '1', '1a', '1s ', '1s ave', 's'].filter(begins)).toEqual([]);
  });
});
