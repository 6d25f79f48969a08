import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { victorianSample } from '../support/shared-releases.ts';
import { differences, ELECTORATE_CODES, type EnrichDocument } from './documents.ts';
import { haversine } from './naive-operations.ts';
import { addressLabel, readNaiveRelease } from './naive-release.ts';

const sample = victorianSample();

describe.skipIf(sample === null)('The naive reader (skipped where ../shared/gnaf is not there)', () => {
  const folders = sample ?? { gnaf: '', abs: null, boundaries: null };

  it('§4.4: writes every published document of the Victorian sample as an independent implementation did', () => {
    const byId = new Map(readNaiveRelease(folders).records.map(({ document }) => [document.id, document]));
    const lines = readFileSync(join(folders.gnaf, '../expected/enrich.ndjson'), 'utf8').trimEnd().split('\n');
    const published = lines.map((line): EnrichDocument => JSON.parse(line));
    const found = published.flatMap((expected) => differences(byId.get(expected.id), expected, ELECTORATE_CODES));
    expect(found).toEqual([]);
    expect(published).toHaveLength(236);
  });

  it('keeps every principal and alias record of the sample', () => {
    const { records, leftOut } = readNaiveRelease(folders);
    expect(records.filter(({ principal }) => principal)).toHaveLength(451);
    expect(records).toHaveLength(526);
    expect(leftOut).toEqual([]);
  });
});

describe('Naive labels', () => {
  const nothing = {
    addressSiteName: null,
    buildingName: null,
    flatType: null,
    flatNumber: null,
    levelType: null,
    levelNumber: null,
    lotNumber: null,
    streetNumberFirst: null,
    streetNumberLast: null,
    streetName: null,
    streetType: null,
    streetSuffix: null,
  };

  it.each([
    [
      'UNIT 5, LEVEL 1, 1A CANNING STREET',
      { flatType: 'UNIT', flatNumber: '5', levelType: 'LEVEL', levelNumber: '1' },
      { streetNumberFirst: '1A', streetName: 'CANNING', streetType: 'STREET' },
    ],
    [
      '11-15 ABECKETT STREET',
      { streetNumberFirst: '11', streetNumberLast: '15' },
      { streetName: 'ABECKETT', streetType: 'STREET' },
    ],
    [
      '201 ARMSTRONG STREET NORTH',
      { streetNumberFirst: '201', streetName: 'ARMSTRONG' },
      { streetType: 'STREET', streetSuffix: 'NORTH' },
    ],
    ['LOT 19 GIBBS ROAD', { lotNumber: '19' }, { streetName: 'GIBBS', streetType: 'ROAD' }],
    [
      '2 GIBBS ROAD',
      { lotNumber: '19', streetNumberFirst: '2', buildingName: 'HALL' },
      { streetName: 'GIBBS', streetType: 'ROAD' },
    ],
    [
      'COMMODORE BOAT CLUB, POINT FORTUNA ROAD',
      { buildingName: 'COMMODORE BOAT CLUB' },
      { streetName: 'POINT FORTUNA', streetType: 'ROAD' },
    ],
    [null, {}, {}],
  ])('§4.3: are those of the contract: %s', (label, own, street) => {
    expect(addressLabel({ ...nothing, ...own, ...street })).toBe(label);
  });
});

describe('The comparer', () => {
  const area = { name: 'KEW', code: '1' };
  const boundaries = { lga: area, stateElectorate: area, commonwealthElectorate: null, meshBlock: null };
  const record = {
    id: 'A',
    addressLabel: null,
    localityName: 'KEW',
    state: 'VIC',
    postcode: '3101',
    confidence: 2,
    geocode: { latitude: -37.8, longitude: 145, type: null, reliability: 2 },
    location: { lat: -37.8, lon: 145 },
    boundaries: { ...boundaries, sa2: null, sa3: null, sa4: null, gccsa: null },
    allGeocodes: [{ latitude: -1 }, { latitude: -2 }],
    aliases: [{ id: 'B' }, { id: 'C' }],
    locality: { neighbours: ['X', 'Y'] },
  };

  it('finds a document equal to itself with the unordered arrays in any order', () => {
    const other = { ...record, aliases: record.aliases.toReversed(), locality: { neighbours: ['Y', 'X'] } };
    expect(differences(other, record)).toEqual([]);
  });

  it.each([
    ['A postcode: got 3101, expected "3101"', { postcode: 3101 }],
    ['A state: got nothing, expected "VIC"', { state: undefined }],
    ['A extra: got 1, expected nothing', { extra: 1 }],
    ['A geocode.latitude: got -37.81, expected -37.8', { geocode: { ...record.geocode, latitude: -37.81 } }],
    [
      'A boundaries.lga: got null, expected {"name":"KEW","code":"1"}',
      { boundaries: { ...record.boundaries, lga: null } },
    ],
    ['A aliases: got [{"id":"B"}], expected [{"id":"B"},{"id":"C"}]', { aliases: [{ id: 'B' }] }],
    ['A allGeocodes[0].latitude: got -2, expected -1', { allGeocodes: [{ latitude: -2 }, { latitude: -2 }] }],
  ])('says which field differs: %s', (sentence, change) => {
    expect(differences({ ...record, ...change }, record)).toEqual([sentence]);
  });

  it('does not look at fields that it is told to ignore', () => {
    const stateElectorate = { name: 'KEW', code: 'SE1' };
    const other = { ...record, boundaries: { ...record.boundaries, stateElectorate } };
    expect(differences(other, record, ELECTORATE_CODES)).toEqual([]);
    expect(differences(other, record)).toHaveLength(1);
  });
});

describe('Naive measures', () => {
  it('measure a quarter of a meridian and of the equator, and nothing between a point and itself', () => {
    const quarter = (Math.PI / 2) * 6_371_008.8;
    expect(haversine(0, 145, 90, 145)).toBeCloseTo(quarter, 6);
    expect(haversine(0, 100, 0, -170)).toBeCloseTo(quarter, 6);
    expect(haversine(-37.8, 145, -37.8, 145)).toBe(0);
  });
});
