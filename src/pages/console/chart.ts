import uPlot from 'uplot';
import { h } from '../playground/dom.ts';
import { count, day } from './words.ts';

/** The credits of one series on one day. */
export interface Bar {
  readonly day: string;
  /** The id of an operation or key. */
  readonly series: string;
  readonly credits: number;
}

/** An operation or a key: its id, and its display name. */
export interface Series {
  readonly id: string;
  readonly name: string;
}

/** The days that a chart shows, both included, and what its series are. */
export interface ChartRange {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

const HEIGHT = 260;
const DAY_SECONDS = 86_400;
/** The number of colours for series in `style.css`; further series repeat them. */
const COLOURS = 8;

/**
 * Bars of credits by day, stacked in the order of `series`, drawn by uPlot. A line below has the
 * figures of the day under the pointer. The same figures are in the page's table, for screen
 * readers.
 */
export function usageChart(range: ChartRange, bars: readonly Bar[], series: readonly Series[]): HTMLElement {
  const { from, to, by } = range;
  const first = Date.parse(from) / 1000;
  const length = Math.round((Date.parse(to) / 1000 - first) / DAY_SECONDS) + 1;
  const days = Array.from({ length }, (_, i) => first + i * DAY_SECONDS);
  const credits = series.map(({ id }) => creditsByDay(bars, id, days));
  const total = credits.flat().reduce((sum, each) => sum + each, 0);
  const label = `Credits by day and ${by}: ${count(total)} from ${day(from)} to ${day(to)}`;
  const drawing = h('div', { class: 'drawing', role: 'img', 'aria-label': label });
  const told = h('p', { class: 'small muted told', 'aria-hidden': 'true' });
  const tell = (place: number | null) => {
    told.textContent =
      place === null ? 'Point at a day for its figures.' : dayInWords(days[place], credits, place, series);
  };
  tell(null);
  keepDrawn(drawing, () => optionsOf(days, stacked(credits), series, tell));
  return h('div', {}, drawing, told);
}

function creditsByDay(bars: readonly Bar[], series: string, days: readonly number[]): number[] {
  const sums = new Map<number, number>();
  for (const bar of bars) {
    if (bar.series !== series) continue;
    const at = Date.parse(bar.day) / 1000;
    sums.set(at, (sums.get(at) ?? 0) + bar.credits);
  }
  return days.map((at) => sums.get(at) ?? 0);
}

/** The cumulative values of each series, which are the heights of its bars. */
function stacked(credits: readonly (readonly number[])[]): number[][] {
  const tops: number[][] = [];
  for (const each of credits) tops.push(each.map((value, i) => value + (tops.at(-1)?.[i] ?? 0)));
  return tops;
}

function dayInWords(
  at: number,
  credits: readonly (readonly number[])[],
  place: number,
  series: readonly Series[],
): string {
  const parts = series.flatMap(({ name }, i) =>
    credits[i][place] === 0 ? [] : [`${name} ${count(credits[i][place])}`],
  );
  return `${day(new Date(at * 1000).toISOString())}: ${parts.join(', ') || 'nothing'}`;
}

/**
 * The options for uPlot: the highest bars are drawn first, so that of each only its own part stays
 * visible.
 */
function optionsOf(
  days: readonly number[],
  tops: readonly number[][],
  series: readonly Series[],
  tell: (place: number | null) => void,
): { readonly options: Omit<uPlot.Options, 'width'>; readonly data: uPlot.AlignedData } {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name);
  const bar = { width: 0, points: { show: false }, paths: uPlot.paths.bars!({ size: [0.85, 60], align: 1 }) };
  const last = days.at(-1)! + DAY_SECONDS;
  const ink = { stroke: colour('--chart-text'), font: '11px system-ui, sans-serif', ticks: { show: false } };
  const grid = { stroke: colour('--chart-line'), width: 1 };
  const layers = [...series.keys()].reverse();
  const options: Omit<uPlot.Options, 'width'> = {
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false } },
    tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    scales: {
      x: { range: () => [days[0], last] },
      y: { range: (_: uPlot, __: number, most: number) => [0, Math.max(4, most * 1.05)] },
    },
    axes: [
      { ...ink, grid: { show: false }, values: (_: uPlot, at: number[]) => at.map(dayOfMonth), space: 70 },
      { ...ink, grid, incrs: WHOLE_STEPS, values: (_: uPlot, at: number[]) => at.map(count), size: 70 },
    ],
    series: [{}, ...layers.map((place) => ({ ...bar, fill: colour(`--series-${place % COLOURS}`) }))],
    hooks: { setCursor: [(chart: uPlot) => tell(dayUnder(chart, days))] },
  };
  return { options, data: [[...days], ...layers.map((place) => tops[place])] };
}

/** The position of the day under the pointer; null if there is none. */
function dayUnder(chart: uPlot, days: readonly number[]): number | null {
  const { left = -1 } = chart.cursor;
  if (left < 0) return null;
  const place = Math.floor((chart.posToVal(left, 'x') - days[0]) / DAY_SECONDS);
  return place >= 0 && place < days.length ? place : null;
}

/** The steps of an axis of whole numbers. */
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((times) => times * 10 ** power)).flat();

function dayOfMonth(seconds: number): string {
  return day(new Date(seconds * 1000).toISOString()).replace(/ \d{4}$/, '');
}

/**
 * Keeps the chart as wide as its place, and in the current colours, as long as the element is on
 * the page.
 */
function keepDrawn(place: HTMLElement, drawn: () => ReturnType<typeof optionsOf>): void {
  let chart: uPlot | null = null;
  const draw = (): void => {
    const { options, data } = drawn();
    chart?.destroy();
    chart = new uPlot({ ...options, width: place.clientWidth }, data, place);
  };
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const sizes = new ResizeObserver(() => {
    if (!place.isConnected) {
      sizes.disconnect();
      dark.removeEventListener('change', draw);
      chart?.destroy();
    } else if (chart === null) draw();
    else chart.setSize({ width: place.clientWidth, height: HEIGHT });
  });
  dark.addEventListener('change', draw);
  sizes.observe(place);
}

const SVG = 'http://www.w3.org/2000/svg';

/** The square that stands for a series. */
export function swatch(series: number): SVGElement {
  const square = document.createElementNS(SVG, 'svg');
  square.setAttribute('viewBox', '0 0 8 8');
  square.setAttribute('aria-hidden', 'true');
  const rect = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ class: `series-${series % COLOURS}`, width: '8', height: '8', rx: '1' }))
    rect.setAttribute(name, value);
  square.append(rect);
  return square;
}
