import { NO_EDITION } from '../src/address/index/edition.ts';
import { WholeFile } from '../src/system/whole-file.ts';
import { byteText, duration, type StageTime } from './progress.ts';
import {
  type RejectedRows,
  type Rejection,
  type Rejects,
  rejectionSentence,
  type TableCount,
} from './release/rejects.ts';
import type { Release, SourceFile } from './release/release.ts';

/** What a build did, as printed at its end and written as JSON beside the index file. */
export interface BuildReport {
  /** The index file. */
  readonly out: string;
  readonly release: string;
  readonly datum: Release['datum'];
  /** The edition of the ASGS that mesh blocks and SA1 to SA4 are of; null where there are no mesh blocks. */
  readonly asgs: number | null;
  readonly sources: readonly SourceFile[];
  /** Rows of each table file. */
  readonly tables: readonly TableCount[];
  /** Dropped rows by table, state and reason, with the first of each. */
  readonly rejected: readonly RejectedRows[];
  /** Values that are null in the index, being outside what answers may hold, by table, state and column. */
  readonly leftOut: readonly RejectedRows[];
  /** Whole sentences. */
  readonly warnings: readonly string[];
  /** How many of each thing the index holds. */
  readonly counts: Readonly<Record<string, number>>;
  readonly fileBytes: number;
  /** Null where the index holds no address. */
  readonly bytesPerAddress: number | null;
  readonly stages: readonly StageTime[];
  /** From the first stage's beginning to the last one's end, without what lay between them. */
  readonly seconds: number;
  /** Of all threads, since the process began. */
  readonly cpuSeconds: number;
  /** Largest resident set of the process so far. */
  readonly peakMemoryBytes: number;
}

/** What {@link buildReport} is made of. */
export interface BuildOutcome {
  readonly out: string;
  readonly release: Pick<Release, 'name' | 'datum'>;
  readonly asgs: number | null;
  readonly sources: readonly SourceFile[];
  readonly rejects: Rejects;
  readonly warnings: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** The number of addresses that `fileBytes` is divided by. */
  readonly addresses: number;
  readonly fileBytes: number;
  readonly stages: readonly StageTime[];
}

/** Gathers the report of a build that has just ended in this process. */
export function buildReport(outcome: BuildOutcome): BuildReport {
  const { out, release, asgs, sources, rejects, warnings, counts, addresses, fileBytes, stages } = outcome;
  return {
    out,
    release: release.name,
    datum: release.datum,
    asgs,
    sources,
    tables: rejects.tables(),
    rejected: rejects.rejected(),
    leftOut: rejects.leftOut(),
    warnings,
    counts,
    fileBytes,
    bytesPerAddress: addresses > 0 ? fileBytes / addresses : null,
    stages,
    seconds: stages.reduce((total, { seconds, concurrent }) => (concurrent ? total : total + seconds), 0),
    cpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    // Node gives kilobytes on every system.
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
}

/**
 * The report for people: a table of rows, the dropped rows with their reasons, warnings, counts,
 * times. Ends with a line end.
 */
export function reportText(report: BuildReport): string {
  const { release, datum, asgs, tables, rejected, leftOut, warnings, counts, fileBytes, bytesPerAddress, stages } =
    report;
  const heading = [`G-NAF ${release}`, datum === 'unknown' ? 'datum unknown' : datum, `asgs: ${asgs ?? NO_EDITION}`];
  const blocks = [heading.join(', '), rowsTable(tables)];
  if (rejected.length > 0) blocks.push(rejectedList('Dropped rows', rejected));
  if (leftOut.length > 0) blocks.push(rejectedList('Values left out, which are null', leftOut));
  if (warnings.length > 0) blocks.push(['Warnings', ...warnings.map((warning) => `  ${warning}`)].join('\n'));
  const names = Object.keys(counts);
  if (names.length > 0) {
    blocks.push(aligned([['Index', ''], ...names.map((name) => [`  ${name}`, number(counts[name]!)])]));
  }
  const times = (concurrent: boolean) =>
    stages
      .filter((stage) => (stage.concurrent ?? false) === concurrent)
      .map((stage) => [`  ${stage.name}`, duration(stage.seconds * 1000)]);
  blocks.push(
    aligned([
      ['Time', ''],
      ...times(false),
      ['  all', duration(report.seconds * 1000)],
      ['  processor time', duration(report.cpuSeconds * 1000)],
    ]),
  );
  if (times(true).length > 0) blocks.push(aligned([['Meanwhile, on other threads', ''], ...times(true)]));
  const perAddress = bytesPerAddress === null ? '' : `, ${bytesPerAddress.toFixed(1)} bytes per address`;
  blocks.push(
    `${report.out}: ${number(fileBytes)} bytes (${byteText(fileBytes)})${perAddress}; ` +
      `peak memory ${byteText(report.peakMemoryBytes)}`,
  );
  return `${blocks.join('\n\n')}\n`;
}

/** Writes the report as JSON beside the index file: the whole of it or, when that fails, nothing. Returns the path. */
export async function writeReport(report: BuildReport): Promise<string> {
  const path = `${report.out}.json`;
  const bytes = Buffer.from(`${JSON.stringify(report, null, 2)}\n`);
  const file = new WholeFile(path);
  try {
    file.write(bytes);
    file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
  return path;
}

function rowsTable(tables: readonly TableCount[]): string {
  const rows = [['Table', 'State', 'Read', 'Used', 'Skipped', 'Dropped']];
  for (const { table, state, read, used, skipped, dropped } of tables) {
    rows.push([table, state ?? '', number(read), number(used), number(skipped), number(dropped)]);
  }
  return aligned(rows, 2);
}

/** By reason, the most frequent first, with its tables and the first of its rows. */
function rejectedList(title: string, rejected: readonly RejectedRows[]): string {
  const byReason = new Map<string, RejectedRows[]>();
  for (const rows of rejected) byReason.set(rows.reason, [...(byReason.get(rows.reason) ?? []), rows]);
  const total = (rows: readonly RejectedRows[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const lines = [title];
  for (const [reason, rows] of [...byReason].sort((a, b) => total(b[1]) - total(a[1]))) {
    lines.push(`  ${reason}: ${number(total(rows))}`);
    const examples: [string, Rejection][] = rows.flatMap(({ path, examples }) =>
      examples.map((example): [string, Rejection] => [path, example]),
    );
    for (const [path, example] of examples.slice(0, EXAMPLES_SHOWN)) {
      lines.push(`    ${rejectionSentence(path, example)}`);
    }
  }
  return lines.join('\n');
}

/** How many rows of each reason the text lists; the JSON has that many for each table file. */
const EXAMPLES_SHOWN = 10;

/** Columns of text; from `firstNumber` on, aligned to the right. */
function aligned(rows: readonly (readonly string[])[], firstNumber = 1): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < firstNumber ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function number(value: number): string {
  return value.toLocaleString('en-AU');
}
