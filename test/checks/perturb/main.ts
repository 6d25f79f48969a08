import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { Random } from '../../../build-index/generate/random.ts';
import { PAIRS, pairTitle } from '../../address/search/cost-pairs.ts';
import type { Material, Seen } from './checks.ts';
import { type CostNumber, costNumbers, multiplied } from './cost-numbers.ts';
import { FREE } from './free.ts';
import { makeMaterial, noticedBy, seeIn } from './searched-tree.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COSTS = 'src/address/search/query/costs.js';
const BY = { down: 0.75, up: 1.25 } as const;

interface Options {
  readonly only?: string;
  readonly count: number;
  readonly seed: number;
  readonly pairs: boolean;
  readonly show: number;
}

const command = new Command('perturb')
  .description(
    'Changes each number of src/address/search/query/costs.ts by a quarter, down and up, and prints which tests of the search notice:\n' +
      'the order that the costs keep, the pairs of addresses that each decides, and the answers of test/address/search/answers. Ends\n' +
      'with status 1 where a number is noticed by none and is not listed as free, with a reason, in test/checks/perturb/free.ts.',
  )
  .option('--only <text>', 'only numbers whose names contain it')
  .option('--count <n>', 'so many, drawn by seed; 0 for all', wholeNumber, 0)
  .option('--seed <n>', 'seed of the choice', wholeNumber, 1)
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

async function run({ only, count, seed, pairs, show }: Options): Promise<void> {
  const tree = join(folder, 'dist');
  for (const part of ['src', 'test', 'bench', 'build-index'])
    cpSync(join(ROOT, 'dist', part), join(tree, part), {
      recursive: true,
      filter: (path) => !/\.(map|d\.ts)$/.test(path),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), readFileSync(join(ROOT, 'package.json')));
  const material = makeMaterial(folder, pairs ? 'never' : 'unnoticed');
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
