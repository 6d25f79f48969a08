import { fill, h } from '../../playground/dom.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { ask, say, statePanel } from '../states.ts';
import { day } from '../words.ts';
import type { View, ViewContext } from './view.ts';

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'closing' | 'closed';
  readonly createdAt: string;
}

const TONES = { active: 'good', suspended: 'bad', closing: 'warn', closed: '' } as const;

/** All organizations, page by page, for operators: open, suspend, resume. */
export const organizationsView: View = async (context) => {
  const body = h('tbody');
  const more = h('button', { type: 'button' }, 'Show more');
  const search = h('input', { type: 'search', autocomplete: 'off', maxlength: 100 });
  const none = h('p', { class: 'muted' }, 'No organization has that in its id or name.');
  let next: string | null = null;
  const fetchPage = async () => {
    const query = new URLSearchParams({
      ...(next !== null && { after: next }),
      ...(search.value.trim() !== '' && { search: search.value.trim() }),
    });
    const page = await call<{ organizations: Organization[]; next: string | null }>('GET', `/organizations?${query}`);
    next = page.next;
    body.append(...page.organizations.map((each) => row(each, context)));
    more.hidden = next === null;
    none.hidden = body.rows.length > 0;
  };
  await fetchPage();
  const form = h(
    'form',
    { class: 'filter', role: 'search' },
    h('label', { class: 'small' }, 'Id or name', search),
    h('button', {}, 'Search'),
  );
  const failed = (error: Error) => say(error.message);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    next = null;
    fill(body);
    void fetchPage().catch(failed);
  });
  more.addEventListener('click', () => void fetchPage().catch(failed));
  const heads = ['Id', 'Name', 'Status', 'Since', 'Actions'].map((head) => h('th', { scope: 'col' }, head));
  const askForNew = async () => (await import('./create-organization.ts')).askForOrganization(context);
  const make = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => void askForNew().catch(failed) },
    'New organization',
  );
  const heading = h('div', { class: 'head' }, h('h2', {}, 'Organizations'), form, make);
  if (body.rows.length === 0) return [heading, statePanel('empty', 'No organizations yet')];
  return [
    heading,
    h(
      'div',
      { class: 'panel' },
      h(
        'div',
        { class: 'table', tabindex: 0, role: 'region', 'aria-label': 'List of organizations' },
        h('table', {}, h('thead', {}, h('tr', {}, heads)), body),
      ),
      none,
      h('div', { class: 'actions' }, more),
    ),
  ];
};

function row({ id, name, status, createdAt }: Organization, context: ViewContext): HTMLTableRowElement {
  const verb = status === 'suspended' ? 'resume' : 'suspend';
  const told =
    verb === 'suspend'
      ? 'Its keys stop within a second. What was used is still billed.'
      : 'Its keys work again, and its period goes on.';
  const act = () =>
    ask(
      {
        title: `${verb === 'suspend' ? 'Suspend' : 'Lift the suspension of'} ${name}?`,
        body: [h('p', {}, told)],
        confirm: verb === 'suspend' ? 'Suspend organization' : 'Lift suspension',
        danger: verb === 'suspend',
      },
      async () => {
        await call('POST', pathOf(id, `/${verb}`), {});
        context.refresh();
      },
    );
  const button = h(
    'button',
    {
      type: 'button',
      class: verb === 'suspend' && 'danger',
      onclick: act,
      'aria-label': `${verb === 'suspend' ? 'Suspend' : 'Lift'} ${id}`,
    },
    verb === 'suspend' ? 'Suspend' : 'Lift',
  );
  return h(
    'tr',
    {},
    h('td', { class: 'mono' }, h('a', { href: `#/o/${encodeURIComponent(id)}/keys` }, id)),
    h('td', {}, name),
    h('td', {}, h('span', { class: `badge ${TONES[status]}` }, status)),
    h('td', { class: 'small' }, day(createdAt)),
    h('td', {}, (status === 'active' || status === 'suspended') && button),
  );
}

/** Shown if the organization does not exist yet: its admin can create it. */
export function newOrganization({ session, organization, refresh }: ViewContext): HTMLElement {
  if (session.role !== 'admin')
    return statePanel(
      'not-begun',
      'Your organization is not here yet',
      h('p', {}, 'An admin of your organization can begin.'),
    );
  const name = h('input', { maxlength: 100, autocomplete: 'organization' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const form = h(
    'form',
    {},
    h('label', {}, 'Its name, as it should stand on invoices', name),
    problem,
    h('button', { class: 'primary' }, 'Begin on the Free plan'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await call('POST', '/organizations', { name: name.value.trim() });
      refresh();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      fill(problem, error.message);
    }
  });
  return statePanel('not-begun', `Welcome, ${organization}`, form);
}
