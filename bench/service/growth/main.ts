import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openIndex } from '../../../src/address/index/open.ts';
import { type Table, withUnit } from '../../equipment/figures.ts';
import { ensureRelease } from '../../equipment/prepare-release.ts';
import { buildIndex, buildReport, compiled, runNode } from '../../equipment/programs.ts';
import { benchmark, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { recordAnswers } from '../http/record.ts';
import { startService } from '../http/service.ts';
import { closedLoop, needWrk, writeTargets } from '../http/wrk.ts';
import { type Line, millions, plotSvg } from './plot.ts';
import type { SizeFound } from './size.ts';

interface Options {
  readonly release?: readonly string[];
  readonly built?: readonly string[];
  readonly builtRelease?: readonly string[];
  readonly calls: number;
  readonly perClass: number;
  readonly seconds: number;
  readonly plot?: string;
}

/** The results for one size. */
interface Size {
  readonly addresses: number;
  readonly buildSeconds: number;
  readonly buildPeakBytes: number;
  readonly fileBytes: number;
  readonly found: SizeFound;
  /** Shares of the right record; null if the release is absent. */
  readonly accuracy: { readonly right: number; readonly ofHigh: number; readonly ofHighFirst: number } | null;
}

const WORKERS = [1, 2, 4];
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

await runBenchmark(
  benchmark(
    'bench:growth',
    'How time, memory, size and accuracy grow with the number of addresses, and throughput with the workers.',
  )
    .option('--release <folders...>', 'releases to build; else made ones of 0.1, 1 and 4 million')
    .option('--built <files...>', 'indexes that are built already, with their reports beside them')
    .option('--built-release <folders...>', 'the releases of those, in the same order, for accuracy')
    .option('--calls <n>', 'timed calls of each operation', readCount, 20_000)
    .option('--per-class <n>', 'questions of each class of the accuracy benchmark', readCount, 100)
    .option('--seconds <n>', 'load for each number of workers', readCount, 4)
    .option('--plot <file>', 'draw an SVG there'),
  async ({ built = [], builtRelease = [], plot, ...options }: Options, { folder }) => {
    const releases = options.release ?? [100_000, 1_000_000, 4_000_000].map(ensureRelease);
    const indexes = [
      ...releases.map((release, i) => ({ release, index: join(folder, `${i}.lbx`) })),
      ...built.map((index, i) => ({ release: builtRelease[i] ?? null, index })),
    ];
    releases.forEach((release, i) => void buildIndex(release, indexes[i].index));
    const sizes = indexes
      .map(({ release, index }) => measureSize(index, release, options, folder))
      .sort((a, b) => a.addresses - b.addresses);
    const largest = indexes.map(({ index }) => index).sort((a, b) => addressesOf(b) - addressesOf(a))[0];
    if (plot !== undefined) writeFileSync(plot, plotSvg(plotLines(sizes)));
    return {
      figures: [],
      tables: [sizeTable(sizes), await workerTable(largest, options.seconds, folder)],
      plots: plot === undefined ? [] : [{ title: 'Growth with the number of addresses', path: relative(ROOT, plot) }],
      notes: [
        'Queries are lines of the index itself, so that sizes are asked alike. Memory is that of one process after its queries: its own, and pages of the index, which all processes share.',
        `Accuracy: over all classes of \`npm run bench:accuracy\`, ${options.perClass} questions of each.`,
        'The load on several workers comes from the same machine: beyond its cores, workers and load generator take turns.',
      ],
    };
  },
);

function measureSize(index: string, release: string | null, { calls, perClass }: Options, folder: string): Size {
  const { counts, fileBytes, seconds, peakMemoryBytes } = buildReport(index);
  process.stderr.write(`${counts.addresses} addresses\n`);
  const printed = execFileSync(process.execPath, [compiled('bench/service/growth/size.js'), index, String(calls)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    addresses: counts.addresses,
    buildSeconds: seconds,
    buildPeakBytes: peakMemoryBytes,
    fileBytes,
    found: JSON.parse(printed) as SizeFound,
    accuracy: release === null ? null : accuracyOf(release, index, perClass, join(folder, 'accuracy.json')),
  };
}

function accuracyOf(release: string, index: string, perClass: number, json: string): Size['accuracy'] {
  const flags = ['--release', release, '--index', index, '--per-class', String(perClass), '--json', json];
  runNode([compiled('bench/address/accuracy/main.js'), '--parts', 'classes', ...flags], 'hidden');
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
    title,
    unit,
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
async function workerTable(index: string, seconds: number, folder: string): Promise<Table> {
  needWrk();
  const recorded = recordAnswers(openIndex(index), 2000, 1)['/v1/address/autocomplete'];
  const targets = writeTargets(
    folder,
    recorded.map(({ target }) => target),
  );
  const rows: string[][] = [];
  for (const workers of WORKERS) {
    const service = await startService(index, { workers });
    try {
      closedLoop(service, targets, 1);
      const { rate, cost } = closedLoop(service, targets, seconds);
      rows.push([String(workers), withUnit(rate, ''), withUnit(cost, 'µs')]);
    } finally {
      await service.stop();
    }
  }
  const head = ['workers', 'autocomplete requests/s', 'processor time of a request'];
  return { title: `By the number of workers, ${millions(addressesOf(index))} addresses`, rows: [head, ...rows] };
}

function addressesOf(index: string): number {
  return buildReport(index).counts.addresses;
}
