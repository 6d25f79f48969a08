import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Compiled, type CompileOptions, compile } from '../../build-index/compile/compile.ts';
import { IndexWriter } from '../../build-index/compile/index-writer.ts';
import { showProgress } from '../../build-index/progress.ts';
import { openRelease } from '../../build-index/release/open.ts';
import { type AddressIndex, openIndex } from '../../src/address/index/open.ts';
import { newFolder, type ReleaseFolders } from '../support/shared-releases.ts';

/** Builds an index in this process, with the builder's defaults. Throws what the builder would print. */
export async function compileRelease(
  gnaf: string,
  out: string,
  options: Partial<CompileOptions> = {},
): Promise<Compiled> {
  const release = await openRelease(gnaf);
  try {
    const defaults = {
      abs: null,
      boundaries: null,
      keepRetired: false,
      maxDropped: 0.001,
      strict: false,
      allowGaps: false,
      threads: 1 as const,
      previous: [],
    };
    const quiet = showProgress({ write: () => true });
    return await compile({ release, ...defaults, ...options }, () => new IndexWriter(out), quiet);
  } finally {
    await release.close();
  }
}

/** Builds and opens an index of a small release. */
export async function smallIndex(release: SmallRelease): Promise<AddressIndex> {
  const gnaf = newFolder();
  writeSmallRelease(gnaf, release);
  const out = join(newFolder(), 'x.lbx');
  await compileRelease(gnaf, out, { maxDropped: 0.01 });
  return openIndex(out);
}

/** The parameters that name the folders of a release to the builder. */
export function parametersOf(release: ReleaseFolders): string[] {
  return Object.entries(release).flatMap(([name, folder]) => (folder === null ? [] : [`--${name}`, folder]));
}

