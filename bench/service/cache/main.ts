import { Random } from '../../../build-index/generate/random.ts';
import { bytesOf } from '../../../src/address/index/bytes.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import type { Operations } from '../../../src/address/operations/call/bind-operations.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { cacheAnswers } from '../../../src/service/http/cache-answers.ts';
import { newWorkerCounts, type WorkerCounts, workerCountsIn } from '../../../src/service/telemetry/worker-counts.ts';
import { Histogram } from '../../address/search/histogram.ts';
import { type Figure, type Table, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { lookupTimes } from './lookup-times.ts';
import { overHttp } from './over-http.ts';
import { keystrokesOfMany } from './typing.ts';

interface Options {
  readonly index: string;
  readonly keystrokes: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: number;
}

/** The default size for a worker, MiB. */
const USUAL = 16;

/** Further sizes, for which only the hits are counted. */
const OTHERS = [1, 4, 64] as const;

/** Keystrokes answered without a cache, then with one, in each turn. */
const TURN = 5000;

/** Upper ends of the groups of query lengths, in characters. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 60] as const;

/** The most that a lookup may add to an answer that is not kept, µs. */
const MOST_ADDED = 0.3;

const NOTES = [
  'Typing: 200 people at the same time, one request per keystroke, each the address of a random record (so that a street is typed as often as it has addresses), chosen two keystrokes after it is suggested or typed to the end; in lower case without commas (70 %), with commas, or as on an envelope; half write 5/12 for a unit, half shorten types of streets. Nobody mistypes.',
  'In process, the whole operation from parameters to bytes. The first half of the keystrokes fills the caches, the second is measured; the same keystrokes are answered without a cache and with one, in turns of 5 000. Hit rates grow with the number of keystrokes.',
  '"A lookup that finds nothing" is what a cache of 16 MiB that is full adds to an operation that only reads the query: of short rounds without and with it, in turns, with queries that are never repeated, the least counts, since other work on the machine only adds to it.',
];

/** The operations with a cache of some size, or without one. */
interface Cached {
  readonly size: number;
  readonly operations: Operations;
  readonly counts: WorkerCounts;
  hits: number;
}

/** Operations that are also timed. */
interface Timed extends Cached {
  readonly times: Histogram;
  /** By place in `LENGTHS`. */
  readonly lengths: readonly { asked: number; hits: number; readonly times: Histogram }[];
}

const out = new JsonBytes();
const inMicroseconds = (nanoseconds: number) => withUnit(nanoseconds / 1000, 'µs');
const share = (part: number, whole: number) => withUnit((100 * part) / whole, '%');

await runBenchmark(
  benchmarkOfIndex(
    'bench:cache',
    'What a cache of answers brings on the keystrokes of many people who type addresses (over HTTP needs wrk).',
  )
    .option('--keystrokes <n>', 'keystrokes in process, half of them to fill the caches', readCount, 400_000)
    .option('--rounds <n>', 'rounds over HTTP without and with a cache, in turns; 0 for none', readCount, 5)
    .option('--seconds <n>', 'length of a round', readCount, 3)
    .option('--seed <n>', 'who types what', readCount, 1),
  async ({ index: path, keystrokes, rounds, seconds, seed }: Options, run) => {
    const index = openIndex(path);
    const typing = keystrokesOfMany(index, new Random(seed, 'bench:cache'));
    const { off, usual, others } = measure(bindOperations(index), typing, keystrokes);
    const added = lookupTimes(USUAL * 2 ** 20);
    const figures: Figure[] = [
      {
        what: `requests that a cache of ${USUAL} MiB answers`,
        value: (100 * usual.hits) / usual.times.count,
        unit: '%',
      },
      { what: 'autocomplete without a cache: mean', value: off.times.mean() / 1000, unit: 'µs' },
      { what: `autocomplete with a cache of ${USUAL} MiB: mean`, value: usual.times.mean() / 1000, unit: 'µs' },
      { what: 'a lookup that finds nothing adds', value: added.nothing, unit: 'µs', goal: { atMost: MOST_ADDED } },
      { what: 'keeping an answer of 1 KB adds', value: added.keeping, unit: 'µs' },
      { what: 'an answer of 1 KB from the cache takes', value: added.hit, unit: 'µs' },
    ];
    const tables: Table[] = [
      { title: 'Keystrokes of many people', rows: timeRows([off, usual]) },
      { title: `By what is typed, ${USUAL} MiB`, rows: lengthRows(off, usual) },
      { title: 'By size', rows: sizeRows([usual, ...others], usual.times.count) },
    ];
    const size = `${withUnit(index.manifest.addresses, '')} addresses, ${withUnit(keystrokes, '')} keystrokes.`;
    const measurements = { figures, tables, notes: [size, ...NOTES] };
    if (rounds === 0) return measurements;
    run.keep(measurements);
    const { figure, rows } = await overHttp(path, USUAL, (count) => take(typing, count), rounds, seconds, run);
    figures.push(figure);
    tables.push({ title: 'Over HTTP, one worker', rows });
    measurements.notes.push(
      `Over HTTP, wrk asks a worker without a cache and one with ${USUAL} MiB for the same keystrokes, as fast as they answer, in turns; each round has keystrokes of its own. Processor time, of which neighbours change less than of the rate, is that of the server, parsing and sending included; numbers are medians.`,
    );
    return measurements;
  },
);

/**
 * Answers keystrokes without a cache and with the usual one, in turns, and with caches of other
 * sizes.
 */
function measure(
  searching: Operations,
  typing: Iterator<string>,
  keystrokes: number,
): { off: Timed; usual: Timed; others: readonly Cached[] } {
  const timed = [0, USUAL].map((size): Timed => {
    const lengths = LENGTHS.map(() => ({ asked: 0, hits: 0, times: new Histogram() }));
    return { ...cached(searching, size), times: new Histogram(), lengths };
  });
  const [off, usual] = timed;
  // What these keep is as long as the answer, which is all that matters.
  let length = 0;
  const filler = bytesOf(new ArrayBuffer(1 << 20));
  const autocomplete: Operations['autocomplete'] = (_, to) => {
    to.raw(filler, 0, length);
    return 'high';
  };
  const others = OTHERS.map((size) => cached({ ...searching, autocomplete }, size));
  const lengths = new Uint32Array(TURN);
  for (let turn = 0; turn * TURN < keystrokes; turn++) {
    const queries = take(typing, TURN);
    const measured = turn * TURN >= keystrokes / 2;
    for (const each of turn % 2 === 0 ? [off, usual] : [usual, off])
      queries.forEach((q, i) => {
        ask(each, q, measured);
        lengths[i] = out.length;
      });
    for (const each of others) {
      const before = each.counts.cacheHits[0];
      queries.forEach((q, i) => {
        length = lengths[i];
        answer(each.operations, q);
      });
      if (measured) each.hits += each.counts.cacheHits[0] - before;
    }
  }
  return { off, usual, others };
}

function cached(operations: Operations, size: number): Cached {
  const counts = workerCountsIn(newWorkerCounts());
  return { size, counts, operations: cacheAnswers(operations, size * 2 ** 20, counts), hits: 0 };
}

function answer({ autocomplete }: Operations, q: string): void {
  out.reset();
  autocomplete({ q, state: null, limit: 5, near: null, debug: false }, out);
}

function ask(timed: Timed, q: string, measured: boolean): void {
  const { operations, counts, times, lengths } = timed;
  const before = counts.cacheHits[0];
  const start = performance.now();
  answer(operations, q);
  const nanoseconds = (performance.now() - start) * 1e6;
  if (!measured) return;
  const hit = counts.cacheHits[0] - before;
  const length = lengths[LENGTHS.findIndex((end) => q.length <= end)];
  timed.hits += hit;
  times.record(nanoseconds);
  length.asked++;
  length.hits += hit;
  length.times.record(nanoseconds);
}

function take(typing: Iterator<string>, count: number): string[] {
  return Array.from({ length: count }, () => typing.next().value as string);
}

function timeRows(timed: readonly Timed[]): string[][] {
  return [
    ['cache', 'hits', 'mean', 'p50', 'p90', 'p99'],
    ...timed.map(({ size, hits, times }) => [
      size === 0 ? 'none' : `${size} MiB`,
      share(hits, times.count),
      ...[times.mean(), times.quantile(0.5), times.quantile(0.9), times.quantile(0.99)].map(inMicroseconds),
    ]),
  ];
}

function sizeRows(sizes: readonly Cached[], requests: number): string[][] {
  const rows = [...sizes]
    .sort((a, b) => a.size - b.size)
    .map(({ size, counts, hits }) => [
      ...[`${size} MiB`, withUnit(counts.cacheBytes[0] / 2 ** 20, 'MiB'), share(hits, requests)],
    ]);
  return [['cache', 'answers and keys in it', 'hits'], ...rows];
}

function lengthRows(off: Timed, usual: Timed): string[][] {
  const head = ['characters', 'of all requests', 'hits', 'mean without', 'mean with', 'p99 without', 'p99 with'];
  const rows = LENGTHS.map((end, i) => {
    const before = i === 0 ? 0 : LENGTHS[i - 1];
    const { asked, hits, times } = usual.lengths[i];
    const without = off.lengths[i].times;
    return [
      before + 1 === end ? String(end) : `${before + 1}–${end}`,
      ...[share(asked, usual.times.count), share(hits, asked)],
      ...[without.mean(), times.mean(), without.quantile(0.99), times.quantile(0.99)].map(inMicroseconds),
    ];
  });
  return [head, ...rows];
}
