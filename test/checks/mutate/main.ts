import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { Random } from '../../../build-index/generate/random.ts';
import { isAsked, type KeptAnswers, keepAnswers } from './kept-answers.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';
import { firstDifference, type KnownTest, KnownTests, reaches, readCoverage, testHash } from './reached.ts';
import { type ImportGraph, isBuiltWith, readImports, relatedTests } from './related-tests.ts';
import { runTests, TestOrder, type TestRun } from './run-tests.ts';
import { compile, copyTree, type TreeCopy } from './tree-copy.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

interface Options {
  readonly count: number;
  readonly skip: number;
  readonly seed: number;
  readonly nearest: number;
  readonly tests?: string;
  readonly longest: number;
  readonly timeout: number;
  readonly at?: string;
  readonly list: boolean;
}

type Outcome = 'killed' | 'survived' | 'timeout';

/** A run of no test. */
const NOTHING: TestRun = { outcome: 'passed', seconds: 0, files: [], output: '' };

const command = new Command('mutate')
  .description(
    'Changes one place of a room at random, runs the test files that run the place, and prints which changes no test\n' +
      'noticed. It works in a copy of the tree, in the folder for temporary files: the tree itself is never changed.\n' +
      'Each test file is first run once without a change, to see whether it passes and what it runs; that is kept in\n' +
      'node_modules/.cache until the test changes.',
  )
  .argument('<rooms...>', 'folders or files below src: billing, service/admission/counters, billing/ledger/usage.ts')
  .option('--count <n>', 'changes to try', wholeNumber, 50)
  .option('--skip <n>', 'changes of the same seed to leave out, as tried before', wholeNumber, 0)
  .option('--seed <n>', 'seed of the choice', wholeNumber, 1)
  .option(
    '--nearest <n>',
    'run only so many of the test files that run the place: of the room first, then near ones; 0 for all',
    wholeNumber,
    0,
  )
  .option('--tests <folders>', 'run only test files of these folders below test: billing/ledger,billing/credits')
  .option('--longest <seconds>', 'run only test files that take at most so long; 0 for all', wholeNumber, 0)
  .option(
    '--timeout <seconds>',
    'for the tests of one change; a change that takes longer counts as noticed',
    wholeNumber,
    600,
  )
  .option('--at <file:line>', 'try every change of one line instead')
  .option('--list', 'print the changes without trying them', false)
  .parse();

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());

