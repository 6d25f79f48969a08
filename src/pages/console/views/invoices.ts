import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { ask, statePanel } from '../states.ts';
import { day, money } from '../words.ts';
import { type BillingDetails, billingDetailsPanel } from './billing-details.ts';
import { howToPayPanel } from './how-to-pay.ts';
import type { Invoice } from './invoice.ts';
import type { View, ViewContext } from './view.ts';

/** The invoices of an organization; operators mark them. */
export const invoicesView: View = async (context) => {
  const [{ invoices, waitingCents }, details] = await Promise.all([
    call<{ invoices: Invoice[]; waitingCents: number }>('GET', pathOf(context.organization, '/invoices')),
    call<BillingDetails>('GET', pathOf(context.organization, '/billing-details')),
  ]);
  const heading = h('div', { class: 'head' }, h('h2', {}, 'Invoices'));
  const billing = billingDetailsPanel(context, details);
  if (invoices.length === 0) return [heading, billing, statePanel('empty', 'No invoices yet')];
  const waiting = `${money(waitingCents, invoices[0].currency)} of usage comes with the next invoice: by itself it is too little for one.`;
  return [
    heading,
    billing,
    waitingCents > 0 && h('p', { class: 'muted' }, waiting),
    ...invoices.map((invoice) => invoicePanel(invoice, context)),
  ].filter((node) => node !== false);
};

function invoicePanel(invoice: Invoice, context: ViewContext): HTMLElement {
  const { number, status, overdue, currency, period, howToPay } = invoice;
  const amount = (cents: number) => h('td', { class: 'number' }, money(cents, currency));
  const mark = (as: 'paid' | 'void') =>
    h(
      'button',
      {
        type: 'button',
        class: as === 'void' && 'danger',
        onclick: () => askToMark(invoice, as, context),
        'aria-label': `Mark ${as}: ${number}`,
      },
      `Mark ${as}`,
    );
  return h(
    'section',
    { class: 'panel', 'aria-label': `Invoice ${number}` },
    h(
      'div',
      { class: 'head' },
      h(
        'h3',
        {},
        h(
          'a',
          { href: `#/o/${encodeURIComponent(context.organization)}/invoices/${encodeURIComponent(number)}` },
          number,
        ),
      ),
      h('span', { class: `badge ${overdue ? 'bad' : status === 'paid' ? 'good' : ''}` }, overdue ? 'overdue' : status),
    ),
    h(
      'p',
      { class: 'small muted' },
      `Issued ${day(invoice.issuedAt)}, due ${day(invoice.dueAt)}, for ${day(period.start)} to ${day(period.end)}`,
    ),
    h(
      'div',
      { class: 'table', tabindex: 0, role: 'region', 'aria-label': `Lines of ${number}` },
      h(
        'table',
        {},
        h(
          'tbody',
          {},
          invoice.lines.map((line) => h('tr', {}, h('td', {}, line.description), amount(line.amountCents))),
          h('tr', {}, h('th', { scope: 'row' }, 'Total'), amount(invoice.totalCents)),
        ),
      ),
    ),
    howToPay && howToPayPanel(context, { ...invoice, howToPay }),
    context.session.role === 'operator' &&
      status === 'open' &&
      h('div', { class: 'actions' }, mark('paid'), mark('void')),
  );
}

function askToMark({ number, totalCents, currency }: Invoice, as: 'paid' | 'void', context: ViewContext): void {
  const body = [h('p', {}, `${number} over ${money(totalCents, currency)}. This cannot be undone.`)];
  ask({ title: `Mark ${number} ${as}?`, body, confirm: `Mark ${as}`, danger: as === 'void' }, async () => {
    await call('POST', pathOf(context.organization, `/invoices/${encodeURIComponent(number)}/mark-${as}`), {});
    context.refresh();
  });
}
