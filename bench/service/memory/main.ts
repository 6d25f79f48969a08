import { execFileSync, spawnSync } from 'node:child_process';
import { Random } from '../../../build-index/generate/random.ts';
import { unmap } from '../../../src/address/index/mmap.ts';
import { indexOver, mapIndexFile, openFile } from '../../../src/address/index/open.ts';
import { type Figure, quantile, type Table, withUnit } from '../../equipment/figures.ts';
import { benchmark, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { recordAnswers } from '../http/record.ts';
import { LOAD_KEY, type Server, startService } from '../http/service.ts';
import { Client } from '../soak/client.ts';
import { type ProcessMemory, processMemory } from './process-memory.ts';

interface Options {
  readonly index: string;
  readonly rounds: number;
  readonly queries: number;
  readonly seed: number;
}

/** Most that the first queries with --preload may take, as a multiple of the steady median. */
const MOST_TIMES = 10;

/** How many of the first queries after a start are evaluated. */
const FIRST = 1000;

const WORKERS = [1, 2, 4];

const MEMORY_HEAD = ['workers', 'started with', 'resident', 'of the index', 'own (anonymous)', 'proportional (PSS)'];

const START_HEAD = [
  'started with',
  'listens after',
  'steady p50',
  'first p50',
  'first p99',
  'first, slowest',
  `first above ${MOST_TIMES} × p50`,
  'steady p99',
  `steady above ${MOST_TIMES} × p50`,
];

const NOTES = [
  'Memory is that of the process that maps the index and answers, after the queries. Pages of the index are the page cache’s: they are counted once for all workers, and the kernel takes them back when memory runs short.',
  `A cold start begins with the index dropped from the page cache. The same queries of all operations are asked one after the other on one connection in each round; of a query’s latencies in the rounds the least counts, since what else the machine does meets other queries each time. "First" are the first ${FIRST} queries, "steady" the ${FIRST} after all others.`,
];

await runBenchmark(
  benchmark(
    'bench:memory',
    'Memory of the service by workers, and how soon it is fast after a cold start, with and without --preload (Linux).',
  )
    .requiredOption('--index <file>', 'index file, which no other process may have open for the cold starts')
    .option('--rounds <n>', 'cold starts of each kind', readCount, 3)
    .option('--queries <n>', 'queries between the first and the steady ones', readCount, 10_000)
    .option('--seed <n>', 'which queries', readCount, 1),
  async ({ index, rounds, queries, seed }: Options, { keep }) => {
    const { targets, addresses } = record(index, queries + 2 * FIRST, seed);
    const memory: string[][] = [MEMORY_HEAD];
    const rows: string[][] = [START_HEAD];
    const figures: Figure[] = [];
    const tables: Table[] = [{ title: 'Memory', rows: memory }];
    const measurements = { figures, tables, notes: [`${withUnit(addresses, '')} addresses.`, ...NOTES] };
    for (const flags of [[], ['--preload']])
      for (const workers of WORKERS)
        memory.push(memoryCells(workers, flags, await memoryAfter(index, workers, flags, targets)));
    keep(measurements);
    const cold = new Map<string, Start[]>([
      ['', []],
      ['--preload', []],
    ]);
    for (let round = 0; round < rounds; round++)
      for (const [flag, starts] of cold) starts.push(await coldStart(index, flag === '' ? [] : [flag], targets));
    for (const [flag, starts] of cold) {
      const found = settled(starts);
      rows.push(startCells(flag, found));
      const goal = flag === '--preload' ? { atMost: MOST_TIMES } : undefined;
      const kind = flag === '--preload' ? 'with --preload' : 'without it';
      const middle = quantile(found.steady, 0.5);
      const slowest = found.first[FIRST - 1] / middle;
      const within = (100 * found.first.filter((time) => time <= MOST_TIMES * middle).length) / FIRST;
      figures.push(
        {
          what: `slowest of the first ${FIRST} queries, ${kind}, by the steady median`,
          value: slowest,
          unit: '×',
          goal,
        },
        { what: `of them within ${MOST_TIMES} times the steady median, ${kind}`, value: within, unit: '%' },
      );
    }
    tables.push({ title: 'After a cold start, one worker', rows });
    return measurements;
  },
);

/** Request targets of all operations, in random order. The index is not mapped afterwards. */
function record(path: string, count: number, seed: number): { readonly targets: string[]; readonly addresses: number } {
  const { manifest, mapping } = mapIndexFile(path, openFile(path));
  const answers = recordAnswers(indexOver(manifest, mapping), Math.ceil(count / 6), seed);
  unmap(mapping);
  const targets = Object.values(answers).flatMap((each) => each.map(({ target }) => target));
  const random = new Random(seed, 'order');
  for (let i = targets.length - 1; i > 0; i--) {
    const j = Math.floor(random.fraction() * (i + 1));
    [targets[i], targets[j]] = [targets[j], targets[i]];
  }
  return { targets: targets.slice(0, count), addresses: manifest.addresses };
}

/** Requests each target in turn on one connection; returns the milliseconds of each. */
async function ask(service: Server, targets: readonly string[]): Promise<number[]> {
  const client = new Client(service.port);
  // Opens the connection, which is not part of a query.
  await client.get('/healthz', LOAD_KEY);
  const times: number[] = [];
  for (const target of targets) {
    const start = performance.now();
    const answer = await client.get(target, LOAD_KEY);
    times.push(performance.now() - start);
    if (answer?.status !== 200) throw new Error(`${target} is answered by ${answer?.status ?? 'a closed connection'}`);
  }
  client.close();
  return times;
}

async function memoryAfter(
  index: string,
  workers: number,
  flags: readonly string[],
  targets: readonly string[],
): Promise<ProcessMemory> {
  const service = await startService(index, { workers, flags });
  try {
    // New connections reach every worker.
    const part = Math.ceil(targets.length / (4 * workers));
    for (let i = 0; i < targets.length; i += part) await ask(service, targets.slice(i, i + part));
    return processMemory(service.pid, index);
  } finally {
    await service.stop();
  }
}

/** A start: milliseconds until it listened, and of each query in order. */
interface Start {
  readonly listens: number;
  readonly times: readonly number[];
}

async function coldStart(index: string, flags: readonly string[], targets: readonly string[]): Promise<Start> {
  dropFromCache(index);
  const begin = performance.now();
  const service = await startService(index, { flags });
  const listens = performance.now() - begin;
  try {
    return { listens, times: await ask(service, targets) };
  } finally {
    await service.stop();
  }
}

/**
 * Several starts combined so as to exclude other work on the machine: sorted milliseconds of the
 * first queries, and of steady ones.
 */
interface Settled {
  readonly listens: number;
  readonly first: readonly number[];
  readonly steady: readonly number[];
}

function settled(starts: readonly Start[]): Settled {
  const least = starts[0].times.map((_, i) => Math.min(...starts.map(({ times }) => times[i])));
  const sorted = (times: readonly number[]) => [...times].sort((a, b) => a - b);
  const listens = Math.min(...starts.map((start) => start.listens));
  return { listens, first: sorted(least.slice(0, FIRST)), steady: sorted(least.slice(-FIRST)) };
}

function memoryCells(workers: number, flags: readonly string[], found: ProcessMemory): string[] {
  const { resident, file, anonymous, proportional } = found;
  const sizes = [resident, file, anonymous, proportional].map((bytes) => withUnit(bytes / 2 ** 20, 'MiB'));
  return [String(workers), flags.join(' ') || 'nothing', ...sizes];
}

function startCells(flag: string, { listens, first, steady }: Settled): string[] {
  const median = quantile(steady, 0.5);
  const inMilliseconds = (times: readonly number[], share: number) => withUnit(quantile(times, share), 'ms');
  const slow = (times: readonly number[]) => String(times.filter((time) => time > MOST_TIMES * median).length);
  return [
    ...[flag || 'nothing', withUnit(listens / 1000, 's'), inMilliseconds(steady, 0.5)],
    ...[inMilliseconds(first, 0.5), inMilliseconds(first, 0.99), inMilliseconds(first, 1), slow(first)],
    ...[inMilliseconds(steady, 0.99), slow(steady)],
  ];
}

/**
 * Makes Linux drop a file from its page cache, so that it is read from disk again. Pages that a
 * process has mapped stay.
 * @throws Error if more than a twentieth of the file stays, or if dd is not GNU's
 */
function dropFromCache(path: string): void {
  execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
  const left = cachedBytes(path);
  if (left !== null && left.cached > left.size / 20)
    throw new Error(`${path}: ${left.cached} bytes stay in the page cache; another process has them mapped`);
}

/** Null if fincore (util-linux) is not installed. */
function cachedBytes(path: string): { readonly cached: number; readonly size: number } | null {
  const { status, stdout } = spawnSync('fincore', ['--bytes', '--noheadings', '--output', 'RES,SIZE', path]);
  if (status !== 0) return null;
  const [cached, size] = stdout.toString().trim().split(/\s+/).map(Number);
  return { cached, size };
}
