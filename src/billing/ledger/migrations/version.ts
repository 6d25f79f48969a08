import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { LedgerKind } from '../schema.ts';
import { migrations } from './migrations.ts';

const KNOWN = Object.keys(migrations('sqlite'));

/**
 * The version of the ledger that this program reads and writes: the number of its last migration.
 */
export const LEDGER_VERSION = numberOf(KNOWN.at(-1)!);

/**
 * How a ledger compares with this program: `none` if it has no tables yet, `current`, `older` if
 * migrations are missing, `newer` if a later program has migrated it, `foreign` if its migrations
 * do not match ours.
 */
export interface LedgerState {
  readonly state: 'none' | 'current' | 'older' | 'newer' | 'foreign';
  /** 0 for none. */
  readonly version: number;
}

/** A ledger that cannot be used until somebody does what the message says. */
export class LedgerUnfit extends Error {
  override readonly name = 'LedgerUnfit';
}

/** Reads the version of a ledger; changes nothing. Throws the database's error. */
export async function ledgerState<T>(db: Kysely<T>, kind: LedgerKind): Promise<LedgerState> {
  const table =
    kind === 'sqlite'
      ? sql`select name from sqlite_master where name = 'kysely_migration'`
      : sql`select 1 as name where to_regclass('kysely_migration') is not null`;
  if ((await table.execute(db)).rows.length === 0) return { state: 'none', version: 0 };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return stateOf(rows.map(({ name }) => name));
}

/** How a ledger with these migrations, in their order, compares with this program. */
function stateOf(names: readonly string[]): LedgerState {
  if (names.length === 0) return { state: 'none', version: 0 };
  const version = numberOf(names.at(-1)!);
  if (version > LEDGER_VERSION) return { state: 'newer', version };
  if (names.some((name, i) => name !== KNOWN[i])) return { state: 'foreign', version };
  return { state: names.length === KNOWN.length ? 'current' : 'older', version };
}

/** Where to back up a SQLite ledger that is about to be migrated from a version. */
export function migrationBackup(file: string, version: number): string {
  return `${file}.version-${version}.${new Date().toISOString().replaceAll(':', '')}`;
}

/**
 * Why a ledger cannot be used, and what to do, as the end of a sentence that names it; null if it
 * can. `file` is the file of a SQLite ledger.
 */
export function ledgerFault({ state, version }: LedgerState, file: string | null): string | null {
  switch (state) {
    case 'current':
      return null;
    case 'none':
      return 'is not there yet: the service makes it as it starts, as does the command migrate of the admin program.';
    case 'older':
      return (
        `has version ${version}, and this program needs version ${LEDGER_VERSION}. ` +
        'The sidecar brings it up to date as it starts, as does the command migrate of the admin program; ' +
        'until then use the commands of the program that runs.'
      );
    case 'newer':
      return (
        `has version ${version}: a newer program has brought it there, and this one knows versions up to ` +
        `${LEDGER_VERSION}. Start the newer program again; ${wayBack(file)}`
      );
    case 'foreign':
      return `has a list of migrations that is not Letterbox's (version ${version}): it is another program's, or was edited.`;
  }
}

/** How to go back to this program when the ledger is newer. */
function wayBack(file: string | null): string {
  if (file === null)
    return 'or stop all services, restore the dump that was made before it (pg_restore), and remove the file counters from each data folder.';
  const backup = backupFor(file);
  const restore =
    backup === null
      ? 'restore a backup that this program wrote'
      : `restore the backup that it made before, with the command restore ${backup}`;
  return `or stop the service and ${restore}: what happened since then is lost.`;
}

/** The newest backup beside a SQLite ledger that this program can use. */
function backupFor(file: string): string | null {
  const folder = dirname(file);
  if (!existsSync(folder)) return null;
  const begin = `${basename(file)}.version-`;
  const newest = readdirSync(folder)
    .filter((name) => name.startsWith(begin) && numberOf(name.slice(begin.length)) <= LEDGER_VERSION)
    .sort((a, b) => numberOf(a.slice(begin.length)) - numberOf(b.slice(begin.length)) || (a < b ? -1 : 1))
    .at(-1);
  return newest === undefined ? null : join(folder, newest);
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10) || 0;
}
