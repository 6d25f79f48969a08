import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { day, money } from '../words.ts';
import { abnInWords, type BillingDetails } from './billing-details.ts';
import { type HowToPay, howToPayPanel } from './how-to-pay.ts';
import type { View } from './view.ts';

/** An invoice in an answer of the console's API. */
export interface Invoice {
  readonly number: string;
  readonly status: 'open' | 'paid' | 'void';
  readonly overdue: boolean;
  readonly currency: string;
  readonly totalCents: number;
  readonly lines: readonly { readonly description: string; readonly amountCents: number }[];
  readonly period: { readonly start: string; readonly end: string };
  readonly issuedAt: string;
  readonly dueAt: string;
  readonly closedAt: string | null;
  /** Null unless it is open. */
  readonly howToPay: HowToPay | null;
  readonly terms: {
    readonly seller: {
      readonly name: string;
      readonly abn: string | null;
      readonly address: readonly string[];
    } | null;
    readonly buyer: BillingDetails;
    readonly gstPercent: number;
    readonly gstCents: number;
  } | null;
}

/** A name, an ABN and an address, one line each. */
function buyerInLines({ name, abn, address }: BillingDetails): readonly Node[] {
  return [name, ...(abn === null ? [] : [abnInWords(abn)]), ...address].map((line) => h('div', {}, line));
}

/** One invoice; the browser prints the invoice alone. */
export const invoiceView: View = async (context) => {
  const { organization, item } = context;
  const path = pathOf(organization, `/invoices/${encodeURIComponent(item)}`);
  const invoice = await call<Invoice>('GET', path);
  const { number, currency, terms, totalCents, status, closedAt, howToPay } = invoice;
  const seller = terms?.seller ?? null;
  const tax = terms !== null && terms.gstPercent > 0 ? terms : null;
  const fact = (name: string, value: string | readonly Node[]) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
  const line = (what: string, cents: number, strong = false) =>
    h(
      'tr',
      {},
      h(strong ? 'th' : 'td', strong ? { scope: 'row' } : {}, what),
      h('td', { class: 'number' }, money(cents, currency)),
    );
  return [
    h(
      'div',
      { class: 'head no-print' },
      h('a', { href: `#/o/${encodeURIComponent(organization)}/invoices` }, 'All invoices'),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', onclick: () => print() }, 'Print'),
        h('a', { class: 'button', href: `/console/v1${path}/pdf`, download: `${number}.pdf` }, 'Download PDF'),
      ),
    ),
    h(
      'article',
      { class: 'panel invoice', 'aria-label': `Invoice ${number}` },
      h('h2', {}, tax !== null && seller?.abn ? 'Tax invoice' : 'Invoice'),
      seller &&
        h(
          'address',
          {},
          h('strong', {}, seller.name),
          seller.abn && h('div', {}, abnInWords(seller.abn)),
          seller.address.map((text) => h('div', {}, text)),
        ),
      h(
        'dl',
        { class: 'facts' },
        fact('To', terms === null ? organization : buyerInLines(terms.buyer)),
        fact('Invoice number', number),
        fact('Date of issue', day(invoice.issuedAt)),
        fact('Period', `${day(invoice.period.start)} to ${day(invoice.period.end)}`),
        fact('Due', day(invoice.dueAt)),
        fact(
          'Status',
          status === 'paid' && closedAt ? `paid on ${day(closedAt)}` : invoice.overdue ? 'overdue' : status,
        ),
      ),
      h(
        'div',
        { class: 'table', tabindex: 0, role: 'region', 'aria-label': `Lines of ${number}` },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', { scope: 'col' }, 'What'),
              h('th', { scope: 'col', class: 'number' }, `Amount, ${currency}`),
            ),
          ),
          h(
            'tbody',
            {},
            invoice.lines.map(({ description, amountCents }) => line(description, amountCents)),
            tax && line('Total without GST', totalCents - tax.gstCents),
            tax && line(`GST, ${tax.gstPercent} %`, tax.gstCents),
            line(tax ? 'Total price including GST' : 'Total', totalCents, true),
          ),
        ),
      ),
      howToPay && h('h3', {}, 'How to pay'),
      howToPay && howToPayPanel(context, { ...invoice, howToPay }),
    ),
  ];
};
