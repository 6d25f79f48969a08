import { fill, h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import type { Series } from '../chart.ts';
import { statePanel } from '../states.ts';
import { count, credits, day, forecast, moment, money, type PlanState } from '../words.ts';
import { keysOf } from './keys.ts';
import type { View } from './view.ts';

/** The usage of one operation by one key on one day; the key is null if unknown. */
interface DailyUsage {
  readonly day: string;
  readonly key: string | null;
  readonly operation: string;
  readonly requests: number;
  readonly credits: number;
}

interface Usage {
  readonly from: string;
  readonly to: string;
  readonly days: readonly DailyUsage[];
}

/** The ways to group usage. */
const WAYS = { operation: 'by operation', key: 'by key' } as const;

/** The name for usage without a known key. */
const NO_KEY = 'no key noted';

/**
 * Credits by day, operation and key since the period began, what is left, and a forecast at this
 * rate.
 */
export const usageView: View = async ({ organization }) => {
  const [state, { currency }] = await Promise.all([
    call<PlanState>('GET', pathOf(organization, '/plan')),
    call<{ currency: string }>('GET', pathOf(organization, '/plans')),
  ]);
  const from = state.period.start.slice(0, 10);
  const last = new Date(Date.parse(state.period.end) - 1).toISOString().slice(0, 10);
  const to = new Date(Math.max(Date.now(), Date.parse(from))).toISOString().slice(0, 10);
  const [usage, keys] = await Promise.all([
    call<Usage>('GET', pathOf(organization, `/usage/keys?from=${from}&to=${to}`)),
    keysOf(organization),
  ]);
  const names = new Map(keys.map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`]));
  const nameOf = (key: string | null) => (key === null ? NO_KEY : (names.get(key) ?? key));
  const shown = usage.days.length > 0;
  return [
    h('div', { class: 'head' }, h('h2', {}, 'Usage'), shown && csvButton(organization, usage, nameOf)),
    figures(state, currency),
    ...warning(state),
    shown
      ? chartOf(await import('../chart.ts'), { ...usage, to: last }, nameOf)
      : statePanel('empty', 'No usage yet', h('p', {}, 'Requests show up here within a minute.')),
  ];
};

function figures(state: PlanState, currency: string): HTMLElement {
  const { plan, period, credits: known } = state;
  const expected = forecast(state, Date.now());
  const billed = plan.shape === 'payg' && known.remaining === 0;
  const told: [string, string][] = [
    ['Used in this period', credits(known.used)],
    ['Left', billed ? 'billed as used' : credits(known.remaining)],
    ['Period ends', day(period.end)],
    [
      'At this rate, by its end',
      expected ? `${credits(expected.credits)}, ${money(expected.cents, currency)}` : 'too early to tell',
    ],
  ];
  return h(
    'dl',
    { class: 'figures' },
    told.map(([term, text]) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
  );
}

function warning(state: PlanState): HTMLElement[] {
  const empty = forecast(state, Date.now())?.emptyAt;
  if (!empty) return [];
  const at = moment(new Date(empty).toISOString());
  return [h('p', { class: 'panel' }, `At this rate the credits are used up ${at}; requests are refused from then on.`)];
}

/** The chart, redrawn for each grouping. Its library is loaded for this page only. */
function chartOf(
  { swatch, usageChart }: typeof import('../chart.ts'),
  { from, to, days }: Usage,
  nameOf: (key: string | null) => string,
): HTMLElement {
  const drawn = h('div', { class: 'drawn' });
  const draw = (by: keyof typeof WAYS) => {
    const idOf = (each: DailyUsage) => (by === 'key' ? (each.key ?? '') : each.operation);
    const series = seriesOf(days, idOf, (id) => (by === 'key' ? nameOf(id === '' ? null : id) : id));
    const bars = days.map((each) => ({ day: each.day, series: idOf(each), credits: each.credits }));
    fill(
      drawn,
      usageChart({ from, to, by }, bars, series),
      h(
        'ul',
        { class: 'legend small' },
        series.map(({ name }, place) => h('li', {}, swatch(place) as Node, name)),
      ),
    );
  };
  const way = h(
    'select',
    { onchange: () => draw(way.value as keyof typeof WAYS) },
    Object.entries(WAYS).map(([value, text]) => h('option', { value }, text)),
  );
  draw('operation');
  return h(
    'section',
    { class: 'panel chart', 'aria-label': 'Credits by day' },
    h('label', { class: 'small' }, 'Credits by day, ', way),
    drawn,
    h('details', {}, h('summary', {}, 'As a table'), usageTable(days, nameOf)),
  );
}

/** The series of a chart, the most used first. */
function seriesOf(
  days: readonly DailyUsage[],
  idOf: (each: DailyUsage) => string,
  nameOf: (id: string) => string,
): Series[] {
  const sums = new Map<string, number>();
  for (const each of days) sums.set(idOf(each), (sums.get(idOf(each)) ?? 0) + each.credits);
  return [...sums].sort(([, a], [, b]) => b - a).map(([id]) => ({ id, name: nameOf(id) }));
}

function usageTable(days: readonly DailyUsage[], nameOf: (key: string | null) => string): HTMLElement {
  const heads = ['Day', 'Key', 'Operation', 'Requests', 'Credits'].map((head, place) =>
    h('th', { scope: 'col', ...(place > 2 && { class: 'number' }) }, head),
  );
  const rows = days.map((each) =>
    h(
      'tr',
      {},
      h('td', {}, day(each.day)),
      h('td', {}, nameOf(each.key)),
      h('td', {}, each.operation),
      h('td', { class: 'number' }, count(each.requests)),
      h('td', { class: 'number' }, count(each.credits)),
    ),
  );
  return h(
    'div',
    { class: 'table', tabindex: 0, role: 'region', 'aria-label': 'Usage by day' },
    h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)),
  );
}

function csvButton(
  organization: string,
  { from, to, days }: Usage,
  nameOf: (key: string | null) => string,
): HTMLElement {
  const save = () => {
    const url = URL.createObjectURL(new Blob([csvOf(days, nameOf)], { type: 'text/csv' }));
    h('a', { href: url, download: `usage-${organization}-${from}-${to}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return h('button', { type: 'button', onclick: save }, 'Download CSV');
}

/**
 * Usage as CSV. Names of keys are quoted (RFC 4180), and escaped if a spreadsheet would take them
 * for formulas.
 */
function csvOf(days: readonly DailyUsage[], nameOf: (key: string | null) => string): string {
  const quoted = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const lines = days.map((each) =>
    [each.day, each.key ?? '', quoted(nameOf(each.key)), each.operation, each.requests, each.credits].join(','),
  );
  return `${['day,key,name,operation,requests,credits', ...lines].join('\r\n')}\r\n`;
}
