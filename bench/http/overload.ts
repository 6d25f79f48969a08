import { writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Random } from '../../build-index/generate/random.ts';
import { type AddressIndex, openIndex } from '../../src/index/open.ts';
import { type Reporting, report, withUnit } from '../figures.ts';
import { benchmarkOfIndex, readCount } from '../options.ts';
import { percentile } from './percentile.ts';
import { recordAnswers } from './record.ts';
import { LOAD_KEY, type Server, startService } from './service.ts';

/*
 * What a worker does under more load than it can take: requests are sent at moments that a seed has chosen, whether those before are answered or not
 * (an open loop), each on a connection of its own choice: one that is free, else a new one. Latency counts from the moment that the request was due,
 * so a stall counts for all requests that were due in it.
 */

/** What came of requests. */
interface Outcome {
  /** Milliseconds from when each answered request was due. */
  readonly latencies: number[];
  /** Requests that were answered 429. */
  refused: number;
  /** Requests whose connection was closed without an answer. */
  closed: number;
}

interface Options extends Reporting {
  readonly index: string;
  readonly connections: number;
  readonly seconds: number;
  readonly samples: number;
  readonly seed: number;
  readonly mostTurn: number;
}

const options = benchmarkOfIndex(
  'bench:overload',
  'Rate and latency at 1, 2 and 5 times the load that a worker can take, and after it.',
)
  .option('--connections <n>', 'what --max-connections of the service is', readCount, 256)
  .option('--seconds <n>', 'length of each load', readCount, 10)
  .option('--samples <n>', 'different requests', readCount, 500)
  .option('--seed <n>', 'which requests, and when', readCount, 1)
  .option('--most-turn <ms>', 'what --most-turn of the service is', readCount, 500)
  .parse()
  .opts<Options>();

const HEAD = ['load', 'sent requests/s', 'accepted requests/s', 'answered 429', 'closed', 'p50', 'p99', 'worst'];

const free: Socket[] = [];
const random = new Random(options.seed, 'overload');
const next = () => random.fraction();
const say = (line: string) => void writeSync(1, `${line}\n`);

const index = openIndex(options.index);
const limits = ['--max-connections', String(options.connections), '--most-turn', String(options.mostTurn)];
const server = await startService(options.index, { flags: [...limits, '--log-level', 'info'] });
try {
  await main();
} finally {
  await server.stop();
}

async function main(): Promise<void> {
  const targets = slowTargets(index);
  const capacity = await measureCapacity(server, targets);
  const notes = [
    `${withUnit(index.manifest.addresses, '')} addresses.`,
    `The load is a multiple of what the worker answers in a closed loop of 32 connections: ${withUnit(capacity, 'requests/s')}, of reverse in a radius of 20 km. At most ${options.connections} connections are open at once; further ones are closed. What has waited for ${options.mostTurn} ms is answered 429.`,
    'Requests are sent on a schedule that waits for no answer, and latency counts from when a request was due (no coordinated omission).',
  ];
  say(`${notes.join('\n')}\n`);
  const rows: string[][] = [HEAD];
  const under = async (name: string, rate: number, seconds: number) => {
    rows.push([name, ...(await load(server, targets, rate, seconds))]);
    // Written after each load: what is measured is kept if a later one fails.
    report(options, { figures: [], tables: [{ title: 'One worker, by load', rows }], notes });
  };
  for (const times of [0.5, 1, 2, 5]) {
    await under(`${times} ×`, capacity * times, options.seconds);
    await under('0.3 ×, in the second after that', capacity * 0.3, 1);
  }
  const [head, ...loads] = rows.map((row) => `| ${row.join(' | ')} |`);
  say([head, `|${HEAD.map(() => '---|').join('')}`, ...loads].join('\n'));
}

/** Requests that take long to answer, so that this program can send five times what the service can answer. */
function slowTargets(index: AddressIndex): Buffer[] {
  const answers = recordAnswers(index, options.samples, options.seed);
  return answers['/v1/address/reverse'].map(({ target }) => {
    const wide = `${target}&radius=20000&limit=20`;
    return Buffer.from(`GET ${wide} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${LOAD_KEY}\r\n\r\n`);
  });
}

/** Requests a second where each of 32 connections asks again once it is answered. */
async function measureCapacity(server: Server, targets: readonly Buffer[]): Promise<number> {
  let answered = 0;
  let ends = performance.now() + 1000;
  const loop = async () => {
    while (performance.now() < ends) {
      await ask(server, targets[answered % targets.length]);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: 32 }, loop));
  answered = 0;
  const began = performance.now();
  ends = began + 5000;
  await Promise.all(Array.from({ length: 32 }, loop));
  return (answered * 1000) / (performance.now() - began);
}

/** Sends at a rate for some seconds: the cells of `HEAD` from the second on. */
async function load(server: Server, targets: readonly Buffer[], rate: number, seconds: number): Promise<string[]> {
  const outcome: Outcome = { latencies: [], refused: 0, closed: 0 };
  const began = performance.now();
  const ends = began + seconds * 1000;
  const open = new Set<Promise<void>>();
  let sent = 0;
  for (let due = began; due < ends; ) {
    const now = performance.now();
    if (due > now) await setTimeout(due - now);
    for (; due <= performance.now() && due < ends; due += (-Math.log(1 - next()) * 1000) / rate) {
      const at = due;
      const asked = ask(server, targets[sent++ % targets.length]).then((status) => {
        if (status === 200) outcome.latencies.push(performance.now() - at);
        else if (status === 429) outcome.refused++;
        else outcome.closed++;
        open.delete(asked);
      });
      open.add(asked);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(open);
  const took = (performance.now() - began) / 1000;
  const sorted = outcome.latencies.sort((a, b) => a - b);
  const ms = (share: number) => withUnit(percentile(sorted, share), 'ms');
  return [
    ...[sent / seconds, sorted.length / took, outcome.refused, outcome.closed].map((value) =>
      withUnit(Math.round(value), ''),
    ),
    ...[ms(0.5), ms(0.99), ms(1)],
  ];
}

/** Sends a request on a free connection, or a new one. Its status; 0 when the connection was closed. */
function ask(server: Server, request: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = free.pop() ?? connect(server.port, '127.0.0.1').setNoDelay();
    let received = '';
    const done = (status: number) => {
      socket.removeAllListeners();
      socket.on('error', () => {});
      if (status > 0 && !socket.destroyed) {
        free.push(socket);
        socket.once('close', () => free.splice(free.indexOf(socket) >>> 0, 1));
      } else socket.destroy();
      resolve(status);
    };
    socket.removeAllListeners();
    socket.on('data', (data) => {
      received += data.toString('latin1');
      const length = /Content-Length: (\d+)\r\n/.exec(received)?.[1];
      const end = received.indexOf('\r\n\r\n');
      if (length !== undefined && end > 0 && received.length >= end + 4 + Number(length))
        done(Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)));
    });
    socket.on('error', () => done(0));
    socket.on('close', () => done(0));
    socket.write(request);
  });
}
