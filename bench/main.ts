import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

/** A benchmark: what it answers, and how it is run against an index. Null: it makes what it needs. */
interface Benchmark {
  readonly program: string;
  readonly answers: string;
  readonly index: 'needed' | null;
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  search: {
    program: './search/main.js',
    answers: 'how long each operation takes in process: medians, tails, worst queries',
    index: 'needed',
  },
  http: {
    program: './http/load.js',
    answers: 'requests per second of each operation on one worker, and as a share of a bare handler (needs wrk)',
    index: 'needed',
  },
  admission: {
    program: './admission/admit.js',
    answers: 'nanoseconds per request at the gate, with 10 000 accounts',
    index: null,
  },
  accuracy: {
    program: './accuracy/main.js',
    answers: 'how often search answers the right record, on a generated release of 1 million addresses',
    index: null,
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
if (index === undefined && chosen.some((name) => BENCHMARKS[name].index === 'needed')) {
  command.error(`error: ${chosen.join(', ')}: give an index with --index <file>, or name benchmarks that need none`);
}
for (const name of chosen) {
  const { program, index: needed } = BENCHMARKS[name];
  process.stdout.write(`\n${name}: ${BENCHMARKS[name].answers}\n\n`);
  const path = fileURLToPath(new URL(program, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...(needed === null ? [] : ['--index', index!])], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
