import { nextPeriod } from '../../accounts/period.ts';
import { grantedCredits, PLAN_SHAPES, type Plan } from '../../accounts/plan.ts';
import { isProductName } from '../../admission/product-names.ts';
import { excerpt } from '../../excerpt.ts';
import { LedgerRefusal, unknownAccount } from './accounts.ts';
import { UnusableRow } from './database/failures.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import { productsFault } from './products.ts';
import type { Instant, WindowRow } from './schema.ts';
import { inTransaction, lockAccount, touchAccount, writeAudit } from './transactions.ts';

/** What a window that opens in the place of another one begins with. */
export interface NextWindow {
  readonly plan: Plan;
  readonly period: { readonly anchor: Instant; readonly index: number; readonly start: Instant; readonly end: Instant };
  /** What happens to the credits that the closing window leaves unused. */
  readonly unused: 'carried' | 'expired';
}

/** The terms of a window's plan. Throws an UnusableRow when the row holds no plan: other programs, or damage, may have written it. */
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

function unusable(what: string): UnusableRow {
  return new UnusableRow(`The plan of the window has the ${excerpt(what)}, which no plan has.`);
}

/** The open window of an account, locked until the transaction ends. */
export function lockOpenWindow(
  ledger: Ledger,
  trx: LedgerTransaction,
  account: string,
): Promise<WindowRow | undefined> {
  return trx
    .selectFrom('windows')
    .selectAll()
    .where('account_id', '=', account)
    .where('closed_at', 'is', null)
    .$if(ledger.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

/**
 * Closes the open window of an account and opens the next one, in the transaction given, and has it published: each machine then moves the
 * account to a fresh slot. The account must be locked. What the old window leaves unused is passed on when it is settled.
 */
export async function moveToWindow(
  trx: LedgerTransaction,
  old: WindowRow,
  next: NextWindow,
  now: Instant,
): Promise<void> {
  await trx
    .updateTable('windows')
    .set({ closed_at: now, unused: next.unused })
    .where('account_id', '=', old.account_id)
    .where('number', '=', old.number)
    .execute();
  await trx
    .insertInto('windows')
    .values({
      account_id: old.account_id,
      number: old.number + 1,
      plan: JSON.stringify(next.plan),
      period_anchor: next.period.anchor,
      period_index: next.period.index,
      period_start: next.period.start,
      period_end: next.period.end,
      granted: grantedCredits(next.plan),
      carried: 0,
      leased: 0,
      wanted_at: null,
      wanted_by: null,
      closed_at: null,
      unused: null,
      settled_at: null,
    })
    .execute();
  await touchAccount(trx, old.account_id);
}

/** Gives an account another plan at once, with a new period. Throws a LedgerRefusal when there is no such account, it is not active, or the plans would name too many products. */
export function replacePlan(
  ledger: Ledger,
  change: NextWindow & { readonly account: string; readonly actor: string; readonly now: Instant },
): Promise<void> {
  const { account, actor, now, plan, unused } = change;
  return inTransaction(ledger, async (trx) => {
    const found = await lockAccount(ledger, trx, account);
    if (found === undefined) throw unknownAccount(account);
    if (found.status !== 'active') throw new LedgerRefusal(`The account ${account} is ${found.status}.`);
    const fault = await productsFault(trx, plan.products);
    if (fault !== null) throw new LedgerRefusal(fault);
    const old = await lockOpenWindow(ledger, trx, account);
    await moveToWindow(trx, old!, change, now);
    await writeAudit(trx, { at: now, actor, account, action: 'account.plan', details: { plan, unused } });
  });
}

/** Accounts whose window has ended by `now`, at most `most`. */
export async function endedAccounts(ledger: Ledger, now: Instant, most: number): Promise<string[]> {
  const rows = await ledger.db
    .selectFrom('windows')
    .innerJoin('accounts', 'accounts.id', 'windows.account_id')
    .select('account_id')
    .where('windows.closed_at', 'is', null)
    .where('period_end', '<=', now)
    .where('accounts.suspended_at', 'is', null)
    .orderBy('period_end')
    .limit(most)
    .execute();
  return rows.map((row) => row.account_id);
}

/**
 * Rolls an account over every period that has ended by `now`, one window each, on the same terms. What is unused expires, except
 * under PAYG, where credits that were left over are used before billing begins. Does nothing when no period has ended: another machine did it.
 */
export function rollOver(ledger: Ledger, account: string, now: Instant): Promise<number> {
  return inTransaction(ledger, async (trx) => {
    await lockAccount(ledger, trx, account);
    for (let ended = 0; ; ended++) {
      const old = await lockOpenWindow(ledger, trx, account);
      if (old === undefined || now < old.period_end) return ended;
      const plan = planOf(old);
      const previous = {
        anchor: old.period_anchor,
        index: old.period_index,
        start: old.period_start,
        end: old.period_end,
      };
      const period = nextPeriod(previous, plan.period, plan.period);
      const unused = plan.shape === 'payg' ? 'carried' : 'expired';
      await moveToWindow(trx, old, { plan, period, unused }, old.period_end);
    }
  });
}

/**
 * Settles closed windows of an account whose usage is all known, in their order: every lease of them is settled. Passes unused credits on to the
 * next window where they are carried. Returns how many it settled. The account must be locked.
 */
export async function settleWindows(
  ledger: Ledger,
  trx: LedgerTransaction,
  account: string,
  now: Instant,
): Promise<number> {
  const closed = await trx
    .selectFrom('windows')
    .selectAll()
    .where('account_id', '=', account)
    .where('closed_at', 'is not', null)
    .where('settled_at', 'is', null)
    .orderBy('number')
    .$if(ledger.kind === 'postgres', (query) => query.forUpdate())
    .execute();
  let settled = 0;
  for (const window of closed) {
    const open = await trx
      .selectFrom('leases')
      .select('id')
      .where('account_id', '=', account)
      .where('window_number', '=', window.number)
      .where('settled_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (open !== undefined) break;
    await settleWindow(trx, window, now);
    settled++;
  }
  if (settled > 0) await touchAccount(trx, account);
  return settled;
}

async function settleWindow(trx: LedgerTransaction, window: WindowRow, now: Instant): Promise<void> {
  const { account_id, number } = window;
  const usage = await trx
    .selectFrom('window_usage')
    .select('credits')
    .where('account_id', '=', account_id)
    .where('window_number', '=', number)
    .executeTakeFirst();
  // A window that was opened meanwhile and closed again may have been granted what this one carries: its row is read anew.
  const { carried } = await trx
    .updateTable('windows')
    .set({ settled_at: now })
    .where('account_id', '=', account_id)
    .where('number', '=', number)
    .returning('carried')
    .executeTakeFirstOrThrow();
  const left = Math.max(0, window.granted + carried - (usage?.credits ?? 0));
  if (window.unused !== 'carried' || left === 0) return;
  await trx
    .updateTable('windows')
    .set((eb) => ({ carried: eb('carried', '+', left) }))
    .where('account_id', '=', account_id)
    .where('number', '=', number + 1)
    .execute();
}
