import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

/** A benchmark: what it answers, and what it is to be given; null where it makes what it needs. */
interface Benchmark {
  readonly program: string;
  readonly answers: string;
  readonly needs: 'index' | 'release' | null;
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  search: {
    program: './search/main.js',
    answers: 'how long each operation takes in process: medians, tails, worst queries',
    needs: 'index',
  },
  http: {
    program: './http/load.js',
    answers: 'requests per second of each operation on one worker, and as a share of a bare handler (needs wrk)',
    needs: 'index',
  },
  admission: {
    program: './admission/over-http.js',
    answers: 'requests per second with metered keys, as a share of those with an unmetered one (needs wrk)',
    needs: 'index',
  },
  gate: {
    program: './admission/admit.js',
    answers: 'nanoseconds that a request spends at the gate, with 10 000 accounts',
    needs: null,
  },
  index: {
    program: './index/main.js',
    answers: 'how long building an index takes, how large it is, and how soon a new process has it open',
    needs: 'release',
  },
  accuracy: {
    program: './accuracy/main.js',
    answers: 'how often search answers the right record, on a generated release of 1 million addresses',
    needs: null,
  },
};

const names = Object.keys(BENCHMARKS);
const command = new Command('bench')
  .description('Runs benchmarks one after the other. Each has flags of its own: npm run bench:<name> -- --help')
  .argument('[names...]', `which, of ${names.join(', ')}; else those that can be run with what is given`)
  .option('--index <file>', 'the index to measure on')
  .option('--release <folder>', 'the release to build')
  .addHelpText(
    'after',
    `\nBenchmarks:\n${names.map((name) => `  ${name.padEnd(10)} ${BENCHMARKS[name].answers}`).join('\n')}`,
  )
  .parse();

const given = command.opts<{ index?: string; release?: string }>();
const { args } = command;
const unknown = args.find((name) => !names.includes(name));
if (unknown !== undefined)
  command.error(`error: there is no benchmark ${unknown}, expected some of ${names.join(', ')}`);
for (const name of args.length > 0 ? args : names) {
  const { program, answers, needs } = BENCHMARKS[name];
  const value = needs === null ? null : given[needs];
  if (value === undefined) {
    if (args.length > 0) command.error(`error: ${name} needs --${needs}`);
    process.stdout.write(`\n${name}: left out, it needs --${needs}\n`);
    continue;
  }
  process.stdout.write(`\n${name}: ${answers}\n\n`);
  const path = fileURLToPath(new URL(program, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...(value === null ? [] : [`--${needs}`, value])], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
