import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { statePanel } from '../states.ts';
import { moment } from '../words.ts';
import type { View } from './view.ts';

interface Entry {
  readonly sequence: number;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly subject: string };
  readonly action: string;
  readonly details: object;
}

const MOST = 100;

/** Who did what, newest first; a filter over what is shown. */
export const auditView: View = async ({ organization }) => {
  const { entries } = await call<{ entries: Entry[] }>('GET', pathOf(organization, `/audit-log?limit=${MOST}`));
  if (entries.length === 0) return [h('h2', {}, 'Audit log'), statePanel('empty', 'Nothing has happened yet')];
  const rows = entries.map((entry) =>
    h(
      'tr',
      {},
      h('td', { class: 'small' }, moment(entry.at)),
      h('td', {}, entry.actor.subject, h('div', { class: 'small muted' }, entry.actor.kind)),
      h('td', {}, entry.action),
      h(
        'td',
        {},
        h(
          'details',
          {},
          h('summary', { 'aria-label': `Details of ${entry.action}, entry ${entry.sequence}` }, 'Details'),
          h('pre', {}, JSON.stringify(entry.details, null, 2)),
        ),
      ),
    ),
  );
  const filter = h('input', { type: 'search', autocomplete: 'off' });
  filter.addEventListener('input', () => {
    const wanted = filter.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  const heads = ['When', 'Who', 'What', 'Details'].map((head) => h('th', { scope: 'col' }, head));
  return [
    h(
      'div',
      { class: 'head' },
      h('h2', {}, 'Audit log'),
      h('label', { class: 'small' }, `Filter the last ${entries.length}`, filter),
    ),
    h(
      'div',
      { class: 'panel table', tabindex: 0, role: 'region', 'aria-label': 'Entries' },
      h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)),
    ),
  ];
};
