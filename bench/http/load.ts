import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '../../src/index/open.ts';
import { type Figure, type Reporting, report, withUnit } from '../figures.ts';
import { benchmarkOfIndex, readCount } from '../options.ts';
import { type RecordedAnswers, recordAnswers } from './record.ts';
import { type Server, startServer, startService } from './service.ts';
import { closedLoop, needWrk } from './wrk.ts';

/*
 * Requests per second of each operation over HTTP on one worker, as a share of what a bare uWebSockets.js handler does that sends
 * the same bytes and headers: in the same run, in turns, so that both meet the same neighbours on the machine. Besides the rate,
 * the processor time of the server for each request, which neighbours change less. With `--versus` the other one is the service itself with
 * further flags: what these cost.
 */

/** At least so many percent of the bare handler's rate, by the ends of paths (at national size, on 2 cores). */
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

/** What one run of wrk found. */
interface Run {
  readonly rate: number;
  /** Processor time of the server, microseconds for each request. */
  readonly cost: number;
}

interface Options extends Reporting {
  readonly index: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly samples: number;
  readonly seed: number;
  readonly versus?: string;
  readonly only?: string;
}

const options = benchmarkOfIndex(
  'bench:http',
  'Requests per second of each operation, as a share of a bare uWebSockets.js handler (needs wrk).',
)
  .option('--rounds <n>', 'runs of each server and operation, in turns', readCount, 5)
  .option('--seconds <n>', 'length of a run', readCount, 2)
  .option('--connections <n>', 'connections of wrk', readCount, 64)
  .option('--samples <n>', 'different requests of each operation', readCount, 2000)
  .option('--seed <n>', 'which requests', readCount, 1)
  .option('--versus <flags>', 'flags of the service to compare with, instead of a bare handler')
  .option('--only <operation>', 'the operation of which the path ends so')
  .parse()
  .opts<Options>();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-load-'));
const servers: Server[] = [];
try {
  await main();
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true });
}

async function main(): Promise<void> {
  needWrk();
  const index = openIndex(options.index);
  const answers = recordAnswers(index, options.samples, options.seed);
  const recorded = join(folder, 'answers.json');
  writeFileSync(recorded, JSON.stringify(answers));
  const { versus } = options;
  const letterbox = await startService(options.index);
  servers.push(letterbox);
  const bare =
    versus === undefined
      ? await startServer('./bare-server.js', /^(\d+)$/, [recorded])
      : await startService(options.index, { flags: versus.split(' ') });
  servers.push(bare);
  const { addresses, release } = index.manifest;
  process.stdout.write(
    `${addresses} addresses (${release}), ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections, ` +
      `${options.samples} different requests; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n\n` +
      '| operation | bytes | requests/s | other/s | share min | median | µs | other µs | share of time |\n' +
      '|---|--:|--:|--:|--:|--:|--:|--:|--:|\n',
  );
  const figures: Figure[] = [];
  const rows: string[][] = [HEAD];
  for (const path of Object.keys(answers)) {
    if (options.only !== undefined && !path.endsWith(options.only)) continue;
    const { cells, figure } = measure(path, answers, letterbox, bare);
    figures.push(figure);
    rows.push(cells);
    // Written after each operation: what is measured is kept if a later one fails.
    report(options, {
      figures,
      tables: [{ title: 'Requests per second on one worker', rows }],
      notes: [`${withUnit(addresses, '')} addresses.`, NOTE],
    });
  }
}

/** Measures one operation and prints its row. */
function measure(
  path: string,
  answers: RecordedAnswers,
  letterbox: Server,
  bare: Server,
): { cells: string[]; figure: Figure } {
  const targets = join(folder, 'targets.txt');
  writeFileSync(targets, answers[path].map(({ target }) => `${target}\n`).join(''));
  run(letterbox, targets, 1);
  const ours: Run[] = [];
  const theirs: Run[] = [];
  for (let round = 0; round < options.rounds; round++) {
    ours.push(run(letterbox, targets, options.seconds));
    theirs.push(run(bare, targets, options.seconds));
  }
  const shares = ours.map(({ rate }, i) => rate / theirs[i].rate).sort((a, b) => a - b);
  const best = (runs: Run[]) => Math.round(Math.max(...runs.map(({ rate }) => rate)));
  const least = (runs: Run[]) => Math.min(...runs.map(({ cost }) => cost));
  const bytes = answers[path].reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) / answers[path].length;
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const cells = [
    ...[path.replace('/v1/address/', ''), withUnit(bytes, ''), withUnit(best(ours), ''), withUnit(best(theirs), '')],
    ...[percent(shares[0]), percent(shares[Math.floor(shares.length / 2)])],
    ...[withUnit(least(ours), 'µs'), withUnit(least(theirs), 'µs'), percent(least(theirs) / least(ours))],
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const atLeast = GOALS[path.replace('/v1/address/', '')];
  return {
    cells,
    figure: {
      what: `${path.replace('/v1/address/', '')}, share of a bare handler`,
      value: 100 * shares[Math.floor(shares.length / 2)],
      unit: '%',
      goal: atLeast === undefined ? undefined : { atLeast },
    },
  };
}

/** Loads a server with the targets of a file for some seconds. */
function run(server: Server, targets: string, seconds: number): Run {
  const before = server.processorTime();
  const { rate, requests } = closedLoop(server.port, targets, seconds, options.connections);
  return { rate, cost: (server.processorTime() - before) / requests };
}
