import { excerpt } from '../../system/shown-text.ts';
import type { Ledger } from './ledger.ts';
import type { AccountRow, WindowRow } from './schema.ts';

/** A request that cannot be fulfilled; the message is a sentence for users. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal';
}

/** The refusal of an id that no account has. */
export function unknownAccount(id: string): LedgerRefusal {
  return new LedgerRefusal(`There is no account '${excerpt(id)}'.`);
}

/** An account with its open window. */
export interface AccountOverview {
  readonly account: AccountRow;
  readonly window: WindowRow;
  /** Credits used in that window, as far as the ledger knows. */
  readonly used: number;
}

/** Windows, and the credits that the ledger knows to be used in each as `known`: null where none are. */
export function windowsWithUsage(db: Ledger['db']) {
  return db
    .selectFrom('windows')
    .leftJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'windows.account_id')
        .onRef('window_usage.window_number', '=', 'windows.number'),
    )
    .selectAll('windows')
    .select('window_usage.credits as known');
}

/** All accounts, oldest first, or only the one with an id. */
export async function listAccounts(ledger: Ledger, id?: string): Promise<AccountOverview[]> {
  const { db } = ledger;
  const accounts = await db
    .selectFrom('accounts')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const windows = await windowsWithUsage(db)
    .where('closed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('windows.account_id', '=', id!))
    .execute();
  const byAccount = new Map(windows.map((window) => [window.account_id, window]));
  return accounts.flatMap((account) => {
    const found = byAccount.get(account.id);
    if (found === undefined) return [];
    const { known, ...window } = found;
    return [{ account, window, used: known ?? 0 }];
  });
}
