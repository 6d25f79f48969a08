import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { median, withUnit } from '../../equipment/figures.ts';
import { meteredKey } from '../../equipment/programs.ts';
import type { BenchmarkRun } from '../../equipment/run-benchmark.ts';
import { recordHead } from './head.ts';
import { type Server, startServer, startService } from './service.ts';
import { closedLoop } from './wrk.ts';

/** Until searches are compiled, a request takes several times as long. */
const WARM_UP_SECONDS = 8;

/** A route that is asked of this clone's service, of another clone's, and of a bare handler. */
export interface AskedOfClones {
  readonly index: string;
  /** Another built clone, and an index that it reads. */
  readonly against: string;
  readonly againstIndex: string;
  /** Files of the recorded answers, and of the targets of the path. */
  readonly answers: string;
  readonly targets: string;
  /** A target of the path. */
  readonly target: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** What this clone's service takes of what the other's takes. */
export interface Shares {
  /** Of the processor time of a request. */
  readonly whole: number;
  /** Of what is beyond a bare handler. */
  readonly beyond: number;
  readonly rows: string[][];
}

interface Asked {
  readonly server: Server;
  readonly key: string;
  readonly costs: number[];
}

/**
 * Compares the processor time of a request with a metered key. All servers are loaded in turns, in
 * both orders; the medians of the differences and ratios within a turn count.
 */
export async function compareClones(load: AskedOfClones, { folder, stopLater }: BenchmarkRun): Promise<Shares> {
  const { index, against, againstIndex, answers, targets, target, rounds, seconds, connections } = load;
  const metered = async (file: string, data: string, clone?: string): Promise<Asked> => {
    const key = clone === undefined ? meteredKey(data) : meteredKey(data, programOf(clone, 'admin'));
    const program = clone === undefined ? undefined : programOf(clone, 'start');
    const server = stopLater(await startService(file, { flags: ['--data-dir', data], program }));
    return { server, key, costs: [] };
  };
  const ours = await metered(index, join(folder, 'ours'));
  const theirs = await metered(againstIndex, join(folder, 'theirs'), against);
  const head = join(folder, 'metered-head.json');
  writeFileSync(head, JSON.stringify(await recordHead(ours.server, target, ours.key)));
  const server = stopLater(await startServer('./bare-server.js', /^(\d+)$/, [answers, head]));
  const bare: Asked = { server, key: ours.key, costs: [] };
  const all = [ours, theirs, bare];
  for (const { server, key } of all) closedLoop(server, targets, WARM_UP_SECONDS, { connections, key });
  for (let round = 0; round < rounds; round++)
    for (const { server, key, costs } of round % 2 === 0 ? all : [...all].reverse())
      costs.push(closedLoop(server, targets, seconds, { connections, key }).cost);
  const beyond = ({ costs }: Asked) => median(costs.map((cost, round) => cost - bare.costs[round]));
  const row = (what: string, asked: Asked) => [
    ...[what, withUnit(median(asked.costs), 'µs')],
    asked === bare ? '' : withUnit(beyond(asked), 'µs'),
  ];
  return {
    whole: median(ours.costs.map((cost, round) => cost / theirs.costs[round])),
    beyond: beyond(ours) / beyond(theirs),
    rows: [
      ['server', 'processor time a request', 'beyond the bare handler'],
      row('this clone', ours),
      row(against, theirs),
      row('the bare handler', bare),
    ],
  };
}

/** The compiled program that a script of a clone runs, by its `package.json`. */
function programOf(clone: string, script: string): string {
  const { scripts } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const [, node, built] = /exec (?:node (\S+)|build\/run (\S+))/.exec(scripts[script] ?? '') ?? [];
  const program = node ?? (built && `dist/${built}.js`);
  if (program === undefined) throw new Error(`${clone}/package.json has no script "${script}" that runs a program`);
  return resolve(clone, program);
}
