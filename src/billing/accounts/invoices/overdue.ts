import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import { applyTrigger } from '../apply.ts';
import { invoiceData } from '../events/events-of.ts';
import { type Account, stateOf } from '../transitions/account.ts';
import { type Invoice, overdueSteps } from '../transitions/invoice.ts';
import { writeMark } from './marks.ts';

const SYSTEM: Actor = { kind: 'system', subject: 'overdue' };

/**
 * Takes the steps that the overdue policy has due for an open invoice: marking it overdue,
 * reminding its organization, suspending it, each with an event. The account is locked; returns it
 * as it is afterwards. Idempotent.
 */
export async function pursue(
  tx: AccountsTransaction,
  account: Account,
  invoice: Invoice,
  accounts: Accounts,
): Promise<Account> {
  const { catalogue } = accounts;
  const at = accounts.now();
  let [known, state] = [invoice, account];
  for (const step of overdueSteps(invoice, catalogue.overdue, at)) {
    const { account: organization, number } = known;
    switch (step.kind) {
      case 'overdue': {
        const marked = await writeMark(tx, known, 'overdue', SYSTEM, accounts);
        if (marked.accepted) known = marked.invoice;
        break;
      }
      case 'reminder': {
        const { reminder } = step;
        known = { ...known, reminders: reminder };
        await tx.saveInvoice(known);
        const details = { invoice: number, reminder };
        await tx.addAudit({ organization, at, actor: SYSTEM, action: 'remind-of-invoice', details });
        const data = { ...invoiceData(known, catalogue.currency), reminder };
        await tx.addEvent({ organization, at, type: 'invoice.reminder', data });
        break;
      }
      default: {
        known = { ...known, suspendedAt: at };
        await tx.saveInvoice(known);
        if (stateOf(state) !== 'active') break;
        const trigger = { kind: 'suspend', unpaid: number } as const;
        const suspended = await applyTrigger(tx, state, trigger, SYSTEM, catalogue, at);
        if (suspended.accepted) state = suspended.value.account;
      }
    }
  }
  return state;
}

/**
 * Lifts a suspension by the overdue policy once no invoice of the organization is overdue any more;
 * a suspension by an operator stays. The account is locked; returns it as it is afterwards.
 */
export async function liftIfPaid(tx: AccountsTransaction, account: Account, accounts: Accounts): Promise<Account> {
  const { suspendedAt } = account;
  if (stateOf(account) !== 'suspended') return account;
  const invoices = await tx.invoices(account.id);
  if (invoices.some(({ status, overdueSince }) => status === 'open' && overdueSince !== null)) return account;
  if (!invoices.some((invoice) => invoice.suspendedAt === suspendedAt)) return account;
  const trigger = { kind: 'resume' } as const;
  const resumed = await applyTrigger(tx, account, trigger, SYSTEM, accounts.catalogue, accounts.now());
  return resumed.accepted ? resumed.value.account : account;
}
