import { basename } from 'node:path';
import { STATE_ORDER } from '../../src/address/index/sections.ts';
import {
  AUTHORITY_TABLES,
  type AuthorityTable,
  EDITION_TABLES,
  type EditionTable,
  STATE_TABLES,
  type StateFile,
  type StateTable,
  type TableFile,
} from './release.ts';
import { ReleaseError } from './release-error.ts';

/** What a file of a release holds, by its name. */
export interface TableName {
  readonly table: StateTable | AuthorityTable;
  readonly state: StateFile | null;
}

const STATE_TABLE_NAME = /^([A-Z]+)_(.+)_PSV\.PSV$/;
const EDITION_TABLE_NAME = new RegExp(`^(${EDITION_TABLES.join('|')})_(\\d{4})$`);
const AUTHORITY_TABLE_NAME = /^AUTHORITY_CODE_(.+)_PSV\.PSV$/;

/** Which table a path names, wherever it lies and in whatever case; null when it is none that an index is made of. */
export function tableNameOf(path: string): TableName | null {
  const name = (path.split('/').at(-1) ?? '').toUpperCase();
  const authority = AUTHORITY_TABLE_NAME.exec(name);
  if (authority !== null) {
    const table = AUTHORITY_TABLES.find((known) => known === authority[1]);
    return table === undefined ? null : { table, state: null };
  }
  const match = STATE_TABLE_NAME.exec(name);
  if (match === null) return null;
  const state = STATE_ORDER.find((known) => known === match[1]);
  const table = EDITION_TABLE_NAME.test(match[2])
    ? (match[2] as EditionTable)
    : STATE_TABLES.find((known) => known === match[2]);
  return state === undefined || table === undefined ? null : { table, state };
}

/**
 * Orders tables as {@link STATE_TABLES}, the editions by name and {@link AUTHORITY_TABLES} list them,
 * then by state.
 */
export function compareTables(a: TableName, b: TableName): number {
  const byName = a.table < b.table ? -1 : a.table > b.table ? 1 : 0;
  return tableRank(a) - tableRank(b) || byName || stateRank(a) - stateRank(b);
}

/** The editions of which a release has both tables, MB and ADDRESS_MESH_BLOCK, newest first. */
export function editionsOf(tables: readonly Pick<TableFile, 'table'>[]): number[] {
  const names = new Set<string>(tables.map(({ table }) => table));
  const years = [...names].flatMap((name) => {
    const match = EDITION_TABLE_NAME.exec(name);
    return match !== null && match[1] === 'MB' && names.has(`ADDRESS_MESH_BLOCK_${match[2]}`) ? [Number(match[2])] : [];
  });
  return years.sort((a, b) => b - a);
}

function tableRank({ table, state }: TableName): number {
  if (state === null) return STATE_TABLES.length + 1 + AUTHORITY_TABLES.indexOf(table as AuthorityTable);
  const rank = (STATE_TABLES as readonly string[]).indexOf(table);
  return rank === -1 ? STATE_TABLES.length : rank;
}

function stateRank({ state }: TableName): number {
  return state === null ? 0 : STATE_ORDER.indexOf(state);
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const MONTH = `(${MONTHS.join('|')})`;
/** `G-NAF FEBRUARY 2026`, the folder inside every release. */
const RELEASE_FOLDER = new RegExp(`G-?NAF[ _-]+${MONTH}[A-Z]*[ _-]+(\\d{4})(?!\\d)`, 'i');
/** `g-naf_feb26_allstates_gda2020_psv_1022.zip`, the name under which it is published. */
const RELEASE_ZIP = new RegExp(`G-?NAF[ _-]+${MONTH}[ _-]?(\\d{2})(?!\\d)`, 'i');
const DATUM = /GDA[ _-]?(2020|94|1994)(?!\d)/gi;

/**
 * The release's name, `2026.02`, from the paths of its tables or else from `root`, the absolute
 * path of the folder or zip; where neither tells, the base name of `root`.
 *
 * @throws ReleaseError when the tables are of several releases
 */
export function releaseNameOf(tablePaths: readonly string[], root: string): string {
  const inside = onlyOne(tablePaths, root, 'release', (path) => monthOf(path, RELEASE_FOLDER));
  return inside ?? monthOf(root, RELEASE_FOLDER) ?? monthOf(root, RELEASE_ZIP) ?? basename(root).replace(/\.zip$/i, '');
}

/**
 * The datum of the coordinates, from the names of the tables' folders or of the folder or zip itself.
 *
 * @throws ReleaseError when the tables are of both
 */
export function datumOf(tablePaths: readonly string[], root: string): 'GDA2020' | 'GDA94' | 'unknown' {
  return onlyOne(tablePaths, root, 'datum', datumIn) ?? datumIn(root) ?? 'unknown';
}

/** The datum that a path names, the innermost where it names several. */
export function datumIn(path: string): 'GDA2020' | 'GDA94' | null {
  const last = [...path.matchAll(DATUM)].at(-1);
  return last === undefined ? null : last[1] === '2020' ? 'GDA2020' : 'GDA94';
}

function monthOf(path: string, pattern: RegExp): string | null {
  const match = pattern.exec(path);
  if (match === null) return null;
  const month = MONTHS.indexOf(match[1].toUpperCase()) + 1;
  const year = match[2].length === 2 ? `20${match[2]}` : match[2];
  return `${year}.${String(month).padStart(2, '0')}`;
}

function onlyOne<T extends string>(
  paths: readonly string[],
  root: string,
  what: string,
  read: (path: string) => T | null,
): T | null {
  let found: T | null = null;
  let foundIn = '';
  for (const path of paths) {
    const value = read(path);
    if (value === null || value === found) continue;
    if (found !== null) {
      throw new ReleaseError(
        `${root} mixes tables of ${found} (${foundIn}) and ${value} (${path}): expected one ${what}, point at one of them`,
      );
    }
    found = value;
    foundIn = path;
  }
  return found;
}