try {
  await run(command.args, command.opts<Options>());
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function run(rooms: readonly string[], options: Options): Promise<void> {
  const files = rooms.flatMap(filesOf);
  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
  const all = [...texts].flatMap(([file, text]) => mutationsOf(file, text));
  const chosen = options.at === undefined ? choose(all, options) : all.filter((it) => whereOf(it) === options.at);
  if (chosen.length === 0) throw new Error(`${options.at ?? rooms.join(' ')}: nothing there to change`);
  print(
    `${files.length} files, ${all.length} places; ${chosen.length} changes, seed ${options.seed}, after ${options.skip}`,
  );
  if (options.list) {
    for (const it of chosen) print(`${whereOf(it)}  ${it.change}`);
    return;
  }
  const graph = readImports(ROOT);
  const copy = copyTree(ROOT);
  try {
    const kept = chosen.some(({ file }) => isAsked(graph, file)) ? await keepAnswers(copy) : null;
    await tryAll(copy, graph, texts, chosen, kept, options);
  } finally {
    copy.remove();
  }
}

async function tryAll(
  copy: TreeCopy,
  graph: ImportGraph,
  texts: ReadonlyMap<string, string>,
  chosen: readonly Mutation[],
  kept: KeptAnswers | null,
  { nearest, tests: within, longest, timeout }: Options,
): Promise<void> {
  const started = performance.now();
  const known = new KnownTests(join(ROOT, 'node_modules/.cache/letterbox-mutate.json'));
  const order = new TestOrder();
  const folders = within?.split(',').map((folder) => join('test', folder, '/'));
  const survived: Mutation[] = [];
  const counts: Record<Outcome, number> = { killed: 0, survived: 0, timeout: 0 };
  for (const [i, mutation] of chosen.entries()) {
    const { file } = mutation;
    const text = texts.get(file) ?? '';
    const changed = mutated(text, mutation);
    const asked = kept !== null && isAsked(graph, file) ? kept : null;
    if (asked !== null) {
      const began = performance.now();
      copy.write(file, changed);
      const by = await asked.notice();
      copy.write(file, text);
      if (interrupted.signal.aborted) break;
      if (by !== null) {
        counts.killed++;
        print(`${i + 1} killed ${whereOf(mutation)}  ${mutation.change}  [${by} ${secondsSince(began)} s]`);
        continue;
      }
    }
    const compiled = compile(file, text);
    const at = firstDifference(compiled, compile(file, changed));
    const tests: RunnableTest[] = [];
    for (const path of at === null ? [] : relatedTests(graph, file, foldersOf(file))) {
      if (!(folders?.some((folder) => path.startsWith(folder)) ?? true) || asked?.tests.includes(path)) continue;
      if (tests.length === (nearest || Number.POSITIVE_INFINITY)) break;
      const test = await know(copy, graph, known, path, timeout);
      if (interrupted.signal.aborted) break;
      if (!test.passes || test.seconds > (longest || Number.POSITIVE_INFINITY)) continue;
      if (reaches(test, file, compiled, at ?? 0)) tests.push({ path, seconds: test.seconds });
    }
    if (interrupted.signal.aborted) break;
    const sorted = order.sorted(file, tests).map(({ path }) => path);
    copy.write(file, changed);
    const ran =
      sorted.length === 0
        ? NOTHING
        : await runTests(copy, sorted, timeout, interrupted.signal, {
            ...(isBuiltWith(graph, file) ? {} : { LETTERBOX_TEST_SHARED: copy.shared }),
          });
    copy.write(file, text);
    if (interrupted.signal.aborted) break;
    const outcome = outcomeOf(ran);
    counts[outcome]++;
    if (outcome === 'survived') survived.push(mutation);
    const by = ran.files.find(({ failed }) => failed)?.path;
    if (by !== undefined) order.note(file, by);
    const told = outcome === 'survived' ? `${ran.files.length} test files` : (by ?? '');
    print(`${i + 1} ${outcome} ${whereOf(mutation)}  ${mutation.change}  [${told} ${ran.seconds.toFixed(0)} s]`);
  }
  const tried = counts.killed + counts.timeout + counts.survived;
  print(
    `\n${tried} tried in ${((performance.now() - started) / 60_000).toFixed(1)} min: ${counts.killed + counts.timeout} noticed` +
      `${counts.timeout > 0 ? ` (${counts.timeout} by a time-out)` : ''}, ${counts.survived} survived`,
  );
  for (const it of survived) print(`  ${whereOf(it)}  ${it.change}`);
}

interface RunnableTest {
  readonly path: string;
  readonly seconds: number;
}

/** What is known of a test; where nothing is, it is run without a change. */
async function know(
  copy: TreeCopy,
  graph: ImportGraph,
  known: KnownTests,
  path: string,
  timeout: number,
): Promise<KnownTest> {
  const hash = testHash(graph, ROOT, path);
  const before = known.get(path, hash);
  if (before !== null) return before;
  const coverage = join(copy.root, '../coverage');
  const { outcome, seconds, files } = await runTests(copy, [path], timeout, interrupted.signal, {
    NODE_V8_COVERAGE: coverage,
    LETTERBOX_TEST_SHARED: copy.shared,
  });
  const test = {
    hash,
    passes: outcome === 'passed',
    seconds: files[0]?.seconds ?? seconds,
    files: readCoverage(coverage, copy.root),
  };
  rmSync(coverage, { recursive: true, force: true });
  if (interrupted.signal.aborted) return test;
  if (!test.passes) print(`${path} fails without a change, and is left out`);
  known.set(path, test);
  return test;
}

function outcomeOf({ outcome }: TestRun): Outcome {
  if (outcome === 'passed') return 'survived';
  return outcome === 'timeout' ? 'timeout' : 'killed';
}

/** The test folder that bears a room's name: its tests may start the programs that the room is part of. */
function foldersOf(file: string): string[] {
  return [join('test', ...file.split('/').slice(1, 3))].filter((folder) => existsSync(join(ROOT, folder)));
}

function filesOf(room: string): string[] {
  const path = join('src', room.replace(/^src\//, '').replace(/\/$/, ''));
  if (!existsSync(join(ROOT, path))) throw new Error(`${room}: there is no ${path}`);
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated/'))
    .sort()
    .map((name) => join(path, name));
}

function choose(all: readonly Mutation[], { seed, skip, count }: Options): Mutation[] {
  const order = Uint32Array.from(all, (_, i) => i);
  new Random(seed, 'mutate').shuffle(order, order.length);
  return [...order].slice(skip, skip + count).map((at) => all[at]);
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}

function whereOf({ file, line }: Mutation): string {
  return `${file}:${line}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}
