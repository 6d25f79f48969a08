import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { statePanel } from '../states.ts';
import { count, credits, day, moment } from '../words.ts';
import { askForKey, askToChange, askToRevoke, askToRotate, type Key } from './key-questions.ts';
import { mayChange, type View, type ViewContext } from './view.ts';

const TONES: Readonly<Record<Key['state'], string>> = {
  active: 'good',
  rotated: 'warn',
  disabled: 'bad',
  expired: '',
  revoked: '',
};

/** All keys of an organization, oldest first. */
export async function keysOf(organization: string): Promise<Key[]> {
  const keys: Key[] = [];
  let after = '';
  do {
    const page = await call<{ keys: Key[]; next: string | null }>('GET', pathOf(organization, `/keys${after}`));
    keys.push(...page.keys);
    after = page.next === null ? '' : `?after=${encodeURIComponent(page.next)}`;
  } while (after !== '');
  return keys;
}

/** The API keys of an organization, with their caps and usage; make, change, rotate, revoke. */
export const keysView: View = async (context) => {
  const keys = await keysOf(context.organization);
  const may = mayChange(context.session);
  const make =
    may && h('button', { type: 'button', class: 'primary', onclick: () => askForKey(context) }, 'Make a key');
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
          keyTable(keys, may, context),
        );
  return [h('div', { class: 'head' }, h('h2', {}, 'API keys'), make), list];
};

function keyTable(keys: readonly Key[], may: boolean, context: ViewContext): HTMLElement {
  const heads = ['Name', 'Begins with', 'State', 'May be used for', 'Used', 'Made', ...(may ? ['Actions'] : [])];
  const rows = keys.map((key) => {
    const works = key.state === 'active' || key.state === 'rotated';
    const terms = key.terms
      ? `${key.terms.operations.join(', ')} at ${key.terms.origins.join(', ')}`
      : 'everything in the plan, from a server';
    const button = (verb: string, act: () => void, tone?: 'danger') =>
      h('button', { type: 'button', class: tone, 'aria-label': `${verb} ${key.name}`, onclick: act }, verb);
    const actions = works && [
      button('Change', () => askToChange(key, context)),
      key.state === 'active' && button('Rotate', () => askToRotate(key, context)),
      button('Revoke', () => askToRevoke(key, context), 'danger'),
    ];
    return h(
      'tr',
      { 'data-key': key.id },
      h('td', {}, key.name),
      h('td', { class: 'mono' }, `${key.prefix}…`),
      h(
        'td',
        {},
        h('span', { class: `badge ${TONES[key.state]}` }, key.state),
        h('div', { class: 'small muted' }, endInWords(key)),
      ),
      h('td', { class: 'small' }, terms, h('div', { class: 'muted' }, capsInWords(key))),
      h('td', { class: 'small' }, useInWords(key)),
      h('td', { class: 'small' }, day(key.createdAt)),
      may && h('td', {}, actions && h('div', { class: 'actions' }, actions)),
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

function endInWords({ state, expiresAt }: Key): string {
  if (expiresAt === null || (state !== 'active' && state !== 'rotated')) return '';
  return state === 'rotated' ? `works until ${moment(expiresAt)}` : `ends ${moment(expiresAt)}`;
}

function capsInWords({ dailyCap, monthlyCap, usedToday, usedThisMonth }: Key): string {
  const part = (cap: number | null, used: number, period: string) =>
    cap === null ? [] : [`${count(used)} of ${credits(cap)} ${period}`];
  return [...part(dailyCap, usedToday, 'today'), ...part(monthlyCap, usedThisMonth, 'this month')].join(', ');
}

function useInWords({ lastUsedAt, usedThisMonth }: Key): (Node | string)[] {
  if (lastUsedAt === null) return ['never'];
  return [moment(lastUsedAt), h('div', { class: 'muted' }, `${credits(usedThisMonth)} this month`)];
}
