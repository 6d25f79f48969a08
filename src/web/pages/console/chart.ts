import { count, day } from './words.ts';

/** The credits of one series on one day. */
export interface Bar {
  readonly day: string;
  /** What the bar is of: the id of an operation or key. */
  readonly series: string;
  readonly credits: number;
}

/** An operation or a key: its id, and what people call it. */
export interface Series {
  readonly id: string;
  readonly name: string;
}

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 960;
const HEIGHT = 240;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 8;
const DAY_MS = 86_400_000;

function s(tag: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Bars of credits by day, stacked in the order of `series`; `by` says what those are. */
export function usageChart(
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: string },
  bars: readonly Bar[],
  series: readonly Series[],
): SVGElement {
  const first = Date.parse(from);
  const length = Math.round((Date.parse(to) - first) / DAY_MS) + 1;
  const sums = new Map<string, number>();
  const heights = new Map<string, number>();
  for (const { day: at, series: id, credits } of bars) {
    sums.set(at, (sums.get(at) ?? 0) + credits);
    heights.set(`${at} ${id}`, (heights.get(`${at} ${id}`) ?? 0) + credits);
  }
  const top = ceiling(Math.max(1, ...sums.values()));
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0);
  const chart = s('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'img',
    'aria-label': `Credits by day and ${by}: ${count(total)} from ${day(from)} to ${day(to)}`,
  });
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  for (const share of [0, 0.5, 1]) {
    const at = y(top * share);
    chart.append(s('line', { x1: LEFT, x2: WIDTH, y1: at, y2: at }));
    chart.append(s('text', { x: LEFT - 8, y: at + 4, 'text-anchor': 'end' }, count(top * share)));
  }
  const step = (WIDTH - LEFT) / length;
  for (let i = 0; i < length; i++) {
    const iso = new Date(first + i * DAY_MS).toISOString().slice(0, 10);
    const x = LEFT + i * step;
    if (i % Math.ceil(length / 8) === 0) chart.append(s('text', { x, y: HEIGHT - 6 }, day(iso).replace(/ \d{4}$/, '')));
    let below = 0;
    for (const [place, { id, name }] of series.entries()) {
      const credits = heights.get(`${iso} ${id}`) ?? 0;
      if (credits === 0) continue;
      const [upper, lower] = [y(below + credits), y(below)];
      below += credits;
      const bar = s('rect', {
        class: `series-${place % 8}`,
        x: x + 1,
        y: upper,
        width: Math.max(1, step - 2),
        height: lower - upper,
      });
      bar.append(s('title', {}, `${day(iso)}, ${name}: ${count(credits)}`));
      chart.append(bar);
    }
  }
  return chart;
}

/** The square that stands for a series. */
export function swatch(series: number): SVGElement {
  const square = s('svg', { viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  square.append(s('rect', { class: `series-${series % 8}`, width: 8, height: 8, rx: 1 }));
  return square;
}

/** The next even number of the form 2, 4 or 10 times a power of ten. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [2, 4, 10].map((times) => times * power).find((each) => each >= value)!;
}
