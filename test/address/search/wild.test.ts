import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { buildIndex, newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { type Searches, searchesOn } from './sample.ts';

let searches: Searches;

beforeAll(() => {
  const folder = newFolder();
  writeMadeRelease(folder, [
    '34 MILLER STREET | KELSO NSW 2795',
    '2 MILLER STREET | KELSO NSW 2795',
    'UNIT C203, 8 SUSSEX ROAD | KELSO NSW 2795',
    'UNIT C204, 8 SUSSEX ROAD | KELSO NSW 2795',
    'UNIT 1, 60 SUSSEX ROAD | KELSO NSW 2795',
    'BUILDING 7, MILLER STREET | KELSO NSW 2795',
    '70-70A SUSSEX ROAD | KELSO NSW 2795',
    '90 SUSSEX ROAD | KELSO NSW 2796',
    'UNIT 5, 16 ST KILDA ROAD | MARLO VIC 3888',
    '10 ST KILDA ROAD | MARLO VIC 3888',
    '4 BAY ROAD | ST KILDA VIC 3182',
    '9 THE GROVE | MARLO VIC 3888',
    '12 GROVE ROAD | MARLO VIC 3888',
    '12 STRAND | MARLO VIC 3888',
    // A house with a postcode's number on a street of its place, and one in the Territory.
    '3888 ORBOST ROAD | MARLO VIC 3888',
    '12 ORBOST ROAD | MARLO VIC 3888',
    '870 TODD STREET | KELSO NT 0870',
    '12 TODD STREET | KELSO NT 0870',
    'LOT 5 MARLO ROAD | BENDIGO VIC 3550',
    '10 TAYLORS ROAD | NORFOLK ISLAND OT 2899',
    '11 VILLAGE ROAD | JERVIS BAY OT 2540',
    '3 AIR FORCE ROAD | WEST ISLAND OT 6799',
    '12 MAY STREET | MARLO VIC 3888',
  ]);
  searches = searchesOn(
    openIndex(buildIndex({ gnaf: folder, abs: null, boundaries: null }, join(newFolder(), 'made.lbx'))),
  );
});

const HIGH = [67, 100] as const;
const MEDIUM = [34, 66] as const;
const MILLER = '34 MILLER STREET';
const KELSO = 'Kelso NSW 2795';

describe.each<[kind: string, lines: readonly (readonly [string, string | null, readonly [number, number]])[]]>([
  [
    '§5.4: a number in the postcode’s place is never the street number',
    [
      ['Orbost Road, Marlo 3888 VIC', null, MEDIUM],
      ['Orbost Road, Marlo VIC 3888', null, MEDIUM],
      ['Orbost Road Marlo, 3888', null, MEDIUM],
      ['Lot 9 Orbost Road, Marlo 3888', null, [0, 66]],
      ['Orbost Road, 3888 Marlo', null, MEDIUM],
      ['Orbost Road, VIC 3888 Marlo', null, MEDIUM],
      ['12 Orbost Road, 3888 Marlo VIC', '12 ORBOST ROAD', HIGH],
      ['VIC 3888 Orbost Road, Marlo', '3888 ORBOST ROAD', HIGH],
      ['12 Orbost Road, Marlo 3888 VIC', '12 ORBOST ROAD', HIGH],
      ['3888 Orbost Road', '3888 ORBOST ROAD', [1, 100]],
      ['3888 Orbost Road, Marlo VIC 3888', '3888 ORBOST ROAD', HIGH],
      ['Marlo, 3888 Orbost Road', '3888 ORBOST ROAD', HIGH],
      ['Todd Street Kelso 870 NT', null, MEDIUM],
      ['Todd Street, Kelso NT 870', null, MEDIUM],
      ['12 Todd Street Kelso 870 Northern Territory', '12 TODD STREET', HIGH],
      ['870 Todd Street, Kelso NT 0870', '870 TODD STREET', HIGH],
    ],
  ],
  [
    '§5.4: what a spreadsheet made a date of is not certain',
    [
      [`Feb-34, Miller St, ${KELSO}`, null, [0, 66]],
      [`February-34, Miller St, ${KELSO}`, null, [0, 66]],
      [`34-Feb Miller St, ${KELSO}`, null, [0, 66]],
      [`1/2/2034 Miller St, ${KELSO}`, null, [0, 66]],
      [`Feb 34, Miller St, ${KELSO}`, null, [0, 66]],
      [`Feb 34 Miller St, ${KELSO}`, null, [0, 66]],
      [`April, 34 Miller St, ${KELSO}`, MILLER, HIGH],
      ['12 May Street, Marlo VIC 3888', '12 MAY STREET', HIGH],
      ['12-May Street, Marlo VIC 3888', '12 MAY STREET', [34, 100]],
    ],
  ],
  [
    '§4.8: a territory is confirmed by the state that its mail goes to',
    [
      ['10 Taylors Rd, Norfolk Island NSW 2899', '10 TAYLORS ROAD', HIGH],
      ['11 Village Road, Jervis Bay ACT 2540', '11 VILLAGE ROAD', HIGH],
      ['11 Village Road, Jervis Bay NSW 2540', '11 VILLAGE ROAD', HIGH],
      ['11 Village Road, Jervis Bay JBT 2540', '11 VILLAGE ROAD', HIGH],
      ['11 Village Road, Jervis Bay JBT NSW 2540', '11 VILLAGE ROAD', HIGH],
      ['3 Air Force Rd, West Island, Cocos (Keeling) Islands WA 6799', '3 AIR FORCE ROAD', HIGH],
      ['3 Air Force Rd, West Island WA 6799, Indian Ocean', '3 AIR FORCE ROAD', HIGH],
      ['3 Air Force Rd, West Island, Cocos Islands NSW 6799', '3 AIR FORCE ROAD', [0, 66]],
      ['11 Village Road, Jervis Bay QLD 2540', '11 VILLAGE ROAD', [0, 66]],
      ['10 Taylors Rd, Norfolk Island WA 2899', '10 TAYLORS ROAD', [0, 66]],
    ],
  ],
  [
    'Between number and street an article is free, and other words are doubtful',
    [
      ['12 The Strand, Marlo VIC 3888', '12 STRAND', HIGH],
      ['9 The Grove, Marlo VIC 3888', '9 THE GROVE', HIGH],
      ['12 The Grove, Marlo VIC 3888', null, [0, 66]],
      [`34 Old Kelso Library Miller Street, ${KELSO}`, MILLER, MEDIUM],
      [`34 Sussex Road Miller Street, ${KELSO}`, null, [0, 33]],
      ['12 Marlo-Grove Road, Ma', null, [0, 66]],
      ['12 Marlo-Grove Road, Marlo VIC 3888', null, [0, 66]],
      ['12 Grove Road, 12 Grove Road, Marlo VIC 3888', '12 GROVE ROAD', HIGH],
    ],
  ],
  [
    'The number of a part of a site is no house number',
    [
      ...['Gate', 'Building', 'Platform', 'Dock', 'Ward'].flatMap(
        (word) =>
          [
            [`${word} 2, Miller Street, ${KELSO}`, null, MEDIUM],
            [`${word} 2 Miller Street, ${KELSO}`, null, MEDIUM],
            [`${word} 2, 34 Miller Street, ${KELSO}`, MILLER, HIGH],
          ] as const,
      ),
      ...['Door', 'Building', 'Dock'].map((word) => [`${word} 1 60 Sussex Road, ${KELSO}`, null, [0, 66]] as const),
      [`Building 7, Miller Street, ${KELSO}`, 'BUILDING 7, MILLER STREET', HIGH],
      [`2 Miller Street, ${KELSO}`, '2 MILLER STREET', HIGH],
    ],
  ],
  [
    '§5.4: A unit with a point, and a single unit that was not given',
    [
      [`C2.03/8 Sussex Road, ${KELSO}`, 'UNIT C203, 8 SUSSEX ROAD', HIGH],
      [`Unit C2.04, 8 Sussex Road, ${KELSO}`, 'UNIT C204, 8 SUSSEX ROAD', HIGH],
      [`Unit C2.05, 8 Sussex Road, ${KELSO}`, null, [0, 66]],
      [`60 Sussex Road, ${KELSO}`, 'UNIT 1, 60 SUSSEX ROAD', MEDIUM],
      [`Unit 1, 60 Sussex Road, ${KELSO}`, 'UNIT 1, 60 SUSSEX ROAD', HIGH],
    ],
  ],
  [
    'A range whose last number has a letter is found by either end',
    [
      [`70 Sussex Road, ${KELSO}`, '70-70A SUSSEX ROAD', HIGH],
      [`70A Sussex Road, ${KELSO}`, '70-70A SUSSEX ROAD', HIGH],
      [`70/70A Sussex Road, ${KELSO}`, '70-70A SUSSEX ROAD', [0, 66]],
      [`70B Sussex Road, ${KELSO}`, null, [0, 66]],
      [`34-12 Miller Street, ${KELSO}`, null, [0, 66]],
      [`1/70 Sussex Road, ${KELSO}`, '70-70A SUSSEX ROAD', [0, 66]],
    ],
  ],
  [
    '§5.4: another postcode of the place is no certain one without its name',
    [
      ['34 Miller Street NSW 2796', MILLER, MEDIUM],
      ['34 Miller Street, Kelso NSW 2796', MILLER, HIGH],
      ['34 Miller Street NSW 2795', MILLER, HIGH],
    ],
  ],
  [
    'A number beside a lot is the street number',
    [
      [`Lot 56 (#34) Miller Street, ${KELSO}`, MILLER, HIGH],
      [`Lot 56 (No. 34) Miller Street, ${KELSO}`, MILLER, HIGH],
      [`Lot 56 (House 34) Miller Street, ${KELSO}`, MILLER, HIGH],
      [`34 Miller Street #56, ${KELSO}`, MILLER, MEDIUM],
    ],
  ],
  [
    'A dash in any encoding begins a note behind an address',
    [
      ...['-', '–', '—', '\u0096', '\ufffd', 'â€“', 'â€”', '&ndash;'].flatMap(
        (dash) =>
          [
            [`34 Miller Street, ${KELSO} ${dash} Ground`, MILLER, HIGH],
            [`34 Miller Street, ${KELSO} ${dash} Reception`, MILLER, HIGH],
          ] as const,
      ),
      [`34 Miller Street, ${KELSO} - Unit 3`, MILLER, MEDIUM],
    ],
  ],
  [
    'A line said twice is said once',
    [
      ['Unit 5, 16 St Kilda Road, Unit 5, 16 St Kilda Road, Marlo VIC 3888', 'UNIT 5, 16 ST KILDA ROAD', HIGH],
      ['10 St Kilda Road, 10 St Kilda Road, Marlo VIC 3888', '10 ST KILDA ROAD', HIGH],
      ['10 St Kilda Road, 16 St Kilda Road, Marlo VIC 3888', null, [0, 66]],
    ],
  ],
  [
    '§5.5: a note in brackets costs as much before an address as behind it',
    [
      [`(behind the church) 34 Miller Street, ${KELSO}`, MILLER, [80, 100]],
      [`34 Miller Street, ${KELSO} (behind the church)`, MILLER, [80, 100]],
      [`(near the school) 34 Miller Street, ${KELSO}`, MILLER, [80, 100]],
      [`Rear/34-36 Miller Street, ${KELSO}`, MILLER, MEDIUM],
      [`(rear) 34 Miller Street, ${KELSO}`, MILLER, MEDIUM],
      [`Opposite the school, 34 Miller Street, ${KELSO}`, MILLER, MEDIUM],
    ],
  ],
])('%s', (_, lines) => {
  it.each(lines)('%s', (line, label, [least, most]) => {
    const { match, serviceMatchScore } = searches.validate(line);
    expect(serviceMatchScore).toBeGreaterThanOrEqual(least);
    expect(serviceMatchScore).toBeLessThanOrEqual(most);
    if (label !== null) expect(match?.addressLabel).toBe(label);
  });
});

describe('Why nothing is found', () => {
  it.each([
    ['intersection', 'Kelso Plaza Cnr Miller Street & Sussex Road, Kelso 2795 NSW'],
    ['intersection', '2Cnr Miller St & Sussex Rd Kelso'],
    ['intersection', 'Shops 4 & 5, Cnr. Miller St and Sussex Rd, Kelso'],
    ['intersection', 'Shop T 26 Cnr Miller St & Sussex Rd, Kelso'],
    ['intersection', 'Miller Street & Sussex Road Kelso 2795 NSW'],
    ['intersection', 'Miller Street corner Sussex Road, Kelso'],
    ['intersection', 'Zanthus St & Yorrel Rd, Kelso NSW 2795'],
    ['parcel', 'Lot 5 DP 12345'],
    ['parcel', 'Lot 5 DP 12345, Marlo'],
    ['parcel', 'Blk 12 Sec 34 Kelso'],
    ['parcel', 'Section 34, Block 12, Kelso NSW 2795'],
    ['parcel', 'Crown Allotment 7 Section 3 Parish of Orbost'],
    ['parcel', 'CT 5481/437'],
    ['parcel', 'CT5481/437, Kelso NSW'],
    ['parcel', '3SP181800'],
    ['parcel', '34 SP181800, Kelso NSW'],
    ['parcel', 'Lots 5 & 6 DP 12345 Kelso NSW'],
    ['parcel', '34 SP 181800, Kelso NSW'],
    ['overseas', '12 Rue Vaugirard, Paris France'],
    ['overseas', '500 Pine Avenue, Seattle WA 98101'],
  ])('%s: %s', (reason, q) => {
    const { match, debug } = JSON.parse(searches.validateText(q, true));
    expect([match, debug.reason]).toEqual([null, reason]);
  });

  it.each([
    ['34 Miller Street, Kelso (Lot 5 DP 12345)', '34 MILLER STREET'],
    ['34 Miller Street (Block 6 Section 30) Kelso', '34 MILLER STREET'],
    ['34 Miller Street, Kelso (7 SP181800)', '34 MILLER STREET'],
    ['3888 Orbost Road, Marlo VIC 3888 (7 SP181800)', '3888 ORBOST ROAD'],
    ['34 Miller Street, cnr Sussex Road, Kelso', '34 MILLER STREET'],
    ['34 Miller Street, Kelso NSW 2795, CT 5481/437', '34 MILLER STREET'],
    ['34 Miller Street, Kelso - CT5481/437', '34 MILLER STREET'],
    ['34 SP181800 Miller Street, Kelso', '34 MILLER STREET'],
    ['Lot 5 Marlo Road cnr Barton Street, Bendigo', 'LOT 5 MARLO ROAD'],
  ])('an address with a corner or a parcel beside it is found: %s', (q, label) => {
    expect(searches.validate(q).match?.addressLabel).toBe(label);
  });
});

describe('A territory', () => {
  it.each([
    ['NSW', '10 taylors rd norf', '10 TAYLORS ROAD'],
    ['ACT', '11 village road', '11 VILLAGE ROAD'],
    ['NSW', '11 village road', '11 VILLAGE ROAD'],
    ['WA', '10 taylors rd norf', undefined],
  ] as const)('§4.8: is found by the filter for %s where its mail goes there: %s', (state, q, label) => {
    const [first] = searches.autocomplete(q, { state }).suggestions;
    expect([first?.addressLabel, first?.state]).toEqual([label, label === undefined ? undefined : null]);
  });
});
