import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openIndex } from '../../src/index/open.ts';
import { aligned } from '../accuracy/table.ts';
import { type Figure, type Reporting, report, withUnit } from '../figures.ts';
import { recordAnswers } from '../http/record.ts';
import { LOAD_KEY, startService } from '../http/service.ts';
import { openLoop } from '../latency/open-loop.ts';
import { machineText } from '../machine.ts';
import { readCount } from '../options.ts';

interface Options extends Reporting {
  readonly index: string;
  readonly rate: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** The single calls, by the ends of their paths. */
const SINGLE = ['autocomplete', 'validate'] as const;
/** How much longer than without batches they may take, at p99. */
const MOST = 2;
const POSTER = fileURLToPath(new URL('./post-batches.js', import.meta.url));
const HEAD = ['operation', 'rounds', 'p50', 'p50 beside', 'p99', 'p99 beside', 'p99, times'];
const NOTE =
  'Rounds without and with batches take turns in one run. Batches of 1 000 addresses are posted by another process, each as soon as the one before it is answered; single calls come by the clock. Each number is the least of the rounds, since other work on the machine only adds to it; the last column is the ratio of the two before it.';

const options = new Command('bench:batch')
  .description(
    'How long single calls wait on a worker that answers batches as well, beside how long they wait without.',
  )
  .requiredOption('--index <file>', 'index file')
  .option('--rate <n>', 'single calls a second', readCount, 500)
  .option('--rounds <n>', 'rounds without and with batches', readCount, 7)
  .option('--seconds <n>', 'length of a round', readCount, 3)
  .option('--json <file>', 'write the numbers there too')
  .option('--strict', 'end with status 1 where a goal is missed')
  .parse()
  .opts<Options>();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-batch-'));
try {
  await run(options);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run({ index, rate, rounds, seconds, ...more }: Options): Promise<void> {
  const recorded = recordAnswers(openIndex(index), 5000, 1);
  const targetsOf = (name: string) => recorded[`/v1/address/${name}`].map(({ target }) => target);
  const file = join(folder, 'queries.json');
  const texts = targetsOf('validate').map((target) => new URLSearchParams(target.split('?')[1]).get('q'));
  writeFileSync(file, JSON.stringify(texts));
  const service = await startService(index, 1);
  const batches: number[] = [];
  const figures: Figure[] = [];
  const rows: string[][] = [];
  try {
    for (const name of SINGLE) {
      const once = () =>
        openLoop({ port: service.port, key: LOAD_KEY, targets: targetsOf(name), rate, seconds, connections: 32 });
      await once();
      const alone: Quantiles[] = [];
      const beside: Quantiles[] = [];
      for (let round = 0; round < rounds; round++) {
        alone.push(quantilesOf(await once()));
        const posting = startPosting(service.port, file, batches);
        try {
          await posting.first;
          beside.push(quantilesOf(await once()));
        } finally {
          await posting.stop();
        }
      }
      const least = (rounds: readonly Quantiles[], of: keyof Quantiles) =>
        Math.min(...rounds.map((round) => round[of]));
      const milliseconds = (value: number) => withUnit(value / 1e6, 'ms');
      const times = least(beside, 'p99') / least(alone, 'p99');
      rows.push([
        ...[name, String(rounds)],
        milliseconds(least(alone, 'p50')),
        milliseconds(least(beside, 'p50')),
        milliseconds(least(alone, 'p99')),
        milliseconds(least(beside, 'p99')),
        withUnit(times, ''),
      ]);
      figures.push({
        what: `${name} beside batches: p99, times that without`,
        value: times,
        unit: '',
        goal: { atMost: MOST },
      });
    }
  } finally {
    await service.stop();
  }
  figures.push({ what: 'a batch of 1 000, beside single calls: p50', value: median(batches), unit: 'ms' });
  report(more, {
    figures,
    tables: [{ title: `One worker, ${rate} single calls a second`, rows: [HEAD, ...rows] }],
    notes: [NOTE],
  });
  process.stdout.write(
    `${machineText()}\n\n${aligned([HEAD, ...rows])}\n\nA batch of 1 000: ${withUnit(median(batches), 'ms')} (${batches.length} of them)\n`,
  );
}

interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

function quantilesOf({ latency, failures }: Awaited<ReturnType<typeof openLoop>>): Quantiles {
  if (failures > 0) throw new Error(`${failures} answers were not 200`);
  return { p50: latency.quantile(0.5), p99: latency.quantile(0.99) };
}

/** Posts batches until it is stopped, and keeps how long each took; `first` is when the first was answered. */
function startPosting(
  port: number,
  file: string,
  taken: number[],
): { first: Promise<unknown>; stop: () => Promise<unknown> } {
  const child: ChildProcess = spawn(process.execPath, [POSTER, String(port), LOAD_KEY, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const first = Promise.race([once(child.stdout!, 'data'), closed]);
  child.stdout!.on('data', (text: Buffer) => {
    for (const line of text.toString().trim().split('\n')) taken.push(Number(line));
  });
  return {
    first,
    stop: () => {
      child.kill();
      return closed;
    },
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
