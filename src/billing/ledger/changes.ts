import { sql } from 'kysely';
import { windowsWithUsage } from './accounts.ts';
import type { Ledger } from './ledger.ts';
import type { AccountRow, Instant, KeyRow, WindowRow } from './schema.ts';

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
  /** Accounts that are included whether they changed or not, with all of their keys. */
  readonly again: readonly string[];
}

/** The ledger's revision. */
export async function currentRevision(ledger: Ledger): Promise<number> {
  const { revision } = await ledger.db.selectFrom('ledger_revision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/**
 * Accounts and keys that changed after the revision `since` (-1 for all), and those of the accounts
 * in `again` whether they changed or not. The revision is read first: what changes meanwhile may
 * already be included, and is included again next time.
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
  const windows = await windowsWithUsage(db)
    .innerJoin('accounts', 'accounts.id', 'windows.account_id')
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

/**
 * A window from which a machine requested more credits than were available. `at` is different for
 * each request.
 */
export interface WantedWindow {
  readonly account: string;
  readonly window: number;
  readonly at: Instant;
}

/** What a machine of a fleet needs to know in every round. */
export interface FleetNews {
  readonly revision: number;
  /** The mark for the next call, which finds all usage that is not in this or earlier news. */
  readonly mark: number;
  /**
   * Windows in which machines recorded usage since the mark; some may have been reported before.
   */
  readonly used: readonly WindowUse[];
  /** Windows from which another machine requested more credits than were available. */
  readonly wanted: readonly WantedWindow[];
}

/**
 * The mark from which `fleetNews` finds all usage that is written after this call: the oldest
 * transaction still in progress, so that neither clocks nor the order of commits matter. PostgreSQL
 * only: with SQLite there is one machine, which knows what it wrote.
 */
export async function usageMark(ledger: Ledger): Promise<number> {
  const { rows } = await sql<{
    mark: number;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as mark`.execute(ledger.db);
  return rows[0]!.mark;
}

/**
 * What is new to a machine since a mark, in one statement and so as of one instant: every machine
 * asks at least ten times a second. PostgreSQL only.
 */
export async function fleetNews(ledger: Ledger, mark: number, machine: string): Promise<FleetNews> {
  const { rows } = await sql<{
    revision: number;
    mark: number;
    used: [string, number, number][] | null;
    wanted: [string, number, number][] | null;
  }>`
    select (select revision from ledger_revision where id = 1) as revision,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint as mark,
      (select json_agg(json_build_array(account_id, window_number, credits))
        from window_usage where written_by >= ${mark}) as used,
      (select json_agg(json_build_array(account_id, number, wanted_at))
        from windows where wanted_at is not null and wanted_by <> ${machine} and closed_at is null) as wanted`.execute(
    ledger.db,
  );
  const { revision, used, wanted, ...next } = rows[0]!;
  return {
    revision,
    mark: next.mark,
    used: (used ?? []).map(([account, window, credits]) => ({ account, window, used: credits })),
    wanted: (wanted ?? []).map(([account, window, at]) => ({ account, window, at })),
  };
}
