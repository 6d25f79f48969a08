import { Bench } from 'tinybench';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { calibration } from '../../equipment/calibration.ts';
import { median, percent, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, print, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { questions } from '../../lists/match/questions.ts';
import { AROUND } from '../accuracy/classes/around.ts';
import { REAL_STRINGS, readRealStrings } from '../accuracy/real/agreement.ts';
import { readUniverse } from '../accuracy/universe/read-universe.ts';
import { askedOfBoth } from './against/asked.ts';
import { compareBuilds, THIS_CLONE } from './against/compare.ts';
import { divided, shareFound } from './asked-strings.ts';
import { mutableInputs } from './mutable-inputs.ts';
import {
  foundTable,
  LATENCY_GOALS,
  microseconds,
  searchTables,
  seriesFigures,
  seriesTable,
  worstTable,
} from './report.ts';
import { type Found, type Mutable, searchByMutation } from './search-by-mutation.ts';
import { planSeries } from './series.ts';
import { type Calls, emptyCall, type Series, timeSeries } from './timed.ts';
import { touchedTable, WORK_NOTE, workTable } from './work/work-table.ts';

interface Options {
  readonly index: string;
  readonly queries: string;
  readonly calls: number;
  readonly warmUp: number;
  readonly seed: number;
  readonly mutation: number;
  readonly only?: string;
  readonly against?: string;
  readonly againstIndex?: string;
  readonly release?: string;
}

/** Calls of a series where two builds are compared: each is made many times. */
const MOST_COMPARED = 4000;

await runBenchmark(
  benchmarkOfIndex(
    'bench:search',
    'How long the operations take, in process: medians by tinybench, tails by a histogram of single calls.',
  )
    .option('--queries <file>', 'real address strings as JSON lines', REAL_STRINGS)
    .option('--calls <n>', 'timed calls of a series', readCount, 100_000)
    .option('--warm-up <n>', 'calls before them', readCount, 20_000)
    .option('--seed <n>', 'seed of what is asked', readCount, 1)
    .option(
      '--mutation <seconds>',
      'search so long for slow inputs by mutation; --json keeps them whole',
      readCount,
      60,
    )
    .option('--only <text>', 'only series whose names contain it')
    .option('--against <clone>', 'compare with the operations of another built clone, in the same processes')
    .option('--against-index <file>', 'index of the other clone, where it cannot read this one')
    .option('--release <folder>', 'the release of the index: with --against, lines as people keep them are asked too'),
  async (options: Options, { folder }) => {
    const { index: path, queries, calls, warmUp, seed, mutation, only } = options;
    const start = performance.now();
    const index = openIndex(path);
    const opened = performance.now() - start;
    const strings = readRealStrings(queries);
    const real = strings === null ? null : divided(strings);
    const chosen = ({ name }: { readonly name: string }) => only === undefined || name.includes(only);
    if (options.against !== undefined) {
      const random = new Random(seed, 'bench:search --against');
      const kept = options.release === undefined ? [] : keptLines(options.release, MOST_COMPARED, seed);
      const asked = askedOfBoth(index, real, kept, random, Math.min(calls, MOST_COMPARED)).filter(chosen);
      const theirs = { clone: options.against, index: options.againstIndex ?? path };
      return compareBuilds(folder, asked, { clone: THIS_CLONE, index: path }, theirs);
    }
    const random = new Random(seed, 'bench:search');
    const planned = planSeries(index, real, random, calls).filter(chosen);
    const empty = emptyCall();
    const medians = await tinybenchMedians(planned);
    const series: Series[] = [];
    const calibrations: number[] = [];
    for (const it of planned) {
      calibrations.push(calibration());
      series.push(await timeSeries(it, warmUp));
      if (LATENCY_GOALS[it.name]?.worst !== undefined) print(`${worstTable(series[series.length - 1])}\n`);
    }
    const piece = median(calibrations);
    if (series.length > 0) print(`${seriesTable(series, medians, piece)}\n`);
    const found: Found[] = [];
    const search = <T>(it: Mutable<T>, share: number) => {
      if (mutation === 0 || !chosen(it)) return;
      found.push(searchByMutation(it, new Random(seed, it.name), share * mutation));
      print(`${foundTable(found[found.length - 1])}\n`);
    };
    const [completing, validating, reversing] = mutableInputs(index, new Random(seed, 'mutation'));
    search(completing, 0.45);
    search(validating, 0.45);
    search(reversing, 0.1);
    const { addresses, fileBytes } = index.manifest;
    const { localityName, streetLabel } = index.columns;
    return {
      figures: [
        { what: 'the calibration', value: piece, unit: 'µs' },
        ...series.flatMap((each) => seriesFigures(each, piece)),
      ],
      tables: [
        ...searchTables(series, found),
        ...(only === undefined ? [workTable(index, real, random), touchedTable(index, real, random)] : []),
      ],
      notes: [
        'The calibration is a fixed piece of JavaScript, timed before each series: goals of medians are multiples of it, which depend less on the machine than microseconds.',
        ...(only === undefined ? [WORK_NOTE] : []),
        `${withUnit(addresses, '')} addresses on ${withUnit(streetLabel.length, '')} streets in ${withUnit(localityName.length, '')} localities.`,
        real === null
          ? `${queries} is not there: labels of the index are asked instead.`
          : `Of the strings that people wrote, validate finds ${percent(shareFound(index, real.sent), 1)} % of those of postcodes whose streets are put into releases made with --strings, and ${percent(shareFound(index, real.absent), 1)} % of the others.`,
      ],
      details: {
        addresses,
        fileBytes,
        opened,
        empty: microseconds(empty),
        found,
        series: series.map(({ name, histogram, worst, collections }) => ({
          name,
          ...microseconds(histogram),
          tinybench: medians.get(name),
          collections,
          worst,
        })),
      },
    };
  },
);

/** Medians in microseconds; each iteration of a task takes the next input. */
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

/** Lines as people keep them: addresses of a release with names before, notes after and the like, each asked whole. */
function keptLines(release: string, count: number, seed: number): string[] {
  return [...questions(readUniverse(release), count, seed, AROUND)].map(({ q }) => q);
}
