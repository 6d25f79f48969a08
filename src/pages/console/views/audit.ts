import { fill, h } from '../../playground/dom.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { say, statePanel } from '../states.ts';
import { detailsList, moment } from '../words.ts';
import type { View } from './view.ts';

interface Entry {
  readonly sequence: number;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly subject: string; readonly from: string | null };
  readonly action: string;
  readonly details: object;
  readonly position: number;
  readonly hash: string;
}

const A_PAGE = 100;
/** Entries per page while fetching a download: the most that the API allows. */
const MANY = 500;

/** Who did what, when and from where, newest first, with filters and a download. */
export const auditView: View = async ({ organization }) => {
  const fields = {
    subject: h('input', { autocomplete: 'off', maxlength: 255 }),
    action: h('input', { autocomplete: 'off', maxlength: 64, placeholder: 'create-key' }),
    from: h('input', { type: 'date' }),
    to: h('input', { type: 'date' }),
  };
  const filter = () => Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value.trim()]));
  const page = async (limit: number, before: number | null): Promise<readonly Entry[]> => {
    const query = new URLSearchParams({ limit: String(limit), ...(before !== null && { before: String(before) }) });
    for (const [name, value] of Object.entries(filter())) if (value !== '') query.set(name, value);
    return (await call<{ entries: Entry[] }>('GET', pathOf(organization, `/audit-log?${query}`))).entries;
  };
  const body = h('tbody');
  const more = h('button', { type: 'button' }, 'Show more');
  const problem = h('p', { class: 'problem', role: 'alert' });
  const none = h('p', { class: 'muted' }, 'No entry is like that.');
  const show = (entries: readonly Entry[]) => {
    body.append(...entries.map(entryRow));
    more.hidden = entries.length < A_PAGE;
    more.onclick = () => void page(A_PAGE, entries.at(-1)!.sequence).then(show, failed);
    none.hidden = body.rows.length > 0;
  };
  const failed = (error: unknown) => {
    if (!(error instanceof ApiFailure)) throw error;
    fill(problem, error.message);
  };
  const first = await page(A_PAGE, null);
  if (first.length === 0) return [h('h2', {}, 'Audit log'), statePanel('empty', 'Nothing has happened yet')];
  show(first);
  const form = h(
    'form',
    { class: 'filter', 'aria-label': 'Filter' },
    h('label', {}, 'Who', fields.subject),
    h('label', {}, 'What', fields.action),
    h('label', {}, 'From', fields.from),
    h('label', {}, 'To', fields.to),
    h('button', {}, 'Filter'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    fill(problem);
    try {
      const entries = await page(A_PAGE, null);
      fill(body);
      show(entries);
      say(`${body.rows.length} entries are shown.`);
    } catch (error) {
      failed(error);
    }
  });
  const download = h('button', { type: 'button' }, 'Download');
  download.addEventListener('click', async () => {
    fill(problem);
    try {
      const all: Entry[] = [];
      for (let entries = await page(MANY, null); entries.length > 0; ) {
        all.push(...entries);
        entries = await page(MANY, entries.at(-1)!.sequence);
      }
      save(organization, all.reverse());
    } catch (error) {
      failed(error);
    }
  });
  const heads = ['When', 'Who', 'From', 'What', 'Details'].map((head) => h('th', { scope: 'col' }, head));
  return [
    h('div', { class: 'head' }, h('h2', {}, 'Audit log'), download),
    form,
    problem,
    h(
      'div',
      { class: 'panel' },
      h(
        'div',
        { class: 'table', tabindex: 0, role: 'region', 'aria-label': 'Entries' },
        h('table', {}, h('thead', {}, h('tr', {}, heads)), body),
      ),
      none,
      h('div', { class: 'actions' }, more),
    ),
  ];
};

function entryRow({ sequence, at, actor, action, details, position, hash }: Entry): HTMLElement {
  return h(
    'tr',
    {},
    h('td', { class: 'small' }, moment(at)),
    h('td', {}, actor.subject, h('div', { class: 'small muted' }, actor.kind)),
    h('td', { class: 'small mono' }, actor.from ?? '–'),
    h('td', {}, action),
    h(
      'td',
      {},
      h(
        'details',
        {},
        h('summary', { 'aria-label': `Details of ${action}, entry ${sequence}` }, 'Details'),
        detailsList(details),
        h('p', { class: 'small mono' }, `entry ${position}, ${hash}`),
      ),
    ),
  );
}

/** Saves entries as lines of JSON, oldest first, with the hashes that chain them. */
function save(organization: string, entries: readonly Entry[]): void {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
  h('a', { href: url, download: `audit-log-${organization}.ndjson` }).click();
  URL.revokeObjectURL(url);
}
