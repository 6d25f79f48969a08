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
}

/** The ledger's revision. */
export async function currentRevision(ledger: Ledger): Promise<number> {
  const { revision } = await ledger.db.selectFrom('ledger_revision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/**
 * Accounts and keys that changed after the revision `since` (-1 for all). The revision is read first: what changes meanwhile may be in
 * these changes already, and comes again next time.
 */
export async function changesSince(ledger: Ledger, since: number): Promise<Changes> {
  const revision = await currentRevision(ledger);
  if (revision === since) return { revision, accounts: [], keys: [] };
  const { db } = ledger;
  const accounts = await db.selectFrom('accounts').selectAll().where('revision', '>', since).execute();
  const windows = await db
    .selectFrom('windows')
    .innerJoin('accounts', 'accounts.id', 'windows.account_id')
    .leftJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'windows.account_id')
        .onRef('window_usage.window_number', '=', 'windows.number'),
    )
    .selectAll('windows')
    .select('window_usage.credits as used')
    .where('windows.closed_at', 'is', null)
    .where('accounts.revision', '>', since)
    .execute();
  const keys = await db.selectFrom('api_keys').selectAll().where('revision', '>', since).execute();
  const byAccount = new Map(windows.map(({ used, ...window }) => [window.account_id, { window, used: used ?? 0 }]));
  return {
    revision,
    accounts: accounts.flatMap((account) => {
      const found = byAccount.get(account.id);
      return found === undefined ? [] : [{ account, ...found }];
    }),
    keys,
  };
}
