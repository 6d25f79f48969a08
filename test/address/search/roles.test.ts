import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Head, type Searches, searchesOn } from './sample.ts';

/** Long house numbers, among them other places' postcodes and their own, in every company; and neighbours that are easily taken for them. */
const NUMBERED = [
  'SHOP 1, FLOOR 1, 1800 FERNTREE GULLY ROAD | FERNTREE GULLY VIC 3156',
  'SHOP 1, FLOOR 1, 1880 FERNTREE GULLY ROAD | FERNTREE GULLY VIC 3156',
  'SHOP 1, FLOOR 1, 1920 FERNTREE GULLY ROAD | FERNTREE GULLY VIC 3156',
  'SHOP 1, FLOOR 1, 2100 FERNTREE GULLY ROAD | FERNTREE GULLY VIC 3156',
  '3156 FERNTREE GULLY ROAD | FERNTREE GULLY VIC 3156',
  'FLAT 2, 3156 FERNTREE GULLY ROAD | FERNTREE GULLY VIC 3156',
  'FLAT 14, 5 DUKE STREET | CAULFIELD SOUTH VIC 3162',
  'FLAT 14, 1005 DUKE STREET | CAULFIELD SOUTH VIC 3162',
  '1005A DUKE STREET | CAULFIELD SOUTH VIC 3162',
  '2 SOLFERINO STREET | MIRANI QLD 4754',
  '1770 SOLFERINO STREET | MIRANI QLD 4754',
  'UNIT 7, 1770 SOLFERINO STREET | MIRANI QLD 4754',
  '12345 SOLFERINO STREET | MIRANI QLD 4754',
  '4754 ROUND HILL ROAD | AGNES WATER QLD 1770',
  '1 HADDRILL PARADE | DALMENY NSW 2546',
  '3406 HADDRILL PARADE | DALMENY NSW 2546',
  '9 MURIEL STREET | HORNSBY NSW 3406',
  '1 RALEIGH STREET | HOLDER SA 5330',
  '4425 RALEIGH STREET | HOLDER SA 5330',
];
const OTHERS = [
  'LOT 1 SYCAMORE GROVE | BALACLAVA VIC 3183',
  'LOT 2 SYCAMORE GROVE | BALACLAVA VIC 3183',
  'ANTENNA 11, 56 JEAN STREET | GRANGE QLD 4051',
  'CARSPACE 11, 56 JEAN STREET | GRANGE QLD 4051',
  'SHOP 11, 56 JEAN STREET | GRANGE QLD 4051',
  'UNIT 11, 56 JEAN STREET | GRANGE QLD 4051',
  'PENTHOUSE 1, PENTHOUSE, 102 HARBOUR PARADE | GRANGE QLD 4051',
  'FLAT 1, 19 BALFOUR STREET | NORTHCOTE VIC 3070',
  'FLAT 2, 19 BALFOUR STREET | NORTHCOTE VIC 3070',
  '462 THE AVENUE | ORANGE NSW 2800',
  '462 WALRUS AVENUE SOUTH WEST | ORANGE NSW 2800',
  '9 SOUTH ROAD | PORT MACQUARIE NSW 2444',
  '9 MCKELLAR STREET SOUTH WEST | KARIONG NSW 2250',
  '22 THE AVENUE | BALMAIN NSW 2041',
  '22 THE AVENUE | GOSFORD NSW 2250',
  '22 BALMAIN AVENUE | EAST GOSFORD NSW 2250',
  '15 LAKES STREET | SPRINGFIELD NSW 2630',
  '15 SPRINGFIELD LAKE AVENUE | MUNDINGBURRA QLD 4812',
  '1 MITTA COURT | WERRIBEE VIC 3030',
  '446 PITTA CLOSE | WERRIBEE VIC 3030',
  '7 WALTER STREET | CURRUMBIN QLD 4223',
  '7 WALLER STREET | ELANORA QLD 4221',
  '7 CARLISLE ROAD | WARRALEA VIC 3400',
  '1 PLACE ROAD | WONTHAGGI VIC 3995',
  '9 CARLISLE ROAD | WARRALEE QLD 4400',
  '88 KEEPER BY THE OLD RIVER ROAD | YARRAMALONG NSW 2259',
  '14 BECK STREET | STRATHDALE VIC 3550',
  '1 KECK STREET | FLORA HILL VIC 3550',
  '10 GREY STREET | SOUTH BRISBANE QLD 4101',
  '10 GREY STREET | EPPING NSW 2121',
  '510 CANNING ROAD | VICTORIA PARK SA 5000',
  '510 CANNING ROAD | SPRINGWOOD NSW 2777',
  '40 P J MOODIE MEMORIAL PLACE | MOUNT PLEASANT QLD 4521',
  '1 MASON STREET | WARRAGUL VIC 3820',
  '5 MAWSON CLOSE | WARILLA NSW 2528',
  '1 MASON COURT | SOUTH LAKE SA 5164',
  '51 MAHON ROAD | SOUTH LAKE SA 5164',
  '12 BURWAH AVENUE | BRIGHTON EAST VIC 3187',
  '1 BURWAH AVENUE | CAULFIELD VIC 3162',
  "552 O'FLYNN STREET | LISMORE HEIGHTS NSW 2480",
  '9 FLYNN STREET | LISMORE HEIGHTS NSW 2480',
  '21 MORAN STREET | SVENSSON HEIGHTS QLD 4670',
  '3 MORNA STREET | CAIRNS QLD 4870',
  '12 THE AVENUE | HAWTHORN EAST VIC 3123',
  '12 THE AVENUE | MOUNT WAVERLEY VIC 3149',
  '10 HIGH STREET ROAD | ASHBURTON VIC 3147',
  '10 HIGH STREET | KEW VIC 3101',
  '12 ARMIDALE STREET | THE ENTRANCE NSW 2261',
  '1 RICHARDS ROAD | HOPPERS CROSSING VIC 3029',
  '42 EVELYN STREET NORTH | WEST ALBURY NSW 2640',
  '7 ESPLANADE WEST | PORT MELBOURNE VIC 3207',
  '120 MALINYA AVENUE | KEW VIC 3101',
  'SHOP 5, 120 MALINYA AVENUE | KEW VIC 3101',
  'UNIT 101, LEVEL 1, 3 HINDMARSH AVENUE | ADELAIDE SA 5000',
  'UNIT 113, LEVEL 1, 3 HINDMARSH AVENUE | ADELAIDE SA 5000',
  'UNIT 113, LEVEL 1, 7-9 HINDMARSH AVENUE | ADELAIDE SA 5000',
  'CAMPSITE 42: 42 FOURTH AVENUE | PORTARLINGTON VIC 3223',
  'SHOP 9: 12 FOURTH AVENUE | PORTARLINGTON VIC 3223',
  'LODGE 7: 16 FOURTH AVENUE | PORTARLINGTON VIC 3223',
  'UNIT 7, 16 FOURTH AVENUE | PORTARLINGTON VIC 3223',
  '48 BOW STREET | MERBEIN VIC 3505',
  '17 BOWS STREET | MERBEIN VIC 3505',
  '17 BELL STREET | MERBEIN VIC 3505',
  '2390 FISHER ROAD | NARRABRI NSW 2390',
  '2394 FISHER ROAD | NARRABRI NSW 2390',
  '2396-2398 FISHER ROAD | NARRABRI NSW 2390',
  '3350-3354 FISHER ROAD | BALLARAT VIC 3390',
  '8 FISHER ROAD | DELACOMBE VIC 3350',
  'LOT 7 CALDER TERRACE | COWRA NSW 2794',
  '17 CALDER TERRACE | COWRA NSW 2794',
  'LOT 8 CALDER TERRACE | COWRA NSW 2794',
  '19 CALDER TERRACE | COWRA NSW 2794',
  '5 MASON STREET | PARRA NSW 2151',
];

