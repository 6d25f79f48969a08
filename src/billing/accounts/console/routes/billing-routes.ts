import { loadOptional, MissingPackage } from '../../../../system/optional-package.ts';
import { markInvoice } from '../../invoices/billing.ts';
import { INVOICE_MARKS } from '../../invoices/marks.ts';
import { usageByKey } from '../../keys.ts';
import { iso } from '../../kinds.ts';
import { type Account, openWindow } from '../../transitions/account.ts';
import { sumOf } from '../../transitions/invoice.ts';
import { ConsoleError, invalid, notFound } from '../answer.ts';
import { DAY_MILLISECONDS, dayField, dayIn, type FieldSet, type FieldValues } from '../fields/fields.ts';
import { KEY_USAGE, USAGE } from '../resources/billing.ts';
import { INVOICE, INVOICE_LIST, shownInvoice } from '../resources/invoices.ts';
import type { ChangeRoute, ConsoleRoute } from './route.ts';

const USAGE_DAYS: FieldSet = {
  from: dayField('First UTC day; the beginning of the current period unless given.'),
  to: dayField('Last UTC day; today unless given.'),
};
const MAX_USAGE_DAYS = 400;

/** Usage and invoices, which operators mark. */
export const BILLING_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'getUsage',
    summary: 'Read requests and credits by UTC day and operation, both days included; at most 400 days',
    method: 'GET',
    path: '/organizations/{organization}/usage',
    role: 'member',
    query: USAGE_DAYS,
    answer: { status: 200, schema: USAGE },
    async read(tx, account, { query }, accounts) {
      const { from, to } = daysOf(query, account, accounts.now());
      const usage = await tx.dailyUsage(account.id, from, to);
      const sum = (field: 'requests' | 'credits') => usage.reduce((total, row) => total + row[field], 0);
      const sums = { requests: sum('requests'), credits: sum('credits') };
      return { status: 200, body: USAGE.write({ from, to, ...sums, days: usage }) };
    },
  },
  {
    operationId: 'getUsageByKey',
    summary: 'Read requests and credits by UTC day, key and operation, both days included; at most 400 days',
    method: 'GET',
    path: '/organizations/{organization}/usage/keys',
    role: 'member',
    query: USAGE_DAYS,
    answer: { status: 200, schema: KEY_USAGE },
    async read(tx, account, { query }, accounts) {
      const { from, to } = daysOf(query, account, accounts.now());
      return { status: 200, body: KEY_USAGE.write({ from, to, days: await usageByKey(tx, account.id, from, to) }) };
    },
  },
  {
    operationId: 'listInvoices',
    summary: 'List the invoices, newest first',
    method: 'GET',
    path: '/organizations/{organization}/invoices',
    role: 'member',
    query: {},
    answer: { status: 200, schema: INVOICE_LIST },
    async read(tx, account, _request, accounts) {
      const invoices = await tx.invoices(account.id);
      const shown = invoices.map((invoice) => shownInvoice(invoice, accounts));
      return { status: 200, body: INVOICE_LIST.write({ invoices: shown, waitingCents: sumOf(account.waiting) }) };
    },
  },
  {
    operationId: 'getInvoice',
    summary: 'Read an invoice',
    method: 'GET',
    path: '/organizations/{organization}/invoices/{invoice}',
    role: 'member',
    query: {},
    answer: { status: 200, schema: INVOICE },
    async read(tx, account, { path }, accounts) {
      const invoice = await tx.invoice(account.id, path.invoice);
      if (!invoice) throw notFound('Invoice', path.invoice);
      return { status: 200, body: INVOICE.write(shownInvoice(invoice, accounts)) };
    },
  },
  {
    operationId: 'getInvoicePdf',
    summary: 'Read an invoice as a PDF, fit for printing',
    method: 'GET',
    path: '/organizations/{organization}/invoices/{invoice}/pdf',
    role: 'member',
    query: {},
    answer: { status: 200, schema: INVOICE, media: 'application/pdf' },
    async read(tx, account, { path }, { catalogue }) {
      const invoice = await tx.invoice(account.id, path.invoice);
      if (!invoice) throw notFound('Invoice', path.invoice);
      const { invoicePdf } = await openPdf();
      const bytes = await invoicePdf(invoice, catalogue.currency, catalogue.payment);
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
      answer: { status: 200, schema: INVOICE },
      async change(tx, account, { actor, path }, accounts) {
        const marked = await markInvoice(tx, account.id, path.invoice, mark, actor, accounts);
        if (!marked) throw notFound('Invoice', path.invoice);
        if (!marked.accepted) throw new ConsoleError('CONFLICT', marked.message);
        return { status: 200, body: INVOICE.write(shownInvoice(marked.invoice, accounts)) };
      },
    }),
  ),
];

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

/** The writer of PDFs, loaded here since few requests need it. */
function openPdf(): Promise<typeof import('../../invoices/pdf.ts')> {
  return loadOptional(() => import('../../invoices/pdf.ts'), 'An invoice as a PDF', ['pdfkit']).catch((failure) => {
    if (failure instanceof MissingPackage) throw new ConsoleError('SERVICE_UNAVAILABLE', failure.message);
    throw failure;
  });
}
