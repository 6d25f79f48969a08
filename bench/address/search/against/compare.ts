import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measurements, withUnit } from '../../../equipment/figures.ts';
import { noteOfPages } from '../../../service/memory/process-memory.ts';
import type { Asked } from './asked.ts';
import { type Columns, meanOfPairs, type Pair } from './columns.ts';

/** A built clone, and the index that its operations are asked about. */
export interface Side {
  readonly clone: string;
  readonly index: string;
}

/** What one process says: the columns of every series, and which share of our file and of theirs was in huge pages. */
export interface BothTimed {
  readonly columns: readonly Columns[];
  readonly huge: readonly [number | null, number | null];
}

/** This clone: of `dist/bench/address/search/against`. */
export const THIS_CLONE = fileURLToPath(new URL('../../../../..', import.meta.url));
const TIME_BOTH = fileURLToPath(new URL('./time-both.js', import.meta.url));
const MOST_OUTPUT = 1 << 24;

const HEAD = [
  'series',
  'calls',
  ...['the same again', '300 in turn', 'all in turn'].flatMap((name) => [name, 'share']),
];

/**
 * Compares two builds in the same processes, one process for each order of loading; `folder` is for what is asked.
 * @throws Error if one of the processes fails
 */
export function compareBuilds(folder: string, asked: readonly Asked[], ours: Side, theirs: Side): Measurements {
  const file = join(folder, 'asked.json');
  writeFileSync(file, JSON.stringify(asked));
  const run = (first: Side, second: Side, which: 'first' | 'second'): BothTimed => {
    const args = [file, resolve(first.clone), first.index, resolve(second.clone), second.index, which];
    const options = { encoding: 'utf8', maxBuffer: MOST_OUTPUT } as const;
    return JSON.parse(execFileSync(process.execPath, [TIME_BOTH, ...args], options)) as BothTimed;
  };
  const runs = [run(ours, theirs, 'first'), run(theirs, ours, 'second')];
  const series = asked.map(({ name, parameters }, i) => {
    const of = (column: 'again' | 'some' | 'all') => meanOfPairs(runs.map(({ columns }) => columns[i][column]));
    return { name, calls: parameters.length, columns: [of('again'), of('some'), of('all')] as const };
  });
  return {
    figures: series.map(({ name, columns: [, , all] }) => ({
      what: `${name}, share of the other build's time`,
      value: 100 * all.share,
      unit: '%',
    })),
    tables: [
      {
        title: `Against ${theirs.clone}, in both orders of loading`,
        rows: [
          HEAD,
          ...series.map(({ name, calls, columns }) => [name, withUnit(calls, ''), ...columns.flatMap(cells)]),
        ],
      },
    ],
    notes: [
      'Microseconds of a call here and there, and the share here. The same again is the work alone; 300 in turn add branches and code that the processor does not keep; all in turn add memory.',
      ...runs.flatMap(({ huge: [here, there] }) => (here === null || there === null ? [] : [noteOfPages(here, there)])),
    ],
  };
}

function cells({ ours, theirs, share }: Pair): string[] {
  return [`${ours.toFixed(2)} / ${theirs.toFixed(2)}`, share.toFixed(2)];
}
