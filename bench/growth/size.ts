import { readFileSync, realpathSync } from 'node:fs';
import { Random } from '../../build-index/generate/random.ts';
import { openIndex } from '../../src/index/open.ts';
import { microseconds } from '../search/report.ts';
import { planSeries } from '../search/series.ts';
import { timeSeries } from '../search/timed.ts';

/*
 * What an index of one size does, in a process of its own: prints the time of opening, latencies, and the memory afterwards as one line of JSON.
 * Arguments: the index, calls of each series.
 */

/** The series that are timed, by the names that they have in bench:search; lines are those of the index. */
export const TIMED = [
  'autocomplete, keystrokes',
  'validate, whole strings',
  'enrich',
  'reverse, 100 m, limit 5',
] as const;

/** What is printed: microseconds, milliseconds, bytes. */
export interface SizeFound {
  readonly openedMilliseconds: number;
  readonly series: Readonly<Record<string, { readonly p50: number; readonly p99: number }>>;
  /** Memory of the process alone, and pages of the mapped file that all processes share. */
  readonly privateBytes: number;
  readonly sharedBytes: number;
}

const [file, calls] = process.argv.slice(2);
const start = performance.now();
const index = openIndex(file);
const openedMilliseconds = performance.now() - start;
const series: Record<string, { p50: number; p99: number }> = {};
for (const planned of planSeries(index, null, new Random(1, 'bench:growth'), Number(calls))) {
  if (!TIMED.some((name) => name === planned.name)) continue;
  const { p50, p99 } = microseconds((await timeSeries(planned, Number(calls) / 5)).histogram);
  series[planned.name] = { p50, p99 };
}
const rollup = readFileSync('/proc/self/smaps_rollup', 'utf8');
const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
const found: SizeFound = {
  ...{ openedMilliseconds, series, privateBytes: kilobytes('Anonymous'), sharedBytes: mappedBytes(realpathSync(file)) },
};
process.stdout.write(`${JSON.stringify(found)}\n`);

/** Pages of a mapped file that are in memory. */
function mappedBytes(path: string): number {
  let sum = 0;
  let isOfFile = false;
  for (const line of readFileSync('/proc/self/smaps', 'utf8').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isOfFile = line.endsWith(` ${path}`);
    else if (isOfFile && line.startsWith('Rss:')) sum += Number(/\d+/.exec(line)![0]) * 1024;
  }
  return sum;
}
