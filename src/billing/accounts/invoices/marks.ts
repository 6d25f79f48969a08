import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import type { EventType } from '../events/event.ts';
import { invoiceData } from '../events/events-of.ts';
import type { Instant } from '../plans/period.ts';
import { type Invoice, type InvoiceTransition, markOverdue, markPaid, markVoid } from '../transitions/invoice.ts';

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

/** Marks an invoice of a locked account, with its audit entry and event. */
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
