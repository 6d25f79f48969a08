import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../build-index/generate/random.ts';

/** A row of a table by column name, to be changed in place. */
export type EditableRow = Record<string, string>;

/** A copy of a release whose tables can be rewritten. */
export interface EditedRelease {
  /** Rewrites the table of every state: what `edit` answers takes the place of its rows. */
  edit(table: string, edit: (rows: EditableRow[]) => EditableRow[]): void;
  /** The editions of the ASGS that it has mesh blocks of. */
  readonly editions: readonly string[];
}

/** Copies a release to a folder that does not exist yet. */
export function copyRelease(from: string, to: string): EditedRelease {
  cpSync(from, to, { recursive: true });
  const paths = readdirSync(to, { recursive: true, encoding: 'utf8' }).map((path) => join(to, path));
  const named = paths.map((path) => /_ADDRESS_MESH_BLOCK_(\d{4})_psv\.psv$/.exec(path)?.[1]);
  return {
    editions: [...new Set(named.filter((year) => year !== undefined))],
    edit(table, edit) {
      for (const path of paths.filter((each) => each.endsWith(`_${table}_psv.psv`) && !each.includes('Authority_Code')))
        rewrite(path, table, edit);
    },
  };
}

function rewrite(path: string, table: string, edit: (rows: EditableRow[]) => EditableRow[]): void {
  const state = path.slice(path.lastIndexOf('/') + 1, -`_${table}_psv.psv`.length);
  if (!/^[A-Z]+$/.test(state)) return;
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  const columns = header.split('|');
  const rows = lines.map((line) => {
    const fields = line.split('|');
    return Object.fromEntries(columns.map((column, i) => [column, fields[i]]));
  });
  const edited = edit(rows).map((row) => columns.map((column) => row[column]).join('|'));
  writeFileSync(path, `${[header, ...edited].join('\r\n')}\r\n`);
}

/** Edits a release as a quarter may: addresses come, go, move, and are written and coded otherwise. Each kind meets many. */
export function editAll(release: EditedRelease, random: Random): void {
  release.edit('LOCALITY', (rows) => {
    if (rows.length > 4) rows[1].LOCALITY_NAME = `${rows[1].LOCALITY_NAME} SOUTH`;
    if (rows.length > 4) rows[3].DATE_RETIRED = '2026-01-01';
    return rows;
  });
  release.edit('STREET_LOCALITY', (rows) => {
    for (const row of rows) {
      if (random.chance(0.03)) row.STREET_NAME = `${row.STREET_NAME}S`;
      if (random.chance(0.03)) row.STREET_TYPE_CODE = random.pick(['ROAD', 'STREET', '']);
      if (random.chance(0.03)) row.STREET_SUFFIX_CODE = random.pick(['N', 'S', '']);
      if (random.chance(0.03)) row.GNAF_RELIABILITY_CODE = random.pick(['1', '4']);
    }
    return rows;
  });
  release.edit('ADDRESS_DETAIL', (rows) => {
    const kept = rows.filter(() => !random.chance(0.02));
    for (const row of kept) editAddress(row, kept, random);
    const added = kept
      .filter(() => random.chance(0.03))
      .map((row, i) => ({
        ...row,
        ADDRESS_DETAIL_PID: i % 7 === 0 ? `NEW "${i}" ${row.STREET_LOCALITY_PID}` : `${row.ADDRESS_DETAIL_PID}9`,
      }));
    return [...kept, ...added];
  });
  release.edit('ADDRESS_DEFAULT_GEOCODE', (rows) => {
    for (const row of rows) if (random.chance(0.05)) move(row, random.pick([1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1]));
    for (const row of rows) if (random.chance(0.01)) row.GEOCODE_TYPE_CODE = random.pick(['PC', 'FCS', 'LOC', 'STL']);
    return rows.filter(() => !random.chance(0.01));
  });
  release.edit('ADDRESS_SITE_GEOCODE', (rows) => {
    for (const row of rows) if (random.chance(0.02)) move(row, 1e-5);
    for (const row of rows) if (random.chance(0.02)) row.RELIABILITY_CODE = random.pick(['1', '2', '3']);
    return rows.filter(() => !random.chance(0.01));
  });
  for (const year of release.editions)
    release.edit(`ADDRESS_MESH_BLOCK_${year}`, (rows) => {
      const blocks = rows.map((row) => row[`MB_${year}_PID`]);
      for (const row of rows) if (random.chance(0.03)) row[`MB_${year}_PID`] = random.pick(blocks);
      return rows.filter(() => !random.chance(0.01));
    });
  release.edit('ADDRESS_SITE', (rows) => {
    for (const row of rows) if (random.chance(0.03)) row.ADDRESS_SITE_NAME = random.pick(['', 'THE MEWS', 'ÉCOLE']);
    return rows;
  });
}

function editAddress(row: EditableRow, rows: readonly EditableRow[], random: Random): void {
  const changes: Readonly<Record<string, readonly string[]>> = {
    DATE_RETIRED: ['2026-01-01'],
    NUMBER_FIRST: ['7', '1200'],
    NUMBER_FIRST_SUFFIX: ['A', ''],
    FLAT_NUMBER: ['3', ''],
    LOT_NUMBER: ['11', ''],
    BUILDING_NAME: ['OLD MILL', ''],
    POSTCODE: ['2999', ''],
    LEGAL_PARCEL_ID: ['1\\PS1', '2//DP2', 'X"Y', ''],
    CONFIDENCE: ['0', '1', '2', '-1'],
    PRIMARY_SECONDARY: ['P', 'S', ''],
    ALIAS_PRINCIPAL: ['A', 'P'],
  };
  for (const [column, values] of Object.entries(changes)) if (random.chance(0.02)) row[column] = random.pick(values);
  if (row.NUMBER_FIRST === '' && row.NUMBER_LAST !== '') row.NUMBER_LAST = '';
  if (!random.chance(0.02)) return;
  const other = random.pick(rows);
  row.STREET_LOCALITY_PID = other.STREET_LOCALITY_PID;
  row.LOCALITY_PID = other.LOCALITY_PID;
}

function move(row: EditableRow, degrees: number): void {
  row.LATITUDE = (Number(row.LATITUDE) + degrees).toFixed(8);
}
