import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { postgresBinaries, startPostgres } from '../../equipment/postgres-server.ts';
import { machineText } from '../../equipment/run-benchmark.ts';
import { findingsText, withFindings } from './report.ts';
import { fullExtent, SHORT_EXTENT, simulate, wrongIn } from './simulate.ts';

/*
 * A fleet in one process: sidecars as shipped, each with a counter file and the gate of a worker,
 * on one real PostgreSQL, in simulated time. Ends with status 1 if a credit is not where it
 * belongs.
 */

const MOST_MACHINES = 500;

/** Most connections of a sidecar, and connections for others. */
const CONNECTIONS = 4;
const OTHER_CONNECTIONS = 100;

const CHAPTER = fileURLToPath(new URL('../../../../src/billing/credits/FLEET.md', import.meta.url));

function machineCounts(text: string): number[] {
  const counts = text.split(',').map(Number);
  if (counts.every((count) => Number.isInteger(count) && count >= 1 && count <= MOST_MACHINES)) return counts;
  throw new InvalidArgumentError(`expected numbers of machines from 1 to ${MOST_MACHINES}, as 20,100`);
}

const options = new Command('simulate')
  .description(
    'Sidecars of a fleet on one PostgreSQL: its load, faults, and how the last credits of a plan are shared.',
  )
  .option('--machines <counts>', 'sizes of fleets under load', machineCounts, [20, 100, 500])
  .option('--short', 'a few machines for seconds, instead')
  .option('--write', 'write the tables into src/billing/credits/FLEET.md')
  .parse()
  .opts<{ machines: number[]; short?: true; write?: true }>();

if (postgresBinaries() === null) {
  process.stderr.write('PostgreSQL is not installed; LETTERBOX_TEST_POSTGRES may name its bin folder.\n');
  process.exit(1);
}

const extent = options.short === true ? SHORT_EXTENT : fullExtent(options.machines);
const most = Math.max(...extent.loads, extent.faultMachines);
const server = await startPostgres(null, CONNECTIONS * most + OTHER_CONNECTIONS);
try {
  const findings = await simulate(server, extent, (what) => process.stderr.write(`${what}\n`));
  const conditions = { date: new Date().toISOString().slice(0, 10), commit: commit(), machine: machineText() };
  const text = findingsText(findings, extent, conditions);
  process.stdout.write(`${text}\n`);
  if (options.write === true) writeFileSync(CHAPTER, withFindings(readFileSync(CHAPTER, 'utf8'), text));
  const wrong = wrongIn(findings);
  process.stdout.write(wrong.length === 0 ? '\nNo credit was lost or sold twice.\n' : `\n${wrong.join('\n')}\n`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
}
