import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '../../src/index/open.ts';
import { aligned } from '../accuracy/table.ts';
import { type Reporting, report, withUnit } from '../figures.ts';
import { recordAnswers } from '../http/record.ts';
import { LOAD_KEY, startService } from '../http/service.ts';
import { closedLoop, needWrk } from '../http/wrk.ts';
import { machineText } from '../machine.ts';
import { benchmarkOfIndex, readCount } from '../options.ts';
import { openLoop } from './open-loop.ts';

interface Options extends Reporting {
  readonly index: string;
  readonly seconds: number;
  readonly connections: number;
  readonly samples: number;
  readonly seed: number;
}

/** The quantiles that are shown. */
const QUANTILES: readonly (readonly [string, number])[] = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p99', 0.99],
  ['p99.9', 0.999],
  ['p99.99', 0.9999],
];

/** The operations, by the ends of their paths. */
const MEASURED = ['autocomplete', 'validate', 'enrich'] as const;

const HEAD = [
  'operation',
  'most requests/s',
  'sent requests/s',
  'requests',
  ...QUANTILES.map(([name]) => name),
  'largest',
  'sent late p99.9',
];

const NOTES = [
  'Each request has a time at which it is to be sent, whether or not earlier ones were answered, and its latency counts from that time: a pause delays every request of its length, and none is left out (no coordinated omission).',
  'The maximum rate is that of wrk, which asks again as soon as it is answered. Service and load generator share the machine; "sent late" is what the generator itself, or waiting for a free connection, contributed.',
];

const options = benchmarkOfIndex(
  'bench:latency',
  'Latency over HTTP on one worker at half of its maximum rate, on a schedule that waits for no answer (needs wrk).',
)
  .option('--seconds <n>', 'length of each measurement', readCount, 20)
  .option('--connections <n>', 'connections', readCount, 64)
  .option('--samples <n>', 'different requests of each operation', readCount, 2000)
  .option('--seed <n>', 'which requests', readCount, 1)
  .parse()
  .opts<Options>();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-latency-'));
try {
  await run(options);
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run({ index, seconds, connections, samples, seed, ...more }: Options): Promise<void> {
  needWrk();
  const opened = openIndex(index);
  const recorded = recordAnswers(opened, samples, seed);
  const notes = [`${withUnit(opened.manifest.addresses, '')} addresses.`, ...NOTES];
  const service = await startService(index);
  const rows: string[][] = [];
  try {
    for (const name of MEASURED) {
      const path = `/v1/address/${name}`;
      const targets = recorded[path].map(({ target }) => target);
      const file = join(folder, `${name}.txt`);
      writeFileSync(file, targets.map((target) => `${target}\n`).join(''));
      closedLoop(service.port, file, 2, connections);
      const { rate: most } = closedLoop(service.port, file, 3, connections);
      const rate = Math.floor(most / 2);
      const { latency, sending, failures } = await openLoop({
        ...{ port: service.port, key: LOAD_KEY, targets, rate, seconds, connections },
      });
      if (failures > 0) throw new Error(`${failures} answers of ${name} were not 200`);
      const inMilliseconds = (nanoseconds: number) => withUnit(nanoseconds / 1e6, 'ms');
      rows.push([
        name,
        withUnit(most, ''),
        withUnit(rate, ''),
        withUnit(latency.count, ''),
        ...QUANTILES.map(([, share]) => inMilliseconds(latency.quantile(share))),
        inMilliseconds(latency.largest),
        inMilliseconds(sending.quantile(0.999)),
      ]);
      // Written after each operation: what is measured is kept if a later one fails.
      const table = { title: 'One worker, at half of its maximum rate', rows: [HEAD, ...rows] };
      report(more, { figures: [], tables: [table], notes });
    }
  } finally {
    await service.stop();
  }
  process.stdout.write(`${machineText()}\n\n${aligned([HEAD, ...rows])}\n`);
}
