import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { Random } from '../../build-index/generate/random.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';
import { type ImportGraph, readImports, relatedTests } from './related-tests.ts';
import { runTests, type TestRun } from './run-tests.ts';
import { TestOrder } from './test-order.ts';
import { copyTree, type TreeCopy } from './tree-copy.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Options {
  readonly count: number;
  readonly skip: number;
  readonly seed: number;
  readonly nearest: number;
  readonly timeout: number;
  readonly at?: string;
  readonly list: boolean;
}

type Outcome = 'killed' | 'survived' | 'timeout';

const command = new Command('mutate')
  .description(
    'Changes one place of a room at random, runs the tests that the change can reach, and prints which changes no test\n' +
      'noticed. It works in a copy of the tree, in the folder for temporary files: the tree itself is never changed.',
  )
  .argument('<rooms...>', 'folders or files below src: accounts, admission/counters, ledger/usage.ts')
  .option('--count <n>', 'changes to try', wholeNumber, 50)
  .option('--skip <n>', 'changes of the same seed to leave out, as tried before', wholeNumber, 0)
  .option('--seed <n>', 'seed of the choice', wholeNumber, 1)
  .option('--nearest <n>', 'run only so many test files, nearest by imports; 0 for all', wholeNumber, 0)
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
    await tryAll(copy, graph, texts, chosen, options);
  } finally {
    copy.remove();
  }
}

async function tryAll(
  copy: TreeCopy,
  graph: ImportGraph,
  texts: ReadonlyMap<string, string>,
  chosen: readonly Mutation[],
  { nearest, timeout }: Options,
): Promise<void> {
  const started = performance.now();
  const order = new TestOrder();
  const survived: Mutation[] = [];
  const counts: Record<Outcome, number> = { killed: 0, survived: 0, timeout: 0 };
  for (const [i, mutation] of chosen.entries()) {
    const { file } = mutation;
    const related = relatedTests(graph, file, foldersOf(file)).slice(0, nearest || undefined);
    const text = texts.get(file) ?? '';
    let ran: TestRun;
    for (;;) {
      copy.write(file, mutated(text, mutation));
      ran = await runTests(copy, order.sorted(file, related), timeout, interrupted.signal);
      copy.write(file, text);
      if (interrupted.signal.aborted) break;
      const doubtful = order.note(file, ran);
      if (doubtful === null) break;
      const { outcome } = await runTests(copy, [doubtful], timeout, interrupted.signal);
      if (order.tell(doubtful, outcome === 'passed')) break;
      print(`${doubtful} fails without a change, and is left out`);
    }
    if (interrupted.signal.aborted) break;
    const outcome = outcomeOf(ran);
    counts[outcome]++;
    if (outcome === 'survived') survived.push(mutation);
    const by = ran.files.find(({ failed }) => failed)?.path ?? '';
    const told = outcome === 'survived' ? `${ran.files.length} test files` : by;
    print(`${i + 1} ${outcome} ${whereOf(mutation)}  ${mutation.change}  [${told} ${ran.seconds.toFixed(0)} s]`);
  }
  const tried = counts.killed + counts.timeout + counts.survived;
  print(
    `\n${tried} tried in ${((performance.now() - started) / 60_000).toFixed(1)} min: ${counts.killed + counts.timeout} noticed` +
      `${counts.timeout > 0 ? ` (${counts.timeout} by a time-out)` : ''}, ${counts.survived} survived`,
  );
  for (const it of survived) print(`  ${whereOf(it)}  ${it.change}`);
}

function outcomeOf({ outcome }: TestRun): Outcome {
  if (outcome === 'passed') return 'survived';
  return outcome === 'timeout' ? 'timeout' : 'killed';
}

/** The test folder that bears a room's name: its tests may start the programs that the room is part of. */
function foldersOf(file: string): string[] {
  return [join('test', file.split('/')[1])].filter((folder) => existsSync(join(ROOT, folder)));
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
