import { randomBytes } from 'node:crypto';
import { firstPeriod } from '../../accounts/period.ts';
import { grantedCredits, type Plan } from '../../accounts/plan.ts';
import { excerpt } from '../../excerpt.ts';
import type { Ledger } from './ledger.ts';
import { productsFault } from './products.ts';
import type { AccountRow, Instant, WindowRow } from './schema.ts';
import { inTransaction, lockAccount, nextRevision, touchAccount, writeAudit } from './transactions.ts';

/** Something that was asked of the ledger and cannot be: a sentence for people. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal';
}

/** Opens an account on a plan; its first window begins now. Returns its id: `org_` and 20 hexadecimal digits. Throws a LedgerRefusal when the plans would name too many products. */
export function createAccount(
  ledger: Ledger,
  account: { readonly name: string; readonly plan: Plan; readonly actor: string; readonly now: Instant },
): Promise<string> {
  const { name, plan, actor, now } = account;
  const id = `org_${randomBytes(10).toString('hex')}`;
  const period = firstPeriod(now, plan.period);
  return inTransaction(ledger, async (trx) => {
    const fault = await productsFault(trx, plan.products);
    if (fault !== null) throw new LedgerRefusal(fault);
    const revision = await nextRevision(trx);
    await trx
      .insertInto('accounts')
      .values({
        id,
        name,
        status: 'active',
        overdue: 0,
        suspended_at: null,
        created_at: now,
        closed_at: null,
        revision,
      })
      .execute();
    await trx
      .insertInto('windows')
      .values({
        account_id: id,
        number: 1,
        plan: JSON.stringify(plan),
        period_anchor: period.anchor,
        period_index: period.index,
        period_start: period.start,
        period_end: period.end,
        granted: grantedCredits(plan),
        carried: 0,
        leased: 0,
        wanted_at: null,
        wanted_by: null,
        closed_at: null,
        unused: null,
        settled_at: null,
      })
      .execute();
    await writeAudit(trx, { at: now, actor, account: id, action: 'account.create', details: { name, plan } });
    return id;
  });
}

/** Whether a payment of an account is overdue: it is told so with every answer. Throws a LedgerRefusal when there is no such account. */
export function setOverdue(
  ledger: Ledger,
  change: { readonly account: string; readonly overdue: boolean; readonly actor: string; readonly now: Instant },
): Promise<void> {
  const { account, overdue, actor, now } = change;
  return inTransaction(ledger, async (trx) => {
    if (!(await lockAccount(ledger, trx, account))) throw unknownAccount(account);
    await trx
      .updateTable('accounts')
      .set({ overdue: overdue ? 1 : 0 })
      .where('id', '=', account)
      .execute();
    await touchAccount(trx, account);
    await writeAudit(trx, { at: now, actor, account, action: 'account.overdue', details: { overdue } });
  });
}

/** The refusal for an id that no account has. */
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

/** All accounts, or the one of an id, oldest first. */
export async function listAccounts(ledger: Ledger, id?: string): Promise<AccountOverview[]> {
  const { db } = ledger;
  const accounts = await db
    .selectFrom('accounts')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const windows = await db
    .selectFrom('windows')
    .leftJoin('window_usage', (join) =>
      join
        .onRef('window_usage.account_id', '=', 'windows.account_id')
        .onRef('window_usage.window_number', '=', 'windows.number'),
    )
    .selectAll('windows')
    .select('window_usage.credits as used')
    .where('closed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('windows.account_id', '=', id!))
    .execute();
  const byAccount = new Map(windows.map((window) => [window.account_id, window]));
  return accounts.flatMap((account) => {
    const found = byAccount.get(account.id);
    if (found === undefined) return [];
    const { used, ...window } = found;
    return [{ account, window, used: used ?? 0 }];
  });
}
