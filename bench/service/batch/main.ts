import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openIndex } from '../../../src/address/index/open.ts';
import { type Figure, type Measurements, median, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { recordAnswers } from '../http/record.ts';
import { divideProcessors, LOAD_KEY, startService } from '../http/service.ts';
import { openLoop } from '../latency/open-loop.ts';
import { HOSTILE_BODIES } from './hostile-bodies.ts';
import { postBatches } from './post-batches.ts';
import type { HostileOrder, HostileTally } from './send-hostile.ts';

interface Options {
  readonly index: string;
  readonly rate: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly hostile?: boolean;
}

/** The single calls, by the last parts of their paths. */
const SINGLE = ['autocomplete', 'validate'] as const;
/** How many times as long as without batches they may take, at p99. */
const MOST = 2;
const HEAD = [
  'operation',
  'p50',
  'p50 beside',
  'p99',
  'p99 beside',
  'p99, times',
  'sent late p99',
  'sent late p99 beside',
];
const NOTE =
  'One process sends single calls by the clock and posts batches of 1 000 addresses, each as soon as the one before it is answered. Rounds without and with batches take turns; each number is the least of the rounds, which are short, since other work on the machine only adds to it. "p99, times" is the ratio of the two before it; "sent late" is what the sending process itself contributed.';
const HOSTILE_NOTE =
  'A thread of the sending process keeps the connections busy with the body, with a key that has no limits. Each number is the least of the rounds.';
const APART =
  'The service has one processor to itself, helpers of its garbage collector included, and what sends the other.';
const TOGETHER =
  'Service and sender share the processors (one only, or no taskset): their waiting for each other is in the numbers.';

await runBenchmark(
  benchmarkOfIndex(
    'bench:batch',
    'How long single calls wait on a worker that answers batches as well, beside how long they wait without.',
  )
    .option('--rate <n>', 'single calls a second', readCount, 500)
    .option('--rounds <n>', 'rounds without and with batches', readCount, 15)
    .option('--seconds <n>', 'length of a round', readCount, 1)
    .option('--hostile', 'instead beside bodies that are sent to hold a worker up'),
  async (options: Options, { stopLater }) => {
    const recorded = recordAnswers(openIndex(options.index), 5000, 1);
    const processor = divideProcessors();
    const service = stopLater(await startService(options.index, { processor }));
    const bystand = (name: string) => {
      const targets = recorded[`/v1/address/${name}`].map(({ target }) => target);
      const { rate, seconds } = options;
      return openLoop({ port: service.port, key: LOAD_KEY, targets, rate, seconds, connections: 32 });
    };
    if (options.hostile) return besideHostile(options, service.port, bystand);
    const validated = recorded['/v1/address/validate'].map(({ target }) => new URLSearchParams(target.split('?')[1]));
    const texts = validated.map((query) => query.get('q')!);
    return besideBatches(options, () => postBatches(service.port, LOAD_KEY, texts), bystand, processor !== null);
  },
);

type Bystand = (operation: string) => ReturnType<typeof openLoop>;

async function besideBatches(
  { rate, rounds, seconds }: Options,
  post: () => ReturnType<typeof postBatches>,
  bystand: Bystand,
  isApart: boolean,
): Promise<Measurements> {
  const batches: number[] = [];
  const figures: Figure[] = [];
  const rows: string[][] = [HEAD];
  for (const name of SINGLE) {
    await bystand(name);
    const warming = post();
    await bystand(name);
    await warming.stop();
    const alone: Quantiles[] = [];
    const beside: Quantiles[] = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(quantilesOf(await bystand(name)));
      const posting = post();
      try {
        await posting.first;
        beside.push(quantilesOf(await bystand(name)));
      } finally {
        await posting.stop();
        batches.push(...posting.taken);
      }
    }
    const least = (from: readonly Quantiles[], of: keyof Quantiles) => Math.min(...from.map((round) => round[of]));
    const milliseconds = (value: number) => withUnit(value / 1e6, 'ms');
    const times = least(beside, 'p99') / least(alone, 'p99');
    rows.push([
      name,
      ...(['p50', 'p99'] as const).flatMap((of) => [least(alone, of), least(beside, of)].map(milliseconds)),
      withUnit(times, ''),
      ...[least(alone, 'late'), least(beside, 'late')].map(milliseconds),
    ]);
    figures.push({
      what: `${name} beside batches: p99, times that without`,
      value: times,
      unit: '',
      goal: { atMost: MOST },
    });
  }
  figures.push({ what: 'a batch of 1 000, beside single calls: p50', value: median(batches), unit: 'ms' });
  const title = `One worker, ${rate} single calls a second, ${rounds} rounds of ${seconds} s`;
  return { figures, tables: [{ title, rows }], notes: [NOTE, isApart ? APART : TOGETHER] };
}

/** The lowest values of the rounds, since other work on the machine only adds to them. */
async function besideHostile(
  { rate, rounds, seconds }: Options,
  port: number,
  bystand: Bystand,
): Promise<Measurements> {
  const rows = [['body', 'connections', 'answers', 'p50', 'p99', 'longest']];
  const figures: Figure[] = [];
  const measured = async (name: string, connections: number, told: () => Promise<HostileTally>) => {
    const all: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      const { latency } = await bystand('validate');
      all.push({ p50: latency.quantile(0.5), p99: latency.quantile(0.99), longest: latency.quantile(1) });
    }
    const least = (of: keyof Measured) => Math.min(...all.map((each) => each[of])) / 1e6;
    const answers = Object.entries(await told()).map(([status, count]) => `${count} × ${status}`);
    const times = (['p50', 'p99', 'longest'] as const).map((of) => withUnit(least(of), 'ms'));
    rows.push([name, String(connections), answers.join(', ') || 'none', ...times]);
    figures.push({ what: `a bystander beside ${name}: p99`, value: least('p99'), unit: 'ms', goal: { atMost: 5 } });
  };
  await bystand('validate');
  await measured('nothing', 0, async () => ({}));
  for (const [body, { name, connections }] of HOSTILE_BODIES.entries()) {
    const order: HostileOrder = { port, key: LOAD_KEY, body };
    const sender = new Worker(new URL('send-hostile.js', import.meta.url), { workerData: order });
    await measured(name, connections, () => tallyOf(sender));
    await sender.terminate();
  }
  const title = `validate by a bystander, ${rate} a second, one worker, ${rounds} rounds of ${seconds} s`;
  return { figures, tables: [{ title, rows }], notes: [HOSTILE_NOTE] };
}

interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

async function tallyOf(sender: Worker): Promise<HostileTally> {
  sender.postMessage('tell');
  const [tally] = await once(sender, 'message');
  return tally as HostileTally;
}

interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  /** How late requests were sent, at p99. */
  readonly late: number;
}

function quantilesOf({ latency, sending, failures }: Awaited<ReturnType<typeof openLoop>>): Quantiles {
  if (failures > 0) throw new Error(`${failures} answers were not 200`);
  return { p50: latency.quantile(0.5), p99: latency.quantile(0.99), late: sending.quantile(0.99) };
}
