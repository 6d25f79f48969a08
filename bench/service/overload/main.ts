import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openIndex } from '../../../src/address/index/open.ts';
import { type Figure, type Measurements, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { recordAnswers } from '../http/record.ts';
import { divideProcessors, startService } from '../http/service.ts';
import { crowd, type Order, type Sent, send } from './send.ts';

/*
 * What a worker does under more load than it can take. The service has one processor. On the other
 * run a flood, which is sent on schedule whether answered or not and whose clients leave when they
 * have waited for too long, and a bystander with an account of its own, who makes few requests.
 */

interface Options {
  readonly index: string;
  readonly times: string;
  readonly seconds: number;
  readonly samples: number;
  readonly seed: number;
}

/** What the flood asks for: an operation and its parameters. */
const FLOOD = 'reverse&radius=20000&limit=20';
/** How long clients of the flood wait before they leave, ms. */
const PATIENCE = 300;
/** Calls per second of the bystander. */
const BYSTANDER = 100;
/** The load for which there are goals, as a multiple of the capacity, and the goals. */
const HELD = 5;
const LEAST_ANSWERED = 80;
const MOST_BYSTANDER = 100;
const LEAST_AFTER = 90;

const HEAD = [
  'load',
  'capacity/s',
  'sent/s',
  'answered in time/s',
  'of the capacity',
  'answered 429/s',
  'left/s',
  'closed/s',
  'p50',
  'p99',
  'bystander p50',
  'bystander p99',
  'bystander refused',
  'a second after, of the capacity',
  'sent late p99',
  'bystander late p99',
];

const KEYS = ['flood', 'bystander'] as const;

await runBenchmark(
  benchmarkOfIndex(
    'bench:overload',
    'What a worker answers in time at some times the load that it can take, and what a bystander notices.',
  )
    .option('--times <list>', 'the loads, as times the capacity', '1,2,5,10')
    .option('--seconds <n>', 'length of each load', readCount, 6)
    .option('--samples <n>', 'different requests', readCount, 500)
    .option('--seed <n>', 'which requests, and when', readCount, 1),
  async ({ index, times, seconds, samples, seed }: Options, { folder, keep, stopLater }) => {
    const opened = openIndex(index);
    const recorded = recordAnswers(opened, samples, seed);
    const [operation, ...parameters] = FLOOD.split('&');
    const targets = recorded[`/v1/address/${operation}`].map(({ target }) => [target, ...parameters].join('&'));
    const cheap = recorded['/v1/address/lookup/postcode'].map(({ target }) => target);
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, JSON.stringify(KEYS.map(entryOf)));
    const processor = divideProcessors();
    const service = stopLater(await startService(index, { processor, flags: ['--keys', keys, '--most-turn', '20'] }));
    const usual = { port: service.port, seed, patience: PATIENCE, connections: 32, humble: false };
    const flooding: Order = { ...usual, key: KEYS[0], targets, rate: 0, seconds: 2 };
    // Once, so that the program is compiled.
    await send({ ...flooding, seconds: 3 });
    const capacityNow = async () => (await (await crowd(flooding)).go()).answered / flooding.seconds;
    const rows: string[][] = [HEAD];
    const figures: Figure[] = [];
    const measurements: Measurements = {
      figures,
      tables: [{ title: 'One worker, by load', rows }],
      notes: [
        `${withUnit(opened.manifest.addresses, '')} addresses; the flood asks for ${FLOOD}, and the capacity is what the worker answers of it in a closed loop of 32 connections right before each load.`,
        `Each load goes on for ${seconds} s, on a schedule that waits for no answer; latency counts from when a request was due (no coordinated omission). Clients of the flood close their connection after ${PATIENCE} ms, which is "in time"; they do not heed Retry-After. The bystander asks for postcodes ${BYSTANDER} times a second, with the key of another account, in a process of its own. "A second after" is the rate of the capacity's closed loop in the second that begins a second after the flood.`,
        processor === null
          ? 'Service and clients share the processors (one only, or no taskset): their waiting for each other is in the numbers.'
          : 'The service has one processor, all clients the other, where the flood has the least priority; "sent late" is by how much the senders were behind their schedules.',
      ],
    };
    for (const load of times.split(',').map(Number)) {
      const capacity = await capacityNow();
      const [storm, bystander] = await Promise.all([
        crowd({ ...flooding, rate: capacity * load, seconds, humble: true }),
        crowd({ ...usual, key: KEYS[1], targets: cheap, rate: BYSTANDER, patience: 5000, seconds, seed: seed + 1 }),
      ]);
      const [stormed, passed] = await Promise.all([storm.go(), bystander.go()]);
      const after = (await (await crowd(flooding)).go()).answeredLate;
      rows.push(cellsOf(load, stormed, passed, after, seconds, capacity));
      figures.push(...figuresOf(load, stormed, passed, after, seconds, capacity));
      keep(measurements);
      await setTimeout(500);
    }
    return measurements;
  },
);

function cellsOf(load: number, flood: Sent, bystander: Sent, after: number, seconds: number, capacity: number) {
  const rate = (count: number) => withUnit(Math.round(count / seconds), '');
  const ms = (value: number) => withUnit(value, 'ms');
  const percent = (value: number) => `${value.toFixed(0)} %`;
  return [
    `${load} ×`,
    withUnit(Math.round(capacity), ''),
    ...[rate(flood.sent), rate(flood.answered), percent((100 * flood.answered) / seconds / capacity)],
    ...[rate(flood.refused), rate(flood.left), rate(flood.closed), ms(flood.p50), ms(flood.p99)],
    ...[ms(bystander.p50), ms(bystander.p99), `${bystander.refused + bystander.closed} of ${bystander.sent}`],
    ...[percent((100 * after) / capacity), ms(flood.late), ms(bystander.late)],
  ];
}

function figuresOf(load: number, flood: Sent, bystander: Sent, after: number, seconds: number, capacity: number) {
  const held = load === HELD;
  const figure = (what: string, value: number, unit: string, goal: Figure['goal']): Figure => ({
    what: `at ${load} times the capacity: ${what}`,
    value,
    unit,
    goal: held ? goal : undefined,
  });
  return [
    figure('answered in time, of the capacity', (100 * flood.answered) / seconds / capacity, '%', {
      atLeast: LEAST_ANSWERED,
    }),
    figure('p99 of a bystander', bystander.p99, 'ms', { atMost: MOST_BYSTANDER }),
    figure('a second after it, of the capacity', (100 * after) / capacity, '%', { atLeast: LEAST_AFTER }),
  ];
}

function entryOf(key: string) {
  return { sha256: createHash('sha256').update(key).digest('hex'), account: key, products: ['address'] };
}
