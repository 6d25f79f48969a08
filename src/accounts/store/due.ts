import type { Instant } from '../period.ts';
import type { AccountsTrx } from './trx.ts';

/**
 * Organizations that upkeep has something to do for: a period that ended, a closed window that is not settled, an invoice
 * that has become overdue, a closure under way; each by an index. `thorough` also compares all settled windows with what
 * is used in them, and finds those that other programs closed.
 */
export async function dueOrganizations(trx: AccountsTrx, now: Instant, thorough: boolean): Promise<string[]> {
  const ended = trx
    .selectFrom('windows')
    .innerJoin('accounts', 'accounts.id', 'windows.account_id')
    .select('windows.account_id as id')
    .where('windows.closed_at', 'is', null)
    .where('windows.period_end', '<=', now)
    .where('accounts.status', '!=', 'closed');
  const unsettled = trx
    .selectFrom('window_books')
    .select('account_id as id')
    .where('closed', '=', 1)
    .where('settled_at', 'is', null);
  const overdue = trx
    .selectFrom('invoices')
    .select('account_id as id')
    .where('status', '=', 'open')
    .where('due_at', '<=', now)
    .where('overdue_since', 'is', null);
  const closing = trx.selectFrom('accounts').select('id').where('status', '=', 'closing');
  const due = ended.union(unsettled).union(overdue).union(closing);
  const rows = await (thorough ? due.union(lateUsage(trx)).union(closedElsewhere(trx)) : due).execute();
  return rows.map(({ id }) => id).sort();
}

function lateUsage(trx: AccountsTrx) {
  return trx
    .selectFrom('window_books')
    .innerJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'window_books.account_id')
        .onRef('window_usage.window_number', '=', 'window_books.window_number'),
    )
    .select('window_books.account_id as id')
    .where('window_books.settled_at', 'is not', null)
    .whereRef('window_usage.credits', '>', 'window_books.used');
}

function closedElsewhere(trx: AccountsTrx) {
  return trx
    .selectFrom('windows')
    .leftJoin('window_books', (join) =>
      join
        .onRef('window_books.account_id', '=', 'windows.account_id')
        .onRef('window_books.window_number', '=', 'windows.number'),
    )
    .select('windows.account_id as id')
    .where('windows.closed_at', 'is not', null)
    .where((eb) => eb.or([eb('window_books.closed', 'is', null), eb('window_books.closed', '=', 0)]));
}
