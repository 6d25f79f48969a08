import { byId, fill, h } from '../playground/dom.ts';
import { ApiFailure, call, type LoginState, loginState, logOut, pathOf } from './api.ts';
import { linkView, loginView } from './login-view.ts';
import { failurePanel, loading, statePanel } from './states.ts';
import { eventsView } from './views/events.ts';
import { invoiceView } from './views/invoice.ts';
import { invoicesView } from './views/invoices.ts';
import { keysView } from './views/keys.ts';
import { newOrganization, organizationsView } from './views/organizations.ts';
import { planView } from './views/plan.ts';
import { usageView } from './views/usage.ts';
import { mayChange, type View, type ViewContext } from './views/view.ts';

/** Views of one organization; those that are seldom seen are loaded when they are. */
const VIEWS: Readonly<Record<string, { readonly title: string; readonly view: View }>> = {
  keys: { title: 'Keys', view: keysView },
  usage: { title: 'Usage', view: usageView },
  plan: { title: 'Plan', view: planView },
  invoices: { title: 'Invoices', view: invoicesView },
  payment: { title: 'Payment', view: async (of) => (await import('./views/payment.ts')).paymentView(of) },
  events: { title: 'Events', view: eventsView },
  people: { title: 'People', view: async (of) => (await import('./views/people.ts')).peopleView(of) },
  audit: { title: 'Audit log', view: async (of) => (await import('./views/audit.ts')).auditView(of) },
  organization: {
    title: 'Organization',
    view: async (of) => (await import('./views/organization.ts')).organizationView(of),
  },
};

/** Views for operators only. */
const OPERATORS = {
  organizations: { title: 'Organizations', view: organizationsView },
  service: { title: 'Service', view: async (of) => (await import('./views/service.ts')).serviceView(of) },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly view: View }>>;

const main = byId('main');
/** Counts renderings, so that one that finishes late is discarded. */
let drawing = 0;

/**
 * Renders the view for the URL: `#/o/acme/keys`, `#/organizations`, `#/service`, `#/login`,
 * `#/link/…`.
 */
async function draw(): Promise<void> {
  const mine = ++drawing;
  delete document.documentElement.dataset.ready;
  const parts = location.hash.replace(/^#\/?/, '').split('/').map(decode);
  // A link is for one use, so it is removed from the URL first.
  if (parts[0] === 'link') {
    history.replaceState(null, '', '#/login');
    return show(
      mine,
      linkView(parts[1] ?? '', () => go('#/')),
    );
  }
  if (main.childElementCount === 0) fill(main, loading());
  try {
    const state = await loginState();
    await drawFor(mine, state, parts);
  } catch (error) {
    show(
      mine,
      failurePanel(error, () => void draw()),
    );
  }
}

async function drawFor(mine: number, state: LoginState, parts: readonly string[]): Promise<void> {
  const { session } = state;
  byId('log-out').hidden = session === null;
  byId('who').textContent = session ? `${session.subject}, ${session.role}` : '';
  if (session === null) {
    frame('', '', false);
    const known = parts[0] === 'login' || parts[0] === '' ? loginView(state, parts[1] ?? '') : null;
    return show(mine, known ?? failurePanel(new ApiFailure(401, 'UNAUTHENTICATED', '', null), () => {}));
  }
  const invites = state.mail ? 'mail' : state.login === 'link' ? 'link' : null;
  const operator = session.role === 'operator';
  const [place, named, viewName = 'keys', item = ''] = parts;
  const organization = place === 'o' ? named : session.organization;
  const ofOne = viewName === 'invoices' && item !== '' ? invoiceView : undefined;
  const view = place === 'o' && Object.hasOwn(VIEWS, viewName) ? (ofOne ?? VIEWS[viewName].view) : undefined;
  if (operator && (place === 'organizations' || place === 'service' || organization === null)) {
    const of = place === 'service' ? 'service' : 'organizations';
    frame('', of, operator);
    return show(
      mine,
      ...(await OPERATORS[of].view({ session, invites, organization: '', item: '', refresh: () => void draw() })),
    );
  }
  if (organization === null || organization === undefined)
    return show(mine, statePanel('not-found', 'There is nothing here'));
  if (place !== 'o') return go(`#/o/${encodeURIComponent(organization)}/keys`);
  const hasPeople = invites !== null && mayChange(session);
  frame(organization, viewName, operator, hasPeople);
  if (viewName === 'people' && !hasPeople) return show(mine, statePanel('not-found', 'There is no such page'));
  if (view === undefined) return show(mine, statePanel('not-found', 'There is no such page'));
  const context: ViewContext = { session, invites, organization, item, refresh: () => void draw() };
  if (!(await exists(organization)) && organization === session.organization)
    return show(mine, newOrganization(context));
  show(mine, ...(await view(context)));
}

async function exists(organization: string): Promise<boolean> {
  try {
    await call('GET', pathOf(organization));
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

/** The frame around a view: the current place, and the navigation. */
function frame(organization: string, current: string, operator: boolean, invites = false): void {
  const link = (href: string, title: string, here: boolean) =>
    h('a', { href, ...(here && { 'aria-current': 'page' }) }, title);
  const of = `#/o/${encodeURIComponent(organization)}/`;
  const about = { href: `${of}organization`, title: 'This organization, and closing it' };
  fill(byId('organization'), organization !== '' && h('a', about, organization));
  fill(
    byId('nav'),
    operator && Object.entries(OPERATORS).map(([name, { title }]) => link(`#/${name}`, title, name === current)),
    organization === ''
      ? []
      : Object.entries(VIEWS)
          .filter(([name]) => name !== 'organization' && (name !== 'people' || invites))
          .map(([name, { title }]) => link(of + name, title, name === current)),
  );
  const { title = 'Console' } = { ...VIEWS, ...OPERATORS }[current] ?? {};
  document.title = `${title} – Letterbox console`;
}

function show(mine: number, ...nodes: readonly Node[]): void {
  if (mine !== drawing) return;
  fill(main, ...nodes);
  // The focused element is gone: focus the new content, so that the keyboard goes on there and
  // screen readers read it.
  if (mine > 1 && document.activeElement === document.body) main.focus({ preventScroll: true });
  document.documentElement.dataset.ready = '';
}

function go(hash: string): void {
  if (location.hash === hash) void draw();
  else location.hash = hash;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

byId('log-out').addEventListener('click', async () => {
  try {
    const leave = await logOut();
    drawing++;
    history.replaceState(null, '', '#/login');
    byId('log-out').hidden = true;
    byId('who').textContent = '';
    frame('', '', false);
    const also = leave && h('a', { class: 'button', href: leave }, 'Log out of the identity provider too');
    show(
      drawing,
      statePanel('logged-out', 'You are logged out', also, h('a', { class: 'button', href: '#/' }, 'Log in again')),
    );
  } catch (error) {
    show(
      drawing,
      failurePanel(error, () => void draw()),
    );
  }
});
new MutationObserver(() => labelCells(main)).observe(main, { childList: true, subtree: true });
addEventListener('hashchange', () => void draw());
void draw();

/** Gives every cell the head of its column, which narrow screens show where tables are drawn as cards. */
function labelCells(place: HTMLElement): void {
  for (const table of place.querySelectorAll('table')) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent);
    if (heads.length === 0) continue;
    for (const body of table.tBodies)
      for (const row of body.rows)
        for (const cell of row.querySelectorAll('td'))
          if (heads[cell.cellIndex]) cell.dataset.label = heads[cell.cellIndex];
  }
}
