import type { Accounts } from './accounts.ts';
import type { AccountsTransaction, Actor } from './accounts-store.ts';
import type { EventType } from './events/event.ts';
import { invoiceData } from './events/events-of.ts';
import { completeClosure } from './organizations.ts';
import type { Instant } from './plans/period.ts';
import { type Invoice, type InvoiceTransition, markOverdue, markPaid, markVoid } from './transitions/invoice.ts';

/** What can be done to an open invoice. */
export const INVOICE_MARKS = ['paid', 'void', 'overdue'] as const;

/** One of the things that can be done to an open invoice. */
export type InvoiceMark = (typeof INVOICE_MARKS)[number];

const MARKING: Readonly<Record<InvoiceMark, (invoice: Invoice, now: Instant) => InvoiceTransition>> = {
  paid: markPaid,
  void: markVoid,
  overdue: markOverdue,
};

const TOLD_AS: Readonly<Record<InvoiceMark, EventType>> = {
  paid: 'invoice.paid',
  void: 'invoice.voided',
  overdue: 'invoice.overdue',
};

/**
 * Marks an invoice of an organization; null when there is none of the number. A closing organization whose last unpaid
 * invoice this was is closed in the same transaction.
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
  if (result.accepted) await completeClosure(tx, account, actor, accounts);
  return result;
}

/** Marks an invoice of an organization whose account is locked, with the audit entry and the event. */
export async function writeMark(
  tx: AccountsTransaction,
  invoice: Invoice,
  mark: InvoiceMark,
  actor: Actor,
  { catalogue, now }: Pick<Accounts, 'catalogue' | 'now'>,
): Promise<InvoiceTransition> {
  const { account: organization, number } = invoice;
  const at = now();
  const result = MARKING[mark](invoice, at);
  if (!result.accepted) return result;
  await tx.saveInvoice(result.invoice);
  await tx.addAudit({ organization, at, actor, action: `mark-invoice-${mark}`, details: { invoice: number } });
  const data = invoiceData(result.invoice, catalogue.currency);
  await tx.addEvent({ organization, at, type: TOLD_AS[mark], data });
  return result;
}

/**
 * Marks an organization as overdue, or not, without an invoice: what is paid elsewhere. The next change of one of its invoices decides anew. False when
 * there is no such organization.
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

/** Whether an organization has an overdue invoice: then its data responses carry `X-Payment-Overdue`. */
export async function isOverdue(tx: AccountsTransaction, organization: string): Promise<boolean> {
  return (await tx.invoices(organization, 'open')).some(({ overdueSince }) => overdueSince !== null);
}

/**
 * Asks the payment provider for the money of open invoices, outside of any transaction, and marks those that it reports
 * as paid. What the provider throws is answered by invoice number; the invoice stays open and will be asked for later.
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
