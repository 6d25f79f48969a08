import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { money } from '../words.ts';
import { mayChange, type ViewContext } from './view.ts';

/** How an open invoice is paid, as the operator's catalogue says. */
export interface HowToPay {
  /** Whether the payment provider has a page for it. */
  readonly page: boolean;
  readonly contact: string | null;
  readonly lines: readonly string[];
}

/** A link to whom the operator has named: a mail address or a page. */
export function contactLink(contact: string, subject: string): HTMLElement {
  const isMail = !contact.startsWith('http');
  return h('a', { href: isMail ? `mailto:${contact}?subject=${encodeURIComponent(subject)}` : contact }, contact);
}

/** What an open invoice says of how to pay it, with the way to the provider's page if there is one. */
export function howToPayPanel(
  context: ViewContext,
  {
    number,
    totalCents,
    currency,
    howToPay,
  }: {
    readonly number: string;
    readonly totalCents: number;
    readonly currency: string;
    readonly howToPay: HowToPay;
  },
): HTMLElement {
  const { page, contact, lines } = howToPay;
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const pay = h(
    'button',
    { type: 'button', class: 'primary', 'aria-label': `Pay ${number}, ${money(totalCents, currency)}` },
    `Pay ${money(totalCents, currency)}`,
  );
  pay.addEventListener('click', () => {
    const path = pathOf(context.organization, `/invoices/${encodeURIComponent(number)}/pay-page`);
    void goOn(pay, problem, () => call<{ url: string }>('POST', path, {}));
  });
  const hasWords = lines.length > 0 || contact !== null;
  return h(
    'div',
    { class: 'how-to-pay' },
    lines.map((line) => h('p', {}, line)),
    contact !== null && h('p', {}, 'Questions about it: ', contactLink(contact, `Invoice ${number}`)),
    page && mayChange(context.session) && h('div', { class: 'actions' }, pay),
    page && !mayChange(context.session) && h('p', {}, 'An admin of your organization can pay it here.'),
    !page && !hasWords && h('p', {}, 'Ask the operator of this service how to pay it.'),
    problem,
  );
}

/** Follows a link that is made when a button is pressed; what goes wrong is said beside it. */
export async function goOn(
  button: HTMLButtonElement,
  problem: HTMLElement,
  make: () => Promise<{ readonly url: string | null }>,
): Promise<void> {
  button.disabled = true;
  problem.hidden = true;
  try {
    const { url } = await make();
    if (url !== null) location.assign(url);
  } catch (error) {
    problem.hidden = false;
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
  button.disabled = false;
}