let folder: string;
let searches: Searches;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterbox-roles-'));
  writeMadeRelease(join(folder, 'release'), [...NUMBERED, ...OTHERS]);
  const index = join(folder, 'release.lbx');
  await compileRelease(join(folder, 'release'), index);
  searches = searchesOn(openIndex(index));
});
afterAll(() => rm(folder, { recursive: true }));

const written = (head: Head | null | undefined) =>
  head ? `${head.addressLabel} | ${head.localityName} ${head.state} ${head.postcode}` : null;
const validated = (q: string) => written(searches.validate(q).match);
const suggested = (q: string) => written(searches.autocomplete(q).suggestions[0]);
const partsOf = (address: string) => {
  const [label, place] = address.split(' | ');
  return { label, place, name: place.replace(/ \w+ \d{4}$/, ''), postcode: place.slice(-4) };
};

describe('A long house number is told from a postcode', () => {
  const notations: Readonly<Record<string, (address: string) => string>> = {
    'label, place': (address) => address.replace(' | ', ', '),
    'label and place without commas': (address) => address.replace(' | ', ' ').replaceAll(',', ''),
    'label, suburb': (address) => `${partsOf(address).label}, ${partsOf(address).name}`,
    'label, suburb and postcode': (address) =>
      `${partsOf(address).label}, ${partsOf(address).name} ${partsOf(address).postcode}`,
    'place, label': (address) => `${partsOf(address).place}, ${partsOf(address).label}`,
    'suburb, label': (address) => `${partsOf(address).name}, ${partsOf(address).label}`,
    'unit/number': (address) => address.replace(/^(?:UNIT|FLAT) (\d+), /, '$1/').replace(' | ', ', '),
  };
  it.each(Object.keys(notations))('in %s', (notation) => {
    const wrong = NUMBERED.flatMap((address) => {
      const q = notations[notation](address);
      const answers = [validated(q), suggested(q)];
      return answers.every((answer) => answer === address) ? [] : [`${q} → ${answers.join(' · ')}`];
    });
    expect(wrong).toEqual([]);
  });

  it('while the street behind it is typed', () => {
    const wrong = NUMBERED.flatMap((address) => {
      const { label } = partsOf(address);
      const number = label.lastIndexOf(',') < 0 ? 0 : label.lastIndexOf(',') + 2;
      const from = label.indexOf(' ', number) + 2;
      return Array.from({ length: label.length - from + 1 }, (_, i) => label.slice(0, from + i)).flatMap((q) =>
        suggested(q) === address ? [] : [`${q} → ${suggested(q)}`],
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('A number behind the place', () => {
  it.each([
    ['1770 ferntree gully road ferntree gully vic 3156', 'FERNTREE GULLY'],
    ['1770 haddrill parade dalmeny nsw 3406', 'DALMENY'],
  ])('is a postcode, though the street has a house of that number: %s', (q, name) => {
    const { match, serviceMatchQuality, debug } = searches.validate(q);
    expect([match?.localityName, serviceMatchQuality]).toEqual([name, 'low']);
    expect(debug.scoreCaps).toContain('street_number_mismatch');
    expect(searches.autocomplete(q).suggestions[0].serviceMatchQuality).toBe('low');
  });

  it.each(['5', '51', '516', '5164'])(
    'begins a postcode, rather than a street that is spelled otherwise: %s',
    (digits) => {
      expect(suggested(`Mason Ct SOUTH LAKE SA ${digits}`)).toBe('1 MASON COURT | SOUTH LAKE SA 5164');
    },
  );
});

describe('A number behind a place that a hyphen joins to a higher one', () => {
  it.each([
    ['Narrabri 2390 - 2394 Fisher Rd', '2394 FISHER ROAD | NARRABRI NSW 2390'],
    ['Narrabri 2390 - 2396 Fisher Rd', '2396-2398 FISHER ROAD | NARRABRI NSW 2390'],
    ['NARRABRI 2390-2390 FISHER RD', '2390 FISHER ROAD | NARRABRI NSW 2390'],
  ])('is the postcode: %s', (q, address) => {
    expect(validated(q)).toBe(address);
  });

  it('begins a range where a record has that: Ballarat 3350 - 3354 Fisher Rd', () => {
    expect(validated('Ballarat 3350 - 3354 Fisher Rd')).toBe('3350-3354 FISHER ROAD | BALLARAT VIC 3390');
  });
});

describe('A letter that may be a digit, or say that its number is a lot', () => {
  it.each([
    ['l7 Calder Terrace, Cowra', 'medium'],
    ['l8 Calder Terrace, Cowra', 'high'],
    ['l9 Calder Terrace, Cowra', 'high'],
  ])('leaves it open where records have both: %s', (q, quality) => {
    expect(searches.validate(q).serviceMatchQuality).toBe(quality);
  });
});

describe('A misspelled street stays listed while its suffix is typed', () => {
  it.each(['street s', 'street south ', 'st south west'])('9 mckllar %s', (tail) => {
    expect(suggested(`9 mckllar ${tail}`)).toBe('9 MCKELLAR STREET SOUTH WEST | KARIONG NSW 2250');
  });
});

describe('Where records must be of a state', () => {
  it('a misspelled place may begin with the name of another', () => {
    const { suggestions } = searches.autocomplete('510 Canning Rd Victoria Parkl', { state: 'SA' });
    expect(written(suggestions[0])).toBe('510 CANNING ROAD | VICTORIA PARK SA 5000');
  });

  it.each(['NSW', 'NSW 2800', '2800'])('no misspelled name of it is what was meant by one of %s', (place) => {
    const q = `462 walurs AVENUE SOUTH WEST, ${place}`;
    expect(written(searches.autocomplete(q, { state: 'NSW' }).suggestions[0])).toBe(
      '462 WALRUS AVENUE SOUTH WEST | ORANGE NSW 2800',
    );
    for (const typed of ['VIC', 'VIC 3030', '3030'])
      expect(searches.autocompleteText(q.replace(place, typed), { state: 'NSW' })).not.toContain('WALRUS');
  });
});

describe('While a place is typed that has the street, but not the number', () => {
  it.each(['5 mason street, warr', '5 mason street, warrag', '5 mason street, warragul'])(
    'no misspelled street or place is what %s means',
    (q) => {
      expect(suggested(q)).toBe('1 MASON STREET | WARRAGUL VIC 3820');
    },
  );
});

describe('What was said rightly decides', () => {
  it.each([
    ['LOT 1 SYCAMORE GROVE', 'LOT 1 SYCAMORE GROVE | BALACLAVA VIC 3183'],
    ['11/56 JEAN STREET', 'UNIT 11, 56 JEAN STREET | GRANGE QLD 4051'],
    ['APT 11, 56 JEAN STREET', 'UNIT 11, 56 JEAN STREET | GRANGE QLD 4051'],
    ['SHOP 11/56 JEAN STREET', 'SHOP 11, 56 JEAN STREET | GRANGE QLD 4051'],
    ['antenna 11 56 JEAN STREET', 'ANTENNA 11, 56 JEAN STREET | GRANGE QLD 4051'],
    ['penthouse 1 penthouse 102 harbour parade', 'PENTHOUSE 1, PENTHOUSE, 102 HARBOUR PARADE | GRANGE QLD 4051'],
    ['FT2 19 BALFOUR STREET', 'FLAT 2, 19 BALFOUR STREET | NORTHCOTE VIC 3070'],
    ['462 walurs AVENUE SOUTH WEST', '462 WALRUS AVENUE SOUTH WEST | ORANGE NSW 2800'],
    ['9 mckllar STREET SOUTH WEST, KARIONG', '9 MCKELLAR STREET SOUTH WEST | KARIONG NSW 2250'],
    ['88 KEEPER BY THE OLD rivre ROAD, YARRAMALONG', '88 KEEPER BY THE OLD RIVER ROAD | YARRAMALONG NSW 2259'],
    ['22 BALMAIN AVENUE, EAST gosforrd', '22 BALMAIN AVENUE | EAST GOSFORD NSW 2250'],
    ['15 SPRINGFIELD LAKE AVENUE, mundingbutra', '15 SPRINGFIELD LAKE AVENUE | MUNDINGBURRA QLD 4812'],
    ['446 mitta CLOSE, WERRIBEE', '446 PITTA CLOSE | WERRIBEE VIC 3030'],
    ...['The Ave', 'the av', 'The Avenue', 'THE AVE.'].map((name) => [
      `12 ${name}, Hawthorn East`,
      '12 THE AVENUE | HAWTHORN EAST VIC 3123',
    ]),
    ['10 High St Rd, Ashburton', '10 HIGH STREET ROAD | ASHBURTON VIC 3147'],
    ['10 High Street Rd, Ashburton', '10 HIGH STREET ROAD | ASHBURTON VIC 3147'],
    ...['12/03/2024', '2024-03-12', '-37.82, 144.99', '(37.8201 144.9903)'].map((stamp) => [
      `120 Malinya Ave, Kew VIC 3101 ${stamp}`,
      '120 MALINYA AVENUE | KEW VIC 3101',
    ]),
    ['7 Esplanade W, Port Melbourne', '7 ESPLANADE WEST | PORT MELBOURNE VIC 3207'],
    ['12 ARMIDALESTREET, The Entrance', '12 ARMIDALE STREET | THE ENTRANCE NSW 2261'],
    ['120 malinyaavenue kew', '120 MALINYA AVENUE | KEW VIC 3101'],
    ['Lot 5, 120 Malinya Ave, Kew', '120 MALINYA AVENUE | KEW VIC 3101'],
    ['5/120 Malinya Ave, Kew', 'SHOP 5, 120 MALINYA AVENUE | KEW VIC 3101'],
    ['10 High St, Kew', '10 HIGH STREET | KEW VIC 3101'],
    ['12 Armidale St, ENTRANCE NSW 2261', '12 ARMIDALE STREET | THE ENTRANCE NSW 2261'],
    ['42 EVELYN STREET NORTH, WEST ALBURY NSW 2640', '42 EVELYN STREET NORTH | WEST ALBURY NSW 2640'],
    ['42 Evelyn St Nth, West Albury', '42 EVELYN STREET NORTH | WEST ALBURY NSW 2640'],
    ['113, Level 1, 3 Hindmarsh Ave, Adelaide', 'UNIT 113, LEVEL 1, 3 HINDMARSH AVENUE | ADELAIDE SA 5000'],
    ['113 Level 1 3 Hindmarsh Ave Adelaide', 'UNIT 113, LEVEL 1, 3 HINDMARSH AVENUE | ADELAIDE SA 5000'],
    ['113, Level 1, 7-9 Hindmarsh Ave, Adelaide', 'UNIT 113, LEVEL 1, 7-9 HINDMARSH AVENUE | ADELAIDE SA 5000'],
    ['7 WALTER STREET, ELANORA QLD', '7 WALLER STREET | ELANORA QLD 4221'],
    ['10 Grey Street South Brisbanz', '10 GREY STREET | SOUTH BRISBANE QLD 4101'],
    ['510 Canning Rd Victoria Parkl', '510 CANNING ROAD | VICTORIA PARK SA 5000'],
    ...['PJMOODIEMEMORIAL', 'PJ MOODIEMEMORIAL', 'P J MOODIEMEMORIAL', 'PJMOODIE MEMORIAL'].map((name) => [
      `40 ${name} PLACE`,
      '40 P J MOODIE MEMORIAL PLACE | MOUNT PLEASANT QLD 4521',
    ]),
  ])('%s', (q, address) => {
    expect([validated(q), suggested(q)]).toEqual([address, address]);
  });

  it('and a place that has the street is no misspelling of another one, although that has the number too', () => {
    for (const typed of ['9 CARLISLE ROAD, WARRALEA', '9 CARLISLE ROAD, WARRALEA VIC 3400']) {
      expect(suggested(typed) ?? '').not.toContain('WARRALEE');
      expect(validated(typed)).toBe('7 CARLISLE ROAD | WARRALEA VIC 3400');
    }
    for (const [typed, meant] of [
      ['9 CARLISLE ROAD, WARRALEX', '9 CARLISLE ROAD | WARRALEE QLD 4400'],
      ['7 CARLISLE ROAD, WARRALEX', '7 CARLISLE ROAD | WARRALEA VIC 3400'],
    ])
      expect([suggested(typed), validated(typed)]).toEqual([meant, meant]);
  });

  it('and a street that stands in its place without the number is no misspelling of one next door', () => {
    for (const typed of ['14 Keck Street, Flora Hill', '14 Keck Street, Flora Hill VIC 3550'])
      expect([suggested(typed), validated(typed)]).toEqual(Array(2).fill('1 KECK STREET | FLORA HILL VIC 3550'));
    for (const typed of ['14 Reck Street, Strathdale', '14 Beck Street, Flora Hill'])
      expect([suggested(typed), validated(typed)]).toEqual(Array(2).fill('14 BECK STREET | STRATHDALE VIC 3550'));
  });

  it.each([
    ['12 bur wah avenue brighton east vic 3187', '12 BURWAH AVENUE | BRIGHTON EAST VIC 3187'],
    ['552 O FLYNN ST, LISMORE HEIGHTS NSW 2480', "552 O'FLYNN STREET | LISMORE HEIGHTS NSW 2480"],
    ['21 MORNA ST, SVENSSON HEIGHTS QLD 4670', '21 MORAN STREET | SVENSSON HEIGHTS QLD 4670'],
  ])('and it is certain where no street of the name stands in the place: %s', (q, address) => {
    expect([validated(q), suggested(q)]).toEqual([address, address]);
    expect(searches.validate(q).serviceMatchQuality).toBe('high');
    expect(searches.autocomplete(q).suggestions[0].serviceMatchQuality).toBe('high');
  });

  it.each([
    '10 High St Rd, Ashburton',
    '42 EVELYN STREET NORTH, WEST ALBURY NSW 2640',
    '12 Armidale St, ENTRANCE NSW 2261',
  ])('and is certain: %s', (q) => expect(searches.validate(q).serviceMatchQuality).toBe('high'));

  it('and a lot counts as the number for every cap', () => {
    const { serviceMatchScore, debug } = searches.validate('LOT 1 SYCAMORE GROVE');
    expect([serviceMatchScore, debug.scoreCaps]).toEqual([66, ['ambiguous']]);
  });
});

describe("A building's own name is no unit that is not there", () => {
  const asked = (q: string) => {
    const { match, serviceMatchScore } = searches.validate(q);
    const [first] = searches.autocomplete(q).suggestions;
    return [written(match), serviceMatchScore, written(first)];
  };
  it.each([
    ['CAMPSITE 42, 42 FOURTH AVENUE, PORTARLINGTON VIC 3223', '42 FOURTH AVENUE | PORTARLINGTON VIC 3223'],
    ['campsite 42 42 fourth av portarlington 3223', '42 FOURTH AVENUE | PORTARLINGTON VIC 3223'],
    ['SHOP 9, 12 FOURTH AVENUE, PORTARLINGTON VIC 3223', '12 FOURTH AVENUE | PORTARLINGTON VIC 3223'],
  ])('%s', (q, record) => {
    expect(asked(q)).toEqual([record, 100, record]);
  });
  it('but another number beside its first word is one, and so is one of the same number that is there', () => {
    expect(searches.validate('CAMPSITE 41, 42 FOURTH AVENUE, PORTARLINGTON VIC 3223').serviceMatchScore).toBe(66);
    expect(validated('LODGE 7, 16 FOURTH AVENUE, PORTARLINGTON VIC 3223')).toBe(
      'UNIT 7, 16 FOURTH AVENUE | PORTARLINGTON VIC 3223',
    );
  });
});

describe('A name of three letters that lost one', () => {
  it('is found in the place that was given, behind a number and before a type', () => {
    const record = '48 BOW STREET | MERBEIN VIC 3505';
    expect([validated('48 Bo St Merbein VIC 3505'), suggested('48 Bo St Merbein VIC 3505')]).toEqual([record, record]);
  });
  it.each([
    '48 Bo Merbein VIC 3505',
    '48 Bx St Merbein VIC 3505',
    '17 Be St Merbein VIC 3505',
    '48 Bo St Mirani QLD 4754',
  ])('and nothing is made of %s', (q) => {
    expect(validated(q)).toBeNull();
  });
});
