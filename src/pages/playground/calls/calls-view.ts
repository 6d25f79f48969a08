import { snippetsOf } from '../../snippets.ts';
import { byId, copyButton, fill, h, jsonView } from '../dom.ts';
import { tabs } from '../search/document.ts';
import { type Api, problemOf } from '../visit/api.ts';
import type { Visit } from '../visit/place.ts';
import type { Operation, Parameter } from './openapi.ts';

/**
 * All calls as forms, filled with `values` by `operationId`, with the request in four languages and
 * the answer with its time and cost.
 */
export function startCalls(
  api: Api,
  operations: readonly Operation[],
  values: Readonly<Record<string, Readonly<Record<string, string>>>>,
  visit: Visit,
): void {
  const stage = h('div', { class: 'stage' });
  const links = operations.map((operation) =>
    h(
      'a',
      { class: 'call', href: `#/calls/${operation.operationId}` },
      h('span', {}, operation.summary),
      h('span', { class: 'mono small muted' }, operation.path.replace('/v1/address/', '')),
      h('span', { class: 'cost-badge small' }, creditsText(operation.cost)),
    ),
  );
  fill(byId('calls'), h('nav', { class: 'panel call-list', 'aria-label': 'Calls' }, links), stage);
  let shown: Operation | null = null;
  const select = (operation: Operation) => {
    if (operation === shown) return;
    shown = operation;
    operations.forEach((each, i) => {
      if (each === operation) links[i].setAttribute('aria-current', 'page');
      else links[i].removeAttribute('aria-current');
    });
    fill(stage, ...callForm(api, operation, values[operation.operationId] ?? {}));
  };
  const show = () => {
    const { view, call } = visit.place;
    const operation = operations.find(({ operationId }) => operationId === call) ?? operations[0];
    if (operation === undefined) return;
    select(operation);
    if (view === 'calls') document.title = `${operation.summary} · Letterbox playground`;
  };
  visit.onMove(show);
  show();
}

function callForm(api: Api, operation: Operation, example: Readonly<Record<string, string>>): HTMLElement[] {
  const { method, path, operationId, summary, description, cost, parameters } = operation;
  const isBatch = method === 'POST';
  // Parameters that can replace each other are not required: those of the example are shown.
  const isFirst = ({ name, required }: Parameter) => required || example[name] !== undefined;
  const form = h(
    'form',
    { class: 'panel call-form' },
    h('h2', {}, summary),
    h('p', { class: 'mono' }, h('b', { class: 'method' }, method), ` ${path}`),
    h('p', { class: 'muted small' }, description.replaceAll('`', '')),
    parameters.filter(isFirst).map((parameter) => parameterField(parameter, example[parameter.name] ?? '')),
    isBatch
      ? queriesField(Object.values(example)[0] ?? '', cost)
      : h(
          'details',
          {},
          h('summary', {}, 'Optional parameters'),
          parameters.filter((parameter) => !isFirst(parameter)).map((parameter) => parameterField(parameter, '')),
        ),
    h('button', { type: 'submit', class: 'primary' }, `Send · ${creditsText(cost)}${isBatch ? ' a line' : ''}`),
  );
  const code = h('div', { class: 'panel request' });
  const answer = h(
    'div',
    { class: 'panel response' },
    h('p', { class: 'muted pad' }, 'The answer will be shown here.'),
  );
  const read = () =>
    Object.fromEntries(
      [...new FormData(form)]
        .map(([name, value]) => [name, String(value)] as const)
        .filter(([, value]) => value !== ''),
    );
  const queries = () =>
    String(new FormData(form).get('queries') ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const show = () => {
    const shown = { origin: location.origin, path, operationId, key: api.key };
    const request = isBatch ? { ...shown, parameters: {}, body: queries() } : { ...shown, parameters: read() };
    const panels = snippetsOf(request).map(({ title, code }) => [title, snippet(title, code)] as const);
    fill(code, h('h3', { class: 'visually-hidden' }, 'Request'), tabs('Request', panels));
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const lines = queries();
      const got = isBatch ? await api.post(path, lines) : await api.get(path, read());
      const limits = ['X-RateLimit-Remaining', 'X-RateLimit-Limit', 'X-RateLimit-Reset', 'Retry-After'];
      const isCharged = got.status === 200 || (!isBatch && (got.status === 400 || got.status === 404));
      const charged = isCharged ? cost * (isBatch ? chargedIn(got.body) : 1) : 0;
      fill(
        answer,
        h(
          'p',
          { class: 'meta small', role: 'status' },
          h('b', { class: `status ${got.status === 200 ? 'high' : 'low'}` }, String(got.status)),
          h('span', {}, `${got.milliseconds.toFixed(1)} ms`),
          h('span', {}, `${got.bytes} bytes`),
          h('span', {}, creditsText(charged)),
          limits.flatMap((name) => {
            const value = got.headers.get(name.toLowerCase());
            return value === undefined ? [] : [h('span', { class: 'mono' }, `${name}: ${value}`)];
          }),
          h('span', { class: 'mono muted' }, got.headers.get('x-request-id') ?? ''),
        ),
        problemOf(got) !== null && h('p', { class: 'problem pad' }, problemOf(got)),
        jsonView(got.body, 'Answer as JSON'),
      );
    } catch {
      fill(
        answer,
        h(
          'p',
          { class: 'problem pad' },
          'The service cannot be reached. Check that this machine is online and the service runs, then send again.',
        ),
      );
    }
  });
  show();
  return [form, h('div', { class: 'exchange' }, code, answer)];
}

