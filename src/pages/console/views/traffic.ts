import type { TrafficSpan, TrafficState } from '../../../billing/accounts/console/resources/service.ts';
import { h } from '../../playground/dom.ts';
import { count, moment } from '../words.ts';

const HOUR_MS = 3_600_000;
const HOURS = 720;
const HEIGHT = 48;
const SVG = 'http://www.w3.org/2000/svg';

/** A measure of an hour, in a chart of its own. */
interface Measure {
  readonly title: string;
  readonly of: (span: TrafficSpan) => number;
  readonly written: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  { title: 'Requests', of: ({ requests }) => requests, written: count },
  { title: 'Errors (4xx and 5xx)', of: ({ refused, failed }) => refused + failed, written: count },
  { title: 'p50', of: ({ p50Ms }) => p50Ms ?? 0, written: milliseconds },
  { title: 'p99', of: ({ p99Ms }) => p99Ms ?? 0, written: milliseconds },
  { title: 'Credits', of: ({ credits }) => credits, written: count },
];

/** What this machine answered in 30 days: charts by the hour, and a table of the sums. `at` is now. */
export function trafficFigures({ hours, day, month }: TrafficState, at: string): HTMLElement[] {
  const now = Math.floor(Date.parse(at) / HOUR_MS);
  const latest = hours.filter((span) => hourOf(span) === now);
  const spans: readonly (readonly [title: string, span: TrafficSpan])[] = [
    ...latest.map((span) => ['This hour', span] as const),
    ['24 hours', day],
    ['30 days', month],
  ];
  const charts = MEASURES.map((measure) => chart(measure, hours, now));
  return [sums(spans), h('div', {}, charts)];
}

function sums(spans: readonly (readonly [title: string, span: TrafficSpan])[]): HTMLElement {
  const heads = ['Time', 'Requests', 'Refused (4xx)', 'Failed (5xx)', 'p50', 'p99', 'Credits'];
  const number = (text: string) => h('td', { class: 'number' }, text);
  const rows = spans.map(([title, { requests, refused, failed, p50Ms, p99Ms, credits }]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, title),
      number(count(requests)),
      number(count(refused)),
      number(count(failed)),
      number(p50Ms === null ? '–' : milliseconds(p50Ms)),
      number(p99Ms === null ? '–' : milliseconds(p99Ms)),
      number(count(credits)),
    ),
  );
  const head = heads.map((text, at) => h('th', { scope: 'col', class: at > 0 && 'number' }, text));
  return h(
    'div',
    { class: 'table', tabindex: 0, role: 'region', 'aria-label': 'What was answered' },
    h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)),
  );
}

/** Bars of the hours in which something was asked, each as high as its share of the highest. */
function chart({ title, of, written }: Measure, hours: readonly TrafficSpan[], now: number): HTMLElement {
  const most = hours.reduce<TrafficSpan | null>((top, span) => (top === null || of(span) > of(top) ? span : top), null);
  const highest = most === null ? 0 : of(most);
  const told = highest === 0 ? 'none' : `at most ${written(highest)}, on ${moment(most!.at)}`;
  const bars = hours.map((span) => {
    const height = highest === 0 ? 0 : Math.max(1, (of(span) / highest) * HEIGHT);
    return of(span) === 0
      ? ''
      : `M${HOURS - 1 - (now - hourOf(span))} ${HEIGHT}v-${height.toFixed(1)}h1v${height.toFixed(1)}z`;
  });
  const drawing = document.createElementNS(SVG, 'svg');
  const label = `${title} by the hour, 30 days: ${told}`;
  const shape = { viewBox: `0 0 ${HOURS} ${HEIGHT}`, width: '100%', height: HEIGHT, preserveAspectRatio: 'none' };
  for (const [name, value] of Object.entries({ ...shape, role: 'img', 'aria-label': label }))
    drawing.setAttribute(name, String(value));
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('class', 'series-0');
  path.setAttribute('d', bars.join(''));
  drawing.append(path);
  return h('div', {}, h('p', { class: 'small' }, h('b', {}, title), ` by the hour: ${told}`), drawing);
}

function hourOf({ at }: TrafficSpan): number {
  return Math.floor(Date.parse(at) / HOUR_MS);
}

function milliseconds(value: number): string {
  return `${new Intl.NumberFormat('en-AU', { maximumSignificantDigits: 2 }).format(value)} ms`;
}
