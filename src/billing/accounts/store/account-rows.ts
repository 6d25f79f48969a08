import { isProductName } from '../../../service/admission/product-names.ts';
import { excerpt } from '../../../system/shown-text.ts';
import { windowsWithUsage } from '../../ledger/accounts.ts';
import { UnusableRow } from '../../ledger/database/failures.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { WindowRow } from '../../ledger/schema.ts';
import type { Instant } from '../plans/period.ts';
import { creditsBeyond, PLAN_SHAPES, type Plan } from '../plans/plan.ts';
import { type Account, type CreditWindow, openWindow, type PendingChange } from '../transitions/account.ts';
import type { WaitingCharge } from '../transitions/invoice.ts';

/** The accounts and keys changed in a transaction that must be published to the workers. */
export interface Touched {
  readonly accounts: Set<string>;
  readonly keys: Set<string>;
}

/**
 * Reads an account from its rows, with its windows from the oldest that is not settled or has more
 * usage than it was settled with; null if there is none.
 */
export async function readAccount(trx: LedgerTransaction, id: string): Promise<Account | null> {
  const row = await trx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const windows = await windowsWithUsage(trx).where('windows.account_id', '=', id).orderBy('windows.number').execute();
  const first = windows.findIndex(({ used, known }) => used === null || (known ?? 0) > used);
  const { scheduled_plan, scheduled_at, scheduled_confirmed_at } = row;
  return {
    id,
    status: row.status,
    suspendedAt: row.suspended_at,
    version: row.version,
    paymentMethod: row.payment_method,
    scheduled:
      scheduled_plan === null
        ? null
        : { plan: JSON.parse(scheduled_plan) as Plan, at: scheduled_at!, confirmedAt: scheduled_confirmed_at! },
    pending: row.pending_change === null ? null : (JSON.parse(row.pending_change) as PendingChange),
    waiting: row.waiting_charges === null ? [] : (JSON.parse(row.waiting_charges) as WaitingCharge[]),
    windows: windows.slice(first).map(windowOf),
  };
}

function windowOf(row: WindowRow): CreditWindow {
  return {
    number: row.number,
    plan: planOf(row),
    period: { anchor: row.period_anchor, index: row.period_index, start: row.period_start, end: row.period_end },
    granted: row.granted,
    carried: row.carried,
    closedAt: row.closed_at,
    unused: row.unused,
    settledAt: row.settled_at,
    used: row.used ?? 0,
    billed: row.billed,
  };
}

