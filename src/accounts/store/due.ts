import type { Instant } from '../period.ts';
import type { AccountsTrx } from './trx.ts';

/** Most organizations of one round: the rest comes in the next, so that a round never takes long. */
const MOST = 200;

/**
 * Organizations that upkeep has something to do for, most urgent first: a period that ended, a closed window whose usage is
 * complete, an invoice that has become overdue, a closure under way; each by an index. `thorough` also compares all
 * settled windows with what is used in them, and finds those that other programs closed.
 */
export async function dueOrganizations(trx: AccountsTrx, now: Instant, thorough: boolean): Promise<string[]> {
  const usual = [ended, unsettled, overdue, closing];
  const due = new Set<string>();
  for (const find of thorough ? [...usual, lateUsage, closedElsewhere] : usual) {
    if (due.size < MOST) for (const id of await find(trx, now)) due.add(id);
  }
  return [...due];
}

async function ended(trx: AccountsTrx, now: Instant): Promise<string[]> {
  const rows = await trx
    .selectFrom('windows')
    .innerJoin('accounts', 'accounts.id', 'windows.account_id')
    .select('windows.account_id as id')
    .where('windows.closed_at', 'is', null)
    .where('windows.period_end', '<=', now)
    .where('accounts.status', '!=', 'closed')
    // The period of a suspended account stands still.
    .where((eb) => eb.or([eb('accounts.status', '=', 'closing'), eb('accounts.suspended_at', 'is', null)]))
    .orderBy('windows.period_end')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

async function unsettled(trx: AccountsTrx): Promise<string[]> {
  const rows = await trx
    .selectFrom('window_books')
    .select('account_id as id')
    .where('closed', '=', 1)
    .where('settled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('leases')
            .select('leases.id')
            .whereRef('leases.account_id', '=', 'window_books.account_id')
            .whereRef('leases.window_number', '=', 'window_books.window_number')
            .where('leases.settled_at', 'is', null),
        ),
      ),
    )
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

async function overdue(trx: AccountsTrx, now: Instant): Promise<string[]> {
  const rows = await trx
    .selectFrom('invoices')
    .select('account_id as id')
    .where('status', '=', 'open')
    .where('due_at', '<=', now)
    .where('overdue_since', 'is', null)
    .orderBy('due_at')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

async function closing(trx: AccountsTrx): Promise<string[]> {
  const rows = await trx.selectFrom('accounts').select('id').where('status', '=', 'closing').limit(MOST).execute();
  return rows.map(({ id }) => id);
}

async function lateUsage(trx: AccountsTrx): Promise<string[]> {
  const rows = await trx
    .selectFrom('window_books')
    .innerJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'window_books.account_id')
        .onRef('window_usage.window_number', '=', 'window_books.window_number'),
    )
    .select('window_books.account_id as id')
    .where('window_books.settled_at', 'is not', null)
    .whereRef('window_usage.credits', '>', 'window_books.used')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

async function closedElsewhere(trx: AccountsTrx): Promise<string[]> {
  const rows = await trx
    .selectFrom('windows')
    .leftJoin('window_books', (join) =>
      join
        .onRef('window_books.account_id', '=', 'windows.account_id')
        .onRef('window_books.window_number', '=', 'windows.number'),
    )
    .select('windows.account_id as id')
    .where('windows.closed_at', 'is not', null)
    .where((eb) => eb.or([eb('window_books.closed', 'is', null), eb('window_books.closed', '=', 0)]))
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}
