import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { ask, say } from '../states.ts';
import { day } from '../words.ts';
import { mayChange, type View, type ViewContext } from './view.ts';

type HeldBackBy =
  | { readonly reason: 'unpaid-invoices'; readonly invoices: readonly string[] }
  | { readonly reason: 'active-paid-plan'; readonly plan: string; readonly until: string | null }
  | { readonly reason: 'unsettled-usage' };

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'closing' | 'closed';
  readonly createdAt: string;
  readonly plan: string;
  readonly closureHeldBackBy: readonly HeldBackBy[];
}

const TONES = { active: 'good', suspended: 'bad', closing: 'warn', closed: '' } as const;

/** An organization: who it is, and its closure with what stands in the way. */
export const organizationView: View = async (context) => {
  const organization = await call<Organization>('GET', pathOf(context.organization));
  const { id, name, status, createdAt } = organization;
  const fact = (term: string, value: string) => h('div', {}, h('dt', {}, term), h('dd', {}, value));
  return [
    h('div', { class: 'head' }, h('h2', {}, 'Organization')),
    h(
      'section',
      { class: 'panel', 'aria-label': 'Organization' },
      h('div', { class: 'head' }, h('h3', {}, name), h('span', { class: `badge ${TONES[status]}` }, status)),
      h('dl', { class: 'figures' }, fact('Id', id), fact('Here since', day(createdAt))),
    ),
    closurePanel(context, organization),
  ];
};

function closurePanel(context: ViewContext, organization: Organization): HTMLElement {
  const { status, closureHeldBackBy } = organization;
  const held = closureHeldBackBy.map((each) => h('li', {}, inWords(each, organization, context)));
  const list = held.length > 0 && h('ul', { id: 'held-back' }, held);
  const title = { closing: 'Being closed', closed: 'Closed' }[status as string] ?? 'Close this organization';
  const told = {
    closing:
      held.length > 0 ? 'Its keys have stopped. It is closed once this is resolved:' : 'It is closed in a moment.',
    closed: 'Its keys do not work any more. Its invoices and its audit log stay.',
  }[status as string];
  return h(
    'section',
    { class: 'panel', 'aria-label': title, id: 'closure' },
    h('h3', {}, title),
    h('p', {}, told ?? 'All API keys stop at once and for good. Invoices stay, and what is owed is still to be paid.'),
    told === undefined &&
      held.length > 0 &&
      h('p', {}, 'These stand in the way: the closure is complete once they are resolved.'),
    list,
    told === undefined &&
      mayChange(context.session) &&
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          { type: 'button', class: 'danger', onclick: () => askToClose(context, organization) },
          'Close organization',
        ),
      ),
  );
}

function inWords(
  held: HeldBackBy,
  { status }: Organization,
  { organization }: ViewContext,
): string | readonly (string | Node)[] {
  switch (held.reason) {
    case 'unpaid-invoices': {
      const href = `#/o/${encodeURIComponent(organization)}/payment`;
      const many = held.invoices.length > 1;
      return [
        `${many ? 'Invoices' : 'Invoice'} ${held.invoices.join(', ')} ${many ? 'are' : 'is'} not paid. `,
        h('a', { href }, 'How to pay'),
      ];
    }
    case 'active-paid-plan':
      if (held.until !== null) return `The plan ${held.plan} is paid until ${day(held.until)}, when it ends.`;
      return status === 'closing'
        ? `The plan ${held.plan} is still active.`
        : `The plan ${held.plan} is active. Closing cancels it.`;
    default:
      return 'The last usage is still being counted.';
  }
}

function askToClose(context: ViewContext, { id, name, closureHeldBackBy }: Organization): void {
  const typed = h('input', {
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    pattern: id.replace(/[.\\-]/g, '\\$&'),
    title: `The id ${id}`,
  });
  const body = [
    h('p', {}, 'All of its API keys stop at once. A closed organization is never opened again.'),
    closureHeldBackBy.length > 0 &&
      h('p', {}, 'What stands in the way must still be resolved; the keys stop all the same.'),
    h('label', {}, `Type ${id} to go on`, typed),
  ];
  ask({ title: `Close ${name}?`, body, confirm: 'Close organization', danger: true }, async () => {
    const { status } = await call<Organization>('POST', pathOf(context.organization, '/close'), {});
    say(status === 'closed' ? `${name} is closed.` : `${name} is being closed.`);
    context.refresh();
  });
}
