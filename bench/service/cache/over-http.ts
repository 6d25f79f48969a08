import { type Figure, median, withUnit } from '../../equipment/figures.ts';
import type { BenchmarkRun } from '../../equipment/run-benchmark.ts';
import { startService } from '../http/service.ts';
import { closedLoop, needWrk, writeTargets } from '../http/wrk.ts';

/**
 * Requests per second over HTTP, and the processor time of each, for the same keystrokes without
 * and with a cache of `mebibytes`. `take` returns the next `count` keystrokes.
 * @throws Error if wrk is not installed
 */
export async function overHttp(
  index: string,
  mebibytes: number,
  take: (count: number) => readonly string[],
  rounds: number,
  seconds: number,
  { folder, stopLater }: BenchmarkRun,
): Promise<{ figure: Figure; rows: string[][] }> {
  needWrk();
  const runs: { rate: number; cost: number }[][] = [[], []];
  const services = [
    stopLater(await startService(index)),
    stopLater(await startService(index, { flags: ['--answer-cache', String(mebibytes)] })),
  ];
  // The first round warms up the compiler and fills the cache.
  for (let round = 0; round <= rounds; round++) {
    const targetOf = (q: string) => `/v1/address/autocomplete?${new URLSearchParams({ q })}`;
    const targets = writeTargets(folder, take(seconds * 25_000).map(targetOf));
    services.forEach((service, i) => {
      const found = closedLoop(service, targets, seconds);
      if (round > 0) runs[i].push(found);
    });
  }
  const [costs, cachedCosts] = runs.map((each) => each.map(({ cost }) => cost));
  const spared = median(cachedCosts.map((cost, i) => 100 * (1 - cost / costs[i])));
  return {
    figure: { what: `processor time that ${mebibytes} MiB save of a request over HTTP`, value: spared, unit: '%' },
    rows: [
      ['cache', 'requests/s', 'processor time a request'],
      ...runs.map((each, i) => [
        i === 0 ? 'none' : `${mebibytes} MiB`,
        withUnit(median(each.map(({ rate }) => rate)), ''),
        withUnit(median(each.map(({ cost }) => cost)), 'µs'),
      ]),
    ],
  };
}
