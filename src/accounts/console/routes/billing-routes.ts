import type { Accounts } from '../../accounts.ts';
import { applyTrigger } from '../../apply.ts';
import { markInvoice } from '../../invoices/billing.ts';
import { INVOICE_MARKS } from '../../invoices/marks.ts';
import type { PaymentSetup } from '../../invoices/payment.ts';
import { type Account, openWindow } from '../../transitions/account.ts';
import { sumOf } from '../../transitions/invoice.ts';
import { usageByKey } from '../../usage-by-key.ts';
import { ConsoleError, changeRefused, invalid, notFound } from '../answer.ts';
import { DAY, DAY_MILLISECONDS, dayIn } from '../fields/days.ts';
import type { FieldSet, FieldValues } from '../fields/fields.ts';
import type { ChangeRoute, ConsoleRoute } from './route.ts';
import { invoiceView, iso } from './views.ts';

const USAGE_DAYS: FieldSet = {
  from: { ...DAY, description: 'First UTC day; the beginning of the current period unless given.' },
  to: { ...DAY, description: 'Last UTC day; today unless given.' },
};
const MAX_USAGE_DAYS = 400;

/**
 * Invoices, payment method and usage. With the `manual` payment provider, operators mark invoices
 * and verify payment methods.
 */
export const BILLING_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'getUsage',
    summary: 'Read requests and credits by UTC day and operation, both days included; at most 400 days',
    method: 'GET',
    path: '/organizations/{organization}/usage',
    role: 'member',
    query: USAGE_DAYS,
    answer: { status: 200, schema: 'Usage' },
    async read(tx, account, { query }, accounts) {
      const { from, to } = daysOf(query, account, accounts.now());
      const usage = await tx.dailyUsage(account.id, from, to);
      const sum = (field: 'requests' | 'credits') => usage.reduce((total, row) => total + row[field], 0);
      return { status: 200, body: { from, to, requests: sum('requests'), credits: sum('credits'), days: usage } };
    },
  },
  {
    operationId: 'getUsageByKey',
    summary: 'Read requests and credits by UTC day, key and operation, both days included; at most 400 days',
    method: 'GET',
    path: '/organizations/{organization}/usage/keys',
    role: 'member',
    query: USAGE_DAYS,
    answer: { status: 200, schema: 'KeyUsage' },
    async read(tx, account, { query }, accounts) {
      const { from, to } = daysOf(query, account, accounts.now());
      return { status: 200, body: { from, to, days: await usageByKey(tx, account.id, from, to) } };
    },
  },
  {
    operationId: 'listInvoices',
    summary: 'List the invoices, newest first',
    method: 'GET',
    path: '/organizations/{organization}/invoices',
    role: 'member',
    query: {},
    answer: { status: 200, schema: 'InvoiceList' },
    async read(tx, account, _request, { catalogue }) {
      const invoices = await tx.invoices(account.id);
      const views = invoices.map((invoice) => invoiceView(invoice, catalogue.currency));
      return { status: 200, body: { invoices: views, waitingCents: sumOf(account.waiting) } };
    },
  },
  {
    operationId: 'getInvoice',
    summary: 'Read an invoice',
    method: 'GET',
    path: '/organizations/{organization}/invoices/{invoice}',
    role: 'member',
    query: {},
    answer: { status: 200, schema: 'Invoice' },
    async read(tx, account, { path }, { catalogue }) {
      const invoice = await tx.invoice(account.id, path.invoice);
      if (!invoice) throw notFound('Invoice', path.invoice);
      return { status: 200, body: invoiceView(invoice, catalogue.currency) };
    },
  },
  {
    operationId: 'getInvoicePdf',
    summary: 'Read an invoice as a PDF, fit for printing',
    method: 'GET',
    path: '/organizations/{organization}/invoices/{invoice}/pdf',
    role: 'member',
    query: {},
    answer: { status: 200, schema: 'Invoice', media: 'application/pdf' },
    async read(tx, account, { path }, { catalogue }) {
      const invoice = await tx.invoice(account.id, path.invoice);
      if (!invoice) throw notFound('Invoice', path.invoice);
      // Loaded here, since few requests need it.
      const { invoicePdf } = await import('../../invoices/pdf.ts');
      const bytes = await invoicePdf(invoice, catalogue.currency);
      return { status: 200, body: {}, file: { type: 'application/pdf', name: `${invoice.number}.pdf`, bytes } };
    },
  },
  ...INVOICE_MARKS.map(
    (mark): ChangeRoute => ({
      operationId: `markInvoice${mark[0]!.toUpperCase()}${mark.slice(1)}`,
      summary: `Mark an open invoice ${mark}`,
      method: 'POST',
      path: `/organizations/{organization}/invoices/{invoice}/mark-${mark}`,
      role: 'operator',
      body: {},
      answer: { status: 200, schema: 'Invoice' },
      async change(tx, account, { actor, path }, accounts) {
        const marked = await markInvoice(tx, account.id, path.invoice, mark, actor, accounts);
        if (!marked) throw notFound('Invoice', path.invoice);
        if (!marked.accepted) throw new ConsoleError('CONFLICT', marked.message);
        return { status: 200, body: invoiceView(marked.invoice, accounts.catalogue.currency) };
      },
    }),
  ),
  {
    operationId: 'getPaymentMethod',
    summary: 'Read whether a payment method is set up and verified',
    method: 'GET',
    path: '/organizations/{organization}/payment-method',
    role: 'member',
    query: {},
    answer: { status: 200, schema: 'PaymentMethod' },
    async read(_tx, account, _request, accounts) {
      return { status: 200, body: paymentMethod(account.paymentMethod, null, accounts) };
    },
  },
  {
    operationId: 'setUpPaymentMethod',
    summary: 'Begin to set up a payment method with the payment provider',
    method: 'POST',
    path: '/organizations/{organization}/payment-method',
    role: 'admin',
    body: {},
    answer: { status: 200, schema: 'PaymentMethod' },
    prepare: ({ path }, accounts) => accounts.payments.setUp(path.organization),
    async change(tx, account, { actor }, accounts, prepared) {
      if (account.paymentMethod === 'verified')
        throw new ConsoleError('CONFLICT', 'The payment method is verified already.');
      const { status, message } = prepared as PaymentSetup;
      const trigger = { kind: 'set-payment-method', status } as const;
      const set = await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now());
      if (!set.accepted) throw changeRefused(set.refusal);
      return { status: 200, body: paymentMethod(status, message, accounts) };
    },
  },
  ...(['verify', 'remove'] as const).map(
    (verb): ChangeRoute => ({
      operationId: `${verb}PaymentMethod`,
      summary:
        verb === 'verify'
          ? 'Note that the payment method is verified'
          : 'Note that there is no payment method any more',
      method: 'POST',
      path: `/organizations/{organization}/payment-method/${verb}`,
      role: 'operator',
      body: {},
      answer: { status: 200, schema: 'PaymentMethod' },
      async change(tx, account, { actor }, accounts) {
        const status = verb === 'verify' ? 'verified' : 'none';
        const trigger = { kind: 'set-payment-method', status } as const;
        const set = await applyTrigger(tx, account, trigger, actor, accounts.catalogue, accounts.now());
        if (!set.accepted) throw changeRefused(set.refusal);
        return { status: 200, body: paymentMethod(status, null, accounts) };
      },
    }),
  ),
];

function paymentMethod(status: string, message: string | null, accounts: Accounts) {
  return { status, provider: accounts.payments.name, message };
}

function daysOf(query: FieldValues, account: Account, now: number): { readonly from: string; readonly to: string } {
  const from = dayOf(query.from, openWindow(account).period.start, 'from');
  const to = dayOf(query.to, Math.max(now, Date.parse(from)), 'to');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS + 1;
  if (days < 1) throw invalid({ to: [`must not be before ${from}`] });
  if (days > MAX_USAGE_DAYS) throw invalid({ to: [`must be within ${MAX_USAGE_DAYS} days from ${from}`] });
  return { from, to };
}

function dayOf(given: FieldValues[string], otherwise: number, name: string): string {
  if (given === undefined) return iso(otherwise).slice(0, 10);
  dayIn(given, name);
  return String(given);
}
