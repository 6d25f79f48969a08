import { h } from '../../playground/dom.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { ask, say } from '../states.ts';
import { credits, money, type UnitPrice } from '../words.ts';
import { mayChange, type ViewContext } from './view.ts';

/** What is spent beyond the credits of a period. */
export interface Spending {
  readonly currency: string;
  readonly capCents: number | null;
  readonly spentCents: number;
  readonly unitPrice: UnitPrice | null;
  readonly alertsAtPercent: readonly number[];
}

/**
 * What is spent beyond the credits, and the cap on it; empty if the plan bills no usage and there
 * is no cap.
 */
export function spendingPanel(context: ViewContext, spending: Spending): HTMLElement[] {
  const { currency, capCents, spentCents, unitPrice } = spending;
  if (unitPrice === null && capCents === null) return [];
  const told =
    unitPrice === null
      ? 'This plan bills no usage: nothing is spent beyond it.'
      : `${money(spentCents, currency)} in this period, at ${money(unitPrice.cents, currency)} per ${credits(unitPrice.perCredits)}.`;
  const limit =
    capCents === null
      ? 'There is no cap.'
      : `At most ${money(capCents, currency)} in each period; requests beyond that are refused.`;
  const buttons = [
    h(
      'button',
      { type: 'button', onclick: () => askForCap(context, spending) },
      capCents === null ? 'Set a cap on spending' : 'Change the cap',
    ),
    capCents !== null &&
      h('button', { type: 'button', onclick: () => askToRemove(context, spending) }, 'Remove the cap'),
  ];
  return [
    h(
      'section',
      { class: 'panel', 'aria-label': 'Spending', id: 'spending' },
      h('h3', {}, 'Spending beyond your credits'),
      h('p', {}, told),
      h('p', {}, `${limit} ${alertsInWords(spending)}`),
      capCents !== null && h('progress', { max: Math.max(1, capCents), value: spentCents, 'aria-label': 'Of the cap' }),
      mayChange(context.session) && h('div', { class: 'actions' }, buttons),
    ),
  ];
}

function alertsInWords({ alertsAtPercent, capCents }: Spending): string {
  if (capCents === null) return '';
  return `You are told at ${alertsAtPercent.slice(0, -1).join(', ')} and ${alertsAtPercent.at(-1)} %.`;
}

function askForCap(context: ViewContext, { capCents, spentCents, currency }: Spending): void {
  const value = capCents === null ? '' : (capCents / 100).toFixed(2);
  const amount = h('input', { inputmode: 'decimal', autocomplete: 'off', required: true, value, placeholder: '50.00' });
  const body = [
    h(
      'p',
      {},
      `Requests that would come to more in a period are refused, on all machines. So far it is ${money(spentCents, currency)}.`,
    ),
    h('label', {}, `The most to spend beyond your credits in a period (${currency})`, amount),
  ];
  ask({ title: 'A cap on spending', body, confirm: 'Set the cap' }, async () => {
    const cents = centsIn(amount.value);
    await call('POST', pathOf(context.organization, '/spending'), { capCents: cents });
    say(`At most ${money(cents, currency)} is spent beyond your credits in a period.`);
    context.refresh();
  });
}

/** An amount such as `50`, `50.5` or `1,250.00` in cents. Throws an ApiFailure that says what was expected. */
function centsIn(text: string): number {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[,$\s]/g, ''));
  if (match !== null) return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  throw new ApiFailure(400, 'INVALID_PARAMETERS', 'Give an amount such as 50 or 49.90.', null);
}

function askToRemove(context: ViewContext, { capCents, currency }: Spending): void {
  const body = [
    h('p', {}, `Usage beyond ${money(capCents ?? 0, currency)} is then answered and billed, without a limit.`),
  ];
  ask({ title: 'Remove the cap on spending?', body, confirm: 'Remove the cap', danger: true }, async () => {
    await call('DELETE', pathOf(context.organization, '/spending'));
    say('There is no cap on spending.');
    context.refresh();
  });
}
