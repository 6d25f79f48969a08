import { type Account, type CreditWindow, freshWindow } from '../account.ts';
import type { Instant } from '../period.ts';
import type { Plan } from '../plan.ts';
import type { AccountsTrx } from './trx.ts';

/**
 * An account as rows say, with its windows from the oldest that is not settled or has more usage than it was settled with;
 * null when there is none. An account that other programs made, without rows of its own here, is one that nothing has
 * happened to yet.
 */
export async function readAccount(trx: AccountsTrx, id: string): Promise<Account | null> {
  const row = await trx
    .selectFrom('accounts')
    .leftJoin('account_plans', 'account_plans.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.status', 'accounts.suspended_at', 'version', 'payment_method'])
    .select(['scheduled_plan', 'scheduled_at', 'scheduled_confirmed_at'])
    .where('accounts.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const windows = await readWindows(trx, id);
  const first = windows.findIndex(({ window, known }) => window.settledAt === null || known > window.used);
  return {
    id,
    status: row.status,
    suspendedAt: row.suspended_at,
    version: row.version ?? 1,
    paymentMethod: row.payment_method ?? 'none',
    scheduled:
      row.scheduled_plan === null
        ? null
        : {
            plan: JSON.parse(row.scheduled_plan) as Plan,
            at: row.scheduled_at!,
            confirmedAt: row.scheduled_confirmed_at!,
          },
    windows: windows.slice(first).map(({ window }) => window),
  };
}

async function readWindows(trx: AccountsTrx, id: string): Promise<{ window: CreditWindow; known: number }[]> {
  const rows = await trx
    .selectFrom('windows')
    .leftJoin('window_books', (join) =>
      join
        .onRef('window_books.account_id', '=', 'windows.account_id')
        .onRef('window_books.window_number', '=', 'windows.number'),
    )
    .leftJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'windows.account_id')
        .onRef('window_usage.window_number', '=', 'windows.number'),
    )
    .select(['windows.number', 'windows.plan', 'windows.granted', 'windows.closed_at', 'windows.unused'])
    .select(['period_anchor', 'period_index', 'period_start', 'period_end'])
    .select(['window_books.carried', 'window_books.used', 'window_books.billed', 'window_books.settled_at'])
    .select('window_usage.credits as known')
    .where('windows.account_id', '=', id)
    .orderBy('windows.number')
    .execute();
  return rows.map((row) => ({
    known: row.known ?? 0,
    window: {
      number: row.number,
      plan: JSON.parse(row.plan) as Plan,
      period: { anchor: row.period_anchor, index: row.period_index, start: row.period_start, end: row.period_end },
      granted: row.granted,
      carried: row.carried ?? 0,
      closedAt: row.closed_at,
      unused: row.unused,
      settledAt: row.settled_at,
      used: row.used ?? 0,
      billed: row.billed ?? 0,
    },
  }));
}

/** Writes a new account, whose row in the ledger is there already. */
export async function insertAccount(trx: AccountsTrx, account: Account): Promise<void> {
  await trx.insertInto('account_plans').values(planRow(account)).execute();
  for (const window of account.windows) await insertWindow(trx, account.id, window);
}

/**
 * Writes an account over `before`, as it was read under lock in this transaction. Answers whether workers have to hear of it.
 * Throws when somebody else has changed it after all: a bug, not a race.
 */
export async function updateAccount(trx: AccountsTrx, before: Account, after: Account, now: Instant): Promise<boolean> {
  const { account_id, ...columns } = planRow(after);
  const updated = await trx
    .insertInto('account_plans')
    .values({ account_id, ...columns })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(columns).where('account_plans.version', '=', before.version),
    )
    .returning('version')
    .executeTakeFirst();
  if (updated === undefined) throw new Error(`Account ${after.id} is not at version ${before.version} any more.`);
  let publish = false;
  if (after.status !== before.status || after.suspendedAt !== before.suspendedAt) {
    const { status, suspendedAt: suspended_at } = after;
    const closed_at = status === 'closed' ? now : null;
    await trx.updateTable('accounts').set({ status, suspended_at, closed_at }).where('id', '=', after.id).execute();
    publish = true;
  }
  const old = new Map(before.windows.map((window) => [window.number, window]));
  for (const window of after.windows) {
    const earlier = old.get(window.number);
    if (earlier === window) continue;
    if (!earlier) await insertWindow(trx, after.id, window);
    else await updateWindow(trx, after.id, earlier, window);
    publish ||= earlier?.closedAt !== window.closedAt || earlier?.period !== window.period;
  }
  return publish;
}

async function updateWindow(trx: AccountsTrx, id: string, before: CreditWindow, after: CreditWindow): Promise<void> {
  if (before.closedAt !== after.closedAt || before.period !== after.period) {
    const { period, closedAt: closed_at, unused } = after;
    await trx
      .updateTable('windows')
      .set({ closed_at, unused, period_anchor: period.anchor, period_index: period.index, period_end: period.end })
      .where('account_id', '=', id)
      .where('number', '=', after.number)
      .execute();
  }
  const { account_id, window_number, ...columns } = bookRow(id, after);
  await trx
    .insertInto('window_books')
    .values({ account_id, window_number, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'window_number']).doUpdateSet(columns))
    .execute();
}

async function insertWindow(trx: AccountsTrx, id: string, window: CreditWindow): Promise<void> {
  const { number, plan, period, granted, closedAt, unused } = window;
  await trx
    .insertInto('windows')
    .values({
      account_id: id,
      number,
      plan: JSON.stringify(plan),
      period_anchor: period.anchor,
      period_index: period.index,
      period_start: period.start,
      period_end: period.end,
      granted,
      carried: freshWindow(number, plan, period).carried,
      leased: 0,
      wanted_at: null,
      wanted_by: null,
      closed_at: closedAt,
      unused,
      settled_at: null,
    })
    .execute();
  await trx.insertInto('window_books').values(bookRow(id, window)).execute();
}

function planRow({ id, version, paymentMethod, scheduled }: Account) {
  return {
    account_id: id,
    version,
    payment_method: paymentMethod,
    scheduled_plan: scheduled && JSON.stringify(scheduled.plan),
    scheduled_at: scheduled?.at ?? null,
    scheduled_confirmed_at: scheduled?.confirmedAt ?? null,
  };
}

function bookRow(id: string, { number, carried, used, billed, closedAt, settledAt }: CreditWindow) {
  return {
    account_id: id,
    window_number: number,
    carried,
    used,
    billed,
    closed: closedAt === null ? 0 : 1,
    settled_at: settledAt,
  };
}
