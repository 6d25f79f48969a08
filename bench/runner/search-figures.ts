import { type Figure, type Measurements, withUnit } from '../figures.ts';

type Quantile = 'p50' | 'mean' | 'p99' | 'worst';

/** What bench:search writes: microseconds, slowest calls in nanoseconds. */
interface SearchNumbers {
  readonly addresses: number;
  readonly series: readonly {
    readonly name: string;
    readonly calls: number;
    readonly p50: number;
    readonly mean: number;
    readonly p99: number;
    readonly p999: number;
    readonly worst: readonly { readonly nanoseconds: number }[];
    readonly goals?: Readonly<Partial<Record<Quantile, number>>>;
  }[];
  readonly found: readonly {
    readonly name: string;
    readonly tried: number;
    readonly slowest: readonly { readonly nanoseconds: number }[];
  }[];
}

/** What has a goal as figures, of other series the median and p99; and every series as a table. */
export function searchFigures(json: unknown): Measurements {
  const { addresses, series, found } = json as SearchNumbers;
  const valueAt = (each: SearchNumbers['series'][number], quantile: Quantile) =>
    quantile === 'worst' ? (each.worst[0]?.nanoseconds ?? 0) / 1000 : each[quantile];
  const figures = series.flatMap((each): Figure[] => {
    const goals = Object.entries(each.goals ?? {}) as [Quantile, number][];
    const shown: [Quantile, number | null][] =
      goals.length > 0
        ? goals
        : [
            ['p50', null],
            ['p99', null],
          ];
    return shown.map(([quantile, atMost]) => ({
      what: `${each.name}: ${quantile}`,
      value: valueAt(each, quantile),
      unit: 'µs',
      goal: atMost === null ? undefined : { atMost },
    }));
  });
  const rows = series.map((each) => [
    each.name,
    withUnit(each.calls, ''),
    ...[each.p50, each.mean, each.p99, each.p999, valueAt(each, 'worst')].map((value) => withUnit(value, 'µs')),
  ]);
  const searched = found.map(({ name, tried, slowest }) => [
    name,
    withUnit(tried, ''),
    withUnit((slowest[0]?.nanoseconds ?? 0) / 1000, 'µs'),
  ]);
  return {
    figures,
    tables: [
      { title: 'All series', rows: [['series', 'calls', 'p50', 'mean', 'p99', 'p99.9', 'worst'], ...rows] },
      ...(searched.length === 0
        ? []
        : [{ title: 'Slowest inputs found by mutation', rows: [['operation', 'tried', 'slowest'], ...searched] }]),
    ],
    notes: [`${withUnit(addresses, '')} addresses.`],
  };
}
