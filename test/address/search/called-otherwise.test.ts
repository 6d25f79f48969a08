import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildIndex, generatedIndex, newFolder, victorianSample } from '../../support/shared-releases.ts';
import { type Calls, openCalls } from '../operations/calls.ts';
import { writeMadeRelease } from './made-release.ts';

interface Answer {
  readonly match: { addressLabel: string; localityName: string } | null;
  readonly serviceMatchScore: number;
  readonly verdict: {
    action: string;
    reason: string | null;
    components: Record<string, { given: string | null; verdict: string; means?: string | null }>;
  };
}

const told = (calls: Calls, q: string) => {
  const { match, serviceMatchScore, verdict } = calls.get<Answer>('validate', { q, include: 'verdict' });
  const { given, verdict: what, means } = verdict.components.suburb ?? { given: null, verdict: 'none' };
  const { action, reason } = verdict;
  return {
    found: `${match?.addressLabel}, ${match?.localityName}`,
    score: serviceMatchScore,
    action,
    reason,
    given,
    what,
    means,
  };
};

const ADDRESSES = [
  '8 WIMBLE STREET | BRUNSWICK VIC 3056',
  '10 CORIO STREET | BRUNSWICK VIC 3056',
  '3 LORNE STREET | SUNBURY VIC 3429',
  '8 CORIO STREET | MELBOURNE VIC 3000',
  '9 WIMBLE STREET | ECHUCA VIC 3564',
  '2 FARAWAY ROAD | GEEBUNG QLD 4034',
  '14 GURWOOD STREET | WAGGA WAGGA NSW 2650',
  '5 FARAWAY ROAD | DUBBO NSW 2830',
  '14 GURWOOD STREET | BALGA NSW 2480',
  '6 FARAWAY ROAD | COWRA NSW 2794',
  '21 LENNOX STREET | RICHMOND VIC 3121',
  '7 FARAWAY ROAD | ORANGE NSW 2800',
  '21 LENNOX STREET | BALLARAT EAST VIC 3350',
  '4 FARAWAY ROAD | PARKES NSW 2870',
  '31 PACIFIC AVENUE | TATHRA NSW 2550',
  '9 FARAWAY ROAD | FORBES NSW 2871',
  '31 PACIFIC AVENUE | BERMAGUI NSW 2546',
  '1 FARAWAY ROAD | CASEY NSW 2900',
  '12 GEORGE STREET | SYDNEY NSW 2000',
  '11 FARAWAY ROAD | NEWTOWN NSW 2042',
  '10 ALBION COURT | GEORGE STREET QLD 4003',
];

