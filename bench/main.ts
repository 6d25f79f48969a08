import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { isMissed, measurementsText } from './equipment/figures.ts';
import { CACHE } from './equipment/prepare-release.ts';
import { machineText, neighboursText, print, readCount } from './equipment/run-benchmark.ts';
import { benchmarksDocument, type Conditions, readmeQuote, withQuote } from './runner/document.ts';
import { rerunOn } from './runner/other-node.ts';
import { type Given, PARTS } from './runner/parts.ts';
import { type Outcome, runPart } from './runner/run-part.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Options extends Given {
  readonly minutes: number;
  readonly resume: boolean;
  readonly write: boolean;
  readonly strict: boolean;
  readonly node?: number;
}

const names = PARTS.map(({ name }) => name);
const command = new Command('bench')
  .description('Runs benchmarks one after the other. Each is a program of its own: npm run bench:<name> -- --help')
  .argument('[names...]', `which, of ${names.join(', ')}; else all that can be run with what is given`)
  .option('--index <file>', 'the index to measure on')
  .option('--release <folder>', 'the release to build')
  .option('--small-index <file>', 'the index for accuracy; made with 1 million addresses when absent')
  .option('--small-release <folder>', 'the release of that index')
  .option('--releases <folders...>', 'the releases that growth builds; made with 0.1, 1 and 4 million when absent')
  .option('--peer-releases <folders...>', 'the releases for peers; made with 0.1 and 1 million when absent')
  .option('--queries <file>', 'real address strings as JSON lines')
  .option('--results <folder>', 'where the numbers and logs of each part are kept', join(CACHE, 'results'))
  .option('--resume', 'keep the results of parts that were run already; they say at which commit', false)
  .option('--minutes <n>', 'time for everything: what is not begun by then is left out', readCount, 25)
  .option('--write', 'write BENCHMARKS.md, and quote it in README.md; what was not run stays', false)
  .option('--strict', 'end with status 1 where a goal is missed', false)
  .option(
    '--node <major>',
    'run on the newest Node.js of this major version, fetched from npm where this is another',
    readCount,
  )
  .addHelpText(
    'after',
    `\nBenchmarks:\n${PARTS.map(({ name, answers }) => `  ${name.padEnd(10)} ${answers}`).join('\n')}`,
  )
  .parse();

const options = command.opts<Options>();
const unknown = command.args.find((name) => !names.includes(name));
if (unknown !== undefined)
  command.error(`error: there is no benchmark ${unknown}, expected some of ${names.join(', ')}`);

const status = options.node === undefined ? null : rerunOn(options.node, CACHE);
if (status !== null) process.exit(status);

const { results, resume, minutes } = options;
const commit = commitText();
if (!resume) rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const neighbours = neighboursText();
const end = performance.now() + minutes * 60_000;
const outcomes: Outcome[] = [];
for (const part of PARTS) {
  const kept = join(results, `${part.name}.json`);
  if (resume && existsSync(kept)) {
    const outcome = JSON.parse(readFileSync(kept, 'utf8')) as Outcome;
    if (outcome.problem === null) {
      outcomes.push(outcome);
      continue;
    }
  }
  if (command.args.length > 0 && !command.args.includes(part.name)) continue;
  // Parts requested by name may use all of the time.
  const left = (end - performance.now()) / 60_000;
  if (left < 0.5) {
    print(`${part.name}: left out, no time is left`);
    continue;
  }
  print(`${part.name}: ${part.answers}`);
  const outcome = await runPart(part, options, command.args.length > 0 ? left : Math.min(part.minutes, left), commit);
  outcomes.push(outcome);
  print(`${outcomeText(outcome)}\n`);
}
if (options.write) write();
if (outcomes.some(({ measurements }) => measurements?.figures.some(isMissed)) && options.strict) process.exitCode = 1;
if (outcomes.some(({ problem, args }) => problem !== null && args.length > 0)) process.exitCode = 2;

function outcomeText({ measurements, problem, minutes: took }: Outcome): string {
  const text = measurements === null ? '' : `${measurementsText(measurements)}\n\n`;
  return `${text}${problem ?? `done in ${took.toFixed(1)} minutes`}`;
}

/** The commit that is measured, and whether the code has changed since. */
function commitText(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', 'src', 'bench', 'build-index') === '' ? '' : ' with changes';
  return `${git('rev-parse', '--short', 'HEAD')}${changed}`;
}

/** Writes BENCHMARKS.md and its quote in README.md; results of parts not run are kept. */
function write(): void {
  const conditions: Conditions = {
    date: new Date().toISOString().slice(0, 10),
    commit,
    machine: `${machineText()}${neighbours}`,
    command: 'npm run bench -- --write',
  };
  const edit = (name: string, edited: (text: string) => string) => {
    const path = join(ROOT, name);
    writeFileSync(path, edited(readFileSync(path, 'utf8')));
  };
  edit('BENCHMARKS.md', (text) => benchmarksDocument(outcomes, conditions, text));
  edit('README.md', (text) => withQuote(text, readmeQuote(outcomes, conditions, text)));
  print('wrote BENCHMARKS.md, and its quote in README.md');
}
