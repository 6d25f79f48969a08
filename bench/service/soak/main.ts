import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { openIndex } from '../../../src/address/index/open.ts';
import { type Postgres, postgresBinaries, startPostgres } from '../../equipment/postgres-server.ts';
import { buildIndex, compiled, runNode } from '../../equipment/programs.ts';
import { expectedAnswers } from './expected-answers.ts';
import { soakKills } from './kills/kills.ts';
import { type SoakOptions, soak } from './soak.ts';

/*
 * Everything at once, for minutes: load at a share of the service's capacity, releases swapped,
 * keys made and revoked, plans changed, the sidecar killed, PostgreSQL, if there is one, restarted.
 * Every answer is compared with those of the same indexes without a server, and every credit with
 * the ledger. Ends with status 1 if anything is wrong; slowness is not.
 */

/** Load, of what the service can do. */
const SHARE = 0.8;
/** Addresses of each index that are asked for. */
const ASKED = 1000;

const options = new Command('soak')
  .description(
    'Load, swaps of releases, changes of keys and plans, and kills at once; every answer and every credit is checked.',
  )
  .option('--minutes <n>', 'how long', '2')
  .option('--swaps <n>', 'only swap releases so many times under full load, instead')
  .option('--kills <n>', 'kill its processes so many times, with batches, activations and updates among them, instead')
  .option('--index <file>', 'index file; else a made-up one')
  .option('--other <file>', 'index file of another release; else a made-up one')
  .option('--workers <n>', 'worker threads', String(Math.max(1, availableParallelism() - 1)))
  .option('--ledger <kind>', 'sqlite, or postgres; else PostgreSQL where it is installed')
  .parse()
  .opts<
    Record<'minutes' | 'workers', string> & Partial<Record<'swaps' | 'kills' | 'index' | 'other' | 'ledger', string>>
  >();

const folder = mkdtempSync(join(tmpdir(), 'letterbox-soak-'));
let postgres: Postgres | null = null;
try {
  const indexes = [options.index ?? madeUp(1), options.other ?? madeUp(2)].map((path) => resolve(path));
  if (options.ledger !== 'sqlite' && (options.ledger === 'postgres' || postgresBinaries() !== null))
    postgres = await startPostgres();
  const workers = Number(options.workers);
  const expected = expectedAnswers(
    indexes.map((path) => openIndex(path)),
    ASKED,
    1,
  );
  const common = { folder, indexes, expected, workers, postgres };
  const { kills } = options;
  const faults = await (kills === undefined ? soakFor(common) : soakKills({ ...common, kills: Number(kills) }));
  process.stdout.write(
    faults.length === 0 ? 'Nothing was wrong.\n' : `Wrong:\n${faults.map((each) => `- ${each}\n`).join('')}`,
  );
  if (faults.length > 0) process.exitCode = 1;
  else rmSync(folder, { recursive: true });
} finally {
  await postgres?.stop();
}

function soakFor(common: Omit<SoakOptions, 'minutes' | 'swaps' | 'share'>): Promise<string[]> {
  return soak({
    ...common,
    minutes: Number(options.minutes),
    swaps: options.swaps === undefined ? null : Number(options.swaps),
    share: SHARE,
  });
}

/** An index of a made-up release. */
function madeUp(seed: number): string {
  const [release, index] = [join(folder, `release-${seed}`), join(folder, `${seed}.lbx`)];
  const made = ['--addresses', '5000', '--seed', String(seed), '--out', release];
  runNode([compiled('build-index/generate/main.js'), ...made], 'hidden');
  buildIndex(release, index);
  return index;
}
