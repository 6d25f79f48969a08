import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { generateRelease } from '../../build-index/generate/generate-release.ts';
import { AUTHORITY_TABLES, STATE_TABLES } from '../../build-index/release/release.ts';
import { STATE_ORDER } from '../../src/address/index/sections.ts';
import { filesBelow, type Row, readTable } from '../oracle/naive-tables.ts';
import { type PsvFile, readRelease } from './generated-files.ts';

const ADDRESSES = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'generated-tables-'));
const TABLES = [...STATE_TABLES, ...[2016, 2021, 2026].flatMap((year) => [`MB_${year}`, `ADDRESS_MESH_BLOCK_${year}`])];
const out = join(folder, 'release');
let files: readonly PsvFile[] = [];
const tables = new Map<string, Row[]>();
const rows = (table: string): Row[] => tables.get(table) ?? [];
const current = () => rows('ADDRESS_DETAIL').filter((row) => row.DATE_RETIRED === '' && row.CONFIDENCE !== '-1');
const principals = () => current().filter((row) => row.ALIAS_PRINCIPAL === 'P');
const share = (list: readonly Row[], test: (row: Row) => boolean) => list.filter(test).length / list.length;

beforeAll(() => {
  const gazetteer = readGazetteer(fileURLToPath(new URL('../../data/gazetteer/', import.meta.url)));
  generateRelease({ addresses: ADDRESSES, seed: 7, gazetteer, out });
  files = readRelease(out);
  for (const table of [...TABLES, ...AUTHORITY_TABLES]) tables.set(table, readTable(filesBelow(out), table));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the files of a generated release', () => {
  it('are all tables of all nine states, and all authority codes', () => {
    const states = STATE_ORDER.flatMap((state) => TABLES.map((table) => `${state}_${table}_psv.psv`));
    const codes = AUTHORITY_TABLES.map((table) => `Authority_Code_${table}_psv.psv`);
    expect(files.map(({ name }) => name).sort()).toEqual([...states, ...codes].sort());
  });

  it('are printable ASCII in lines that end with CRLF, each with as many fields as the header', () => {
    for (const { name, text, columns, fields } of files) {
      expect(text.endsWith('\r\n'), name).toBe(true);
      expect(/^(?:[\x20-\x7e]*\r\n)*$/.test(text), name).toBe(true);
      expect(
        fields.every((values) => values.length === columns.length),
        name,
      ).toBe(true);
    }
  });

  it('have the headers of the official releases', () => {
    const official = readFileSync(new URL('./official-headers.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
    expect(official.length).toBeGreaterThan(20);
    for (const line of official) {
      const [table, header] = line.split(': ');
      const generated = files.filter((file) => file.table === table);
      expect(generated.length, table).toBeGreaterThan(0);
      for (const { name, columns } of generated) expect(columns.join('|'), name).toBe(header);
    }
  });
});

describe('the rows of a generated release', () => {
  it('have identifiers that occur once', () => {
    for (const table of TABLES) {
      const list = rows(table);
      const key = `${table}_PID`;
      expect(list.length, table).toBeGreaterThan(0);
      expect(new Set(list.map((row) => row[key])).size, table).toBe(list.length);
    }
  });

  it.each([
    ['ADDRESS_DETAIL', 'STREET_LOCALITY_PID', 'STREET_LOCALITY'],
    ['ADDRESS_DETAIL', 'LOCALITY_PID', 'LOCALITY'],
    ['ADDRESS_DETAIL', 'ADDRESS_SITE_PID', 'ADDRESS_SITE'],
    ['ADDRESS_DEFAULT_GEOCODE', 'ADDRESS_DETAIL_PID', 'ADDRESS_DETAIL'],
    ['ADDRESS_SITE_GEOCODE', 'ADDRESS_SITE_PID', 'ADDRESS_SITE'],
    ['ADDRESS_ALIAS', 'PRINCIPAL_PID', 'ADDRESS_DETAIL'],
    ['ADDRESS_ALIAS', 'ALIAS_PID', 'ADDRESS_DETAIL'],
    ['PRIMARY_SECONDARY', 'PRIMARY_PID', 'ADDRESS_DETAIL'],
    ['PRIMARY_SECONDARY', 'SECONDARY_PID', 'ADDRESS_DETAIL'],
    ['ADDRESS_MESH_BLOCK_2016', 'ADDRESS_DETAIL_PID', 'ADDRESS_DETAIL'],
    ['ADDRESS_MESH_BLOCK_2016', 'MB_2016_PID', 'MB_2016'],
    ['ADDRESS_MESH_BLOCK_2021', 'ADDRESS_DETAIL_PID', 'ADDRESS_DETAIL'],
    ['ADDRESS_MESH_BLOCK_2021', 'MB_2021_PID', 'MB_2021'],
    ['STREET_LOCALITY', 'LOCALITY_PID', 'LOCALITY'],
    ['STREET_LOCALITY_POINT', 'STREET_LOCALITY_PID', 'STREET_LOCALITY'],
    ['STREET_LOCALITY_ALIAS', 'STREET_LOCALITY_PID', 'STREET_LOCALITY'],
    ['LOCALITY_POINT', 'LOCALITY_PID', 'LOCALITY'],
    ['LOCALITY_ALIAS', 'LOCALITY_PID', 'LOCALITY'],
    ['LOCALITY_NEIGHBOUR', 'LOCALITY_PID', 'LOCALITY'],
    ['LOCALITY_NEIGHBOUR', 'NEIGHBOUR_LOCALITY_PID', 'LOCALITY'],
    ['LOCALITY', 'STATE_PID', 'STATE'],
  ])('refer from %s by %s to a row of %s, a current row to a current one', (table, column, target) => {
    const isCurrent = new Map(rows(target).map((row) => [row[`${target}_PID`], row.DATE_RETIRED === '']));
    const dangling = rows(table).filter((row) => !isCurrent.has(row[column]));
    const outlived = rows(table).filter((row) => row.DATE_RETIRED === '' && !isCurrent.get(row[column]));
    expect(dangling).toEqual([]);
    expect(outlived).toEqual([]);
  });

  it.each([
    ['ADDRESS_DETAIL', 'FLAT_TYPE_CODE', 'FLAT_TYPE_AUT'],
    ['ADDRESS_DETAIL', 'LEVEL_TYPE_CODE', 'LEVEL_TYPE_AUT'],
    ['ADDRESS_DEFAULT_GEOCODE', 'GEOCODE_TYPE_CODE', 'GEOCODE_TYPE_AUT'],
    ['ADDRESS_SITE_GEOCODE', 'GEOCODE_TYPE_CODE', 'GEOCODE_TYPE_AUT'],
    ['ADDRESS_SITE_GEOCODE', 'RELIABILITY_CODE', 'GEOCODE_RELIABILITY_AUT'],
    ['ADDRESS_ALIAS', 'ALIAS_TYPE_CODE', 'ADDRESS_ALIAS_TYPE_AUT'],
    ['ADDRESS_SITE', 'ADDRESS_TYPE', 'ADDRESS_TYPE_AUT'],
    ['ADDRESS_MESH_BLOCK_2021', 'MB_MATCH_CODE', 'MB_MATCH_CODE_AUT'],
    ['PRIMARY_SECONDARY', 'PS_JOIN_TYPE_CODE', 'PS_JOIN_TYPE_AUT'],
    ['STREET_LOCALITY', 'STREET_TYPE_CODE', 'STREET_TYPE_AUT'],
    ['STREET_LOCALITY', 'STREET_SUFFIX_CODE', 'STREET_SUFFIX_AUT'],
    ['STREET_LOCALITY', 'STREET_CLASS_CODE', 'STREET_CLASS_AUT'],
    ['LOCALITY', 'LOCALITY_CLASS_CODE', 'LOCALITY_CLASS_AUT'],
  ])('use in %s.%s codes of %s only', (table, column, authority) => {
    const codes = new Set(rows(authority).map((row) => row.CODE));
    expect(codes.size).toBe(rows(authority).length);
    expect(rows(table).filter((row) => row[column] !== '' && !codes.has(row[column]))).toEqual([]);
  });

  it('have coordinates of 8 decimals inside the box of Australia; only some site geocodes have none', () => {
    for (const table of [
      'ADDRESS_DEFAULT_GEOCODE',
      'ADDRESS_SITE_GEOCODE',
      'LOCALITY_POINT',
      'STREET_LOCALITY_POINT',
    ]) {
      const empty = rows(table).filter((row) => row.LONGITUDE === '' && row.LATITUDE === '');
      expect(empty.length / rows(table).length, table).toBeLessThan(table === 'ADDRESS_SITE_GEOCODE' ? 0.005 : 1e-9);
      const misplaced = rows(table).filter(({ LONGITUDE, LATITUDE }) => {
        const [x, y] = [Number(LONGITUDE), Number(LATITUDE)];
        const isWritten = /^\d{2,3}\.\d{8}$/.test(LONGITUDE) && /^-\d{1,2}\.\d{8}$/.test(LATITUDE);
        return LONGITUDE !== '' && !(isWritten && x > 96 && x < 168 && y > -44 && y < -9);
      });
      expect(misplaced, table).toEqual([]);
    }
  });

  it("give every address one default geocode: a site geocode of its site, or its street's or its locality's point", () => {
    const detail = new Map(rows('ADDRESS_DETAIL').map((row) => [row.ADDRESS_DETAIL_PID, row]));
    const where = (row: Row) => `${row.GEOCODE_TYPE_CODE} ${row.LONGITUDE} ${row.LATITUDE}`;
    const ofSite = new Set(rows('ADDRESS_SITE_GEOCODE').map((row) => `${row.ADDRESS_SITE_PID} ${where(row)}`));
    const points = new Set(
      [...rows('STREET_LOCALITY_POINT'), ...rows('LOCALITY_POINT')].map(
        (row) => `${row.STREET_LOCALITY_PID ?? row.LOCALITY_PID} ${row.LONGITUDE} ${row.LATITUDE}`,
      ),
    );
    expect(rows('ADDRESS_DEFAULT_GEOCODE')).toHaveLength(detail.size);
    const unfounded = rows('ADDRESS_DEFAULT_GEOCODE').filter((row) => {
      const address = detail.get(row.ADDRESS_DETAIL_PID);
      const type = row.GEOCODE_TYPE_CODE;
      if (type !== 'STL' && type !== 'LOC') return !ofSite.has(`${address?.ADDRESS_SITE_PID} ${where(row)}`);
      const pid = type === 'STL' ? address?.STREET_LOCALITY_PID : address?.LOCALITY_PID;
      return !points.has(`${pid} ${row.LONGITUDE} ${row.LATITUDE}`);
    });
    expect(unfounded).toEqual([]);
  });

  it('lie in the locality of their street', () => {
    const locality = new Map(rows('STREET_LOCALITY').map((row) => [row.STREET_LOCALITY_PID, row.LOCALITY_PID]));
    expect(rows('ADDRESS_DETAIL').filter((row) => locality.get(row.STREET_LOCALITY_PID) !== row.LOCALITY_PID)).toEqual(
      [],
    );
  });

  it('are not in the order of their streets', () => {
    const list = rows('ADDRESS_DETAIL');
    const neighbours = list.filter((row, i) => i > 0 && row.STREET_LOCALITY_PID === list[i - 1].STREET_LOCALITY_PID);
    expect(neighbours.length / list.length).toBeLessThan(0.2);
  });
});

describe('the proportions of a generated release', () => {
  it('count exactly the addresses asked for, principal and alias', () => {
    expect(current()).toHaveLength(ADDRESSES);
  });

  it("are near the real country's", () => {
    const list = principals();
    const all = rows('ADDRESS_DETAIL');
    const geocodes = rows('ADDRESS_DEFAULT_GEOCODE').filter((row) => row.DATE_RETIRED === '');
    const streets = new Set(list.map((row) => row.STREET_LOCALITY_PID)).size;
    expect(list.length / ADDRESSES).toBeGreaterThan(0.92);
    expect(list.length / ADDRESSES).toBeLessThan(0.975);
    expect(share(list, (row) => row.CONFIDENCE === '2')).toBeCloseTo(0.685, 1);
    expect(share(list, (row) => row.CONFIDENCE === '0')).toBeCloseTo(0.172, 1);
    expect(share(all, (row) => row.CONFIDENCE === '-1')).toBeCloseTo(0.065, 1);
    expect(share(all, (row) => row.DATE_RETIRED !== '')).toBeGreaterThan(0.005);
    expect(share(list, (row) => row.FLAT_TYPE_CODE !== '')).toBeGreaterThan(0.17);
    expect(share(list, (row) => row.FLAT_TYPE_CODE !== '')).toBeLessThan(0.42);
    expect(share(list, (row) => row.NUMBER_LAST !== '')).toBeGreaterThan(0.01);
    expect(share(list, (row) => row.NUMBER_LAST !== '')).toBeLessThan(0.06);
    expect(share(list, (row) => row.LOT_NUMBER !== '' && row.NUMBER_FIRST === '')).toBeGreaterThan(0.005);
    expect(share(geocodes, (row) => row.GEOCODE_TYPE_CODE === 'STL')).toBeGreaterThan(0.01);
    expect(share(geocodes, (row) => row.GEOCODE_TYPE_CODE === 'STL')).toBeLessThan(0.05);
    expect(list.length / streets).toBeGreaterThan(10);
    expect(list.length / streets).toBeLessThan(30);
  });

  it('number long roads as the country does: to five digits, with units, and now and then by the postcode of the place', () => {
    const digits = (row: Row) => row.NUMBER_FIRST.length;
    const long = principals().filter((row) => digits(row) >= 4);
    expect(long.length / principals().length).toBeGreaterThan(0.012);
    expect(long.length / principals().length).toBeLessThan(0.04);
    expect(share(long, (row) => digits(row) === 5)).toBeLessThan(0.06);
    expect(share(long, (row) => row.FLAT_NUMBER !== '')).toBeGreaterThan(0.03);
    expect(long.filter((row) => row.NUMBER_FIRST === row.POSTCODE)).not.toEqual([]);
  });

  it('have units of two types under one number in one building', () => {
    const types = new Map<string, Set<string>>();
    for (const row of principals().filter((each) => each.FLAT_NUMBER !== '')) {
      const key = `${row.STREET_LOCALITY_PID} ${row.NUMBER_FIRST} ${row.FLAT_NUMBER}`;
      types.set(key, (types.get(key) ?? new Set()).add(row.FLAT_TYPE_CODE));
    }
    const shared = [...types.values()].filter((of) => of.size > 1);
    expect(shared.some((of) => of.has('SHOP') && (of.has('UNIT') || of.has('FLAT')))).toBe(true);
  });

  it.each([
    ['NSW', 0.3076],
    ['VIC', 0.2624],
    ['QLD', 0.2065],
    ['WA', 0.1017],
    ['SA', 0.0748],
    ['TAS', 0.0231],
    ['ACT', 0.0163],
    ['NT', 0.0073],
  ])('give %s its share of the addresses', (state, expected) => {
    const file = files.find(({ name }) => name === `${state}_ADDRESS_DETAIL_psv.psv`);
    const rowsAll = rows('ADDRESS_DETAIL').length;
    expect(Math.abs((file?.fields.length ?? 0) / rowsAll - expected)).toBeLessThan(0.01);
  });

  it("make a principal's street, number, unit, level and lot together unique, but for a few full repetitions", () => {
    const keys = principals().map((row) =>
      Object.entries(row)
        .filter(([column]) => /^(BUILDING|LOT|FLAT|LEVEL_[TN]|NUMBER|STREET_)/.test(column))
        .map(([, value]) => value)
        .join('|'),
    );
    expect(keys.length - new Set(keys).size).toBeLessThanOrEqual(ADDRESSES / 2000);
  });

  it('have aliases of every type, on the site of their principal', () => {
    const detail = new Map(rows('ADDRESS_DETAIL').map((row) => [row.ADDRESS_DETAIL_PID, row]));
    const relations = rows('ADDRESS_ALIAS').filter((row) => row.DATE_RETIRED === '');
    expect(new Set(relations.map((row) => row.ALIAS_TYPE_CODE))).toEqual(
      new Set(rows('ADDRESS_ALIAS_TYPE_AUT').map((row) => row.CODE)),
    );
    const wrong = relations.filter((row) => {
      const alias = detail.get(row.ALIAS_PID);
      const principal = detail.get(row.PRINCIPAL_PID);
      const isPair = alias?.ALIAS_PRINCIPAL === 'A' && principal?.ALIAS_PRINCIPAL === 'P';
      return !isPair || (alias.CONFIDENCE !== '-1' && alias.ADDRESS_SITE_PID !== principal.ADDRESS_SITE_PID);
    });
    expect(wrong).toEqual([]);
  });

  it('tie secondaries to primaries of the same street', () => {
    const detail = new Map(rows('ADDRESS_DETAIL').map((row) => [row.ADDRESS_DETAIL_PID, row]));
    const relations = rows('PRIMARY_SECONDARY').filter((row) => row.DATE_RETIRED === '');
    expect(relations.length).toBeGreaterThan(500);
    const wrong = relations.filter((row) => {
      const primary = detail.get(row.PRIMARY_PID);
      const secondary = detail.get(row.SECONDARY_PID);
      const isPair = primary?.PRIMARY_SECONDARY === 'P' && secondary?.PRIMARY_SECONDARY === 'S';
      return !isPair || primary?.STREET_LOCALITY_PID !== secondary?.STREET_LOCALITY_PID;
    });
    expect(wrong).toEqual([]);
  });
});
