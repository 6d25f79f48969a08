import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { Bench } from 'tinybench';
import { Random } from '../../build-index/generate/random.ts';
import { openIndex } from '../../src/index/open.ts';
import { readRealStrings } from '../accuracy/real/real-strings.ts';
import { LATENCY_GOALS } from './goals.ts';
import { mutableInputs } from './mutable-inputs.ts';
import { foundTable, microseconds, seriesTable, worstTable } from './report.ts';
import { type Found, type Mutable, searchByMutation } from './search-by-mutation.ts';
import { planSeries } from './series.ts';
import { type Calls, emptyCall, type Series, timeSeries } from './timed.ts';

const SHARED = fileURLToPath(new URL('../../../../shared/gnaf/', import.meta.url));

interface Options {
  readonly index: string;
  readonly queries: string;
  readonly calls: number;
  readonly warmUp: number;
  readonly seed: number;
  readonly mutation: number;
  readonly only?: string;
  readonly json?: string;
}

const options = new Command('bench:search')
  .description('How long the operations take, in process: medians by tinybench, tails by a histogram of single calls.')
  .requiredOption('--index <file>', 'the index to search')
  .option('--queries <file>', 'real address strings as JSON lines', join(SHARED, 'queries/real_addresses.jsonl.gz'))
  .option('--calls <n>', 'timed calls of a series', wholeNumber, 100_000)
  .option('--warm-up <n>', 'calls before them', wholeNumber, 20_000)
  .option('--seed <n>', 'seed of what is asked', wholeNumber, 1)
  .option(
    '--mutation <seconds>',
    'search so long for slow inputs by mutation; --json keeps them whole',
    wholeNumber,
    60,
  )
  .option('--only <text>', 'only series whose names contain it')
  .option('--json <file>', 'write the numbers there too')
  .parse()
  .opts<Options>();

try {
  await run(options);
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function run({ index: path, queries, calls, warmUp, seed, mutation, only, json }: Options): Promise<void> {
  const start = performance.now();
  const index = openIndex(path);
  const opened = performance.now() - start;
  const real = readRealStrings(queries)?.map(({ q }) => q) ?? null;
  const planned = planSeries(index, real, new Random(seed, 'bench:search'), calls).filter(
    ({ name }) => only === undefined || name.includes(only),
  );
  const { addresses, fileBytes } = index.manifest;
  print(
    `${cpus()[0].model}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`,
  );
  print(`${path}: ${addresses} records, ${(fileBytes / 1e6).toFixed(1)} MB, opened in ${opened.toFixed(1)} ms`);
  print(real === null ? `${queries} is not there: labels of the index instead` : `${real.length} real strings`);
  const empty = emptyCall();
  print(
    `An empty call measures ${empty.quantile(0.5)} ns (p50), ${empty.quantile(0.99)} ns (p99); it is in the numbers.\n`,
  );

  const medians = await tinybenchMedians(planned);
  const series: Series[] = [];
  for (const it of planned) series.push(await timeSeries(it, warmUp));
  if (series.length > 0) print(`${seriesTable(series, medians)}\n`);
  for (const it of series) if (LATENCY_GOALS[it.name]?.worst !== undefined) print(`${worstTable(it)}\n`);
  const found: Found[] = [];
  const search = <T>(it: Mutable<T>, share: number) => {
    if (mutation === 0 || (only !== undefined && !it.name.includes(only))) return;
    found.push(searchByMutation(it, new Random(seed, it.name), share * mutation));
    print(`${foundTable(found[found.length - 1])}\n`);
  };
  const [completing, validating, reversing] = mutableInputs(index, new Random(seed, 'mutation'));
  search(completing, 0.45);
  search(validating, 0.45);
  search(reversing, 0.1);
  if (json !== undefined) {
    const numbers = series.map(({ name, histogram, worst, collections }) => ({
      ...{ name, ...microseconds(histogram), tinybench: medians.get(name), goals: LATENCY_GOALS[name] },
      ...{ collections, worst },
    }));
    const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.version };
    writeFileSync(
      json,
      `${JSON.stringify({ machine, addresses, fileBytes, opened, series: numbers, found }, null, 2)}\n`,
    );
  }
}

/** Medians in microseconds: each round of a task takes the next input. */
async function tinybenchMedians(planned: readonly Calls[]): Promise<Map<string, number>> {
  const bench = new Bench({ time: 1000, warmupTime: 500 });
  for (const { name, count, call } of planned) {
    let at = 0;
    bench.add(name, () => {
      call(at);
      at = at + 1 === count ? 0 : at + 1;
    });
  }
  await bench.run();
  const medians = new Map<string, number>();
  for (const { name, result } of bench.tasks) if ('latency' in result) medians.set(name, result.latency.p50 * 1000);
  return medians;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}
