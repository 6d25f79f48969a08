import { readFileSync } from 'node:fs';
import { hugeShare } from '../../../service/memory/process-memory.ts';
import type { Asked } from './asked.ts';
import { loadBuild } from './build.ts';
import { timeColumns } from './columns.ts';
import type { BothTimed } from './compare.ts';

/*
 * A process of its own that compares two builds: `time-both.js <asked> <first> <its index> <second> <its index>
 * <ours: first or second>`. The build that is loaded first is favoured, so that it is run once in each order. Prints
 * the columns of every series, and the shares of both files in huge pages, as JSON.
 */

const args = process.argv.slice(2);
const [asked, ours, theirs] = await loaded(args);
for (const { operation, parameters } of asked)
  for (const each of parameters) {
    ours(operation, each);
    theirs(operation, each);
  }
const columns = asked.map((series) => timeColumns(series, ours, theirs));
const [, , first, , second, which] = args;
const files = which === 'first' ? [first, second] : [second, first];
const timed: BothTimed = { columns, huge: [hugeShare(files[0]), hugeShare(files[1])] };
process.stdout.write(JSON.stringify(timed));

async function loaded([file, clone, index, otherClone, otherIndex, which]: readonly string[]) {
  const first = await loadBuild(clone, index);
  const second = await loadBuild(otherClone, otherIndex);
  const series = JSON.parse(readFileSync(file, 'utf8')) as Asked[];
  return which === 'first' ? ([series, first, second] as const) : ([series, second, first] as const);
}
