import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { isMissed, type Measurements, measurementsText } from './figures.ts';

/** What a benchmark gets to run with. */
export interface BenchmarkRun {
  /** An empty folder, which other users may traverse; removed at the end. */
  readonly folder: string;
  /** Stops something at the end, whatever happens; the last one started first. */
  stopLater<T extends { stop(): Promise<void> }>(started: T): T;
  /** Writes what has been measured so far, to be kept if something fails later. */
  keep(measurements: Measurements): void;
}

/** A whole number from 0, for commander. */
export function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}

/** A benchmark: its name, the question it answers, and the options that all of them have. */
export function benchmark(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--json <file>', 'write the numbers there too')
    .option('--strict', 'end with status 1 where a goal is missed');
}

/** A benchmark of an index. */
export function benchmarkOfIndex(name: string, description: string): Command {
  return benchmark(name, description).requiredOption('--index <file>', 'index file');
}

/**
 * Parses the command line, measures, prints the measurements, and writes them to `--json`. Ends
 * with status 1 if a goal is missed under `--strict`, and with 2 and an error message if measuring
 * fails.
 */
export async function runBenchmark<Options>(
  command: Command,
  measure: (options: Options, run: BenchmarkRun) => Promise<Measurements> | Measurements,
): Promise<void> {
  const options = command.parse().opts();
  const keep = (measurements: Measurements): void => {
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(measurements, null, 2)}\n`);
  };
  await runProgram(command, async (folder, stopLater) => {
    const measurements = await measure(options as Options, { folder, stopLater, keep });
    keep(measurements);
    print(`${machineText()}\n\n${measurementsText(measurements)}`);
    if (options.strict === true && measurements.figures.some(isMissed)) process.exitCode = 1;
  });
}

/**
 * Runs a program of `bench/` with a folder of its own. Ends with status 2 and an error message if
 * it fails.
 */
export async function runProgram(
  command: Command,
  run: (folder: string, stopLater: BenchmarkRun['stopLater']) => Promise<void> | void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `letterbox-${command.name().replace(':', '-')}-`));
  chmodSync(folder, 0o711);
  const started: { stop(): Promise<void> }[] = [];
  const stopLater: BenchmarkRun['stopLater'] = (it) => {
    started.push(it);
    return it;
  };
  try {
    await run(folder, stopLater);
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  } finally {
    for (const it of started.reverse()) await it.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints one or more lines. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** `AMD EPYC 7B13, 2 cores, 24 GiB, Linux x64, Node.js v20.20.2`. */
export function machineText(): string {
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const system = process.platform === 'linux' ? 'Linux' : process.platform;
  return `${cpus()[0].model}, ${cpus().length} cores, ${memory} GiB, ${system} ${process.arch}, Node.js ${process.version}`;
}

/**
 * What else the machine is doing: its load average if that is more than half its cores, otherwise
 * nothing.
 */
export function neighboursText(): string {
  const load = loadavg()[0];
  return load > cpus().length / 2 ? `, on a busy machine (load average ${load.toFixed(0)} at the start)` : '';
}
