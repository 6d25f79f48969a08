import type { Accounts } from '../../accounts.ts';
import * as k from '../../kinds.ts';
import { BILLING_FIELDS, SELLER } from '../../plans/billing-terms.ts';
import { CURRENCY as currency } from '../../plans/catalogue.ts';
import { UNIT_PRICE } from '../../plans/money.ts';
import { PAYMENT_FIELDS } from '../../plans/payment-terms.ts';
import type { Invoice } from '../../transitions/invoice.ts';

/** A billing period. */
export const PERIOD = k.resource('Period', 'A billing period.', {
  start: k.moment('Its first moment.', '2026-05-01T00:00:00.000Z'),
  end: k.moment('The first moment after it.', '2026-06-01T00:00:00.000Z'),
});

/** What stands of an organization on invoices. */
export const BILLING_DETAILS = k.resource(
  'BillingDetails',
  'What stands of the organization on invoices: on those that are issued now, or on one that was.',
  {
    name: k.text('Its name.', 'Acme Pty Ltd'),
    abn: k.textOrNull('Its Australian Business Number, 11 digits; null where none is given.', '53004085616'),
    address: k.listOf(k.text('A line.', ''), 'Lines of its address.', ['12 Sample Road', 'Perth WA 6000']),
  },
);

const TERMS = k.resource(
  'InvoiceTerms',
  'What an invoice says of those it is between and of tax, as it was when it was issued.',
  {
    seller: k.orNull(k.as(SELLER, 'Who sells; null where none is set.')),
    buyer: k.as(BILLING_DETAILS, 'Who buys.'),
    gstPercent: BILLING_FIELDS.gstPercent,
    gstCents: k.cents('The tax that is in the total.', 900),
  },
);

const LINE = k.resource('InvoiceLine', 'A line of an invoice.', {
  kind: k.oneOf(['plan', 'payg-usage', 'overage'], 'What it is for.'),
  plan: k.text('Id of the plan.', 'growth'),
  description: k.text('A sentence for users.', 'Growth, 100000 credits'),
  window: k.position('Number of the credit window.', 2),
  credits: k.count('Credits that it is for.', 100_000),
  unitPrice: k.orNull(k.as(UNIT_PRICE, 'Price of the credits; null for a plan.'), null),
  amountCents: k.cents('What it costs.', 9900),
});

const HOW_TO_PAY = k.resource('HowToPay', 'How an open invoice is paid.', {
  page: k.yes('Whether there is a page for it: `POST …/pay-page`.', true),
  contact: PAYMENT_FIELDS.contact,
  lines: PAYMENT_FIELDS.invoices,
});

/** An invoice. */
export const INVOICE = k.resource('Invoice', 'An invoice.', {
  number: k.text('Its number.', 'INV-00000042'),
  status: k.oneOf(['open', 'paid', 'void'], 'Where it stands.'),
  overdue: k.yes('Whether it is overdue.', false),
  currency,
  totalCents: k.cents('Sum of the lines.', 9900),
  lines: k.listOf(LINE, 'What is invoiced.'),
  period: k.as(PERIOD, 'The period that it is for.'),
  issuedAt: k.moment('When it was issued.', '2026-05-01T00:00:00.000Z'),
  dueAt: k.moment('When it is due.', '2026-05-01T00:00:00.000Z'),
  closedAt: k.momentOrNull('When it was paid or made void.'),
  overdueSince: k.momentOrNull('Since when it is overdue.'),
  reminders: k.count('Reminders that were sent.', 0),
  terms: k.orNull(k.as(TERMS, 'Who it is between, and tax. Null for invoices of earlier versions.')),
  howToPay: k.orNull(k.as(HOW_TO_PAY, 'How to pay it; null unless it is open.')),
});

/** Invoices. */
export const INVOICE_LIST = k.resource('InvoiceList', 'Invoices.', {
  invoices: k.listOf(INVOICE, 'Newest first.'),
  waitingCents: k.cents('Usage under the minimum, which comes with the next invoice.', 0),
});

/** What an invoice is shown from; an open one with how to pay it. */
export function shownInvoice(invoice: Invoice, { catalogue, payments }: Pick<Accounts, 'catalogue' | 'payments'>) {
  const { currency, payment } = catalogue;
  const { status, overdueSince, periodStart: start, periodEnd: end } = invoice;
  const howToPay = { page: payments.payPage !== null, contact: payment.contact, lines: payment.invoices };
  return {
    ...invoice,
    overdue: overdueSince !== null,
    currency,
    period: { start, end },
    howToPay: status === 'open' ? howToPay : null,
  };
}
