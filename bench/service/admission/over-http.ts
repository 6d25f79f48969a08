import { join } from 'node:path';
import { exampleAddress } from '../../../src/address/index/example-address.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { median, withUnit } from '../../equipment/figures.ts';
import { meteredKey } from '../../equipment/programs.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { LOAD_KEY, startService } from '../http/service.ts';
import { type ClosedLoop, closedLoop, needWrk, writeTargets } from '../http/wrk.ts';

/*
 * What admission costs over HTTP: enrich requests per second on one worker with a metered key (hard
 * cap, burst limit, all headers), as a share of those with the development key, which is not
 * metered. Both run in turns on the same server, so that other work on the machine affects both
 * alike; the processor time of the server per request, which such work affects less, is measured
 * too.
 */

interface Options {
  readonly index: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

await runBenchmark(
  benchmarkOfIndex('bench:admission', 'What admission costs over HTTP, beside a key that is not counted (needs wrk).')
    .option('--rounds <n>', 'runs of each key, in turns', readCount, 10)
    .option('--seconds <n>', 'length of a run', readCount, 1)
    .option('--connections <n>', 'connections of wrk', readCount, 64),
  async ({ index, rounds, seconds, connections }: Options, { folder, stopLater }) => {
    needWrk();
    const example = exampleAddress(openIndex(index));
    if (example === null) throw new Error(`${index} has no address`);
    const data = join(folder, 'data');
    const metered = meteredKey(data);
    const service = stopLater(await startService(index, { flags: ['--data-dir', data] }));
    const targets = writeTargets(folder, [`/v1/address/enrich?id=${example.id}`]);
    const load = (key: string) => closedLoop(service, targets, seconds, { connections, key });
    const runs = new Map<string, ClosedLoop[]>([
      [LOAD_KEY, []],
      [metered, []],
    ]);
    for (const key of runs.keys()) load(key);
    for (let round = 0; round < rounds; round++) for (const [key, found] of runs) found.push(load(key));
    const [off, on] = [...runs.values()];
    const best = (list: readonly ClosedLoop[]) => Math.max(...list.map(({ rate }) => rate));
    const least = (list: readonly ClosedLoop[]) => Math.min(...list.map(({ cost }) => cost));
    const row = (what: string, list: readonly ClosedLoop[]) => [
      ...[what, withUnit(best(list), ''), withUnit(least(list), 'µs')],
    ];
    return {
      figures: [
        {
          what: 'enrich with a metered key, share of the rate without one',
          value: 100 * median(on.map(({ rate }, i) => rate / off[i].rate)),
          unit: '%',
        },
        { what: 'the same, share of the processor time', value: (100 * least(off)) / least(on), unit: '%' },
      ],
      tables: [
        {
          title: `Enrich, ${rounds} rounds of ${seconds} s with each key, ${connections} connections`,
          rows: [['key', 'requests/s, best', 'processor time, least'], row('metered', on), row('not counted', off)],
        },
      ],
    };
  },
);
