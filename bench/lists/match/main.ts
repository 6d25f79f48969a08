import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import { Random } from '../../../build-index/generate/random.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { writeRecord } from '../../../src/lists/match/format/csv-text.ts';
import { addressAt, oneLine } from '../../../src/lists/match/lookup/address.ts';
import { wholeNumber } from '../../../src/system/flags.ts';
import { checkLabels } from '../../address/accuracy/asker.ts';
import { AROUND } from '../../address/accuracy/classes/around.ts';
import type { Question } from '../../address/accuracy/question.ts';
import { REAL_STRINGS, readRealStrings } from '../../address/accuracy/real/agreement.ts';
import { isAccepted, isRight } from '../../address/accuracy/tally.ts';
import { readUniverse } from '../../address/accuracy/universe/read-universe.ts';
import { answerText } from '../../address/accuracy/universe/universe.ts';
import { type Figure, type Measurements, percent, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, runBenchmark } from '../../equipment/run-benchmark.ts';
import { questions } from './questions.ts';
import { type Measured, runMatch } from './run-match.ts';

interface Options {
  readonly index: string;
  readonly release?: string;
  readonly lines: number;
  readonly seed: number;
  readonly workers?: number;
  readonly queries: string;
}

/** Fewest lines per second (at national size, on 2 cores). */
const GOAL = 20_000;

/**
 * Least percentage of `high` among lines with names before, notes after and the like, in which
 * nothing contradicts a record.
 */
const KEPT_HIGH = 97;
const MOST_KEPT = 100_000;
const KEPT = AROUND.filter(({ goals }) => goals.high !== undefined);

const LABELLED = 'addresses as labels show them';
const AS_KEPT = "lines as customers' files keep them";

/** A row for each list. */
const HEAD = ['list', 'lines', 'lines/s', 'time', 'cores', 'processor time a line', 'memory beside the index'];

/** A row for each number of workers. */
const BY_WORKERS = ['workers', 'lines/s', 'processor time a line', "of this, the first thread's"];
const WORKERS = [1, 2, 4, 8];
/** The machine that the sum is for. */
const CORES = 64;

await runBenchmark(
  benchmarkOfIndex(
    'bench:match',
    'How fast, in how much memory and how rightly a list is matched: generated lines of the kinds that bench:accuracy asks, and real ones.',
  )
    .option(
      '--release <folder>',
      'the release of that index: what is right is looked up there. Without it, addresses as labels show them, for rate alone',
    )
    .option('--lines <n>', 'generated lines', wholeNumber(1, 100_000_000), 1_000_000)
    .option('--seed <n>', 'seed of the lines', wholeNumber(0, 2 ** 31), 1)
    .option('--workers <n>', 'worker threads; else one a core', wholeNumber(1, 256))
    .option('--queries <file>', 'real address strings as JSON lines', REAL_STRINGS),
  async ({ index: path, release, lines, seed, queries, workers }: Options, { folder, keep }) => {
    const index = openIndex(path);
    const list = join(folder, 'list.csv');
    const truth = join(folder, 'truth.ndjson');
    const out = join(folder, 'matched.csv');
    const figures: Figure[] = [];
    const rows: string[][] = [HEAD];
    const notes = [
      `${withUnit(index.manifest.addresses, '')} addresses; by the program \`letterbox match\`, from CSV to CSV.`,
    ];
    const byWorkers: string[][] = [BY_WORKERS];
    const tables = [
      { title: 'Lists of one address a line', rows },
      { title: `${release === undefined ? LABELLED : AS_KEPT}, by workers`, rows: byWorkers },
    ];
    const measurements: Measurements = { figures, tables, notes };
    const measure = async (what: string, extra: readonly string[] = []): Promise<void> => {
      const result = await runMatch(path, list, out, workers ?? null, extra);
      figures.push({ what: `${what}: rate`, value: result.rate, unit: 'lines/s', goal: { atLeast: GOAL } });
      rows.push(measuredRow(what, result));
      keep(measurements);
    };
    const measureByWorkers = async (extra: readonly string[] = []): Promise<void> => {
      for (const n of WORKERS) {
        const result = await runMatch(path, list, out, n, extra);
        byWorkers.push([String(n), withUnit(result.rate, ''), ...timesALine(result)]);
        if (n === availableParallelism()) notes.push(sumOf(result));
        keep(measurements);
      }
    };
    if (release === undefined) {
      await writeList(list, null, labelledAddresses(index, lines, seed));
      await measureByWorkers();
      await measure(LABELLED);
    } else {
      const universe = readUniverse(release);
      checkLabels(universe, index);
      await writeList(list, truth, questions(universe, lines, seed));
      const generated = 'generated lines of the kinds of bench:accuracy';
      await measure(generated, ['--fields', 'addressLabel']);
      notes.push(rightnessText(generated, await rightness(out, truth)));
      await writeList(list, truth, questions(universe, Math.min(lines, MOST_KEPT), seed, KEPT));
      await measureByWorkers(['--fields', 'addressLabel']);
      await measure(AS_KEPT, ['--fields', 'addressLabel']);
      const kept = await rightness(out, truth);
      notes.push(rightnessText(AS_KEPT, kept));
      figures.push(
        { what: 'of these, high', value: (100 * kept.high) / kept.lines, unit: '%', goal: { atLeast: KEPT_HIGH } },
        { what: 'of these, high and wrong', value: kept.high - kept.highRight, unit: 'lines', goal: { atMost: 0 } },
      );
    }
    const strings = readRealStrings(queries);
    if (strings === null) notes.push(`Real strings are left out: ${queries} is not there.`);
    else {
      await writeList(list, null, strings);
      await measure('address strings that people wrote');
    }
    return measurements;
  },
);

