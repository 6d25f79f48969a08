import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { aligned } from '../accuracy/table.ts';
import { type Figure, goalText, isMissed, report, withUnit } from '../figures.ts';
import { machineText } from '../machine.ts';

/** What the builder reports beside its index. */
interface BuildReport {
  readonly counts: { readonly addresses: number };
  readonly fileBytes: number;
  readonly bytesPerAddress: number;
  readonly seconds: number;
  readonly peakMemoryBytes: number;
  readonly stages: readonly { readonly name: string; readonly seconds: number; readonly concurrent?: true }[];
}

const {
  release,
  runs,
  opens,
  out: kept,
  ...reporting
} = new Command('bench:index')
  .description(
    'How long building the index of a release takes, how large it is, and how soon a new process has it open.',
  )
  .requiredOption(
    '--release <folder>',
    'an unpacked G-NAF release, with abs and boundaries beside the tables where it has them',
  )
  .option('--runs <n>', 'builds; the fastest counts', wholeNumber, 1)
  .option('--opens <n>', 'processes that open the index; the median counts', wholeNumber, 11)
  .option('--out <file>', 'keep the index there')
  .option('--json <file>', 'write the numbers there too')
  .option('--strict', 'end with status 1 where a goal is missed')
  .parse()
  .opts<{ release: string; runs: number; opens: number; out?: string; json?: string; strict?: boolean }>();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-bench-index-'));
try {
  const out = kept ?? join(folder, 'built.lbx');
  const built = fastestBuild(out);
  const opened = openings(out);
  const atMost = (what: string, value: number, unit: string, goal: number): Figure => ({
    ...{ what, value, unit, goal: { atMost: goal } },
  });
  const figures = [
    atMost('building', built.seconds, 's', 180),
    atMost('peak memory', built.peakMemoryBytes / 2 ** 30, 'GiB', 4),
    atMost('bytes per address', built.bytesPerAddress, '', 90),
    atMost('opening in a new process', opened, 's', 1),
  ];
  const stages = built.stages.map(({ name, seconds, concurrent }) => [
    concurrent ? `${name}, on a second thread` : name,
    withUnit(seconds, 's'),
  ]);
  const size = `${withUnit(built.counts.addresses, '')} records, ${withUnit(built.fileBytes / 1e6, 'MB')}`;
  process.stdout.write(`${machineText()}\n${size}\n\n`);
  const rows = figures.map((it) => [it.what, withUnit(it.value, it.unit), goalText(it), isMissed(it) ? 'MISSED' : '']);
  process.stdout.write(`${aligned(rows)}\n\n${aligned([['stage', 'time'], ...stages])}\n`);
  report(reporting, {
    figures,
    tables: [{ title: 'Stages', rows: [['stage', 'time'], ...stages] }],
    notes: [`${size}. Opening includes the start of Node.js; the file is in the page cache.`],
  });
  process.stdout.write(
    '\nThe goals are of a national release on 2 cores. Opening includes the start of Node; the file is in the page cache.\n',
  );
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function fastestBuild(out: string): BuildReport {
  const parts = ['abs', 'boundaries'].filter((part) => existsSync(join(release, part)));
  const args = ['--gnaf', release, ...parts.flatMap((part) => [`--${part}`, join(release, part)]), '--out', out];
  const reports = Array.from({ length: runs }, () => {
    run([compiled('build-index/main.js'), ...args], 2);
    return JSON.parse(readFileSync(`${out}.json`, 'utf8')) as BuildReport;
  });
  return reports.reduce((best, report) => (report.seconds < best.seconds ? report : best));
}

/** Seconds from starting a process until it has the index open: the median. */
function openings(index: string): number {
  const program = `const { openIndex } = await import(${JSON.stringify(new URL('../../src/index/open.js', import.meta.url).href)});
openIndex(${JSON.stringify(index)});`;
  const seconds = Array.from({ length: opens }, () => {
    const start = performance.now();
    run(['--input-type=module', '--eval', program], 'ignore');
    return (performance.now() - start) / 1000;
  });
  return seconds.sort((a, b) => a - b)[seconds.length >> 1];
}

function run(args: readonly string[], output: 2 | 'ignore'): void {
  const { status, signal } = spawnSync(process.execPath, args, { stdio: ['ignore', output, 2] });
  if (status !== 0) throw new Error(`node ${args.slice(0, 2).join(' ')} ended with ${signal ?? `status ${status}`}`);
}

function compiled(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1');
  return Number(text);
}
