import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Command, InvalidArgumentError } from 'commander';
import { readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { generateRelease } from '../../build-index/generate/generate-release.ts';
import { Random } from '../../build-index/generate/random.ts';
import { RELEASE } from '../search/answers/ask-section.ts';
import { PAIRS, pairTitle, writePairs } from '../search/cost-pairs.ts';
import type { Material, Seen } from './checks.ts';
import { type CostNumber, costNumbers, multiplied } from './cost-numbers.ts';
import { FREE } from './free.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const COSTS = 'src/search/query/costs.js';
const BY = { down: 0.75, up: 1.25 } as const;
/** Classes of queries that are named where their answers moved. */
const NAMED = 3;

interface Options {
  readonly only?: string;
  readonly count: number;
  readonly seed: number;
  readonly all: boolean;
  readonly pairs: boolean;
  readonly show: number;
}

const command = new Command('perturb')
  .description(
    'Changes each number of src/search/query/costs.ts by a quarter, down and up, and prints which tests of the search notice:\n' +
      'the order that the costs keep, the pairs of addresses that each decides, and the answers of test/search/answers. Ends\n' +
      'with status 1 where a number is noticed by none and is not listed as free, with a reason, in test/perturb/free.ts.',
  )
  .option('--only <text>', 'only numbers whose names contain it')
  .option('--count <n>', 'so many, drawn by seed; 0 for all', wholeNumber, 0)
  .option('--seed <n>', 'seed of the choice', wholeNumber, 1)
  .option('--all', 'ask for the answers even where the order or a pair of addresses noticed', false)
  .option('--pairs', 'only whether each pair of addresses turns when its cost is wrong', false)
  .option('--show <n>', 'queries to print, of those whose answers moved, with what was and what is', wholeNumber, 0)
  .parse();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-perturb-'));
try {
  await run(command.opts<Options>());
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run({ only, count, seed, all: always, pairs, show }: Options): Promise<void> {
  const tree = join(folder, 'dist');
  for (const part of ['src', 'test', 'bench', 'build-index'])
    cpSync(join(ROOT, 'dist', part), join(tree, part), {
      recursive: true,
      filter: (path) => !/\.(map|d\.ts)$/.test(path),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), readFileSync(join(ROOT, 'package.json')));
  const material = makeMaterial(pairs ? 'never' : always ? 'always' : 'unnoticed');
  const text = readFileSync(join(tree, COSTS), 'utf8');
  const all = costNumbers(text).filter(({ name }) => only === undefined || name.includes(only));
  if (all.length === 0) throw new Error(`--only ${only}: no number of the costs has that in its name`);
  const chosen = choose(all, count, seed);
  const before = await seeIn(tree, material);
  if (before.broken.length > 0) throw new Error(`without a change these do not hold: ${before.broken.join('; ')}`);
  if (pairs) return turnPairs(tree, material, text);
  const wrong: string[] = [];
  for (const number of chosen) {
    for (const [direction, by] of Object.entries(BY)) {
      writeFileSync(join(tree, COSTS), multiplied(text, number, by));
      const after = await seeIn(tree, material);
      const noticing = noticedBy(before, after);
      const reason = FREE[`${number.name} ${direction}`];
      const told =
        noticing.length > 0 ? noticing.join('; ') : `noticed by nothing${reason === undefined ? '' : `: ${reason}`}`;
      print(`${number.name} ${number.value} → ${number.value * by}: ${told}`);
      for (const moved of movedOf(before, after).slice(0, show)) print(moved);
      if (noticing.length === 0 && reason === undefined) wrong.push(`${number.name} ${direction}`);
      if (noticing.length > 0 && reason !== undefined) print('  and listed as free: its line of free.ts can go');
    }
  }
  const known = new Set(all.flatMap(({ name }) => Object.keys(BY).map((direction) => `${name} ${direction}`)));
  const unknown = only === undefined ? Object.keys(FREE).filter((name) => !known.has(name)) : [];
  print(
    `\n${chosen.length} numbers, each down and up by a quarter: ${wrong.length} changes noticed by nothing that are not listed as free`,
  );
  for (const it of [...wrong, ...unknown.map((name) => `${name} is listed as free, and is no number of the costs`)])
    print(`  ${it}`);
  if (wrong.length + unknown.length > 0) process.exitCode = 1;
}

/** The index of the answers and that of the pairs, and the queries. */
function makeMaterial(asks: Material['asks']): Material {
  const [addresses, seed] = RELEASE;
  const release = join(folder, 'release');
  if (asks !== 'never')
    generateRelease({ addresses, seed, gazetteer: readGazetteer(join(ROOT, 'data/gazetteer')), out: release });
  const pairs = join(folder, 'pairs');
  mkdirSync(pairs);
  writePairs(pairs);
  return {
    answersFile: join(ROOT, 'test/search/answers/answers.txt'),
    answersIndex: asks === 'never' ? '' : build(release, 'answers.lbx'),
    pairsIndex: build(pairs, 'pairs.lbx'),
    asks,
  };
}

/** Makes the cost of each pair wrong, and says which pairs do not turn. */
async function turnPairs(tree: string, material: Material, text: string): Promise<void> {
  const numbers = costNumbers(text);
  for (const pair of PAIRS) {
    const number = numbers.find(({ name }) => name === pair.cost);
    if (number === undefined) throw new Error(`${pair.cost}: no number of the costs`);
    writeFileSync(join(tree, COSTS), multiplied(text, number, pair.wrong));
    const { broken } = await seeIn(tree, material);
    if (broken.includes(`pair: ${pairTitle(pair)}`)) continue;
    print(`${pairTitle(pair)}: does not turn`);
    process.exitCode = 1;
  }
  print(`${PAIRS.length} pairs`);
}

function build(gnaf: string, name: string): string {
  const out = join(folder, name);
  execFileSync(process.execPath, [join(ROOT, 'dist/build-index/main.js'), '--gnaf', gnaf, '--out', out], {
    stdio: 'pipe',
  });
  return out;
}

/** What the checks see with the costs of a tree: in a thread of its own, as modules are read once. */
function seeIn(tree: string, material: Material): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(pathToFileURL(join(tree, 'test/perturb/see-worker.js')), { workerData: material });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** The checks that a change breaks, and the classes of queries whose answers it moves. */
function noticedBy(before: Seen, after: Seen): string[] {
  const moved = new Map<string, number>();
  after.answers.forEach(({ section, answer }, i) => {
    if (answer !== before.answers[i].answer) moved.set(section, (moved.get(section) ?? 0) + 1);
  });
  const classes = [...moved].sort(([, a], [, b]) => b - a);
  const sum = classes.reduce((all, [, count]) => all + count, 0);
  const named = classes.slice(0, NAMED).map(([section, count]) => `${count} of ${section}`);
  return [...after.broken, ...(sum === 0 ? [] : [`answers: ${sum} (${named.join(', ')})`])];
}

/** The queries whose answers moved, each with what was and what is. */
function movedOf(before: Seen, after: Seen): string[] {
  return after.answers.flatMap(({ section, q, answer }, i) => {
    const was = before.answers[i].answer;
    return answer === was
      ? []
      : [`  ${section}\n    ${q}\n      was ${was || 'nothing'}\n      is  ${answer || 'nothing'}`];
  });
}

function choose(all: readonly CostNumber[], count: number, seed: number): readonly CostNumber[] {
  if (count === 0) return all;
  const order = Uint32Array.from(all, (_, i) => i);
  new Random(seed, 'perturb').shuffle(order, order.length);
  return [...order].slice(0, count).map((at) => all[at]);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}
