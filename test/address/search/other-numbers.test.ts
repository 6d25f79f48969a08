import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { cases } from '../../support/cases.ts';
import { writeMadeRelease } from './made-release.ts';
import { openSample, type Sample, type Searches, type Suggestion, searchesOn, seeded, some } from './sample.ts';
import { part } from './written.ts';

/* Numbers that none of the streets that were named has. */

const ADDRESSES = [
  '1 GLENFERRIE ROAD | HAWTHORN VIC 3122',
  'UNIT 3, 5 GLENFERRIE ROAD | HAWTHORN VIC 3122',
  '9 GLENFERRIE STREET | MALVERN VIC 3144',
  '216-220 GLENGARRIE STREET | NEERIM NORTH VIC 3821',
  '1 COMO PARADE | PARKDALE VIC 3195',
  '29 PATERSON ROAD | COMO NSW 2226',
  '31 PAKENHAM ROAD | PAKENHAM VIC 3810',
  '273 WATTON STREET | WERRIBEE VIC 3030',
  '4 WATSON CLOSE | WERRIBEE VIC 3030',
  '4 WATSON STREET | HOPPERS CROSSING VIC 3029',
  '1 HIGH STREET | EPPING VIC 3076',
  '514 HAIGH STREET | EPPING NSW 2121',
  '1 GREAT ALPINE ROAD | MYRTLEFORD VIC 3736',
  '2 MOUNT MEE ROAD | MOUNT MEE QLD 4521',
];

/** A street of a name that hundreds of others have, which are better known and of another state. */
const COMMON = [
  '1 STATION STREET | GLENELG SA 5045',
  ...Array.from({ length: 400 }, (_, i) => {
    const place = `TOWN ${String.fromCharCode(65 + Math.floor(i / 26))}${String.fromCharCode(65 + (i % 26))} VIC 3${100 + i}`;
    return [`1 STATION STREET | ${place}`, `2 STATION STREET | ${place}`];
  }).flat(),
];

let folder: string;
let searches: Searches;
let sample: Sample;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterbox-other-numbers-'));
  writeMadeRelease(join(folder, 'release'), [...ADDRESSES, ...COMMON]);
  const index = join(folder, 'release.lbx');
  await compileRelease(join(folder, 'release'), index);
  searches = searchesOn(openIndex(index));
  sample = openSample();
});
afterAll(() => rm(folder, { recursive: true }));

const lineOf = ({ addressLabel, localityName }: Pick<Suggestion, 'addressLabel' | 'localityName'>) =>
  `${addressLabel}, ${localityName}`;
const listed = (q: string) => searches.autocomplete(q).suggestions.map(lineOf);

describe('A number that no street of the name has', () => {
  const named = ['1 GLENFERRIE ROAD, HAWTHORN', '9 GLENFERRIE STREET, MALVERN'];

  it.each(['217 GLENFERRIE', '217 glenferrie ', '8025 GLENFERR', 'SHOP 12 8025 GLENFERRIE', 'lot 7 glenferrie'])(
    'leaves the streets that begin as %s, however another is spelled',
    (q) => expect(listed(q)).toEqual(expect.arrayContaining(named)),
  );

  it('leaves that of the type that was typed first, and in the place that was typed no other', () => {
    expect(listed('217 glenferrie road')[0]).toBe(named[0]);
    expect(listed('8025 glenferrie street')[0]).toBe(named[1]);
    expect(listed('217 glenferrie road, hawth')).toEqual([named[0]]);
  });

  it.each([
    ['276 como pa', ['1 COMO PARADE, PARKDALE', '29 PATERSON ROAD, COMO']],
    ['6268 Great Alpine Road, Eurobin', ['1 GREAT ALPINE ROAD, MYRTLEFORD']],
    ['Public Hall, 1370 Mt Mee Rd, Mount Mee', ['2 MOUNT MEE ROAD, MOUNT MEE']],
  ])('leaves each way to read %s', (q, lines) => {
    expect(listed(q).sort()).toEqual(lines);
  });

  it.each(['99 station street', '99 station street, ', '99 stat'])(
    'leaves those of the state that records must be of: %s',
    (q) => {
      expect(searches.autocomplete(q, { state: 'SA' }).suggestions.map(lineOf)).toEqual(['1 STATION STREET, GLENELG']);
    },
  );

  it('makes them poor matches, behind any with the number', () => {
    for (const { addressLabel, serviceMatchQuality } of searches.autocomplete('217 glenferrie').suggestions)
      expect([addressLabel, serviceMatchQuality]).toEqual([
        addressLabel,
        addressLabel.startsWith('216-220') ? 'medium' : 'low',
      ]);
    expect(listed('3/5 glenferrie')).toEqual(['UNIT 3, 5 GLENFERRIE ROAD, HAWTHORN']);
  });

  it('leads, letter for letter, to streets that begin as what was typed', () => {
    const streets = some(sample.principals, cases(40, 400), seeded(61)).map((record) => part(record, 'streetName'));
    const lost = streets.filter(Boolean).flatMap((name) =>
      Array.from({ length: name.length }, (_, i) => name.slice(0, i + 1)).filter((begun) => {
        const [first] = sample.autocomplete(`99999 ${begun}`).suggestions;
        return first === undefined || !` ${lineOf(first)}`.includes(` ${begun.trimEnd()}`);
      }),
    );
    expect(streets.length).toBeGreaterThan(30);
    expect(lost).toEqual([]);
  });

  it('answers a whole address in its place, or in any where none is said, but not where another is', () => {
    const validated = (q: string) => searches.validate(q).match?.addressLabel ?? null;
    expect(validated('217 Glenferrie Road, Hawthorn VIC')).toBe('1 GLENFERRIE ROAD');
    expect(validated('217 Glenferrie Road')).toBe('1 GLENFERRIE ROAD');
    expect(validated('217 Glenferrie Road, Pakenham VIC')).toBeNull();
    expect(validated('1 Glenferrie Road, Pakenham VIC')).toBe('1 GLENFERRIE ROAD');
  });

  it('answers no street whose name is another one’s: of a person, a building, or the place', () => {
    const validated = (q: string) => searches.validate(q).match?.addressLabel ?? null;
    expect(validated('Glenferrie College, 1 Oakley Road, Quambone NSW')).toBeNull();
    expect(validated('1 Oakley Glenferrie, Quambone NSW')).toBeNull();
    expect(validated('Glenferrie Road 1, Quambone NSW')).toBe('1 GLENFERRIE ROAD');
    expect(validated('Margaret Hill, 1 Glenferrie Road, Quambone VIC')).toBe('1 GLENFERRIE ROAD');
  });
});

describe('The street that was typed, without the number', () => {
  it.each([
    ['4C WATTON STREET, WERRIBEE', '273 WATTON STREET, WERRIBEE'],
    ['514 HIGH STREET, EPPING VIC 3076', '1 HIGH STREET, EPPING'],
  ])('is likelier than one that is spelled like it and is of another kind, or elsewhere: %s', (q, line) => {
    expect([listed(q)[0], lineOf(searches.validate(q).match ?? { addressLabel: '', localityName: '' })]).toEqual([
      line,
      line,
    ]);
  });

  it('and with a mistake in it is still found by the number', () => {
    expect(lineOf(searches.autocomplete('4 WATSN STREET, HOPPERS CROSSING').suggestions[0])).toBe(
      '4 WATSON STREET, HOPPERS CROSSING',
    );
  });
});
