import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, withUnit } from '../figures.ts';
import { startService } from '../http/service.ts';
import { closedLoop, needWrk } from '../http/wrk.ts';

/**
 * Requests per second over HTTP, and the processor time of each, for the same keystrokes without and with a cache of `mebibytes`. `take` gives so many
 * further keystrokes.
 * @throws Error where wrk is not installed
 */
export async function overHttp(
  index: string,
  mebibytes: number,
  take: (count: number) => readonly string[],
  rounds: number,
  seconds: number,
): Promise<{ figure: Figure; rows: string[][] }> {
  needWrk();
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-cache-'));
  const targets = join(folder, 'targets.txt');
  const services = [];
  const runs: { rate: number; cost: number }[][] = [[], []];
  try {
    services.push(await startService(index));
    services.push(await startService(index, { flags: ['--answer-cache', String(mebibytes)] }));
    // The first round is for the compiler, and to fill the cache.
    for (let round = 0; round <= rounds; round++) {
      const queries = take(seconds * 25_000);
      const targetOf = (q: string) => `/v1/address/autocomplete?${new URLSearchParams({ q })}\n`;
      writeFileSync(targets, queries.map(targetOf).join(''));
      services.forEach((service, i) => {
        const before = service.processorTime();
        const { rate, requests } = closedLoop(service.port, targets, seconds);
        if (round > 0) runs[i].push({ rate, cost: (service.processorTime() - before) / requests });
      });
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(folder, { recursive: true });
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

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
