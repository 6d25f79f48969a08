import { openIndex } from '../../../src/address/index/open.ts';
import type { Operations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { countQualities } from '../../../src/service/http/cache-answers.ts';
import { reportRequests } from '../../../src/service/http/request-report.ts';
import { createLog } from '../../../src/service/telemetry/log.ts';
import { newWorkerCounts, type WorkerCounts, workerCountsIn } from '../../../src/service/telemetry/worker-counts.ts';
import { type Figure, median, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { recordAnswers } from './record.ts';
import { type Server, startService } from './service.ts';
import { closedLoop, needWrk, writeTargets } from './wrk.ts';

/*
 * What metrics cost. First the counting alone, in this process, as a share of the processor time of
 * a request; then the processor time of a request with and without metrics, from two services that
 * are loaded in turns. Two processes of the same program differ by some percent, depending on
 * compilation and memory layout, so several pairs are compared. They still cannot resolve one
 * percent: they check that the first measurement has not left anything out.
 */

/**
 * The operations, by the last parts of their paths: the cheapest, in which a fixed cost weighs
 * most, and the most frequent.
 */
const MEASURED = ['lookup/postcode', 'autocomplete'] as const;

/** Most processor time that metrics may add, percent. */
const GOAL = 1;

const HEAD = ['operation', 'without metrics', 'with metrics', 'more, median of the pairs', 'least', 'most'];

/** Requests counted in one batch. */
const BATCH = 100_000;

const NOTES = [
  'Counting is timed by itself, in one process: the time of an answer, its quality and its status, above what is done without metrics.',
  'Processor time of a request on one worker, all threads of the server, at its least in the runs of a service; "more" is by how much that of a service with metrics is above that of the other of its pair. Metrics are read once in each run.',
];

interface Options {
  readonly index: string;
  readonly pairs: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: number;
}

/**
 * Lowest processor time of a request with each service of a pair, microseconds: other work on the
 * machine only adds to it.
 */
interface Compared {
  readonly without: number;
  readonly with: number;
}

await runBenchmark(
  benchmarkOfIndex(
    'bench:metrics',
    'Processor time that metrics cost, by pairs of services that are loaded in turns (Linux; needs wrk).',
  )
    .option('--pairs <n>', 'pairs of services', readCount, 5)
    .option('--rounds <n>', 'runs of each service and operation', readCount, 6)
    .option('--seconds <n>', 'length of a run', readCount, 1)
    .option('--seed <n>', 'which requests', readCount, 1),
  async ({ index, pairs, rounds, seconds, seed }: Options, { folder }) => {
    needWrk();
    const opened = openIndex(index);
    const recorded = recordAnswers(opened, 2000, seed);
    const files = MEASURED.map((name, i) =>
      writeTargets(
        folder,
        recorded[`/v1/address/${name}`].map(({ target }) => target),
        `targets-${i}.txt`,
      ),
    );
    const start = (flags: readonly string[]) => startService(index, { flags: ['--slow-ms', '100', ...flags] });
    const found: Compared[][] = MEASURED.map(() => []);
    for (let pair = 0; pair < pairs; pair++) {
      const services = [await start([]), await start(['--metrics-port', '0'])] as const;
      try {
        for (const [i, file] of files.entries()) found[i].push(await compare(services, file, rounds, seconds));
      } finally {
        for (const service of services) await service.stop();
      }
    }
    const counting = countingCost();
    const figures = MEASURED.map(
      (name, i): Figure => ({
        what: `${name}, counting by the processor time of a request`,
        value: (100 * counting) / median(found[i].map(({ without }) => without)),
        unit: '%',
        goal: { atMost: GOAL },
      }),
    );
    figures.push({ what: 'counting of a request', value: counting * 1000, unit: 'ns' });
    const rows = [HEAD, ...MEASURED.map((name, i) => cells(name, found[i]))];
    return {
      figures,
      tables: [{ title: 'Processor time of metrics', rows }],
      notes: [`${withUnit(opened.manifest.addresses, '')} addresses.`, ...NOTES],
    };
  },
);

/** Microseconds that counting adds to a request: the lowest of some batches. */
function countingCost(): number {
  const out = new JsonBytes();
  const nothing = { autocomplete: () => 'high', validate: () => 'high' } as unknown as Operations;
  const request = { getHeader: () => '' };
  const parameters = {} as Parameters<Operations['autocomplete']>[0];
  const batch = (counts: WorkerCounts | null): number => {
    const log = createLog('silent');
    const { start, answered } = reportRequests({ log, accessLog: null, slowMilliseconds: 100_000, counts }, () => '');
    const operations = counts === null ? nothing : countQualities(nothing, counts);
    const begin = performance.now();
    for (let i = 0; i < BATCH; i++) {
      const started = start(Number.NaN);
      operations.autocomplete(parameters, out);
      answered(request, started, 'autocomplete', 200, null, '');
    }
    return (1000 * (performance.now() - begin)) / BATCH;
  };
  const counts = workerCountsIn(newWorkerCounts());
  const [without, counted] = [null, counts].map((each) => Math.min(...Array.from({ length: 30 }, () => batch(each))));
  return counted - without;
}

/** Loads both in turns, in alternating order. */
async function compare(
  services: readonly [Server, Server],
  targets: string,
  rounds: number,
  seconds: number,
): Promise<Compared> {
  for (const service of services) await costOf(service, targets, seconds);
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) costs[i].push(await costOf(services[i], targets, seconds));
  return { without: Math.min(...costs[0]), with: Math.min(...costs[1]) };
}

async function costOf(service: Server, targets: string, seconds: number): Promise<number> {
  const before = service.processorTime();
  if (service.metricsPort !== null) await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();
  const { requests } = closedLoop(service, targets, seconds);
  return (service.processorTime() - before) / requests;
}

function cells(name: string, pairs: readonly Compared[]): string[] {
  const costs = [median(pairs.map((each) => each.without)), median(pairs.map((each) => each.with))];
  const shares = pairs.map(more);
  const spread = [median(shares), Math.min(...shares), Math.max(...shares)];
  return [name, ...costs.map((cost) => withUnit(cost, 'µs')), ...spread.map((share) => withUnit(share, '%'))];
}

function more({ without, with: counted }: Compared): number {
  return 100 * (counted / without - 1);
}
