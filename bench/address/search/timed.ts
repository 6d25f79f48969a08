import { PerformanceObserver } from 'node:perf_hooks';
import { Histogram } from './histogram.ts';
import { fastest } from './search-by-mutation.ts';

/**
 * How many of the slowest calls are kept: enough to show a dozen different ones even if inputs
 * repeat.
 */
const KEPT_WORST = 120;
const SHOWN_WORST = 12;

/** One of the slowest calls of a series. */
interface Slow {
  readonly label: string;
  readonly nanoseconds: number;
  /** Milliseconds of garbage collection that fell into the call. */
  readonly collecting: number;
  /** The fastest of ten repetitions of the same call right after the series. */
  readonly repeated: number;
}

/** A series of calls, each timed alone. */
export interface Series {
  readonly name: string;
  readonly histogram: Histogram;
  readonly worst: readonly Slow[];
  readonly collections: { readonly count: number; readonly total: number; readonly longest: number };
}

/** Calls of one operation, by their position. */
export interface Calls {
  readonly name: string;
  readonly count: number;
  readonly label: (i: number) => string;
  readonly call: (i: number) => void;
}

/**
 * Times every call once, after a warm-up of `warmUp` calls. The clock's own cost (see `emptyCall`)
 * is included. Garbage collections are those that Node.js reports during the series, in
 * milliseconds.
 */
export async function timeSeries({ name, count, label, call }: Calls, warmUp: number): Promise<Series> {
  for (let i = 0; i < Math.min(warmUp, count); i++) call(i);
  const watch = watchCollections();
  const histogram = new Histogram();
  const worst: { i: number; start: number; nanoseconds: number }[] = [];
  let least = 0;
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    call(i);
    const nanoseconds = (performance.now() - start) * 1e6;
    histogram.record(nanoseconds);
    if (nanoseconds <= least) continue;
    worst.push({ i, start, nanoseconds });
    worst.sort((a, b) => b.nanoseconds - a.nanoseconds);
    if (worst.length > KEPT_WORST) worst.pop();
    if (worst.length === KEPT_WORST) least = worst[KEPT_WORST - 1].nanoseconds;
  }
  const collections = await watch();
  return {
    name,
    histogram,
    worst: slowestOfEach(worst, label).map(({ i, start, nanoseconds }) => ({
      label: label(i),
      nanoseconds,
      collecting: overlap(collections, start, start + nanoseconds / 1e6),
      repeated: fastest(() => call(i), 10),
    })),
    collections: {
      count: collections.length,
      total: collections.reduce((sum, { duration }) => sum + duration, 0),
      longest: Math.max(0, ...collections.map(({ duration }) => duration)),
    },
  };
}

/** The slowest call of each label, for the first dozen labels. */
function slowestOfEach<T extends { i: number }>(worst: readonly T[], label: (i: number) => string): T[] {
  const seen = new Map<string, T>();
  for (const it of worst) if (!seen.has(label(it.i))) seen.set(label(it.i), it);
  return [...seen.values()].slice(0, SHOWN_WORST);
}

/** The times of a call that does nothing: the resolution of the numbers. */
export function emptyCall(): Histogram {
  const histogram = new Histogram();
  const nothing = () => {};
  for (let i = 0; i < 200_000; i++) {
    const start = performance.now();
    nothing();
    const nanoseconds = (performance.now() - start) * 1e6;
    if (i >= 100_000) histogram.record(nanoseconds);
  }
  return histogram;
}

interface Collection {
  readonly startTime: number;
  readonly duration: number;
}

/**
 * Watches garbage collections until the returned function is called, which resolves with those
 * seen.
 */
function watchCollections(): () => Promise<Collection[]> {
  const seen: Collection[] = [];
  const take = (entries: readonly Collection[]) => {
    for (const { startTime, duration } of entries) seen.push({ startTime, duration });
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    take(observer.takeRecords());
    observer.disconnect();
    return seen;
  };
}

function overlap(collections: readonly Collection[], start: number, end: number): number {
  let sum = 0;
  for (const { startTime, duration } of collections)
    sum += Math.max(0, Math.min(end, startTime + duration) - Math.max(start, startTime));
  return sum;
}
