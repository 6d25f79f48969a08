import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openIndex } from '../../src/index/open.ts';
import { aligned } from '../accuracy/table.ts';
import { type Reporting, report, type Table, withUnit } from '../figures.ts';
import { recordAnswers } from '../http/record.ts';
import { startService } from '../http/service.ts';
import { closedLoop, needWrk } from '../http/wrk.ts';
import { machineText } from '../machine.ts';
import { readCount } from '../options.ts';
import { ensureRelease } from '../releases.ts';
import { type Line, millions, plotSvg } from './plot.ts';
import type { SizeFound } from './size.ts';

interface Options extends Reporting {
  readonly release?: readonly string[];
  readonly built?: readonly string[];
  readonly builtRelease?: readonly string[];
  readonly calls: number;
  readonly perClass: number;
  readonly seconds: number;
  readonly plot?: string;
}

/** What one size came to. */
interface Size {
  readonly addresses: number;
  readonly buildSeconds: number;
  readonly buildPeakBytes: number;
  readonly fileBytes: number;
  readonly found: SizeFound;
  /** Shares of the right record; null where the release is not at hand. */
  readonly accuracy: { readonly right: number; readonly ofHigh: number; readonly ofHighFirst: number } | null;
}

const WORKERS = [1, 2, 4];
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const options = new Command('bench:growth')
  .description(
    'How time, memory, size and accuracy grow with the number of addresses, and throughput with the workers.',
  )
  .option('--release <folders...>', 'releases to build; else made ones of 0.1, 1 and 4 million')
  .option('--built <files...>', 'indexes that are built already, with their reports beside them')
  .option('--built-release <folders...>', 'the releases of those, in the same order, for accuracy')
  .option('--calls <n>', 'timed calls of each operation', readCount, 20_000)
  .option('--per-class <n>', 'questions of each class of the accuracy benchmark', readCount, 100)
  .option('--seconds <n>', 'load for each number of workers', readCount, 4)
  .option('--plot <file>', 'draw an SVG there')
  .option('--json <file>', 'write the numbers there too')
  .parse()
  .opts<Options>();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-growth-'));
