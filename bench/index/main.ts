import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { aligned } from '../accuracy/table.ts';

/** What the builder reports beside its index. */
interface BuildReport {
  readonly counts: { readonly addresses: number };
  readonly fileBytes: number;
  readonly bytesPerAddress: number;
  readonly seconds: number;
  readonly peakMemoryBytes: number;
  readonly stages: readonly { readonly name: string; readonly seconds: number }[];
}

const { release, runs, opens } = new Command('bench:index')
  .description(
    'How long building the index of a release takes, how large it is, and how soon a new process has it open.',
  )
  .requiredOption(
    '--release <folder>',
    'an unpacked G-NAF release, with abs and boundaries beside the tables where it has them',
  )
  .option('--runs <n>', 'builds; the fastest counts', wholeNumber, 1)
  .option('--opens <n>', 'processes that open the index; the median counts', wholeNumber, 11)
  .parse()
  .opts<{ release: string; runs: number; opens: number }>();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-bench-index-'));
try {
  const out = join(folder, 'built.lbx');
  const report = fastestBuild(out);
  const opened = openings(out);
  const rows = [
    ['building, s', report.seconds.toFixed(1), '600', report.seconds <= 600],
    ['peak memory, GiB', (report.peakMemoryBytes / 2 ** 30).toFixed(2), '6', report.peakMemoryBytes <= 6 * 2 ** 30],
    ['bytes per address', report.bytesPerAddress.toFixed(1), '100', report.bytesPerAddress <= 100],
    ['opening in a new process, s', opened.toFixed(3), '1', opened <= 1],
  ] as const;
  process.stdout.write(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}\n`);
  process.stdout.write(`${report.counts.addresses} records, ${(report.fileBytes / 1e6).toFixed(1)} MB\n\n`);
  process.stdout.write(
    `${aligned([['', 'found', 'at most', ''], ...rows.map(([name, found, goal, kept]) => [name, found, goal, kept ? 'PASS' : 'FAIL'])])}\n\n`,
  );
  process.stdout.write(
    `${aligned([['stage', 's'], ...report.stages.map(({ name, seconds }) => [name, seconds.toFixed(1)])])}\n`,
  );
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
