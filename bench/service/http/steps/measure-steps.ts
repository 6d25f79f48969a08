import { join } from 'node:path';
import { withUnit } from '../../../equipment/figures.ts';
import { meteredKey } from '../../../equipment/programs.ts';
import type { BenchmarkRun } from '../../../equipment/run-benchmark.ts';
import { recordHead } from '../head.ts';
import { type Server, startServer, startService } from '../service.ts';
import { closedLoop } from '../wrk.ts';
import { type LeftOut, STEPS, type SteppedServer } from './stepped-server.ts';

/** What is asked, and how often. */
export interface Load {
  readonly index: string;
  /** Files of the recorded answers, and of the targets of the path. */
  readonly answers: string;
  readonly targets: string;
  readonly path: string;
  /** A target of the path. */
  readonly target: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** What the steps of an answer to a metered key take. */
export interface Steps {
  /** Processor time of a request beyond that of a bare handler, µs. */
  readonly beyond: number;
  readonly rows: string[][];
}

/** Measures each step of a route by a server that leaves it out: all servers are loaded in turns. */
export async function measureSteps(load: Load, { folder, stopLater }: BenchmarkRun): Promise<Steps> {
  const { index, answers, targets, path, target, rounds, seconds, connections } = load;
  const data = join(folder, 'data');
  const key = meteredKey(data);
  const service = stopLater(await startService(index, { flags: ['--data-dir', data] }));
  const head = await recordHead(service, target, key);
  const counters = join(data, 'counters');
  const servers = new Map<LeftOut, Server>();
  for (const leftOut of ['everything', 'nothing', ...Object.keys(STEPS)] as LeftOut[]) {
    const asked: SteppedServer = { index, answers, path, head, counters, key, leftOut };
    servers.set(leftOut, stopLater(await startServer('./steps/steps-server.js', /^(\d+)$/, [JSON.stringify(asked)])));
  }
  const costs = new Map<LeftOut, number[]>([...servers.keys()].map((leftOut) => [leftOut, []]));
  for (const server of servers.values()) closedLoop(server, targets, 1, { connections, key });
  for (let round = 0; round < rounds; round++) {
    const turn = round % 2 === 0 ? [...servers] : [...servers].reverse();
    for (const [leftOut, server] of turn)
      costs.get(leftOut)?.push(closedLoop(server, targets, seconds, { connections, key }).cost);
  }
  // Other work on the machine only adds to the time.
  const least = (leftOut: LeftOut) => Math.min(...(costs.get(leftOut) ?? []));
  const over = (one: LeftOut, other: LeftOut) => least(one) - least(other);
  const beyond = over('nothing', 'everything');
  const row = (what: string, time: number) => [what, withUnit(time, 'µs'), `${((100 * time) / beyond).toFixed(0)} %`];
  const steps = (Object.entries(STEPS) as [keyof typeof STEPS, string][]).map(([step, what]) =>
    row(`${step}: ${what}`, over('nothing', step)),
  );
  return {
    beyond,
    rows: [
      ['step', 'processor time', 'share of what is beyond a bare handler'],
      ...steps,
      row('all that is beyond a bare handler', beyond),
      ['the bare handler', withUnit(least('everything'), 'µs'), ''],
    ],
  };
}
