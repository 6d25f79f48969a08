import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { parse } from 'csv-parse';
import { wholeNumber } from '../../src/flags.ts';
import { openIndex } from '../../src/index/open.ts';
import { writeRecord } from '../../src/match/format/csv-text.ts';
import { checkLabels } from '../accuracy/check-labels.ts';
import { AROUND } from '../accuracy/classes/around.ts';
import type { Question } from '../accuracy/question.ts';
import { readRealStrings } from '../accuracy/real/real-strings.ts';
import { percent } from '../accuracy/table.ts';
import { isAccepted, isRight } from '../accuracy/tally.ts';
import { readUniverse } from '../accuracy/universe/read-universe.ts';
import { answerText } from '../accuracy/universe/universe.ts';
import { type Figure, type Reporting, report, type Table, withUnit } from '../figures.ts';
import { labelledAddresses } from './labelled-addresses.ts';
import { questions } from './questions.ts';
import { type Measured, runMatch } from './run-match.ts';

const SHARED = fileURLToPath(new URL('../../../../shared/gnaf/queries/real_addresses.jsonl.gz', import.meta.url));

interface Options extends Reporting {
  readonly index: string;
  readonly release?: string;
  readonly lines: number;
  readonly seed: number;
  readonly workers?: number;
  readonly queries: string;
}

const options = new Command('bench:match')
  .description(
    'How fast, in how much memory and how rightly a list is matched: generated lines of the kinds that bench:accuracy asks, and real ones.',
  )
  .requiredOption('--index <file>', 'the index to match against')
  .option(
    '--release <folder>',
    'the release of that index: what is right is looked up there. Without it, addresses as labels show them, for rate alone',
  )
  .option('--lines <n>', 'generated lines', wholeNumber(1, 100_000_000), 1_000_000)
  .option('--seed <n>', 'seed of the lines', wholeNumber(0, 2 ** 31), 1)
  .option('--workers <n>', 'worker threads; else one a core', wholeNumber(1, 256))
  .option('--queries <file>', 'real address strings as JSON lines', SHARED)
  .option('--json <file>', 'write the numbers there too')
  .option('--strict', 'end with status 1 where a goal is missed')
  .parse()
  .opts<Options>();

/** Lines a second at least (at national size, on 2 cores). */
const GOAL = 20_000;

/** Lines with names before, notes behind and the like, of which nothing contradicts a record: at least this share high, in percent. */
const KEPT_HIGH = 97;
const MOST_KEPT = 100_000;
const KEPT = AROUND.filter(({ goals }) => goals.high !== undefined);

/** A row for each list. */
const HEAD = ['list', 'lines', 'lines/s', 'time', 'cores', 'processor time a line', 'memory beside the index'];

const folder = mkdtempSync(join(tmpdir(), 'letterbox-bench-match-'));
const figures: Figure[] = [];
const rows: string[][] = [HEAD];
try {
  await bench(options);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bench({ index: path, release, lines, seed, queries, workers, ...reporting }: Options): Promise<void> {
  const index = openIndex(path);
  const list = join(folder, 'list.csv');
  const truth = join(folder, 'truth.ndjson');
  const out = join(folder, 'matched.csv');
  const match = (extra: readonly string[]) => runMatch(path, list, out, workers ?? null, extra);
  const size = `${withUnit(index.manifest.addresses, '')} addresses`;
  print(`${size} of ${path}`);
  const measured = (what: string, result: Measured): void => {
    print(`\n${what}\n${measuredText(result)}`);
    figures.push({ what: `${what}: rate`, value: result.rate, unit: 'lines/s', goal: { atLeast: GOAL } });
    rows.push(measuredRow(what, result));
    // Written after each list: what is measured is kept if a later one fails.
    const table: Table = { title: 'Lists of one address a line', rows };
    report(reporting, {
      figures,
      tables: [table],
      notes: [`${size}; by the program \`letterbox match\`, from CSV to CSV.`],
    });
  };
  if (release === undefined) {
    await writeList(list, null, labelledAddresses(index, lines, seed));
    measured('addresses as labels show them', await match([]));
  } else {
    const universe = readUniverse(release);
    checkLabels(universe, index);
    await writeList(list, truth, questions(universe, lines, seed));
    print(`\nGenerated lines: seed ${seed}, ${megabytes(statSync(list).size)}`);
    measured('generated lines of the kinds of bench:accuracy', await match(['--fields', 'addressLabel']));
    print(rightnessText(await rightness(out, truth)));
    await writeList(list, truth, questions(universe, Math.min(lines, MOST_KEPT), seed, KEPT));
    measured("lines as customers' files keep them", await match(['--fields', 'addressLabel']));
    const kept = await rightness(out, truth);
    print(rightnessText(kept));
    figures.push(
      { what: 'of these, high', value: (100 * kept.high) / kept.lines, unit: '%', goal: { atLeast: KEPT_HIGH } },
      { what: 'of these, high and wrong', value: kept.high - kept.highRight, unit: 'lines', goal: { atMost: 0 } },
    );
  }
  const strings = readRealStrings(queries);
  if (strings === null) print(`\nReal strings are left out: ${queries} is not there.`);
  else {
    await writeList(list, null, strings);
    measured('address strings that people wrote', await match([]));
  }
}

/** Writes a list with a number and an address a line; and what is right for each, where it is known. */
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

/** How many lines were answered rightly, and how many of those that are `high`. */
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
            ...{ id: row.match_id, addressLabel: label, localityName: locality, state, postcode },
            ...{ serviceMatchScore: Number(row.match_score), serviceMatchQuality: row.match_quality },
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

function rightnessText({ lines, right, high, highRight }: Rightness): string {
  return `  right: ${percent(right, lines)} % of ${lines.toLocaleString('en-AU')}; high: ${percent(high, lines)} %, of which right: ${percent(highRight, high)} %`;
}

function measuredText({ lines, seconds, rate, memory, cpuSeconds }: Measured): string {
  const cores = cpuSeconds / seconds;
  return [
    `  rate: ${Math.round(rate).toLocaleString('en-AU')} lines a second (${lines.toLocaleString('en-AU')} in ${seconds.toFixed(1)} s, on ${cores.toFixed(1)} cores on average)`,
    `  processor time: ${Math.round((1e6 * cpuSeconds) / lines)} µs a line`,
    `  memory beside the index: ${megabytes(memory)} at most`,
  ].join('\n');
}

/** The cells of `HEAD`. */
function measuredRow(what: string, { lines, seconds, rate, memory, cpuSeconds }: Measured): string[] {
  return [
    ...[what, withUnit(lines, ''), withUnit(rate, ''), withUnit(seconds, 's'), (cpuSeconds / seconds).toFixed(1)],
    ...[withUnit((1e6 * cpuSeconds) / lines, 'µs'), megabytes(memory)],
  ];
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
