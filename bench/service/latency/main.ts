import { openIndex } from '../../../src/address/index/open.ts';
import { type Measurements, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { recordAnswers } from '../http/record.ts';
import { LOAD_KEY, startService } from '../http/service.ts';
import { closedLoop, needWrk, writeTargets } from '../http/wrk.ts';
import { openLoop } from './open-loop.ts';

interface Options {
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

/** The operations, by the last parts of their paths. */
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

await runBenchmark(
  benchmarkOfIndex(
    'bench:latency',
    'Latency over HTTP on one worker at half of its maximum rate, on a schedule that waits for no answer (needs wrk).',
  )
    .option('--seconds <n>', 'length of each measurement', readCount, 20)
    .option('--connections <n>', 'connections', readCount, 64)
    .option('--samples <n>', 'different requests of each operation', readCount, 2000)
    .option('--seed <n>', 'which requests', readCount, 1),
  async ({ index, seconds, connections, samples, seed }: Options, { folder, keep, stopLater }) => {
    needWrk();
    const opened = openIndex(index);
    const recorded = recordAnswers(opened, samples, seed);
    const rows: string[][] = [HEAD];
    const measurements: Measurements = {
      figures: [],
      tables: [{ title: 'One worker, at half of its maximum rate', rows }],
      notes: [`${withUnit(opened.manifest.addresses, '')} addresses.`, ...NOTES],
    };
    const service = stopLater(await startService(index));
    for (const name of MEASURED) {
      const targets = recorded[`/v1/address/${name}`].map(({ target }) => target);
      const file = writeTargets(folder, targets);
      closedLoop(service, file, 2, { connections });
      const { rate: most } = closedLoop(service, file, 3, { connections });
      const rate = Math.floor(most / 2);
      const { latency, sending, failures } = await openLoop({
        port: service.port,
        key: LOAD_KEY,
        targets,
        rate,
        seconds,
        connections,
      });
      if (failures > 0) throw new Error(`${failures} answers of ${name} were not 200`);
      const inMilliseconds = (nanoseconds: number) => withUnit(nanoseconds / 1e6, 'ms');
      rows.push([
        ...[name, withUnit(most, ''), withUnit(rate, ''), withUnit(latency.count, '')],
        ...QUANTILES.map(([, share]) => inMilliseconds(latency.quantile(share))),
        ...[inMilliseconds(latency.largest), inMilliseconds(sending.quantile(0.999))],
      ]);
      keep(measurements);
    }
    return measurements;
  },
);