/** Writes a list with a number and an address per line, and the right answers if they are known. */
async function writeList(list: string, truth: string | null, lines: Iterable<{ readonly q: string }>): Promise<void> {
  const file = createWriteStream(list);
  const answers = truth === null ? null : createWriteStream(truth);
  file.write('n,address\n');
  let n = 0;
  for (const line of lines) {
    const written = file.write(`${writeRecord([++n, line.q], ',')}\n`);
    const kept = answers?.write(`${JSON.stringify(line)}\n`) ?? true;
    if (!written) await once(file, 'drain');
    if (!kept && answers !== null) await once(answers, 'drain');
  }
  for (const stream of [file, answers]) {
    if (stream === null) continue;
    stream.end();
    await once(stream, 'close');
  }
}

interface Rightness {
  readonly lines: number;
  readonly right: number;
  readonly high: number;
  readonly highRight: number;
}

/** How many lines were answered correctly, of all and of those that are `high`. */
async function rightness(out: string, truth: string): Promise<Rightness> {
  const expected = createInterface({ input: createReadStream(truth) })[Symbol.asyncIterator]();
  let [lines, right, high, highRight] = [0, 0, 0, 0];
  for await (const row of createReadStream(out).pipe(parse({ columns: true }))) {
    const question = JSON.parse((await expected.next()).value as string) as Question;
    if (row.address !== question.q || Number(row.n) !== lines + 1)
      throw new Error(`line ${lines + 1} is not in its place: ${row.address}`);
    const none = (text: string) => (text === '' ? null : text);
    const [label, locality, state, postcode] = [
      row.match_address_label,
      row.match_suburb,
      row.match_state,
      row.match_postcode,
    ].map(none);
    const answer =
      row.match_id === ''
        ? null
        : {
            id: row.match_id,
            addressLabel: label,
            localityName: locality,
            state,
            postcode,
            serviceMatchScore: Number(row.match_score),
            serviceMatchQuality: row.match_quality,
            text: answerText(label, locality, state, postcode),
          };
    lines++;
    if (isRight(question, answer)) right++;
    if (answer?.serviceMatchQuality !== 'high') continue;
    high++;
    if (question.expect === 'record' && isAccepted(question, answer)) highRight++;
  }
  return { lines, right, high, highRight };
}

function rightnessText(what: string, { lines, right, high, highRight }: Rightness): string {
  return `Of ${what}, right: ${percent(right, lines)} %; high: ${percent(high, lines)} %, of which right: ${percent(highRight, high)} %.`;
}

/** The cells of `HEAD`. */
function measuredRow(what: string, { lines, seconds, rate, memory, cpuSeconds }: Measured): string[] {
  return [
    ...[what, withUnit(lines, ''), withUnit(rate, ''), withUnit(seconds, 's'), (cpuSeconds / seconds).toFixed(1)],
    ...[withUnit((1e6 * cpuSeconds) / lines, 'µs'), megabytes(memory)],
  ];
}

/** Processor time of a line, of all threads and of the first. */
function timesALine({ lines, cpuSeconds, firstThread }: Measured): string[] {
  return [(1e6 * cpuSeconds) / lines, firstThread === null ? null : 1e6 * firstThread].map((time) =>
    time === null ? 'not measured' : withUnit(time, 'µs'),
  );
}

/** What a larger machine would do: as many lines as its cores have time for, and the first thread for all of them. */
function sumOf({ lines, cpuSeconds, firstThread }: Measured): string {
  const byCores = (CORES * lines) / cpuSeconds;
  const byFirst = firstThread === null ? Number.POSITIVE_INFINITY : 1 / firstThread;
  const most = withUnit(Math.min(byCores, byFirst), 'lines/s');
  const first = firstThread === null ? 'not measured' : withUnit(byFirst, 'lines/s');
  return `A machine of ${CORES} such cores, as a sum: ${CORES} ÷ processor time a line is ${withUnit(byCores, 'lines/s')}, what the first thread can hand out and take ${first}; so ${most} at most.`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** `count` addresses of an index, drawn by seed, each in one line as on an envelope. */
function* labelledAddresses(index: AddressIndex, count: number, seed: number): Generator<{ q: string }> {
  const random = new Random(seed, 'labelled');
  for (let i = 0; i < count; i++) {
    yield { q: oneLine(addressAt(index, random.below(index.manifest.addresses))) };
  }
}