/** Writes a new account and its windows. False if the id is taken. */
export async function insertAccount(
  trx: LedgerTransaction,
  account: Account,
  { name, createdAt }: { readonly name: string; readonly createdAt: Instant },
): Promise<boolean> {
  const added = await trx
    .insertInto('accounts')
    .values({
      id: account.id,
      name,
      overdue: 0,
      created_at: createdAt,
      closed_at: null,
      spending_cap_cents: null,
      payer_customer: null,
      payer_method: null,
      revision: 0,
      ...stateColumns(account),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) return false;
  for (const window of account.windows) await insertWindow(trx, account.id, window);
  return true;
}

/**
 * Writes an account over `before`, as it was read under lock in this transaction. Returns whether
 * it must be published to the workers. Throws if it was changed meanwhile: a bug, not a race.
 */
export async function updateAccount(
  trx: LedgerTransaction,
  before: Account,
  after: Account,
  now: Instant,
): Promise<boolean> {
  const updated = await trx
    .updateTable('accounts')
    .set({ ...stateColumns(after), ...(after.status === 'closed' && before.status !== 'closed' && { closed_at: now }) })
    .where('id', '=', after.id)
    .where('version', '=', before.version)
    .returning('version')
    .executeTakeFirst();
  if (updated === undefined) throw new Error(`Account ${after.id} is not at version ${before.version} any more.`);
  const old = new Map(before.windows.map((window) => [window.number, window]));
  for (const window of after.windows) {
    const earlier = old.get(window.number);
    if (earlier === undefined) await insertWindow(trx, after.id, window);
    else if (earlier !== window) await updateWindow(trx, after.id, window);
  }
  return (
    after.status !== before.status ||
    after.suspendedAt !== before.suspendedAt ||
    openWindow(after) !== openWindow(before)
  );
}

async function updateWindow(trx: LedgerTransaction, id: string, window: CreditWindow): Promise<void> {
  const { account_id, number, ...columns } = windowColumns(id, window);
  await trx.updateTable('windows').set(columns).where('account_id', '=', id).where('number', '=', number).execute();
}

async function insertWindow(trx: LedgerTransaction, id: string, window: CreditWindow): Promise<void> {
  const unused = { leased: 0, wanted_at: null, wanted_by: null, entries_removed_at: null };
  const { spending_cap_cents } = await trx
    .selectFrom('accounts')
    .select('spending_cap_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('windows')
    .values({ ...windowColumns(id, window), ...unused, beyond: creditsBeyond(window.plan, spending_cap_cents) })
    .execute();
}

function stateColumns({ status, suspendedAt, version, paymentMethod, scheduled, pending, waiting }: Account) {
  return {
    status,
    suspended_at: suspendedAt,
    version,
    payment_method: paymentMethod,
    scheduled_plan: scheduled && JSON.stringify(scheduled.plan),
    scheduled_at: scheduled?.at ?? null,
    scheduled_confirmed_at: scheduled?.confirmedAt ?? null,
    pending_change: pending && JSON.stringify(pending),
    waiting_charges: waiting.length === 0 ? null : JSON.stringify(waiting),
  };
}

function windowColumns(id: string, window: CreditWindow) {
  const { number, plan, period, granted, carried, closedAt, unused, settledAt, used, billed } = window;
  return {
    account_id: id,
    number,
    plan: JSON.stringify(plan),
    period_anchor: period.anchor,
    period_index: period.index,
    period_start: period.start,
    period_end: period.end,
    granted,
    carried,
    closed_at: closedAt,
    unused,
    settled_at: settledAt,
    used: settledAt === null ? null : used,
    billed,
  };
}

/** Notes whether an organization is overdue. */
export async function setOverdue(
  trx: LedgerTransaction,
  touched: Touched,
  organization: string,
  overdue: boolean,
): Promise<void> {
  const changed = await trx
    .updateTable('accounts')
    .set({ overdue: overdue ? 1 : 0 })
    .where('id', '=', organization)
    .where('overdue', '=', overdue ? 0 : 1)
    .returning('id')
    .executeTakeFirst();
  if (changed) touched.accounts.add(organization);
}

/**
 * The terms of a window's plan. Throws an UnusableRow if the row does not hold a plan, because it
 * was damaged or written by another program.
 */
export function planOf(window: Pick<WindowRow, 'plan'>): Plan {
  let plan: Partial<Plan> | null;
  try {
    plan = JSON.parse(window.plan) as Partial<Plan> | null;
  } catch {
    plan = null;
  }
  const { shape, products, burst } = plan ?? {};
  if (!shape || !PLAN_SHAPES.includes(shape)) throw unusable(`shape ${JSON.stringify(shape)}`);
  if (!Array.isArray(products) || !products.every(isProductName))
    throw unusable(`products ${JSON.stringify(products)}`);
  if (!(burst && burst.perSecond > 0 && burst.size >= 1)) throw unusable(`burst ${JSON.stringify(burst)}`);
  return plan as Plan;
}

/** The API families of a window's plan; none if the row does not hold a plan. */
export function productsOf(window: Pick<WindowRow, 'plan'>): readonly string[] {
  try {
    return planOf(window).products;
  } catch {
    return [];
  }
}

function unusable(what: string): UnusableRow {
  return new UnusableRow(`The plan of the window has the ${excerpt(what)}, which no plan has.`);
}