/** All files below a folder by their path in it. */
export function filesBelow(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path), readFileSync(path)]),
  );
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: ReadonlyMap<string, Buffer | string>): void {
  for (const [path, content] of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A table as a test edits it: the header, then rows by column name. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: Record<string, string>[];
}

/** A small release in the official layout, table by table, that a test may spoil before it is written. */
export type SmallRelease = Record<string, Table>;

/**
 * A release of one state with `addresses` principals, one in four of them also with an alias: two streets in two localities, and
 * every table that the builder reads.
 */
export function smallRelease(addresses = 8): SmallRelease {
  const release: SmallRelease = {
    STATE: table('STATE_PID|DATE_RETIRED|STATE_NAME|STATE_ABBREVIATION', ['2||VICTORIA|VIC']),
    LOCALITY: table('LOCALITY_PID|DATE_RETIRED|LOCALITY_NAME|LOCALITY_CLASS_CODE|STATE_PID|GNAF_RELIABILITY_CODE', [
      'loc1||KEW|G|2|5',
      'loc2||KEW EAST|G|2|5',
    ]),
    LOCALITY_ALIAS: table('LOCALITY_ALIAS_PID|DATE_RETIRED|LOCALITY_PID|NAME', ['LA1||loc2|EAST KEW']),
    LOCALITY_NEIGHBOUR: table('LOCALITY_NEIGHBOUR_PID|DATE_RETIRED|LOCALITY_PID|NEIGHBOUR_LOCALITY_PID', [
      'LN1||loc1|loc2',
      'LN2||loc2|loc1',
    ]),
    LOCALITY_POINT: table('LOCALITY_POINT_PID|DATE_RETIRED|LOCALITY_PID|LONGITUDE|LATITUDE', [
      'LP1||loc1|145.03|-37.8',
    ]),
    STREET_LOCALITY: table(
      'STREET_LOCALITY_PID|DATE_RETIRED|STREET_CLASS_CODE|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE|LOCALITY_PID|GNAF_RELIABILITY_CODE',
      ['VIC10001||C|HIGH|STREET||loc1|4', 'VIC10002||C|HIGH|STREET|E|loc2|4'],
    ),
    STREET_LOCALITY_ALIAS: table(
      'STREET_LOCALITY_ALIAS_PID|DATE_RETIRED|STREET_LOCALITY_PID|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE',
      ['SA1||VIC10001|OLD HIGH|STREET|'],
    ),
    STREET_LOCALITY_POINT: table('STREET_LOCALITY_POINT_PID|DATE_RETIRED|STREET_LOCALITY_PID|LONGITUDE|LATITUDE', [
      'SP1||VIC10001|145.03|-37.8',
    ]),
    ADDRESS_DETAIL: table(ADDRESS_DETAIL_COLUMNS, []),
    ADDRESS_DEFAULT_GEOCODE: table(
      'ADDRESS_DEFAULT_GEOCODE_PID|DATE_RETIRED|ADDRESS_DETAIL_PID|GEOCODE_TYPE_CODE|LONGITUDE|LATITUDE',
      [],
    ),
    ADDRESS_SITE: table('ADDRESS_SITE_PID|DATE_RETIRED|ADDRESS_TYPE|ADDRESS_SITE_NAME', []),
    ADDRESS_SITE_GEOCODE: table(
      'ADDRESS_SITE_GEOCODE_PID|DATE_RETIRED|ADDRESS_SITE_PID|GEOCODE_TYPE_CODE|RELIABILITY_CODE|LONGITUDE|LATITUDE',
      [],
    ),
    ADDRESS_ALIAS: table('ADDRESS_ALIAS_PID|DATE_RETIRED|PRINCIPAL_PID|ALIAS_PID|ALIAS_TYPE_CODE', []),
    PRIMARY_SECONDARY: table('PRIMARY_SECONDARY_PID|DATE_RETIRED|PRIMARY_PID|SECONDARY_PID', [
      'PS1||GAVIC400000001|GAVIC400000002',
    ]),
    MB_2021: table('MB_2021_PID|DATE_RETIRED|MB_2021_CODE', ['MB1||20001250000']),
    ADDRESS_MESH_BLOCK_2021: table('ADDRESS_MESH_BLOCK_2021_PID|DATE_RETIRED|ADDRESS_DETAIL_PID|MB_2021_PID', []),
  };
  for (let i = 1; i <= addresses; i++) addAddress(release, i, 'P');
  for (let i = 4; i <= addresses; i += 4) {
    addAddress(release, addresses + i, 'A');
    addRow(release, 'ADDRESS_ALIAS', {
      ADDRESS_ALIAS_PID: `AA${i}`,
      PRINCIPAL_PID: pid(i),
      ALIAS_PID: pid(addresses + i),
      ALIAS_TYPE_CODE: 'SYN',
    });
  }
  return release;
}

/** The id of the i-th address of a small release. */
export function pid(i: number): string {
  return `GAVIC${400_000_000 + i}`;
}

/** Adds a row; columns that are not given are empty. */
export function addRow(release: SmallRelease, name: string, row: Readonly<Record<string, string>>): void {
  release[name].rows.push({ ...Object.fromEntries(release[name].columns.map((column) => [column, ''])), ...row });
}

/** Writes a small release below a folder; `table` names it as the builder's messages do. */
export function writeSmallRelease(folder: string, release: SmallRelease): void {
  writeFiles(
    folder,
    new Map([
      ...Object.entries(release).map(([name, { columns, rows }]): [string, string] => [
        smallTablePath(name),
        lines([columns.join('|'), ...rows.map((row) => columns.map((column) => row[column]).join('|'))]),
      ]),
      ...Object.entries(AUTHORITY).map(([name, rows]): [string, string] => [
        `G-NAF FEBRUARY 2026/Authority Code/Authority_Code_${name}_psv.psv`,
        lines(['CODE|NAME|DESCRIPTION', ...rows.map((row) => `${row}|`)]),
      ]),
    ]),
  );
}

/** The path of a table of a small release. */
export function smallTablePath(name: string): string {
  return `G-NAF FEBRUARY 2026/Standard/VIC_${name}_psv.psv`;
}

const ADDRESS_DETAIL_COLUMNS =
  'ADDRESS_DETAIL_PID|DATE_RETIRED|BUILDING_NAME|LOT_NUMBER_PREFIX|LOT_NUMBER|LOT_NUMBER_SUFFIX|FLAT_TYPE_CODE|' +
  'FLAT_NUMBER_PREFIX|FLAT_NUMBER|FLAT_NUMBER_SUFFIX|LEVEL_TYPE_CODE|LEVEL_NUMBER_PREFIX|LEVEL_NUMBER|' +
  'LEVEL_NUMBER_SUFFIX|NUMBER_FIRST_PREFIX|NUMBER_FIRST|NUMBER_FIRST_SUFFIX|NUMBER_LAST_PREFIX|NUMBER_LAST|' +
  'NUMBER_LAST_SUFFIX|STREET_LOCALITY_PID|LOCALITY_PID|ALIAS_PRINCIPAL|POSTCODE|LEGAL_PARCEL_ID|CONFIDENCE|' +
  'ADDRESS_SITE_PID|PRIMARY_SECONDARY';

const AUTHORITY: Readonly<Record<string, readonly string[]>> = {
  ADDRESS_ALIAS_TYPE_AUT: ['SYN|SYNONYM'],
  FLAT_TYPE_AUT: ['UNIT|UNIT'],
  GEOCODE_TYPE_AUT: ['FCS|FRONTAGE CENTRE SETBACK', 'PC|PROPERTY CENTROID'],
  LEVEL_TYPE_AUT: ['L|LEVEL'],
  LOCALITY_CLASS_AUT: ['G|GAZETTED LOCALITY'],
  STREET_CLASS_AUT: ['C|CONFIRMED'],
  STREET_SUFFIX_AUT: ['E|EAST'],
  STREET_TYPE_AUT: ['STREET|ST'],
};

function addAddress(release: SmallRelease, i: number, alias: 'A' | 'P'): void {
  const eastern = i % 2 === 0;
  addRow(release, 'ADDRESS_DETAIL', {
    ADDRESS_DETAIL_PID: pid(i),
    NUMBER_FIRST: String(i),
    ...(i % 3 === 0 ? { FLAT_TYPE_CODE: 'UNIT', FLAT_NUMBER: String(i) } : {}),
    ...(i % 7 === 0 ? { NUMBER_FIRST: '', NUMBER_FIRST_PREFIX: `${i}A` } : {}),
    ...(i % 5 === 0 ? { BUILDING_NAME: 'KEW COURT', LOT_NUMBER: String(i) } : {}),
    STREET_LOCALITY_PID: eastern ? 'VIC10002' : 'VIC10001',
    LOCALITY_PID: eastern ? 'loc2' : 'loc1',
    ALIAS_PRINCIPAL: alias,
    POSTCODE: eastern ? '3102' : '3101',
    LEGAL_PARCEL_ID: `${i}\\PS40462${i}`,
    CONFIDENCE: '2',
    ADDRESS_SITE_PID: String(70_000 + i),
  });
  addRow(release, 'ADDRESS_DEFAULT_GEOCODE', {
    ADDRESS_DEFAULT_GEOCODE_PID: `G${i}`,
    ADDRESS_DETAIL_PID: pid(i),
    GEOCODE_TYPE_CODE: 'FCS',
    LONGITUDE: (145.03 + i / 10_000).toFixed(8),
    LATITUDE: (-37.8 - i / 10_000).toFixed(8),
  });
  addRow(release, 'ADDRESS_SITE', { ADDRESS_SITE_PID: String(70_000 + i), ADDRESS_TYPE: 'UR' });
  addRow(release, 'ADDRESS_SITE_GEOCODE', {
    ADDRESS_SITE_GEOCODE_PID: `S${i}`,
    ADDRESS_SITE_PID: String(70_000 + i),
    GEOCODE_TYPE_CODE: 'FCS',
    RELIABILITY_CODE: '2',
    LONGITUDE: (145.03 + i / 10_000).toFixed(8),
    LATITUDE: (-37.8 - i / 10_000).toFixed(8),
  });
  addRow(release, 'ADDRESS_MESH_BLOCK_2021', {
    ADDRESS_MESH_BLOCK_2021_PID: `AM${i}`,
    ADDRESS_DETAIL_PID: pid(i),
    MB_2021_PID: 'MB1',
  });
}

function table(header: string, rows: readonly string[]): Table {
  const columns = header.split('|');
  return {
    columns,
    rows: rows.map((row) => Object.fromEntries(row.split('|').map((cell, i) => [columns[i], cell]))),
  };
}

function lines(all: readonly string[]): string {
  return `${all.join('\r\n')}\r\n`;
}
