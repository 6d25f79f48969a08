import { fill, h } from '../../playground/dom.ts';
import type { Endpoint } from '../api.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { reveal } from '../reveal.ts';
import { ask, say } from '../states.ts';
import { moment } from '../words.ts';
import { sendTest } from './endpoint-test.ts';
import { mayChange, type ViewContext } from './view.ts';

const TONES: Readonly<Record<Endpoint['state'], string>> = {
  unconfirmed: 'warn',
  active: 'good',
  failing: 'warn',
  disabled: 'bad',
};

/** The endpoints of an organization: add, test, confirm, rotate the secret, enable, remove. */
export function endpointsPanel(endpoints: readonly Endpoint[], context: ViewContext): HTMLElement {
  const may = mayChange(context.session);
  const problem = h('div');
  const add =
    may && h('button', { type: 'button', class: 'primary', onclick: () => askForEndpoint(context) }, 'Add an endpoint');
  const list =
    endpoints.length === 0
      ? h('p', { class: 'muted' }, 'Nothing is sent yet.', may ? ' Add a webhook or a mailbox.' : '')
      : h(
          'ul',
          { class: 'endpoints' },
          endpoints.map((endpoint) => endpointItem(endpoint, may, context, problem)),
        );
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Endpoints' },
    h('div', { class: 'head' }, h('h3', {}, 'Where events are sent'), add),
    problem,
    list,
  );
}

function endpointItem(endpoint: Endpoint, may: boolean, context: ViewContext, problem: HTMLElement): HTMLElement {
  const { id, kind, target, types, state, failingSince, formerSecretUntil } = endpoint;
  const button = (title: string, onclick: () => void, tone?: 'danger') =>
    h('button', { type: 'button', class: tone, onclick, 'aria-label': `${title}: ${target}` }, title);
  const act = (verb: string, done: string) => async () => {
    try {
      await call('POST', pathTo(context, id, `/${verb}`), {});
      say(done);
      context.refresh();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      fill(problem, h('p', { class: 'problem', role: 'alert' }, error.message));
    }
  };
  return h(
    'li',
    { 'data-endpoint': id },
    h('div', {}, h('span', { class: `badge ${TONES[state]}` }, state), ' ', h('span', { class: 'mono' }, target)),
    h('div', { class: 'small muted' }, types === null ? 'All events' : types.join(', ')),
    failingSince !== null && h('div', { class: 'small muted' }, `Nothing has arrived since ${moment(failingSince)}`),
    formerSecretUntil !== null &&
      h('div', { class: 'small muted' }, `The former secret signs too until ${moment(formerSecretUntil)}`),
    may &&
      h(
        'div',
        { class: 'actions' },
        state === 'unconfirmed' && button('Confirm', () => askForCode(endpoint, context)),
        state !== 'disabled' &&
          (state === 'unconfirmed'
            ? button('Mail the code again', act('test', 'The code is mailed.'))
            : button('Send a test', () => void sendTest(endpoint, context))),
        state === 'disabled' && button('Enable', act('enable', 'Enabled.')),
        kind === 'webhook' && button('Rotate secret', () => askToRotate(endpoint, context)),
        button('Remove', () => askToRemove(endpoint, context), 'danger'),
      ),
  );
}

const pathTo = (context: ViewContext, id: string, rest = '') =>
  pathOf(context.organization, `/endpoints/${encodeURIComponent(id)}${rest}`);

function askForEndpoint(context: ViewContext): void {
  const address = h('input', {
    autocomplete: 'off',
    maxlength: 500,
    required: true,
    placeholder: 'https://example.com/hooks',
  });
  const types = h('input', { autocomplete: 'off', placeholder: 'invoice.issued, key.created' });
  const body = [
    h('label', {}, 'An https address that takes signed messages, or an e-mail address', address),
    h('label', {}, 'Types of events; leave empty for all', types),
  ];
  ask({ title: 'Add an endpoint', body, confirm: 'Add', cancel: 'Not now' }, async () => {
    const target = address.value.trim();
    const wanted = types.value.split(/[\s,]+/).filter(Boolean);
    const made = await call<Endpoint>('POST', pathOf(context.organization, '/endpoints'), {
      ...(target.includes('://') ? { url: target } : { email: target }),
      ...(wanted.length > 0 && { types: wanted }),
    });
    show(made, context);
  });
}

function askForCode({ id, target }: Endpoint, context: ViewContext): void {
  const code = h('input', { autocomplete: 'one-time-code', maxlength: 40, required: true });
  const body = [h('p', {}, `A code was mailed to ${target}.`), h('label', {}, 'The code', code)];
  ask({ title: 'Confirm this mailbox', body, confirm: 'Confirm', cancel: 'Not now' }, async () => {
    await call('POST', pathTo(context, id, '/confirm'), { code: code.value.trim() });
    context.refresh();
  });
}

function askToRotate({ id, target }: Endpoint, context: ViewContext): void {
  const body = [h('p', {}, `Messages to ${target} are signed with both secrets for a day.`)];
  ask({ title: 'Make a new secret?', body, confirm: 'Make a new secret' }, async () => {
    show(await call<Endpoint>('POST', pathTo(context, id, '/rotate-secret'), {}), context);
  });
}

function askToRemove({ id, target }: Endpoint, context: ViewContext): void {
  const body = [h('p', {}, `Nothing is sent to ${target} any more, and what is on its way is given up.`)];
  ask({ title: 'Remove this endpoint?', body, confirm: 'Remove endpoint', danger: true }, async () => {
    await call('DELETE', pathTo(context, id), {});
    context.refresh();
  });
}

/** Lists an endpoint, and shows the secret of a webhook, once; a mailbox has none. */
function show({ target, secret }: Endpoint, context: ViewContext): void {
  context.refresh();
  if (secret === null) return;
  reveal({
    title: `${target}: copy the secret now. It is not shown again.`,
    text: secret,
    id: 'new-secret',
    dismissed: context.refresh,
  });
}
