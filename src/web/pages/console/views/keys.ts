import { copyButton, fill, h } from '../../playground/dom.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { ask, say, statePanel } from '../states.ts';
import { moment } from '../words.ts';
import { mayChange, type View, type ViewContext } from './view.ts';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly state: 'active' | 'rotated' | 'disabled' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly kind: 'secret' | 'publishable';
  readonly terms: { readonly origins: readonly string[]; readonly operations: readonly string[] } | null;
}

interface RevealedKey extends Key {
  readonly key: string | null;
}

const TONES: Readonly<Record<Key['state'], string>> = {
  active: 'good',
  rotated: 'warn',
  disabled: 'bad',
  expired: '',
  revoked: '',
};

/** The API keys of an organization: make, rotate, revoke. */
export const keysView: View = async (context) => {
  const keys: Key[] = [];
  let after = '';
  do {
    const page = await call<{ keys: Key[]; next: string | null }>('GET', pathOf(context.organization, `/keys${after}`));
    keys.push(...page.keys);
    after = page.next === null ? '' : `?after=${encodeURIComponent(page.next)}`;
  } while (after !== '');
  const may = mayChange(context.session);
  const revealed = h('div', { id: 'revealed' });
  const make =
    may && h('button', { type: 'button', class: 'primary', onclick: () => askForKey(context, revealed) }, 'Make a key');
  const list =
    keys.length === 0
      ? statePanel(
          'empty',
          'No keys yet',
          h('p', {}, may ? 'Make one to begin.' : 'An admin of your organization can make one.'),
        )
      : h(
          'div',
          { class: 'panel table', tabindex: 0, role: 'region', 'aria-label': 'List of keys' },
          keyTable(keys, may, context, revealed),
        );
  return [h('div', { class: 'head' }, h('h2', {}, 'API keys'), make), revealed, list];
};

function keyTable(keys: readonly Key[], may: boolean, context: ViewContext, revealed: HTMLElement): HTMLElement {
  const heads = ['Name', 'Begins with', 'State', 'May be used for', 'Made', ...(may ? ['Actions'] : [])];
  const rows = keys.map((key) => {
    const works = key.state === 'active' || key.state === 'rotated';
    const ends = key.state === 'rotated' && key.expiresAt ? `works until ${moment(key.expiresAt)}` : '';
    const terms = key.terms
      ? `${key.terms.operations.join(', ')} at ${key.terms.origins.join(', ')}`
      : 'everything in the plan, from a server';
    const rotate = h(
      'button',
      { type: 'button', 'aria-label': `Rotate ${key.name}`, onclick: () => askToRotate(key, context, revealed) },
      'Rotate',
    );
    const revoke = h(
      'button',
      { type: 'button', 'aria-label': `Revoke ${key.name}`, onclick: () => askToRevoke(key, context) },
      'Revoke',
    );
    return h(
      'tr',
      { 'data-key': key.id },
      h('td', {}, key.name),
      h('td', { class: 'mono' }, `${key.prefix}…`),
      h(
        'td',
        {},
        h('span', { class: `badge ${TONES[key.state]}` }, key.state),
        ends && h('div', { class: 'small muted' }, ends),
      ),
      h('td', { class: 'small' }, terms),
      h('td', { class: 'small' }, moment(key.createdAt)),
      may && h('td', {}, works && h('div', { class: 'actions' }, key.state === 'active' && rotate, revoke)),
    );
  });
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map((head) => h('th', { scope: 'col' }, head)),
      ),
    ),
    h('tbody', {}, rows),
  );
}

function askForKey(context: ViewContext, revealed: HTMLElement): void {
  const name = h('input', { maxlength: 100, autocomplete: 'off', required: true });
  const origins = h('textarea', { placeholder: 'https://shop.example.com' });
  const operations = h('input', { autocomplete: 'off', placeholder: 'autocomplete, validate, enrich' });
  const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  const body = [
    h('label', {}, 'Name', name),
    h(
      'label',
      {},
      'Origins of web pages that may use it, one a line. Leave empty for a key that stays on your servers.',
      origins,
    ),
    h('label', {}, 'Operations that pages may use; leave empty for what a form needs', operations),
  ];
  ask({ title: 'Make a key', body, confirm: 'Make key', cancel: 'Not now' }, async () => {
    if (name.value.trim() === '')
      throw new ApiFailure(400, 'INVALID_PARAMETERS', 'Give the key a name, to tell it from others.', null);
    const [from, which] = [words(origins.value), words(operations.value)];
    const terms = { ...(from.length > 0 && { origins: from }), ...(which.length > 0 && { operations: which }) };
    reveal(
      await call<RevealedKey>('POST', pathOf(context.organization, '/keys'), { name: name.value.trim(), ...terms }),
      revealed,
      context,
    );
  });
}

function askToRotate(key: Key, context: ViewContext, revealed: HTMLElement): void {
  const grace = h(
    'select',
    {},
    [
      [0, 'not at all'],
      [3600, 'one hour'],
      [86_400, 'one day'],
      [604_800, 'one week'],
    ].map(([seconds, text]) => h('option', { value: seconds, selected: seconds === 86_400 }, String(text))),
  );
  const body = [
    h('p', {}, `A new key takes the place of ${key.name}, with the same restrictions. Both count on the same credits.`),
    h('label', {}, 'The old key goes on working', grace),
  ];
  ask({ title: `Rotate ${key.name}?`, body, confirm: 'Rotate' }, async () => {
    const path = pathOf(context.organization, `/keys/${encodeURIComponent(key.id)}/rotate`);
    reveal(await call<RevealedKey>('POST', path, { graceSeconds: Number(grace.value) }), revealed, context);
  });
}

function askToRevoke(key: Key, context: ViewContext): void {
  const body = [
    h('p', {}, 'Requests with it are refused within a second, on all machines. It cannot be brought back.'),
  ];
  ask({ title: `Revoke ${key.name}?`, body, confirm: 'Revoke' }, async () => {
    await call('POST', pathOf(context.organization, `/keys/${encodeURIComponent(key.id)}/revoke`), {});
    say(`${key.name} is revoked.`);
    context.refresh();
  });
}

/** Shows a key, this once; the list is drawn again when it has been put away. */
function reveal({ name, key }: RevealedKey, place: HTMLElement, context: ViewContext): void {
  if (key === null) {
    context.refresh();
    return;
  }
  say(`${name} is made. Copy the key now.`);
  const away = h('button', { type: 'button', onclick: context.refresh }, 'I have it');
  fill(
    place,
    h(
      'section',
      { class: 'panel', 'aria-label': 'New key' },
      h('h3', {}, `${name}: copy the key now. It is not shown again.`),
      h('div', { class: 'secret mono', id: 'new-key' }, key),
      h(
        'div',
        { class: 'actions' },
        copyButton('Copy', () => key),
        away,
      ),
    ),
  );
}
