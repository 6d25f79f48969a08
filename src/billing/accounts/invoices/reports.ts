import type { IncomingHttpHeaders } from 'node:http';
import type { Accounts } from '../accounts.ts';
import type { AccountsTransaction, Actor } from '../accounts-store.ts';
import { applyTrigger } from '../apply.ts';
import type { ChargeOutcome } from '../charges/provider.ts';
import { settlePayment } from '../charges/settle-payment.ts';
import type { Instant } from '../plans/period.ts';
import type { Account, Payer, PaymentMethod } from '../transitions/account.ts';
import { markInvoice } from './billing.ts';

/** A report of a payment provider about an organization or an invoice. */
export type PaymentReport =
  /** Money for an invoice has arrived. */
  | { readonly kind: 'paid'; readonly invoice: string; readonly cents: number; readonly currency: string }
  /** A payment method was set up; `payer` is whom it charges, if it says so. */
  | { readonly kind: 'method'; readonly organization: string; readonly payer: Payer | null }
  /** A payment method is gone. */
  | { readonly kind: 'method-gone'; readonly method: string }
  /** A payment that a change of plan waits for was made, or was not. */
  | { readonly kind: 'charge'; readonly payment: string; readonly outcome: ChargeOutcome }
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
  | 'unknown-payment'
  | 'unknown-organization'
  | 'not-open'
  | 'not-pending'
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
    if (account === null) return UNKNOWN[report.kind];
    if (report.kind === 'method') return setMethod(tx, account, 'verified', report.payer, actor, accounts);
    if (report.kind === 'method-gone') return setMethod(tx, account, 'none', null, actor, accounts);
    if (report.kind === 'charge') {
      const payment = (await tx.payment(report.payment))!;
      const { told } = await settlePayment(tx, account, payment, report.outcome, actor, accounts);
      return told === 'undecided' ? 'ignored' : told;
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

const UNKNOWN = {
  paid: 'unknown-invoice',
  charge: 'unknown-payment',
  method: 'unknown-organization',
  'method-gone': 'ignored',
} as const satisfies Readonly<Record<string, ReportOutcome>>;

async function setMethod(
  tx: AccountsTransaction,
  account: Account,
  status: PaymentMethod,
  payer: Payer | null,
  actor: Actor,
  accounts: Accounts,
): Promise<'applied'> {
  const trigger = { kind: 'set-payment-method', status } as const;
  await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now());
  if (payer !== null || status === 'none') await tx.savePayer(account.id, payer);
  return 'applied';
}

async function organizationOf(tx: AccountsTransaction, report: PaymentReport): Promise<string | null> {
  switch (report.kind) {
    case 'other':
      return null;
    case 'method':
      return report.organization;
    case 'method-gone':
      return tx.organizationOfPayer(report.method);
    case 'charge':
      return (await tx.payment(report.payment))?.organization ?? null;
    case 'paid':
      return tx.organizationOfInvoice(report.invoice);
  }
}