try {
  await run(options);
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run({ built = [], builtRelease = [], plot, ...more }: Options): Promise<void> {
  const releases = more.release ?? [100_000, 1_000_000, 4_000_000].map(ensureRelease);
  const indexes = [
    ...releases.map((release, i) => ({ release, index: build(release, join(folder, `${i}.lbx`)) })),
    ...built.map((index, i) => ({ release: builtRelease[i] ?? null, index })),
  ];
  const sizes = indexes
    .map(({ release, index }) => measureSize(index, release))
    .sort((a, b) => a.addresses - b.addresses);
  const tables: Table[] = [sizeTable(sizes)];
  const largest = indexes.map(({ index }) => index).sort((a, b) => addressesOf(b) - addressesOf(a))[0];
  tables.push(await workerTable(largest, more.seconds));
  process.stdout.write(`${machineText()}\n\n${tables.map(({ rows }) => aligned(rows)).join('\n\n')}\n`);
  if (plot !== undefined) writeFileSync(plot, plotSvg(plotLines(sizes)));
  report(more, {
    figures: [],
    tables,
    plots: plot === undefined ? [] : [{ title: 'Growth with the number of addresses', path: relative(ROOT, plot) }],
    notes: [
      'Queries are lines of the index itself, so that sizes are asked alike. Memory is that of one process after its queries: its own, and pages of the index, which all processes share.',
      `Accuracy: over all classes of \`npm run bench:accuracy\`, ${more.perClass} questions of each.`,
      'The load on several workers comes from the same machine: beyond its cores, workers and load generator take turns.',
    ],
  });
}

/** Builds an index, and leaves its report beside it. */
function build(release: string, out: string): string {
  const parts = ['abs', 'boundaries'].filter((part) => existsSync(join(release, part)));
  const flags = ['--gnaf', release, ...parts.flatMap((part) => [`--${part}`, join(release, part)]), '--out', out];
  runProgram('build-index/main.js', flags);
  return out;
}

function measureSize(index: string, release: string | null): Size {
  const { counts, fileBytes, seconds, peakMemoryBytes } = reportOf(index);
  process.stderr.write(`${counts.addresses} addresses\n`);
  const program = fileURLToPath(new URL('size.js', import.meta.url));
  const printed = execFileSync(process.execPath, [program, index, String(options.calls)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    addresses: counts.addresses,
    buildSeconds: seconds,
    buildPeakBytes: peakMemoryBytes,
    fileBytes,
    found: JSON.parse(printed) as SizeFound,
    accuracy: release === null ? null : accuracyOf(release, index),
  };
}

function accuracyOf(release: string, index: string): Size['accuracy'] {
  const json = join(folder, 'accuracy.json');
  const flags = ['--release', release, '--index', index, '--per-class', String(options.perClass), '--json', json];
  runProgram('bench/accuracy/main.js', ['--parts', 'classes', ...flags]);
  const { all } = JSON.parse(readFileSync(json, 'utf8')) as { all: Record<string, number> };
  return {
    right: (100 * all.right) / all.asked,
    ofHigh: (100 * all.highRight) / all.high,
    ofHighFirst: (100 * all.listHighRight) / all.listHigh,
  };
}

function sizeTable(sizes: readonly Size[]): Table {
  const row = (name: string, cell: (size: Size) => string) => [name, ...sizes.map(cell)];
  const latency = (name: string) => (size: Size) => {
    const { p50, p99 } = size.found.series[name];
    return `${withUnit(p50, '')} / ${withUnit(p99, 'µs')}`;
  };
  const accuracy = (name: keyof NonNullable<Size['accuracy']>) => (size: Size) =>
    size.accuracy === null ? '' : withUnit(size.accuracy[name], '%');
  return {
    title: 'By the number of addresses',
    rows: [
      row('addresses', ({ addresses }) => withUnit(addresses, '')),
      row('build', ({ buildSeconds }) => withUnit(buildSeconds, 's')),
      row('memory of the build, at most', ({ buildPeakBytes }) => withUnit(buildPeakBytes / 2 ** 20, 'MiB')),
      row('index', ({ fileBytes }) => withUnit(fileBytes / 1e6, 'MB')),
      row('bytes per address', ({ fileBytes, addresses }) => withUnit(fileBytes / addresses, '')),
      row('opening', ({ found }) => withUnit(found.openedMilliseconds, 'ms')),
      row('memory of a process: own', ({ found }) => withUnit(found.privateBytes / 2 ** 20, 'MiB')),
      row('memory of a process: shared', ({ found }) => withUnit(found.sharedBytes / 2 ** 20, 'MiB')),
      row('autocomplete, p50 / p99', latency('autocomplete, keystrokes')),
      row('validate, p50 / p99', latency('validate, whole strings')),
      row('enrich, p50 / p99', latency('enrich')),
      row('reverse 100 m, p50 / p99', latency('reverse, 100 m, limit 5')),
      row('right, validate', accuracy('right')),
      row('right record of all `high`, validate', accuracy('ofHigh')),
      row('right record of all `high`, first in autocomplete', accuracy('ofHighFirst')),
    ],
  };
}

function plotLines(sizes: readonly Size[]): Line[] {
  const line = (title: string, unit: string, value: (size: Size) => number): Line => ({
    ...{ title, unit },
    points: sizes.map((size) => ({ addresses: size.addresses, value: value(size) })),
  });
  return [
    line('Build', 's', ({ buildSeconds }) => buildSeconds),
    line('Memory of the build', 'GiB', ({ buildPeakBytes }) => buildPeakBytes / 2 ** 30),
    line('Index', 'MB', ({ fileBytes }) => fileBytes / 1e6),
    line('Autocomplete p50', 'µs', ({ found }) => found.series['autocomplete, keystrokes'].p50),
    line('Validate p50', 'µs', ({ found }) => found.series['validate, whole strings'].p50),
    line('Own memory of a process', 'MiB', ({ found }) => found.privateBytes / 2 ** 20),
  ];
}

/** Throughput of autocomplete by the number of workers. */
async function workerTable(index: string, seconds: number): Promise<Table> {
  needWrk();
  const recorded = recordAnswers(openIndex(index), 2000, 1)['/v1/address/autocomplete'];
  const targets = join(folder, 'targets.txt');
  writeFileSync(targets, recorded.map(({ target }) => `${target}\n`).join(''));
  const rows: string[][] = [];
  for (const workers of WORKERS) {
    const service = await startService(index, { workers });
    try {
      closedLoop(service.port, targets, 1);
      const before = service.processorTime();
      const { rate, requests } = closedLoop(service.port, targets, seconds);
      const time = (service.processorTime() - before) / requests;
      rows.push([String(workers), withUnit(rate, ''), withUnit(time, 'µs')]);
    } finally {
      await service.stop();
    }
  }
  const head = ['workers', 'autocomplete requests/s', 'processor time of a request'];
  return { title: `By the number of workers, ${millions(addressesOf(index))} addresses`, rows: [head, ...rows] };
}

interface BuildReport {
  readonly counts: { readonly addresses: number };
  readonly fileBytes: number;
  readonly seconds: number;
  readonly peakMemoryBytes: number;
}

function reportOf(index: string): BuildReport {
  return JSON.parse(readFileSync(`${index}.json`, 'utf8'));
}

function addressesOf(index: string): number {
  return reportOf(index).counts.addresses;
}

function runProgram(program: string, args: readonly string[]): void {
  const path = fileURLToPath(new URL(`../../${program}`, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ended with status ${status}`);
}
