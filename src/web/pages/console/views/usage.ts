import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { type DailyUsage, swatch, usageChart } from '../chart.ts';
import { statePanel } from '../states.ts';
import { count, credits, day, forecast, moment, money, type PlanState } from '../words.ts';
import type { View } from './view.ts';

interface Usage {
  readonly from: string;
  readonly to: string;
  readonly credits: number;
  readonly requests: number;
  readonly days: readonly DailyUsage[];
}

/** Credits by day and operation since the period began, what is left, and what it comes to at this rate. */
export const usageView: View = async ({ organization }) => {
  const [state, { currency }] = await Promise.all([
    call<PlanState>('GET', pathOf(organization, '/plan')),
    call<{ currency: string }>('GET', pathOf(organization, '/plans')),
  ]);
  const from = state.period.start.slice(0, 10);
  const last = new Date(Date.parse(state.period.end) - 1).toISOString().slice(0, 10);
  const to = new Date(Math.max(Date.now(), Date.parse(from))).toISOString().slice(0, 10);
  const usage = await call<Usage>('GET', pathOf(organization, `/usage?from=${from}&to=${to}`));
  const operations = [...new Set(usage.days.map(({ operation }) => operation))].sort();
  const expected = forecast(state, Date.now());
  const figures: [string, string][] = [
    ['Used in this period', credits(state.credits.used)],
    [
      'Left',
      state.plan.shape === 'payg' && state.credits.remaining === 0
        ? 'billed as used'
        : credits(state.credits.remaining),
    ],
    ['Period ends', day(state.period.end)],
    [
      'At this rate, by its end',
      expected ? `${credits(expected.credits)}, ${money(expected.cents, currency)}` : 'too early to tell',
    ],
  ];
  const empty = expected?.emptyAt;
  return [
    h('div', { class: 'head' }, h('h2', {}, 'Usage'), usage.days.length > 0 && csvButton(organization, usage)),
    h(
      'dl',
      { class: 'figures' },
      figures.map(([term, text]) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
    ),
    ...(empty
      ? [
          h(
            'p',
            { class: 'panel' },
            `At this rate the credits are used up ${moment(new Date(empty).toISOString())}; requests are refused from then on.`,
          ),
        ]
      : []),
    usage.days.length === 0
      ? statePanel('empty', 'No usage yet', h('p', {}, 'Requests show up here within a minute.'))
      : h(
          'section',
          { class: 'panel chart', 'aria-label': 'Credits by day' },
          usageChart(from, last, usage.days, operations),
          h(
            'ul',
            { class: 'legend small' },
            operations.map((name, series) => h('li', {}, swatch(series) as Node, name)),
          ),
          h('details', {}, h('summary', {}, 'As a table'), usageTable(usage.days)),
        ),
  ];
};

function usageTable(days: readonly DailyUsage[]): HTMLElement {
  const heads = [
    h('th', { scope: 'col' }, 'Day'),
    h('th', { scope: 'col' }, 'Operation'),
    h('th', { scope: 'col', class: 'number' }, 'Requests'),
    h('th', { scope: 'col', class: 'number' }, 'Credits'),
  ];
  const rows = days.map((each) =>
    h(
      'tr',
      {},
      h('td', {}, day(each.day)),
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

function csvButton(organization: string, { from, to, days }: Usage): HTMLElement {
  const text = [
    'day,operation,requests,credits',
    ...days.map((each) => [each.day, each.operation, each.requests, each.credits].join(',')),
  ];
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text.join('\r\n')}\r\n`], { type: 'text/csv' }));
    h('a', { href: url, download: `usage-${organization}-${from}-${to}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return h('button', { type: 'button', onclick: save }, 'Download CSV');
}
