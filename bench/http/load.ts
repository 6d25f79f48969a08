import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openIndex } from '../../src/index/open.ts';
import { type Figure, report, withUnit } from '../figures.ts';
import { type RecordedAnswers, recordAnswers } from './record.ts';
import { type Server, startServer, stopServers } from './servers.ts';

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

const KEY = 'load';
const options = new Command()
  .name('bench:http')
  .description('Requests per second of each operation, as a share of a bare uWebSockets.js handler.')
  .requiredOption('--index <file>', 'index file')
  .option('--json <file>', 'write the numbers there too')
  .option('--strict', 'end with status 1 where a goal is missed')
  .option('--rounds <n>', 'runs of each server and operation, in turns', '5')
  .option('--seconds <n>', 'length of a run', '2')
  .option('--connections <n>', 'connections of wrk', '64')
  .option('--samples <n>', 'different requests of each operation', '2000')
  .option('--seed <n>', 'which requests', '1')
  .option('--versus <flags>', 'flags of the service to compare with, instead of a bare handler')
  .option('--only <operation>', 'the operation of which the path ends so')
  .parse()
  .opts<
    Record<'index' | 'rounds' | 'seconds' | 'connections' | 'samples' | 'seed', string> & {
      only?: string;
      json?: string;
      strict?: boolean;
      versus?: string;
    }
  >();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-load-'));
try {
  await main();
} finally {
  stopServers();
  rmSync(folder, { recursive: true });
}

async function main(): Promise<void> {
  if (spawnSync('wrk', ['--version']).error !== undefined) {
    process.stderr.write('This needs wrk (Debian and Ubuntu: apt install wrk; macOS: brew install wrk).\n');
    process.exitCode = 1;
    return;
  }
  const index = openIndex(options.index);
  const answers = recordAnswers(index, Number(options.samples), Number(options.seed));
  const recorded = join(folder, 'answers.json');
  writeFileSync(recorded, JSON.stringify(answers));
  const flags = ['--index', options.index, '--workers', '1', '--port', '0', '--dev-key', KEY];
  const started = /"port":(\d+).*"msg":"started"/;
  const { versus } = options;
  const letterbox = await startServer('../../src/main.js', started, [
    ...flags,
    ...(versus === undefined ? ['--slow-ms', '0'] : []),
  ]);
  const bare =
    versus === undefined
      ? await startServer('./bare-server.js', /^(\d+)$/, [recorded])
      : await startServer('../../src/main.js', started, [...flags, ...versus.split(' ')]);
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
  run(letterbox, targets, '1');
  const ours: Run[] = [];
  const theirs: Run[] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
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
function run(server: Server, targets: string, seconds: string): Run {
  const script = fileURLToPath(new URL('../../../bench/http/requests.lua', import.meta.url));
  const before = processorTime(server);
  const url = `http://127.0.0.1:${server.port}`;
  const load = [
    '-t1',
    `-c${options.connections}`,
    `-d${seconds}s`,
    '--timeout',
    '20s',
    '-s',
    script,
    url,
    '--',
    targets,
    KEY,
  ];
  const told = execFileSync('wrk', load).toString();
  const time = processorTime(server) - before;
  const failures = /Non-2xx.*|Socket errors.*/.exec(told);
  if (failures !== null) throw new Error(failures[0]);
  const requests = Number(/(\d+) requests in/.exec(told)?.[1]);
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1]), cost: time / requests };
}

/** User and system time of a server's process so far, in microseconds (Linux: ticks of 10 ms). */
function processorTime(server: Server): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
