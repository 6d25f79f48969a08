import type { Row } from '../release/fields.ts';
import { type Columns, type OnRowsAhead, readRows } from '../release/psv.ts';
import type { Rejects, TableAccount } from '../release/rejects.ts';
import type { AuthorityTable, Release, StateTable, TableFile } from '../release/release.ts';

/** What every stage of a build shares. */
export interface Build {
  readonly release: Release;
  readonly rejects: Rejects;
  /** Keep records of confidence -1 (withdrawn by all contributors). */
  readonly keepRetired: boolean;
  /** Reports something that a person should know but that does not fail the build. */
  warn(message: string): void;
  /** Is told how many bytes were read, for progress. */
  onBytes(bytes: number): void;
}

/** The files of a table, one per state, in the order of the states. */
export function filesOf(build: Build, table: StateTable | AuthorityTable): TableFile[] {
  return build.release.tables
    .filter((file) => file.table === table)
    .sort((a, b) => (a.state ?? '').localeCompare(b.state ?? ''));
}

/**
 * Reads all files of a table, one row at a time. The account records rows that cannot be used;
 * `place` is the row's position among those that `onAhead` was last shown.
 * @returns false when the release has no such table
 */
export async function readTable(
  build: Build,
  table: StateTable | AuthorityTable,
  columns: Columns,
  onRow: (row: Row, account: TableAccount, place: number) => void,
  onAhead?: OnRowsAhead,
): Promise<boolean> {
  const files = filesOf(build, table);
  for (const file of files) {
    const account = build.rejects.of(file);
    await readRows(file, columns, build.rejects, (row, place) => onRow(row, account, place), build.onBytes, onAhead);
  }
  return files.length > 0;
}

/** Reason for dropping a row whose reference leads nowhere. */
export const DANGLING = 'reference to a row that does not exist';
/** Reason for dropping a row whose identifier another row has. */
export const DUPLICATE = 'duplicate identifier';
/** Reason for dropping a row with a number that does not parse. */
export const BAD_NUMBER = 'number that does not parse';
/** Reason for dropping a row with a coordinate that does not parse. */
export const BAD_COORDINATE = 'coordinate that does not parse';
/** Reason for dropping a row whose coordinate is not in Australia. */
export const OUTSIDE = "coordinate outside Australia's box";
/** Reason for dropping a row with a code that is longer than the index has room for. */
export const LONG_CODE = 'code that is too long';
/** Reason for leaving a row out on purpose. */
export const RETIRED = 'retired';
/** Reason for leaving out a row that refers to a row that was left out. */
export const OF_LEFT_OUT = 'of a row that is left out';
