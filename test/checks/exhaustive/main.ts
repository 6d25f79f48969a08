import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { keystrokes, lineOf, randomLines } from '../../../bench/address/search/inputs.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { wholeNumber } from '../../../src/system/flags.ts';
import { lostLines } from './lost-lines.ts';

/*
 * Compares what is suggested with what a search of every street finds, keystroke by keystroke. Ends with status 1 where a list leaves out a record that
 * answers without a flaw.
 */

/** Keystrokes of one line that are tried at most. */
const MOST_OF_LINE = 200;

interface Options {
  readonly index: string;
  readonly queries: number;
  readonly seed: number;
  readonly lines?: string;
  readonly show: number;
}

const {
  index: path,
  queries,
  seed,
  lines: file,
  show,
} = new Command()
  .name('exhaustive')
  .description('Compares suggestions with what a search of every street of an index finds.')
  .requiredOption('--index <file>', 'the index file; at national size a query takes some seconds')
  .option('--queries <n>', 'keystrokes that are tried', wholeNumber(1, 100_000_000), 10_000)
  .option('--seed <n>', 'which addresses, and which of their keystrokes', wholeNumber(0, 4_294_967_295), 1)
  .option('--lines <file>', 'lines to type, one by one; addresses of the index when left out')
  .option('--show <n>', 'lists that are printed', wholeNumber(0, 1_000_000), 20)
  .parse()
  .opts<Options>();

const index = openIndex(path);
const random = new Random(seed, 'exhaustive');
const lines = file === undefined ? randomLines(index, random, Math.ceil(queries / 10)) : await readLines(file);
let tried = 0;
let wrong = 0;
for (const text of keystrokes(lines, random, queries, MOST_OF_LINE)) {
  tried++;
  const lists = lostLines(index, text);
  if (lists === null || wrong++ >= show) continue;
  console.log(JSON.stringify(text));
  for (const ordinal of lists.shown) console.log(`  shown ${lineOf(index, ordinal)}`);
  for (const ordinal of lists.lost.slice(0, 3)) console.log(`  lost  ${lineOf(index, ordinal)}`);
}
console.log(`${tried} queries, ${wrong} lists leave out a record that answers without a flaw`);
process.exitCode = wrong > 0 ? 1 : 0;

async function readLines(name: string): Promise<string[]> {
  const read: string[] = [];
  for await (const line of createInterface({ input: createReadStream(name) })) read.push(line);
  return read;
}
