import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import { completeClosure } from '../organizations.ts';
import type { Instant } from '../plans/period.ts';
import type { Invoice, InvoiceTransition } from '../transitions/invoice.ts';
import { type InvoiceMark, writeMark } from './marks.ts';
import { liftIfPaid } from './overdue.ts';

/**
 * Marks an invoice of an organization; null if it has no invoice of that number. In the same
 * transaction, a closing organization whose last unpaid invoice this was is closed, and one that
 * was suspended for it is resumed.
 */
export async function markInvoice(
  tx: AccountsTransaction,
  organization: string,
  number: string,
  mark: InvoiceMark,
  actor: Actor,
  accounts: Accounts,
): Promise<InvoiceTransition | null> {
  const account = await tx.lockAccount(organization);
  const invoice = account && (await tx.invoice(organization, number));
  if (!account || !invoice) return null;
  const result = await writeMark(tx, invoice, mark, actor, accounts);
  if (result.accepted) await completeClosure(tx, await liftIfPaid(tx, account, accounts), actor, accounts);
  return result;
}

/**
 * Marks an organization as overdue, or not, independently of its invoices: for bills that are paid
 * elsewhere. The next change of one of its invoices overwrites this. False if there is no such
 * organization.
 */
export async function setOverdue(
  tx: AccountsTransaction,
  organization: string,
  overdue: boolean,
  actor: Actor,
  now: Instant,
): Promise<boolean> {
  if ((await tx.lockAccount(organization)) === null) return false;
  await tx.setOverdue(organization, overdue);
  await tx.addAudit({ organization, at: now, actor, action: 'set-overdue', details: { overdue } });
  return true;
}

/**
 * Whether an organization has an overdue invoice: then its data responses carry
 * `X-Payment-Overdue`.
 */
export async function isOverdue(tx: AccountsTransaction, organization: string): Promise<boolean> {
  return (await tx.invoices(organization, 'open')).some(({ overdueSince }) => overdueSince !== null);
}

/**
 * Asks the payment provider to collect open invoices, outside any transaction, and marks those that
 * it reports as paid. Returns what it threw, by invoice number; such an invoice stays open and is
 * asked for again later.
 */
export async function collectInvoices(invoices: readonly Invoice[], accounts: Accounts): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  const actor: Actor = { kind: 'system', subject: accounts.payments.name };
  for (const invoice of invoices) {
    if (invoice.status !== 'open') continue;
    try {
      await accounts.store.transaction((tx) => tx.noteAsked(invoice.number, accounts.now()));
      if ((await accounts.payments.collect(invoice)) !== 'paid') continue;
      await accounts.store.transaction((tx) =>
        markInvoice(tx, invoice.account, invoice.number, 'paid', actor, accounts),
      );
    } catch (error) {
      failures.set(invoice.number, error);
    }
  }
  return failures;
}
