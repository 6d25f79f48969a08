import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { unknownBeforeMissing } from '../src/system/flags.ts';
import { VERSION } from '../src/system/version.ts';
import { expectWritable } from '../src/system/whole-file.ts';
import { compile } from './compile/compile.ts';
import { IndexWriter } from './compile/index-writer.ts';
import { openPrevious } from './history/previous.ts';
import { showProgress } from './progress.ts';
import { openRelease } from './release/open.ts';
import type { Release } from './release/release.ts';
import { buildReport, reportText, writeReport } from './report.ts';

interface Options {
  readonly gnaf: string;
  readonly abs?: string;
  readonly boundaries?: string;
  readonly previous: readonly string[];
  readonly out: string;
  readonly keepRetired: boolean;
  readonly maxDropped: number;
  readonly strict: boolean;
  readonly allowGaps: boolean;
  readonly threads?: number;
}

/** Unpacked bytes of a release that further threads are started for. */
const MUCH_BYTES = 50_000_000;

/** Threads that are started unasked: with more, what only one can do takes most of the time. */
const MOST_THREADS = 8;

const command = new Command('build-index')
  .version(VERSION)
  .description('Compile a G-NAF release into one index file')
  .optionsGroup('What is read and written')
  .requiredOption('--gnaf <zip or folder>', 'the release, zipped or unpacked')
  .option('--abs <folder>', 'ABS mesh block allocation files (MB_<year>_AUST and, where present, LGA, CED, SED)')
  .option(
    '--boundaries <folder>',
    'shapefiles of LGAs, wards, Commonwealth and state electorates, and of mesh blocks (aus_mb_<year>)',
  )
  .option(
    '--previous <index>',
    'the index of the release before, whose ids are remembered; more than once, oldest first',
    (path: string, others: readonly string[]) => [...others, path],
    [],
  )
  .requiredOption('--out <file>', 'the index file to write')
  .optionsGroup('What is kept')
  .option('--keep-retired', 'keep records of confidence -1', false)
  .option(
    '--max-dropped <share>',
    'largest share of a table that may be dropped, like 0.1% or 0.001',
    parseShare,
    0.001,
  )
  .option('--strict', 'fail on any dropped row', false)
  .option('--allow-gaps', 'build although mesh blocks or their areas are missing in a state', false)
  .optionsGroup('How')
  .option(
    '--threads <number>',
    `how many threads to work on (one a core, at most ${MOST_THREADS}, where there is much to do)`,
    parseThreads,
  );
const refuseMissing = unknownBeforeMissing(command);
refuseMissing(command.parse());
const options = command.opts<Options>();

try {
  await build(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (process.env.LETTERBOX_TRACE !== undefined) console.error(error);
  process.exitCode = 1;
}

async function build(options: Options): Promise<void> {
  const { gnaf, abs, boundaries, previous, out, keepRetired, maxDropped, strict, allowGaps, threads } = options;
  expectWritable(out);
  const progress = showProgress();
  const release = await openRelease(gnaf);
  try {
    const compiled = await compile(
      {
        release,
        abs: abs ?? null,
        boundaries: boundaries ?? null,
        keepRetired,
        maxDropped,
        strict,
        allowGaps,
        threads: threads ?? threadsFor(release),
        previous: openPrevious(previous, release.name),
      },
      () => new IndexWriter(out),
      progress,
    );
    const report = buildReport({ out, release, ...compiled, stages: progress.stages() });
    await writeReport(report);
    process.stdout.write(reportText(report));
    process.stderr.write(`Next: check every cross-reference of it with \`npm run verify -- ${out}\`.\n`);
  } finally {
    await release.close();
  }
}

function parseShare(value: string): number {
  const share = value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value);
  if (value.trim() === '' || !(share >= 0 && share <= 1))
    throw new InvalidArgumentError('expected a share like 0.1% or 0.001');
  return share;
}

/** A thread has to be started, and loads the program once more: that pays from some seconds of work on. */
function threadsFor({ tables }: Release): number {
  const bytes = tables.reduce((sum, { size }) => sum + size, 0);
  return bytes >= MUCH_BYTES ? Math.min(MOST_THREADS, availableParallelism()) : 1;
}

function parseThreads(value: string): number {
  const threads = Number(value);
  if (/^\d+$/.test(value) && threads >= 1 && threads <= 256) return threads;
  throw new InvalidArgumentError('expected a whole number from 1 to 256');
}
