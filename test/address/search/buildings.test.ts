import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { haversine } from '../../../src/address/index/haversine.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import type { AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { current, filesBelow, firstBy, type Row, readTable } from '../../oracle/naive-tables.ts';
import { buildIndex, generateRelease, newFolder } from '../../support/shared-releases.ts';
import { type Suggestions, seeded, some, type Validated } from './sample.ts';

const NAMES = ['FIRE STATION', 'COMMUNITY HALL', 'SCOUT HALL', 'SCOUT HALL ANNEXE', 'UNITING CHURCH'];
/** One of so many houses is given a name. */
const NAMED = 12;

/** A house that has one of the names. */
interface Building {
  readonly id: string;
  readonly name: string;
  readonly locality: string;
  readonly localityId: string;
  readonly state: string;
  readonly postcode: string;
  readonly lat: number;
  readonly lon: number;
}

let index: AddressIndex;
let buildings: Building[];
/** Served principals of each locality. */
let sizes: Map<string, number>;

beforeAll(() => {
  const release = generateRelease(20_000, 11, newFolder());
  for (const file of filesBelow(release.gnaf)) if (/_ADDRESS_DETAIL_psv/.test(basename(file))) nameHouses(file);
  buildings = buildingsOf(release.gnaf);
  sizes = new Map();
  for (const { LOCALITY_PID: id } of principalsOf(release.gnaf)) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  index = openIndex(buildIndex({ ...release, boundaries: null, abs: null }, join(newFolder(), 'x.lbx')));
}, 120_000);

/** Gives one house of NAMED a name that many have, where it is the only record of its number; and all others none. */
function nameHouses(file: string): void {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  const columns = header.split('|');
  const at = (name: string) => columns.indexOf(name);
  const rows = lines.map((line) => line.split('|'));
  const numberOf = (row: string[]) =>
    columns
      .map((name, i) => (/^(STREET_LOCALITY_PID|LOT_NUMBER.*|NUMBER_(FIRST|LAST).*)$/.test(name) ? row[i] : ''))
      .join('|');
  const records = new Map<string, number>();
  for (const row of rows) records.set(numberOf(row), (records.get(numberOf(row)) ?? 0) + 1);
  rows.forEach((row, i) => {
    const isNamed = i % NAMED === 0 && records.get(numberOf(row)) === 1;
    row[at('BUILDING_NAME')] = isNamed ? NAMES[(i / NAMED) % NAMES.length] : '';
    row[at('ADDRESS_SITE_PID')] = '';
  });
  writeFileSync(file, `${[header, ...rows.map((row) => row.join('|'))].join('\r\n')}\r\n`);
}

function principalsOf(gnaf: string): Row[] {
  const isServed = (row: Row) => row.ALIAS_PRINCIPAL === 'P' && row.CONFIDENCE !== '-1';
  return current(readTable(filesBelow(gnaf), 'ADDRESS_DETAIL')).filter(isServed);
}

function buildingsOf(gnaf: string): Building[] {
  const files = filesBelow(gnaf);
  const localities = firstBy(readTable(files, 'LOCALITY'), 'LOCALITY_PID');
  const states = new Map(readTable(files, 'STATE').map((row) => [row.STATE_PID, row.STATE_ABBREVIATION]));
  const points = firstBy(readTable(files, 'ADDRESS_DEFAULT_GEOCODE'), 'ADDRESS_DETAIL_PID');
  return principalsOf(gnaf)
    .filter((row) => row.BUILDING_NAME !== '')
    .flatMap((row) => {
      const locality = localities.get(row.LOCALITY_PID);
      const point = points.get(row.ADDRESS_DETAIL_PID);
      const state = states.get(locality?.STATE_PID ?? '');
      if (locality === undefined || point === undefined || state === undefined || state === 'OT') return [];
      return [
        {
          id: row.ADDRESS_DETAIL_PID,
          name: row.BUILDING_NAME,
          locality: locality.LOCALITY_NAME,
          localityId: row.LOCALITY_PID,
          state,
          postcode: row.POSTCODE,
          lat: Number(point.LATITUDE),
          lon: Number(point.LONGITUDE),
        },
      ];
    });
}

