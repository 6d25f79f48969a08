import { aligned, type Figure, type Table, withUnit } from '../../equipment/figures.ts';

import type { Histogram } from './histogram.ts';
import type { Found } from './search-by-mutation.ts';
import type { Series } from './timed.ts';

/**
 * Most that calls of a series may take, at national size: the median as a multiple of the calibration
 * (`equipment/calibration.ts`), which holds on any machine, and the worst in microseconds.
 */
interface LatencyGoals {
  readonly p50?: number;
  readonly worst?: number;
}

/** Most microseconds for the slowest query that a search by mutation finds. */
const SLOWEST_GOAL = 5000;

/** Goals by the names of the series. */
export const LATENCY_GOALS: Readonly<Record<string, LatencyGoals>> = {
  enrich: { p50: 0.4 },
  'autocomplete, keystrokes': { p50: 2.2, worst: 5000 },
  'autocomplete, keystrokes of addresses that are there': { p50: 1.1 },
  'autocomplete, keystrokes beside a point': { p50: 4.5 },
  'autocomplete, worst queries': { worst: 5000 },
  'validate, whole strings': { p50: 1.2, worst: 10_000 },
  'validate, worst queries': { worst: 10_000 },
  'validate, strings of streets mostly absent': { p50: 5 },
  'reverse, 100 m, limit 5': { p50: 1.3 },
  'postcode lookup': { p50: 0.05 },
  'suburb lookup': { p50: 0.1 },
};

const SHOWN_FOUND = 5;

/** Quantiles of a series in microseconds. */
export function microseconds(histogram: Histogram) {
  const of = (share: number) => histogram.quantile(share) / 1000;
  return {
    calls: histogram.count,
    p50: of(0.5),
    mean: histogram.mean() / 1000,
    p99: of(0.99),
    p999: of(0.999),
    worst: histogram.largest / 1000,
  };
}

/**
 * The median and p99 as figures, and what has goals: the median as a multiple of the calibration (microseconds), the
 * worst.
 */
export function seriesFigures({ name, histogram }: Series, calibration: number): Figure[] {
  const { p50, p99, worst } = microseconds(histogram);
  const goals = LATENCY_GOALS[name] ?? {};
  const figure = (what: string, value: number, unit: string, atMost?: number): Figure => ({
    what: `${name}: ${what}`,
    value,
    unit,
    goal: atMost === undefined ? undefined : { atMost },
  });
  return [
    figure('p50', p50, 'µs'),
    ...(goals.p50 === undefined ? [] : [figure('p50 by the calibration', p50 / calibration, '×', goals.p50)]),
    figure('p99', p99, 'µs'),
    ...(goals.worst === undefined ? [] : [figure('worst', worst, 'µs', goals.worst)]),
  ];
}

/** Every series, and the slowest inputs that were found. */
export function searchTables(series: readonly Series[], found: readonly Found[]): Table[] {
  const rows = series.map(({ name, histogram }) => {
    const { calls, p50, mean, p99, p999, worst } = microseconds(histogram);
    return [name, withUnit(calls, ''), ...[p50, mean, p99, p999, worst].map((value) => withUnit(value, 'µs'))];
  });
  const searched = found.map(({ name, tried, slowest: [worst] }) => [
    ...[name, withUnit(tried, ''), withUnit(worst.nanoseconds / 1000, 'µs')],
  ]);
  const tables: Table[] = [
    { title: 'All series', rows: [['series', 'calls', 'p50', 'mean', 'p99', 'p99.9', 'worst'], ...rows] },
    { title: 'Slowest inputs found by mutation', rows: [['operation', 'tried', 'slowest'], ...searched] },
  ];
  return tables.filter((table) => table.rows.length > 1);
}

/**
 * The table of all series, each number with its goal, if there is one. `worst repeated` is the
 * largest best-of-ten of the slowest calls: the worst without other work on the machine. Goals of
 * the median are multiples of the calibration (microseconds).
 */
export function seriesTable(
  series: readonly Series[],
  medians: ReadonlyMap<string, number>,
  calibration: number,
): string {
  const rows = series.map(({ name, histogram, collections, worst }) => {
    const found = microseconds(histogram);
    const { p50, worst: most } = LATENCY_GOALS[name] ?? {};
    const goals = { p50: p50 === undefined ? undefined : p50 * calibration, worst: most };
    const cell = (key: 'p50' | 'worst') => {
      const goal = goals[key];
      const text = shown(found[key]);
      return goal === undefined ? text : `${text} ${found[key] <= goal ? '≤' : '>'} ${shown(goal)}`;
    };
    const isMissed = (key: 'p50' | 'worst') => found[key] > (goals[key] ?? Number.POSITIVE_INFINITY);
    const median = medians.get(name);
    return [
      name,
      String(found.calls),
      cell('p50'),
      shown(found.mean),
      shown(found.p99),
      shown(found.p999),
      cell('worst'),
      shown(Math.max(0, ...worst.map(({ repeated }) => repeated)) / 1000),
      median === undefined ? '' : shown(median),
      `${collections.count} / ${collections.total.toFixed(1)} / ${collections.longest.toFixed(1)}`,
      p50 === undefined && most === undefined ? '' : isMissed('p50') || isMissed('worst') ? 'FAIL' : 'PASS',
    ];
  });
  const head = [
    'microseconds',
    'calls',
    'p50',
    'mean',
    'p99',
    'p99.9',
    'worst',
    'tinybench p50',
    'gc n / ms / longest',
    '',
  ];
  return aligned([head, ...rows]);
}

/**
 * The slowest calls of a series, with their share of garbage collection, and their times when
 * repeated.
 */
export function worstTable({ name, worst }: Series): string {
  return aligned([
    [`slowest of: ${name}`, 'µs', 'of it gc µs', 'best of ten µs'],
    ...worst.map(({ label, nanoseconds, collecting, repeated }) => [
      shortened(label),
      shown(nanoseconds / 1000),
      shown(collecting * 1000),
      shown(repeated / 1000),
    ]),
  ]);
}

/**
 * The slowest inputs that a search by mutation found, each with the fastest of twenty calls, and
 * whether the goal is met.
 */
export function foundTable({ name, tried, slowest }: Found): string {
  const [worst] = slowest;
  const verdict = worst.nanoseconds / 1000 <= SLOWEST_GOAL ? `≤ ${SLOWEST_GOAL} PASS` : `> ${SLOWEST_GOAL} FAIL`;
  return aligned([
    [`slowest of ${tried}: ${name}`, 'best of twenty µs', ''],
    ...slowest
      .slice(0, SHOWN_FOUND)
      .map(({ label, nanoseconds }, i) => [shortened(label), shown(nanoseconds / 1000), i === 0 ? verdict : '']),
  ]);
}

function shortened(label: string): string {
  return label.length > 90 ? `${label.slice(0, 87)}…` : label;
}

function shown(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
