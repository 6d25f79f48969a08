import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { exampleAddress } from '../../src/index/example-address.ts';
import { openIndex } from '../../src/index/open.ts';
import { report } from '../figures.ts';

/*
 * What admission costs over HTTP: enrich requests per second on one worker with a metered key (hard cap, burst limit, all headers), as a share of
 * those with the development key, which is admitted without being counted. Both on the same server, in turns, so that both meet the same
 * neighbours; besides the rate, the processor time of the server per request, which neighbours change less.
 */

const options = new Command()
  .name('bench:admission')
  .requiredOption('--index <file>', 'index file')
  .option('--json <file>', 'write the numbers there too')
  .option('--strict', 'end with status 1 where a goal is missed')
  .option('--rounds <n>', 'runs of each key, in turns', '10')
  .option('--seconds <n>', 'length of a run', '1')
  .option('--connections <n>', 'connections of wrk', '64')
  .parse()
  .opts<Record<'index' | 'rounds' | 'seconds' | 'connections', string> & { json?: string; strict?: boolean }>();

const DEVELOPMENT_KEY = 'unmetered';
const program = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

if (spawnSync('wrk', ['--version']).error !== undefined) {
  process.stderr.write('This needs wrk (Debian and Ubuntu: apt install wrk; macOS: brew install wrk).\n');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'letterbox-bench-'));
const running: ChildProcess[] = [];
/** The process of the service that answers. */
let serverPid = '';
try {
  await main();
} finally {
  for (const server of running) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true });
}

async function main(): Promise<void> {
  const example = exampleAddress(openIndex(options.index));
  if (example === null) throw new Error(`${options.index} has no address`);
  const account = admin(
    'accounts',
    'create',
    '--name',
    'bench',
    '--credits',
    '1000000000000',
    '--rate',
    '1000000000',
    '--burst',
    '1000000000',
  );
  const metered = admin('keys', 'create', account.id).key;
  const port = await start();
  const url = `http://127.0.0.1:${port}/v1/address/enrich?id=${example.id}`;
  const runs = { [DEVELOPMENT_KEY]: [] as Run[], [metered]: [] as Run[] };
  for (const key of Object.keys(runs)) load(url, key);
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [key, list] of Object.entries(runs)) list.push(load(url, key));
  const off = runs[DEVELOPMENT_KEY];
  const on = runs[metered];
  const shares = on.map(({ rate }, i) => rate / off[i].rate).sort((a, b) => a - b);
  const least = (list: Run[]) => Math.min(...list.map(({ cost }) => cost));
  const best = (list: Run[]) => Math.round(Math.max(...list.map(({ rate }) => rate)));
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}; enrich, ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections\n` +
      `requests/s, best: ${best(on)} admitted by the counters, ${best(off)} uncounted\n` +
      `share of the rate: median ${percent(shares[Math.floor(shares.length / 2)])}\n` +
      `processor time, least: ${least(on).toFixed(2)} µs and ${least(off).toFixed(2)} µs: ${percent(least(off) / least(on))}\n`,
  );
  report(options, {
    figures: [
      {
        what: 'enrich with a metered key, share of the rate without one',
        value: 100 * shares[Math.floor(shares.length / 2)],
        unit: '%',
      },
      { what: 'the same, share of the processor time', value: (100 * least(off)) / least(on), unit: '%' },
    ],
  });
}

function admin(...args: readonly string[]): { id: string; key: string } {
  const out = execFileSync(process.execPath, [
    program('credits/admin/main.js'),
    '--data-dir',
    join(folder, 'data'),
    '--json',
    ...args,
  ]);
  return JSON.parse(out.toString());
}

async function start(): Promise<number> {
  const flags = [
    '--workers',
    '1',
    '--port',
    '0',
    '--slow-ms',
    '0',
    '--dev-key',
    DEVELOPMENT_KEY,
    '--data-dir',
    join(folder, 'data'),
  ];
  const server = spawn(process.execPath, [program('main.js'), '--index', options.index, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(server);
  for await (const line of createInterface({ input: server.stdout })) {
    serverPid = /"pid":(\d+).*"msg":"index opened"/.exec(line)?.[1] ?? serverPid;
    const port = /"port":(\d+).*"msg":"started"/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('the service did not start');
}

/** What one run of wrk found: requests per second, and microseconds of processor time of the server for each. */
interface Run {
  readonly rate: number;
  readonly cost: number;
}

function load(url: string, key: string): Run {
  const before = processorTime();
  const told = execFileSync('wrk', [
    '-t1',
    `-c${options.connections}`,
    `-d${options.seconds}s`,
    '-H',
    `X-Api-Key: ${key}`,
    url,
  ]).toString();
  const time = processorTime() - before;
  const failures = /Non-2xx.*|Socket errors.*/.exec(told);
  if (failures !== null) throw new Error(failures[0]);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1]),
    cost: time / Number(/(\d+) requests in/.exec(told)?.[1]),
  };
}

/** User and system time of the server so far, microseconds (Linux: ticks of 10 ms). */
function processorTime(): number {
  const fields = readFileSync(`/proc/${serverPid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