describe('a place that is called otherwise', () => {
  let calls: Calls;
  beforeAll(() => {
    const gnaf = newFolder();
    writeMadeRelease(gnaf, ADDRESSES);
    calls = openCalls(buildIndex({ gnaf, abs: null, boundaries: null }, join(newFolder(), 'made.lbx')));
  }, 60_000);

  const confirmed = { score: 66, action: 'confirm', reason: 'place_name', what: 'other_name' };

  it.each([
    ['8 Wimble St, Melbourne VIC 3056', '8 WIMBLE STREET, BRUNSWICK', 'MELBOURNE', 'metropolis'],
    ['8 Wimble St, Melbourne VIC', '8 WIMBLE STREET, BRUNSWICK', 'MELBOURNE', 'metropolis'],
    ['8 Wimble St Greater Melbourne 3056', '8 WIMBLE STREET, BRUNSWICK', 'GREATER MELBOURNE', 'metropolis'],
    ['14 Gurwood St Wagga', '14 GURWOOD STREET, WAGGA WAGGA', 'WAGGA', 'short'],
    ['14 Gurwood St, Wagga NSW 2650', '14 GURWOOD STREET, WAGGA WAGGA', 'WAGGA', 'short'],
    ['31 Pacific Avenue, Emerald Shores NSW 2550', '31 PACIFIC AVENUE, TATHRA', 'EMERALD SHORES', null],
    ['8 Wimble Street, Emerald Shores', '8 WIMBLE STREET, BRUNSWICK', 'EMERALD SHORES', null],
    ['8 Wimble Street, Casey VIC 3056', '8 WIMBLE STREET, BRUNSWICK', 'CASEY', null],
    ['21 Lennox Street, Greater Echuca VIC 3350', '21 LENNOX STREET, BALLARAT EAST', 'GREATER ECHUCA', null],
  ])('%s is to be confirmed', (q, found, given, means) => {
    expect(told(calls, q)).toEqual({ ...confirmed, found, given, means });
  });

  it.each([
    ['an official locality of the state', '8 Wimble Street, Echuca VIC 3056', '8 WIMBLE STREET, BRUNSWICK'],
    ['a metropolis of another state', '8 Wimble Street, Brisbane VIC 3056', '8 WIMBLE STREET, BRUNSWICK'],
    ['an unknown name, and the postcode of none', '31 Pacific Avenue, Emerald Shores NSW', null],
    ['an unknown name, with another number', '33 Pacific Avenue, Emerald Shores NSW 2550', null],
    ['an unknown name, with another type', '31 Pacific Road, Emerald Shores NSW 2550', null],
    ['an unknown name, without a type', '31 Pacific, Emerald Shores NSW 2550', null],
  ])('%s contradicts', (_, q, found) => {
    const answer = told(calls, q);
    expect(answer.score).toBeLessThanOrEqual(33);
    expect(answer).toMatchObject({ reason: null, ...(found !== null && { found }) });
  });

  it('answers the locality that was named where it has the address, with another postcode', () => {
    expect(told(calls, '21 Lennox Street, Richmond VIC 3350')).toMatchObject({
      found: '21 LENNOX STREET, RICHMOND',
      score: 66,
      reason: null,
    });
  });

  it('answers the street in the very place where the postcode says that it is meant, not one in its metropolis', () => {
    expect(told(calls, '10 Corio Street, Melbourne VIC')).toMatchObject({
      ...confirmed,
      found: '10 CORIO STREET, BRUNSWICK',
    });
    for (const q of ['10 Corio Street, Melbourne VIC 3000', '10 Corio St Melbourne 3000'])
      expect(told(calls, q)).toMatchObject({ found: '8 CORIO STREET, MELBOURNE', score: 33, action: 'fix' });
  });

  it('keeps what a neighbour has', () => {
    expect(told(calls, '8 Wimble St, Sunbury VIC 3056')).toMatchObject({ score: 80, means: 'neighbour' });
  });

  it('costs a note before the address no more than elsewhere', () => {
    expect(told(calls, 'Bluebell Bakery, 8 Wimble St, Melbourne VIC 3056')).toMatchObject({
      ...confirmed,
      means: 'metropolis',
    });
  });

  it('keeps the address while the metropolis is typed', () => {
    const q = '8 Wimble Street, Melbourne VIC 3056';
    const lists = (typed: string) =>
      calls
        .get<{ suggestions: { addressLabel: string; localityName: string }[] }>('autocomplete', { q: typed })
        .suggestions.map(({ addressLabel, localityName }) => `${addressLabel}, ${localityName}`);
    for (let length = '8 Wimble Street'.length; length <= q.length; length++)
      expect({ q: q.slice(0, length), lists: lists(q.slice(0, length)) }).toMatchObject({
        lists: expect.arrayContaining(['8 WIMBLE STREET, BRUNSWICK']),
      });
  });

  it('reads a capital as a place before it reads it as a state behind a street', () => {
    const { suggestions } = calls.get<{ suggestions: { localityName: string }[] }>('autocomplete', {
      q: '10 george street sydney',
    });
    expect(suggestions[0]?.localityName).toBe('SYDNEY');
    expect(told(calls, '10 george street sydney').found).toBe('12 GEORGE STREET, SYDNEY');
  });
});

interface Place {
  readonly addressLabel: string;
  readonly localityName: string;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly boundaries: { readonly lga: { readonly name: string } | null };
}

describe('the council for the suburb', () => {
  const ask = (file: string) => {
    const calls = openCalls(file);
    const { localityBounds } = calls.index.columns;
    const counts = { lga: 0, neighbour: 0, others: 0 };
    for (let at = 0; at < localityBounds.length; at += 4) {
      if (Number.isNaN(localityBounds[at])) continue;
      const lat = localityBounds[at + 1] / 1e8;
      const lon = localityBounds[at] / 1e8;
      const [near] = calls.get<{ results: Place[] }>('reverse', { lat, lon, radius: 2000, limit: 1 }).results;
      if (near === undefined || near.boundaries.lga === null || near.state === null || near.postcode === null) continue;
      if (!/^\d+[A-Z]? .* (STREET|ROAD|AVENUE|COURT|PLACE)$/.test(near.addressLabel)) continue;
      const { name } = near.boundaries.lga;
      const here = `${near.addressLabel}, ${near.localityName}`;
      const answer = told(calls, `${near.addressLabel}, ${name} ${near.state} ${near.postcode}`);
      if (answer.found !== here || name.toUpperCase() === near.localityName) continue;
      if (answer.means === 'lga') expect(answer).toMatchObject({ score: 66, reason: 'place_name' });
      if (answer.means === 'lga') counts.lga++;
      else if (answer.means === 'neighbour') counts.neighbour++;
      else counts.others++;
    }
    return counts;
  };

  it('is confirmed in a generated release', () => {
    const { lga, others } = ask(generatedIndex(12_000, 7));
    expect(lga).toBeGreaterThan(20);
    expect(others).toBeLessThan(lga / 4);
  });

  const real = victorianSample();
  it.skipIf(real === null)(
    'is confirmed in the Victorian sample',
    () => {
      if (real === null) return;
      const { lga, others } = ask(buildIndex(real, join(newFolder(), 'vic.lbx')));
      expect(lga).toBeGreaterThan(5);
      expect(others).toBeLessThan(lga / 4);
    },
    60_000,
  );
});
