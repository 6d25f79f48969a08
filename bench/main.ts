import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

/** A benchmark: what it answers, and whether it needs an index or makes what it needs. */
interface Benchmark {
  readonly program: string;
  readonly answers: string;
  readonly needsIndex: boolean;
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  search: {
    program: './search/main.js',
    answers: 'how long each operation takes in process: medians, tails, worst queries',
    needsIndex: true,
  },
  http: {
    program: './http/load.js',
    answers: 'requests per second of each operation on one worker, and as a share of a bare handler (needs wrk)',
    needsIndex: true,
  },
  admission: {
    program: './admission/admit.js',
    answers: 'nanoseconds per request at the gate, with 10 000 accounts',
    needsIndex: false,
  },
  accuracy: {
    program: './accuracy/main.js',
    answers: 'how often search answers the right record, on a generated release of 1 million addresses',
    needsIndex: false,
  },
};

const names = Object.keys(BENCHMARKS);
const command = new Command('bench')
  .description('Runs the benchmarks one after the other. Each has flags of its own: npm run bench:<name> -- --help')
  .argument('[names...]', `which, of ${names.join(', ')}; else all`)
  .option('--index <file>', 'the index that search and http are measured on')
  .addHelpText(
    'after',
    `\nBenchmarks:\n${names.map((name) => `  ${name.padEnd(10)} ${BENCHMARKS[name].answers}`).join('\n')}`,
  )
  .parse();

const chosen = command.args.length === 0 ? names : command.args;
const { index } = command.opts<{ index?: string }>();
const unknown = chosen.find((name) => !names.includes(name));
if (unknown !== undefined)
  command.error(`error: there is no benchmark ${unknown}, expected some of ${names.join(', ')}`);
const without = index === undefined ? chosen.filter((name) => BENCHMARKS[name].needsIndex) : [];
if (without.length > 0) command.error(`error: give ${without.join(' and ')} an index with --index <file>`);
for (const name of chosen) {
  const { program, answers, needsIndex } = BENCHMARKS[name];
  process.stdout.write(`\n${name}: ${answers}\n\n`);
  const path = fileURLToPath(new URL(program, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...(needsIndex ? ['--index', index!] : [])], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
