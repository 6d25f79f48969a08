import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { ask, say } from '../states.ts';
import { day, money, PAYMENT_METHOD_WORDS } from '../words.ts';
import { contactLink, goOn, howToPayPanel } from './how-to-pay.ts';
import type { Invoice } from './invoice.ts';
import { mayChange, type View, type ViewContext } from './view.ts';

interface PaymentMethod {
  readonly status: 'none' | 'pending' | 'verified';
  readonly setUp: 'stripe' | 'page' | 'ask';
  readonly contact: string | null;
  readonly charged: boolean;
  readonly message: string | null;
  readonly url: string | null;
}

const TONES = { none: '', pending: 'warn', verified: 'good' } as const;

/** How an organization pays: its payment method, and the invoices that are open. */
export const paymentView: View = async (context) => {
  const [method, { invoices }] = await Promise.all([
    call<PaymentMethod>('GET', pathOf(context.organization, '/payment-method')),
    call<{ invoices: Invoice[] }>('GET', pathOf(context.organization, '/invoices')),
  ]);
  const open = invoices.filter(({ status }) => status === 'open');
  return [
    h('div', { class: 'head' }, h('h2', {}, 'Payment')),
    methodPanel(context, method),
    h(
      'section',
      { class: 'panel', 'aria-label': 'Open invoices' },
      h('h3', {}, 'Open invoices'),
      open.length === 0 && h('p', { class: 'muted' }, 'Nothing is to be paid.'),
      open.map((invoice) => openInvoice(context, invoice)),
    ),
  ];
};

function methodPanel(context: ViewContext, method: PaymentMethod): HTMLElement {
  const { status, charged } = method;
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Payment method' },
    h(
      'div',
      { class: 'head' },
      h('h3', {}, 'Payment method'),
      h('span', { class: `badge ${TONES[status]}` }, PAYMENT_METHOD_WORDS[status]),
    ),
    h(
      'p',
      {},
      charged
        ? 'What a change of plan costs is charged to it when you confirm the change. Everything else is invoiced.'
        : status === 'verified'
          ? 'What a change of plan costs is invoiced, and due at once.'
          : 'Paid plans need a verified payment method.',
    ),
    mayChange(context.session) && nextStep(context, method),
    context.session.role === 'operator' && forOperators(context, method),
  );
}

/** The way to a payment method, or to another one. */
function nextStep(context: ViewContext, { status, setUp, contact }: PaymentMethod): HTMLElement | null {
  const path = pathOf(context.organization, '/payment-method');
  const begin = () => call<PaymentMethod>('POST', path, {});
  if (setUp === 'ask') {
    if (status === 'verified') return null;
    const whom =
      contact === null ? 'the operator of this service' : contactLink(contact, `Payment of ${context.organization}`);
    const request = async () => {
      await begin();
      say('The operator will see that you ask.');
      context.refresh();
    };
    return h(
      'div',
      {},
      h('p', {}, 'To set one up, ask ', whom, '. The operator then verifies it here.'),
      status === 'none' &&
        h('div', { class: 'actions' }, h('button', { type: 'button', onclick: () => void request() }, 'We have asked')),
    );
  }
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const where = setUp === 'stripe' ? 'at Stripe' : 'on the operator’s page';
  const button = h(
    'button',
    { type: 'button', class: status === 'verified' ? '' : 'primary' },
    `Set up ${status === 'verified' ? 'another one' : 'a payment method'} ${where}`,
  );
  button.addEventListener('click', () => void goOn(button, problem, begin));
  return h(
    'div',
    {},
    status === 'pending' && h('p', {}, 'You have begun to set one up. When that is done, this page says so.'),
    h('div', { class: 'actions' }, button),
    contact !== null && h('p', { class: 'small' }, 'Questions: ', contactLink(contact, 'Payment method')),
    problem,
  );
}

function forOperators(context: ViewContext, { status }: PaymentMethod): HTMLElement {
  const act = (verb: 'verify' | 'remove', title: string, told: string, confirm: string) =>
    ask({ title, body: [h('p', {}, told)], confirm, danger: verb === 'remove' }, async () => {
      await call('POST', pathOf(context.organization, `/payment-method/${verb}`), {});
      say(verb === 'verify' ? 'The payment method is verified.' : 'The payment method is withdrawn.');
      context.refresh();
    });
  const verify = () =>
    act(
      'verify',
      `Verify the payment method of ${context.organization}?`,
      'Paid plans can be chosen. What they cost is invoiced, and due at once, unless the provider knows whom to charge.',
      'Verify payment method',
    );
  const withdraw = () =>
    act(
      'remove',
      `Withdraw the payment method of ${context.organization}?`,
      'The plan goes on, and no other paid plan can be chosen until there is a new one. Nothing is charged to the old one.',
      'Withdraw payment method',
    );
  return h(
    'div',
    { class: 'actions' },
    status !== 'verified' && h('button', { type: 'button', onclick: verify }, 'Verify payment method'),
    status !== 'none' && h('button', { type: 'button', onclick: withdraw }, 'Withdraw payment method'),
  );
}

function openInvoice(context: ViewContext, invoice: Invoice): HTMLElement {
  const { number, totalCents, currency, dueAt, overdue, howToPay } = invoice;
  const href = `#/o/${encodeURIComponent(context.organization)}/invoices/${encodeURIComponent(number)}`;
  return h(
    'section',
    { 'aria-label': `Invoice ${number}` },
    h(
      'p',
      {},
      h('a', { href }, number),
      `, ${money(totalCents, currency)}, due ${day(dueAt)} `,
      overdue && h('span', { class: 'badge bad' }, 'overdue'),
    ),
    howToPay && howToPayPanel(context, { ...invoice, howToPay }),
  );
}
