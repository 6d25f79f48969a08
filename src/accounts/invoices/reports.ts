import type { IncomingHttpHeaders } from 'node:http';
import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import { applyTrigger } from '../apply.ts';
import type { Instant } from '../plans/period.ts';
import type { PaymentMethod } from '../transitions/account.ts';
import { markInvoice } from './billing.ts';

/** A report of a payment provider about an organization or an invoice. */
export type PaymentReport =
  /** Money for an invoice has arrived. */
  | { readonly kind: 'paid'; readonly invoice: string; readonly cents: number; readonly currency: string }
  /** A payment method was set up, or is gone. */
  | { readonly kind: 'method'; readonly organization: string; readonly status: PaymentMethod }
  /** Nothing that concerns this service. */
  | { readonly kind: 'other' };

/** How a payment provider reports: by signed requests. */
export interface PaymentReports {
  readonly name: string;
  /** The path of the console that it sends its reports to. */
  readonly path: string;
  /**
   * The report in a request, with the id of its event; or why the request is not authentic, for the
   * log.
   */
  read(
    body: Buffer,
    headers: IncomingHttpHeaders,
    now: Instant,
  ): { readonly event: string; readonly report: PaymentReport } | { readonly refused: string };
}

/**
 * The outcome of a report. `mismatch`: the amount or currency is not the invoice's, which an
 * operator has to look into.
 */
export type ReportOutcome =
  | 'applied'
  | 'repeated'
  | 'ignored'
  | 'unknown-invoice'
  | 'unknown-organization'
  | 'not-open'
  | 'mismatch';

/**
 * Applies a report once: its event is recorded in the same transaction, and one recorded before
 * changes nothing. An invoice is paid only by its whole amount in its currency; any other payment
 * is written to the audit log and leaves it open.
 */
export function applyReport(
  provider: string,
  event: string,
  report: PaymentReport,
  accounts: Accounts,
): Promise<ReportOutcome> {
  const actor: Actor = { kind: 'system', subject: provider, from: event };
  return accounts.store.transaction(async (tx) => {
    const organization = await organizationOf(tx, report);
    const account = organization === null ? null : await tx.lockAccount(organization);
    if (!(await tx.takePaymentEvent(provider, event, accounts.now(), report.kind))) return 'repeated';
    if (report.kind === 'other') return 'ignored';
    if (account === null) return report.kind === 'paid' ? 'unknown-invoice' : 'unknown-organization';
    if (report.kind === 'method') {
      const trigger = { kind: 'set-payment-method', status: report.status } as const;
      await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now());
      return 'applied';
    }
    const invoice = (await tx.invoice(account.id, report.invoice))!;
    const { currency } = accounts.catalogue;
    if (report.cents !== invoice.totalCents || report.currency !== currency) {
      const details = { invoice: invoice.number, cents: report.cents, currency: report.currency };
      const at = accounts.now();
      await tx.addAudit({ organization: account.id, at, actor, action: 'payment-mismatch', details });
      return 'mismatch';
    }
    const marked = await markInvoice(tx, account.id, invoice.number, 'paid', actor, accounts);
    return marked?.accepted ? 'applied' : 'not-open';
  });
}

async function organizationOf(tx: AccountsTransaction, report: PaymentReport): Promise<string | null> {
  if (report.kind === 'other') return null;
  return report.kind === 'method' ? report.organization : tx.organizationOfInvoice(report.invoice);
}