const out = new JsonBytes();
function suggestions(q: string, more: Partial<AutocompleteParameters> = {}): Suggestions['suggestions'] {
  out.reset();
  autocomplete(index, { q, state: null, limit: 5, near: null, debug: false, ...more }, out);
  return (JSON.parse(Buffer.from(out.view()).toString()) as Suggestions).suggestions;
}
function matched(q: string): Validated {
  out.reset();
  validate(index, { q, debug: true }, out);
  return JSON.parse(Buffer.from(out.view()).toString());
}

const called = (name: string) => buildings.filter((building) => building.name === name);

describe('A building whose name many have', () => {
  it('is one of many in these releases', () => {
    for (const name of NAMES) expect(called(name).length).toBeGreaterThan(100);
  });

  it('is found where the query says that it is: by both operations, by locality and state, or by postcode', () => {
    const missed: string[] = [];
    for (const { name, locality, state, postcode } of some(buildings, 300, seeded(3))) {
      const there = new Set(
        called(name)
          .filter((other) => other.locality === locality && other.state === state)
          .map(({ id }) => id),
      );
      const q = `${name}, ${locality} ${state}`;
      if (!there.has(matched(q).match?.id ?? '')) missed.push(`validate ${q}`);
      if (!there.has(suggestions(q)[0]?.id)) missed.push(`autocomplete ${q}`);
      const begun = `${name}, ${locality.slice(0, Math.max(4, locality.length - 2))}`;
      const prefix = new RegExp(`^${begun.slice(name.length + 2)}`);
      const isThere = (id: string) => called(name).some((other) => other.id === id && prefix.test(other.locality));
      if (!suggestions(begun).some(({ id }) => isThere(id))) missed.push(`autocomplete ${begun}`);
      if (postcode === '') continue;
      const found = matched(`${name} ${postcode}`).match;
      if (!called(name).some((other) => other.id === found?.id && other.postcode === postcode))
        missed.push(`validate ${name} ${postcode}`);
    }
    expect(missed).toEqual([]);
  });

  it('is found in the state that is asked for, before all else', () => {
    for (const name of NAMES)
      for (const state of new Set(called(name).map((building) => building.state))) {
        const ids = buildings
          .filter((other) => other.state === state && other.name.startsWith(name))
          .map(({ id }) => id);
        const found = suggestions(name, { state: state as AutocompleteParameters['state'] });
        const first = found.slice(0, Math.min(5, ids.length)).map(({ id }) => id);
        expect(first.length, `${name} in ${state}`).toBe(Math.min(5, ids.length));
        expect(ids, `${name} in ${state}`).toEqual(expect.arrayContaining(first));
      }
  });

  it('comes first where it is the nearest', () => {
    for (const { lat, lon } of some(buildings, 60, seeded(5)))
      for (const name of NAMES) {
        const metres = (building: Building) => haversine(lat, lon, building.lat, building.lon);
        const nearest = Math.min(...called(name).map(metres));
        const [first] = suggestions(name, { near: { lat, lon } });
        const found = called(name).find(({ id }) => id === first.id);
        expect(found && metres(found), `${name} at ${lat}, ${lon}`).toBeLessThanOrEqual(nearest + 1);
      }
  });

  it('comes first in the largest of its suburbs where nothing says which', () => {
    for (const name of NAMES) {
      const most = Math.max(...called(name).map(({ localityId }) => sizes.get(localityId) ?? 0));
      const [first] = suggestions(name);
      const found = called(name).find(({ id }) => id === first.id);
      expect(sizes.get(found?.localityId ?? ''), name).toBe(most);
    }
  });
});
