import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex } from '../../../src/address/index/open.ts';
import { type Figure, type Measurements, median, type Table, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { compareClones } from './against.ts';
import { recordHead } from './head.ts';
import { type RecordedAnswers, recordAnswers } from './record.ts';
import { type Server, startServer, startService } from './service.ts';
import { measureSteps } from './steps/measure-steps.ts';
import { type ClosedLoop, closedLoop, needWrk, writeTargets } from './wrk.ts';

/*
 * Requests per second of each operation over HTTP on one worker, as a share of the rate of a bare
 * uWebSockets.js handler that sends the same bytes and headers. Both run in turns, so that other
 * work on the machine affects both alike. The processor time of the server for each request, which
 * such work affects less, is measured too. With `--versus` the other server is the service itself
 * with further flags, which shows what these cost.
 */

/**
 * Least percentage that the bare handler's processor time is of the service's, by the last parts of
 * paths (at national size).
 */
const GOALS: Readonly<Record<string, number>> = {
  autocomplete: 6,
  validate: 25,
  enrich: 50,
  reverse: 30,
  'lookup/postcode': 75,
  'lookup/suburb': 70,
};

const NOTE =
  'A bare uWebSockets.js handler sends the same bytes and headers, in turns with the service; wrk takes the other core. A share of the processor time is what the handler takes of what the service takes, and 100 % would be as fast; it is the median of the rounds. Rates depend on what else runs on the machine, processor time far less. What a step takes is what its server saves; two processes of the same program may differ by 0.2 µs.';

/** The route whose steps are measured: the operation that takes least, so that they weigh most. */
const STEPS_PATH = '/v1/address/lookup/postcode';

const HEAD = [
  'operation',
  'bytes of an answer',
  'requests/s',
  'bare handler, requests/s',
  'share of its rate, least of the rounds',
  'share of its rate, median',
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
  readonly against?: string;
  readonly againstIndex?: string;
  readonly only?: string;
  readonly mixed: boolean;
  readonly steps: boolean;
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
    .option(
      '--against <clone>',
      'only the processor time of one operation (--only, or a postcode lookup), beside that of another built clone',
    )
    .option('--against-index <file>', 'index of the other clone, where it cannot read this one')
    .option('--only <operation>', 'the operation of which the path ends so')
    .option('--mixed', 'with --against: after each request one of another operation', false)
    .option('--no-steps', 'leave out the steps of an answer'),
  async (options: Options, run) => {
    const { folder, keep, stopLater } = run;
    needWrk();
    const { index, samples, seed, versus, only } = options;
    const opened = openIndex(index);
    const answers = recordAnswers(opened, samples, seed);
    const recorded = join(folder, 'answers.json');
    writeFileSync(recorded, JSON.stringify(answers));
    const asked = (path: string) => writeTargets(folder, requestsOf(answers, path, false));
    if (options.against !== undefined) {
      const { against, againstIndex = index, mixed } = options;
      const path = only === undefined ? STEPS_PATH : Object.keys(answers).find((each) => each.endsWith(only));
      if (path === undefined) throw new Error(`no operation's path ends with ${only}`);
      const targets = writeTargets(folder, requestsOf(answers, path, mixed));
      const load = { ...options, against, againstIndex, answers: recorded, targets };
      const { whole, beyond, rows } = await compareClones({ ...load, target: answers[path][0].target }, run);
      const name = `${path.replace('/v1/address/', '')}${mixed ? ' and others' : ''}`;
      const figures = [
        { what: `${name}: processor time of a request, of the other clone's`, value: 100 * whole, unit: '%' },
        { what: `${name}: beyond a bare handler, of what the other clone takes`, value: 100 * beyond, unit: '%' },
      ];
      return { figures, tables: [{ title: `${name}, with a metered key`, rows }] };
    }
    const letterbox = stopLater(await startService(index));
    const head = join(folder, 'head.json');
    writeFileSync(head, JSON.stringify(await recordHead(letterbox, answers[STEPS_PATH][0].target)));
    const bare = stopLater(
      versus === undefined
        ? await startServer('./bare-server.js', /^(\d+)$/, [recorded, head])
        : await startService(index, { flags: versus.split(' ') }),
    );
    const figures: Figure[] = [];
    const rows: string[][] = [HEAD];
    const tables: Table[] = [{ title: 'Requests per second on one worker', rows }];
    const measurements: Measurements = {
      figures,
      tables,
      notes: [`${withUnit(opened.manifest.addresses, '')} addresses.`, NOTE],
    };
    for (const [path, requests] of Object.entries(answers)) {
      if (only !== undefined && !path.endsWith(only)) continue;
      const name = path.replace('/v1/address/', '');
      const found = compare(asked(path), letterbox, bare, options);
      const bytes = requests.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) / requests.length;
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
    if (options.steps) {
      const targets = asked(STEPS_PATH);
      const { beyond, rows: steps } = await measureSteps(
        { ...options, answers: recorded, targets, path: STEPS_PATH, target: answers[STEPS_PATH][0].target },
        run,
      );
      figures.push({ what: 'lookup/postcode, processor time beyond a bare handler', value: beyond, unit: 'µs' });
      tables.push({ title: 'Steps of a postcode lookup with a metered key', rows: steps });
    }
    return measurements;
  },
);

/** Targets of a path; `mixed` with one of another operation after each. */
function requestsOf(answers: RecordedAnswers, path: string, mixed: boolean): string[] {
  const others = Object.keys(answers).filter((each) => each !== path);
  const other = (i: number) => (mixed ? [answers[others[i % others.length]][i].target] : []);
  return answers[path].flatMap(({ target }, i) => [target, ...other(i)]);
}

/** Loads two servers in turns; returns the cells of a row, and the median share of the processor time. */
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
  const share = median(ours.map(({ cost }, i) => theirs[i].cost / cost));
  const best = (runs: ClosedLoop[]) => withUnit(Math.max(...runs.map(({ rate }) => rate)), '');
  const least = (runs: ClosedLoop[]) => Math.min(...runs.map(({ cost }) => cost));
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  return {
    cells: [
      ...[best(ours), best(theirs), percent(Math.min(...shares)), percent(median(shares))],
      ...[withUnit(least(ours), 'µs'), withUnit(least(theirs), 'µs'), percent(share)],
    ],
    share,
  };
}
