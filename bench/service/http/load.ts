import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex } from '../../../src/address/index/open.ts';
import { type Figure, type Measurements, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { median } from '../../equipment/statistics.ts';
import { recordAnswers } from './record.ts';
import { type Server, startServer, startService } from './service.ts';
import { type ClosedLoop, closedLoop, needWrk, writeTargets } from './wrk.ts';

/*
 * Requests per second of each operation over HTTP on one worker, as a share of the rate of a bare
 * uWebSockets.js handler that sends the same bytes and headers. Both run in turns, so that other
 * work on the machine affects both alike. The processor time of the server for each request, which
 * such work affects less, is measured too. With `--versus` the other server is the service itself
 * with further flags, which shows what these cost.
 */

/**
 * Least percentage of the bare handler's rate, by the last parts of paths (at national size, on 2
 * cores).
 */
const GOALS: Readonly<Record<string, number>> = {
  autocomplete: 35,
  validate: 40,
  enrich: 60,
  reverse: 40,
  'lookup/postcode': 75,
  'lookup/suburb': 75,
};

const NOTE =
  'A bare uWebSockets.js handler sends the same bytes and headers, in turns with the service; wrk takes the other core. A share is what the service does of what the handler does; 100 % would be as fast.';

const HEAD = [
  'operation',
  'bytes of an answer',
  'requests/s',
  'bare handler, requests/s',
  'share, least of the rounds',
  'share, median',
  'processor time a request',
  'bare handler, processor time',
  'share of processor time',
];

interface Options {
  readonly index: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly samples: number;
  readonly seed: number;
  readonly versus?: string;
  readonly only?: string;
}

await runBenchmark(
  benchmarkOfIndex(
    'bench:http',
    'Requests per second of each operation, as a share of a bare uWebSockets.js handler (needs wrk).',
  )
    .option('--rounds <n>', 'runs of each server and operation, in turns', readCount, 5)
    .option('--seconds <n>', 'length of a run', readCount, 2)
    .option('--connections <n>', 'connections of wrk', readCount, 64)
    .option('--samples <n>', 'different requests of each operation', readCount, 2000)
    .option('--seed <n>', 'which requests', readCount, 1)
    .option('--versus <flags>', 'flags of the service to compare with, instead of a bare handler')
    .option('--only <operation>', 'the operation of which the path ends so'),
  async (options: Options, { folder, keep, stopLater }) => {
    needWrk();
    const { index, samples, seed, versus, only } = options;
    const opened = openIndex(index);
    const answers = recordAnswers(opened, samples, seed);
    const recorded = join(folder, 'answers.json');
    writeFileSync(recorded, JSON.stringify(answers));
    const letterbox = stopLater(await startService(index));
    const bare = stopLater(
      versus === undefined
        ? await startServer('./bare-server.js', /^(\d+)$/, [recorded])
        : await startService(index, { flags: versus.split(' ') }),
    );
    const figures: Figure[] = [];
    const rows: string[][] = [HEAD];
    const measurements: Measurements = {
      figures,
      tables: [{ title: 'Requests per second on one worker', rows }],
      notes: [`${withUnit(opened.manifest.addresses, '')} addresses.`, NOTE],
    };
    for (const [path, asked] of Object.entries(answers)) {
      if (only !== undefined && !path.endsWith(only)) continue;
      const name = path.replace('/v1/address/', '');
      const targets = writeTargets(
        folder,
        asked.map(({ target }) => target),
      );
      const found = compare(targets, letterbox, bare, options);
      const bytes = asked.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) / asked.length;
      rows.push([name, withUnit(bytes, ''), ...found.cells]);
      const atLeast = GOALS[name];
      figures.push({
        what: `${name}, share of a bare handler`,
        value: 100 * found.share,
        unit: '%',
        goal: atLeast === undefined ? undefined : { atLeast },
      });
      keep(measurements);
    }
    return measurements;
  },
);

/** Loads two servers in turns; returns the cells of a row, and the median share of the rate. */
function compare(
  targets: string,
  letterbox: Server,
  bare: Server,
  { rounds, seconds, connections }: Options,
): { readonly cells: string[]; readonly share: number } {
  closedLoop(letterbox, targets, 1, { connections });
  const ours: ClosedLoop[] = [];
  const theirs: ClosedLoop[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(closedLoop(letterbox, targets, seconds, { connections }));
    theirs.push(closedLoop(bare, targets, seconds, { connections }));
  }
  const shares = ours.map(({ rate }, i) => rate / theirs[i].rate);
  const best = (runs: ClosedLoop[]) => withUnit(Math.max(...runs.map(({ rate }) => rate)), '');
  const least = (runs: ClosedLoop[]) => Math.min(...runs.map(({ cost }) => cost));
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  return {
    cells: [
      ...[best(ours), best(theirs), percent(Math.min(...shares)), percent(median(shares))],
      ...[withUnit(least(ours), 'µs'), withUnit(least(theirs), 'µs'), percent(least(theirs) / least(ours))],
    ],
    share: median(shares),
  };
}
