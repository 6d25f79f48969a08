import { h } from '../../playground/dom.ts';
import type { AccountEvent, Delivery, Endpoint } from '../api.ts';
import { call, pathOf } from '../api.ts';
import { ask, say, statePanel } from '../states.ts';
import { detailsList, moment } from '../words.ts';
import { endpointsPanel } from './endpoints.ts';
import { mayChange, type View, type ViewContext } from './view.ts';

interface EventPage {
  readonly events: readonly AccountEvent[];
  readonly next: string | null;
}

const TONES: Readonly<Record<Delivery['state'], string>> = { pending: 'warn', delivered: 'good', failed: 'bad' };
const A_PAGE = 50;

/** The notifications to an organization: endpoints, events, and their deliveries. */
export const eventsView: View = async (context) => {
  const { organization } = context;
  const pageAfter = (after: string | null) =>
    call<EventPage>(
      'GET',
      pathOf(organization, `/events?limit=${A_PAGE}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`),
    );
  const [{ endpoints }, first] = await Promise.all([
    call<{ endpoints: Endpoint[] }>('GET', pathOf(organization, '/endpoints')),
    pageAfter(null),
  ]);
  const targets = new Map(endpoints.map(({ id, target }) => [id, target]));
  const heading = h('div', { class: 'head' }, h('h2', {}, 'Events'));
  const nodes = [heading, endpointsPanel(endpoints, context)];
  if (first.events.length === 0)
    return [
      ...nodes,
      statePanel('empty', 'No events yet', h('p', {}, 'What happens to keys, plan and invoices is listed here.')),
    ];
  const body = h('tbody');
  const more = h('button', { type: 'button' }, 'Show more');
  const show = ({ events, next }: EventPage) => {
    body.append(...events.map((event) => eventRow(event, targets, context)));
    more.hidden = next === null;
    more.onclick = () => void pageAfter(next).then(show, (error: Error) => say(error.message));
  };
  show(first);
  const heads = ['When', 'What', 'Sent to', 'Details'].map((head) => h('th', { scope: 'col' }, head));
  return [
    ...nodes,
    h(
      'div',
      { class: 'panel' },
      h(
        'div',
        { class: 'table', tabindex: 0, role: 'region', 'aria-label': 'List of events' },
        h('table', {}, h('thead', {}, h('tr', {}, heads)), body),
      ),
      h('div', { class: 'actions' }, more),
    ),
  ];
};

function eventRow(event: AccountEvent, targets: ReadonlyMap<string, string>, context: ViewContext): HTMLElement {
  return h(
    'tr',
    { 'data-event': event.id },
    h('td', { class: 'small' }, moment(event.at)),
    h('td', {}, event.type),
    h(
      'td',
      { class: 'small' },
      event.deliveries.length === 0 && h('span', { class: 'muted' }, 'nowhere'),
      event.deliveries.map((delivery) => deliveryLine(event, delivery, targets, context)),
    ),
    h(
      'td',
      {},
      h(
        'details',
        {},
        h('summary', { 'aria-label': `Details of ${event.type}, ${event.id}` }, 'Details'),
        h('p', { class: 'small mono' }, event.id),
        detailsList(event.data),
      ),
    ),
  );
}

function deliveryLine(
  event: AccountEvent,
  delivery: Delivery,
  targets: ReadonlyMap<string, string>,
  context: ViewContext,
): HTMLElement {
  const { endpoint, state, attempts, nextAt, fault } = delivery;
  const target = targets.get(endpoint);
  const again = () =>
    ask(
      {
        title: `Send ${event.type} again?`,
        body: [h('p', {}, `It goes to ${target} under the same id, ${event.id}.`)],
        confirm: 'Send again',
        cancel: 'Not now',
      },
      async () => {
        const path = pathOf(context.organization, `/events/${encodeURIComponent(event.id)}/send-again`);
        await call('POST', path, { endpoint });
        context.refresh();
      },
    );
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return h(
    'div',
    { class: 'delivery' },
    h('span', { class: `badge ${TONES[state]}` }, state),
    ` ${target ?? 'an endpoint that was removed'}, ${tries}`,
    fault !== null && h('div', { class: 'muted' }, fault),
    nextAt !== null && attempts > 0 && h('div', { class: 'muted' }, `Next attempt ${moment(nextAt)}`),
    mayChange(context.session) &&
      target !== undefined &&
      state !== 'pending' &&
      h(
        'button',
        { type: 'button', onclick: again, 'aria-label': `Send ${event.type} again to ${target}` },
        'Send again',
      ),
  );
}
