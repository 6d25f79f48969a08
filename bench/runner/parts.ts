import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measurements } from '../equipment/figures.ts';
import { accuracyFigures } from './accuracy-figures.ts';

/** What the runner was given to measure; absent if it was not given. */
export interface Given {
  readonly index?: string;
  readonly release?: string;
  readonly smallIndex?: string;
  readonly smallRelease?: string;
  readonly releases?: readonly string[];
  readonly peerReleases?: readonly string[];
  readonly queries?: string;
  /** Where results are kept, and files that one part leaves for another. */
  readonly results: string;
}

/**
 * A benchmark that the runner runs: a program of `bench/` that writes its numbers to the file of
 * `--json`.
 */
export interface Part {
  readonly name: string;
  readonly title: string;
  readonly program: string;
  /** What it answers, as a sentence without its full stop. */
  readonly answers: string;
  /** Its arguments besides `--json`; a string names what is missing. */
  readonly args: (given: Given) => readonly string[] | string;
  /** Converts what it wrote to measurements, if it did not write them as such. */
  readonly read?: (json: unknown) => Measurements;
  /** Minutes after which it is stopped. */
  readonly minutes: number;
}

/** For programs that need only the index. */
const ofIndex: Part['args'] = ({ index }) => (index === undefined ? '--index' : ['--index', index]);

/** Where the plot of growth is drawn. */
const PLOT = fileURLToPath(new URL('../../../bench/service/growth/growth.svg', import.meta.url));

/** The index that the part `index` leaves for `growth`. */
const built = ({ results }: Given): string => join(results, 'built.lbx');

/**
 * Every part, in the order in which they run: the shortest first, so that as few as possible are
 * left out for want of time.
 */
export const PARTS: readonly Part[] = [
  {
    name: 'search',
    title: 'The operations in process',
    program: 'address/search/main.js',
    answers: 'how long each operation takes: medians, tails, worst queries',
    args: ({ index, queries }) =>
      index === undefined
        ? '--index'
        : ['--index', index, '--mutation', '15', ...(queries === undefined ? [] : ['--queries', queries])],
    minutes: 5,
  },
  {
    name: 'http',
    title: 'Throughput over HTTP',
    program: 'service/http/load.js',
    answers: 'requests per second of each operation on one worker, and as a share of a bare handler (needs wrk)',
    args: ({ index }) => (index === undefined ? '--index' : ['--index', index, '--rounds', '3']),
    minutes: 3,
  },
  {
    name: 'latency',
    title: 'Latency over HTTP',
    program: 'service/latency/main.js',
    answers: 'how long callers wait at half of the maximum rate, to p99.99 (needs wrk)',
    args: ofIndex,
    minutes: 3,
  },
  {
    name: 'batch',
    title: 'Batches beside single calls',
    program: 'service/batch/main.js',
    answers: 'how long single calls wait on a worker that answers batches as well',
    args: ofIndex,
    minutes: 3,
  },
  {
    name: 'cache',
    title: 'A cache of answers',
    program: 'service/cache/main.js',
    answers: 'what a cache of answers to autocomplete brings where many people type (over HTTP needs wrk)',
    args: ofIndex,
    minutes: 5,
  },
  {
    name: 'tiles',
    title: 'Tiles of the map',
    program: 'service/tiles/main.js',
    answers: 'how long tiles of the map take, and how large they are',
    args: ofIndex,
    minutes: 2,
  },
  {
    name: 'admission',
    title: 'Admission over HTTP',
    program: 'service/admission/over-http.js',
    answers: 'requests per second with metered keys, as a share of those with an unmetered one (needs wrk)',
    args: ofIndex,
    minutes: 2,
  },
  {
    name: 'overload',
    title: 'Overload',
    program: 'service/overload/main.js',
    answers: 'what a worker does at up to five times the load that it can take, and right after it',
    args: ({ index }) => (index === undefined ? '--index' : ['--index', index, '--seconds', '5']),
    minutes: 2,
  },
  {
    name: 'gate',
    title: 'The gate',
    program: 'service/admission/admit.js',
    answers: 'how long it takes to decide on a request, with 10 000 accounts',
    args: () => [],
    minutes: 1,
  },
  {
    name: 'metrics',
    title: 'The cost of metrics',
    program: 'service/http/metrics-cost.js',
    answers: 'how much processor time of a request metrics take (Linux; needs wrk)',
    args: ofIndex,
    minutes: 4,
  },
  {
    name: 'memory',
    title: 'Memory, and starting cold',
    program: 'service/memory/main.js',
    answers: 'how much memory the service takes by workers, and how soon it is fast after a cold start (Linux)',
    args: ofIndex,
    minutes: 4,
  },
  {
    name: 'accuracy',
    title: 'Accuracy',
    program: 'address/accuracy/main.js',
    answers: 'how often search answers the right record, by classes of queries',
    args: ({ smallIndex, smallRelease, queries }) => [
      ...(smallRelease === undefined ? [] : ['--release', smallRelease]),
      ...(smallIndex === undefined ? [] : ['--index', smallIndex]),
      ...(queries === undefined ? [] : ['--queries', queries]),
      ...['--per-class', '500'],
    ],
    read: accuracyFigures,
    minutes: 6,
  },
  {
    name: 'match',
    title: 'Matching lists',
    program: 'lists/match/main.js',
    answers: 'how many lines of a list are matched a second, and in how much memory',
    args: ({ index, queries }) =>
      index === undefined
        ? '--index'
        : ['--index', index, '--lines', '500000', ...(queries === undefined ? [] : ['--queries', queries])],
    minutes: 3,
  },
  {
    name: 'index',
    title: 'Building the index',
    program: 'address/index/main.js',
    answers: 'how long building an index takes, how large it is, and how soon a new process has it open',
    args: (given) => (given.release === undefined ? '--release' : ['--release', given.release, '--out', built(given)]),
    minutes: 8,
  },
  {
    name: 'growth',
    title: 'Growth',
    program: 'service/growth/main.js',
    answers: 'how time, memory, size and accuracy grow with addresses, and throughput with workers (needs wrk)',
    args: (given) => [
      ...(given.releases === undefined ? [] : ['--release', ...given.releases]),
      ...(existsSync(built(given)) ? ['--built', built(given)] : []),
      ...['--plot', PLOT],
    ],
    minutes: 8,
  },
  {
    name: 'peers',
    title: 'Beside other engines',
    program: 'address/peers/main.js',
    answers: 'Letterbox, SQLite FTS5, PostgreSQL, MiniSearch and FlexSearch on the same addresses and queries',
    args: ({ peerReleases }) => [
      ...(peerReleases === undefined ? [] : ['--release', ...peerReleases]),
      ...['--seconds', '6', '--rounds', '3', '--build', '120'],
    ],
    minutes: 30,
  },
];
