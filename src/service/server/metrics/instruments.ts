import type { Metric, Registry } from 'prom-client';

/** Labels of one series. */
type Labels = Readonly<Record<string, string>>;

/** Called with each series as metrics are rendered. */
type Series = (labels: Labels, value: number) => void;

/** Buckets of one series of a histogram, not cumulative, the last one without an upper bound; and the sum of what was observed. */
type HistogramSeries = (labels: Labels, buckets: ArrayLike<number>, sum: number) => void;

/** Metrics of what is counted elsewhere: `read` reports the series each time they are rendered. */
export interface Instruments {
  counter(name: string, help: string, read: (series: Series) => void): void;
  gauge(name: string, help: string, read: (series: Series) => void): void;
  /** `bounds` are the upper bounds of all buckets but the last. */
  histogram(name: string, help: string, bounds: readonly number[], read: (series: HistogramSeries) => void): void;
}

/** One line of the text format. */
interface Value {
  readonly metricName: string;
  readonly labels: Labels;
  readonly value: number;
}

/**
 * Instruments of a registry, which renders them. They do not use prom-client's own classes, which
 * count by themselves; its histogram cannot be given counts.
 */
export function instrumentsOf(registry: Registry): Instruments {
  function register(name: string, help: string, type: string, read: (values: Value[]) => void): void {
    const get = async () => {
      const values: Value[] = [];
      read(values);
      return { name, help, type, values };
    };
    registry.registerMetric({ name, get } as unknown as Metric);
  }
  const plain = (name: string, read: (series: Series) => void) => (values: Value[]) =>
    read((labels, value) => void values.push({ metricName: name, labels, value }));
  return {
    counter: (name, help, read) => register(name, help, 'counter', plain(name, read)),
    gauge: (name, help, read) => register(name, help, 'gauge', plain(name, read)),
    histogram: (name, help, bounds, read) =>
      register(name, help, 'histogram', (values) =>
        read((labels, buckets, sum) => void values.push(...cumulative(name, bounds, labels, buckets, sum))),
      ),
  };
}

/** A series of a histogram in Prometheus's form: buckets are cumulative. */
function cumulative(
  name: string,
  bounds: readonly number[],
  labels: Labels,
  buckets: ArrayLike<number>,
  sum: number,
): Value[] {
  let count = 0;
  const values: Value[] = [...bounds.map(String), '+Inf'].map((le, i) => {
    count += buckets[i];
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...values,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
