import type { Accounts } from '../../accounts.ts';
import type { Invoice } from '../../transitions/invoice.ts';
import {
  as,
  cents,
  count,
  listOf,
  moment,
  momentOrNull,
  oneOf,
  orNull,
  position,
  resource,
  text,
  textOrNull,
  yes,
} from './kinds.ts';
import { currency, PERIOD, UNIT_PRICE } from './shared.ts';

/** What stands of an organization on invoices. */
export const BILLING_DETAILS = resource(
  'BillingDetails',
  'What stands of the organization on invoices: on those that are issued now, or on one that was.',
  {
    name: text('Its name.', 'Acme Pty Ltd'),
    abn: textOrNull('Its Australian Business Number, 11 digits; null where none is given.', '53004085616'),
    address: listOf(text('A line.', ''), 'Lines of its address.', ['12 Sample Road', 'Perth WA 6000']),
  },
);

const SELLER = resource('Seller', 'Who sells.', {
  name: text('Name.', 'Addresses Pty Ltd'),
  abn: textOrNull('Australian Business Number, 11 digits.', '51824753556'),
  address: listOf(text('A line.', ''), 'Lines of the address.', ['1 Example Street', 'Sydney NSW 2000']),
});

const TERMS = resource(
  'InvoiceTerms',
  'What an invoice says of those it is between and of tax, as it was when it was issued.',
  {
    seller: orNull(as(SELLER, 'Who sells; null where none is set.')),
    buyer: as(BILLING_DETAILS, 'Who buys.'),
    gstPercent: count('Goods and services tax, in percent of the price without it.', 10),
    gstCents: cents('The tax that is in the total.', 900),
  },
);

const LINE = resource('InvoiceLine', 'A line of an invoice.', {
  kind: oneOf(['plan', 'payg-usage', 'overage'], 'What it is for.'),
  plan: text('Id of the plan.', 'growth'),
  description: text('A sentence for users.', 'Growth, 100000 credits'),
  window: position('Number of the credit window.', 2),
  credits: count('Credits that it is for.', 100_000),
  unitPrice: orNull(as(UNIT_PRICE, 'Price of the credits; null for a plan.'), null),
  amountCents: cents('What it costs.', 9900),
});

const HOW_TO_PAY = resource('HowToPay', 'How an open invoice is paid.', {
  page: yes('Whether there is a page for it: `POST …/pay-page`.', true),
  contact: textOrNull('Whom to ask: a mail address or a page.', 'accounts@example.com'),
  lines: listOf(
    text('A line.', 'By transfer to BSB 062-000, account 1234 5678.'),
    'What the operator says of it: a bank account, say.',
  ),
});

/** An invoice. */
export const INVOICE = resource('Invoice', 'An invoice.', {
  number: text('Its number.', 'INV-00000042'),
  status: oneOf(['open', 'paid', 'void'], 'Where it stands.'),
  overdue: yes('Whether it is overdue.', false),
  currency,
  totalCents: cents('Sum of the lines.', 9900),
  lines: listOf(LINE, 'What is invoiced.'),
  period: as(PERIOD, 'The period that it is for.'),
  issuedAt: moment('When it was issued.', '2026-05-01T00:00:00.000Z'),
  dueAt: moment('When it is due.', '2026-05-01T00:00:00.000Z'),
  closedAt: momentOrNull('When it was paid or made void.'),
  overdueSince: momentOrNull('Since when it is overdue.'),
  reminders: count('Reminders that were sent.', 0),
  terms: orNull(as(TERMS, 'Who it is between, and tax. Null for invoices of earlier versions.')),
  howToPay: orNull(as(HOW_TO_PAY, 'How to pay it; null unless it is open.')),
});

/** Invoices. */
export const INVOICE_LIST = resource('InvoiceList', 'Invoices.', {
  invoices: listOf(INVOICE, 'Newest first.'),
  waitingCents: cents('Usage under the minimum, which comes with the next invoice.', 0),
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