function parameterField({ name, required, description, schema }: Parameter, value: string): HTMLElement {
  const id = `parameter-${name}`;
  const hint = `${id}-hint`;
  const common = { id, name, 'aria-describedby': hint };
  const range = schema.minimum === undefined ? '' : ` ${schema.minimum} to ${schema.maximum}.`;
  const input =
    schema.enum === undefined
      ? h('input', {
          ...common,
          value,
          required,
          class: 'mono',
          maxlength: schema.maxLength,
          placeholder: schema.default,
          autocomplete: 'off',
          spellcheck: 'false',
        })
      : h(
          'select',
          common,
          h('option', { value: '' }, `${schema.default ?? 'not sent'}`),
          schema.enum.filter((each) => each !== schema.default).map((each) => h('option', { value: each }, each)),
        );
  return h(
    'div',
    { class: 'parameter' },
    h('label', { for: id }, h('code', {}, name), required ? h('span', { class: 'required small' }, 'required') : ''),
    input,
    h('p', { class: 'small muted', id: hint }, `${description.replaceAll('`', '')}${range}`),
  );
}

/** How many results of a batch were charged: all except refusals by a limit and failures. */
function chargedIn(body: unknown): number {
  const { results } = body as { readonly results: readonly { readonly status: number }[] };
  return results.filter(({ status }) => status < 429).length;
}

/** The queries of a batch, one a line. */
function queriesField(value: string, cost: number): HTMLElement {
  return h(
    'div',
    { class: 'parameter' },
    h('label', { for: 'queries' }, 'Addresses', h('span', { class: 'required small' }, 'required')),
    h(
      'textarea',
      {
        id: 'queries',
        name: 'queries',
        class: 'mono',
        rows: 5,
        required: true,
        spellcheck: 'false',
        'aria-describedby': 'queries-hint',
      },
      value,
    ),
    h('p', { class: 'small muted', id: 'queries-hint' }, `One a line; each costs ${creditsText(cost)}.`),
  );
}

function snippet(title: string, code: string): HTMLElement {
  return h(
    'div',
    { class: 'snippet' },
    h('pre', { tabindex: '0', role: 'region', 'aria-label': `${title} request` }, h('code', {}, code)),
    copyButton('Copy', () => code),
  );
}

function creditsText(credits: number): string {
  return credits === 1 ? '1 credit' : `${credits} credits`;
}
