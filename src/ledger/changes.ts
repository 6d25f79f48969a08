import { sql } from './database/kysely.ts';
import type { Ledger } from './ledger.ts';
import type { AccountRow, KeyRow, WindowRow } from './schema.ts';

/** An account that changed, with its open window and the credits used in that, on all machines. */
export interface ChangedAccount {
  readonly account: AccountRow;
  readonly window: WindowRow;
  readonly used: number;
}

/** What has changed since a revision. */
export interface Changes {
  /** The revision that these changes lead to. */
  readonly revision: number;
  readonly accounts: readonly ChangedAccount[];
  readonly keys: readonly KeyRow[];
  /** Accounts that are among these whether they changed or not, with all of their keys. */
  readonly again: readonly string[];
}

/** The ledger's revision. */
export async function currentRevision(ledger: Ledger): Promise<number> {
  const { revision } = await ledger.db.selectFrom('ledger_revision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/**
 * Accounts and keys that changed after the revision `since` (-1 for all), and those of the accounts in `again` whether they changed or not. The revision
 * is read first: what changes meanwhile may be in these changes already, and comes again next time.
 */
export async function changesSince(ledger: Ledger, since: number, again: readonly string[] = []): Promise<Changes> {
  const revision = await currentRevision(ledger);
  if (revision === since && again.length === 0) return { revision, accounts: [], keys: [], again };
  const { db } = ledger;
  const accounts = await db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => eb.or([eb('revision', '>', since), ...(again.length > 0 ? [eb('id', 'in', again)] : [])]))
    .execute();
  const windows = await db
    .selectFrom('windows')
    .innerJoin('accounts', 'accounts.id', 'windows.account_id')
    .leftJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'windows.account_id')
        .onRef('window_usage.window_number', '=', 'windows.number'),
    )
    .selectAll('windows')
    .select('window_usage.credits as known')
    .where('windows.closed_at', 'is', null)
    .where((eb) =>
      eb.or([eb('accounts.revision', '>', since), ...(again.length > 0 ? [eb('accounts.id', 'in', again)] : [])]),
    )
    .execute();
  const keys = await db
    .selectFrom('api_keys')
    .selectAll()
    .where((eb) => eb.or([eb('revision', '>', since), ...(again.length > 0 ? [eb('account_id', 'in', again)] : [])]))
    .execute();
  const byAccount = new Map(windows.map(({ known, ...window }) => [window.account_id, { window, used: known ?? 0 }]));
  return {
    revision,
    accounts: accounts.flatMap((account) => {
      const found = byAccount.get(account.id);
      return found === undefined ? [] : [{ account, ...found }];
    }),
    keys,
    again,
  };
}

/** Credits used in a window, on all machines, as far as the ledger knows. */
export interface WindowUse {
  readonly account: string;
  readonly window: number;
  readonly used: number;
}

/** Windows in which credits were used of late. */
export interface UsageChanges {
  /** Where to go on: everything that was not in these changes, and not before them, is in those since this. */
  readonly next: number;
  readonly windows: readonly WindowUse[];
}

/**
 * The place from which on `usageSince` finds all that is written after this call: the oldest transaction that has not ended. Usage is found by the
 * transaction that wrote it and not by a time, so that no clock matters, nor which of two transactions ends first. PostgreSQL only:
 * a SQLite ledger has one machine, which knows what it wrote.
 */
export async function usageMark(ledger: Ledger): Promise<number> {
  const { rows } = await sql<{
    mark: number;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as mark`.execute(ledger.db);
  return rows[0].mark;
}

/** Windows in which machines wrote down usage since a mark, some of them perhaps a second time. */
export async function usageSince(ledger: Ledger, mark: number): Promise<UsageChanges> {
  const next = await usageMark(ledger);
  const rows = await ledger.db
    .selectFrom('window_usage')
    .select(['account_id', 'window_number', 'credits'])
    .where('written_by', '>=', mark)
    .execute();
  const windows = rows.map((row) => ({ account: row.account_id, window: row.window_number, used: row.credits }));
  return { next, windows };
}
