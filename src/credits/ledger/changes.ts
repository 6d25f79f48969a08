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
    .select('window_usage.credits as used')
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
  const byAccount = new Map(windows.map(({ used, ...window }) => [window.account_id, { window, used: used ?? 0 }]));
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
