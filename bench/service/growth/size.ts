import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { microseconds } from '../../address/search/report.ts';
import { planSeries } from '../../address/search/series.ts';
import { timeSeries } from '../../address/search/timed.ts';
import { processMemory } from '../memory/process-memory.ts';

/*
 * Measures an index of one size in a process of its own: prints the time to open it, latencies, and
 * the memory afterwards as one line of JSON. Arguments: the index, calls of each series.
 */

/** The series that are timed, by their names in bench:search; lines are addresses of the index. */
const TIMED = ['autocomplete, keystrokes', 'validate, whole strings', 'enrich', 'reverse, 100 m, limit 5'] as const;

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
const { anonymous, file: mapped } = processMemory(process.pid, file);
const found: SizeFound = { openedMilliseconds, series, privateBytes: anonymous, sharedBytes: mapped };
process.stdout.write(`${JSON.stringify(found)}\n`);
