import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { lockFile } from '../../../service/admission/counters/shared-memory.ts';
import { LedgerRefusal } from '../../ledger/accounts.ts';
import { type LedgerPlace, type Migrated, openLedger, stateAt } from '../../ledger/ledger.ts';
import { listMachines } from '../../ledger/machines.ts';
import { LEDGER_VERSION } from '../../ledger/migrations/version.ts';
import type { CreditSettings } from '../settings.ts';
import type { AdminContext } from './context.ts';

/** A machine that was seen within this time counts as running, ms. */
const AT_WORK = 30_000;

/** Makes the ledger, or brings it up to date, without starting the service. */
export function addMigrateCommand(program: Command, { output }: AdminContext, settingsOf: () => CreditSettings): void {
  program
    .command('migrate')
    .description('make the ledger, or bring it to the version of this program, as the sidecar does when it starts')
    .action(async () => {
      const { place, dataDir } = settingsOf();
      const isOld = (await stateAt(place)).state === 'older';
      const lock = isOld && place.databaseUrl === null ? lockOutSidecar(dataDir) : null;
      try {
        output().thing(await migrate(place));
      } finally {
        if (lock !== null) closeSync(lock);
      }
    });
}

async function migrate(place: LedgerPlace): Promise<Record<string, unknown>> {
  const made: Migrated[] = [];
  const ledger = await openLedger(place, 'migrate', (news) => made.push(news));
  try {
    const { from, backup } = made[0] ?? { from: LEDGER_VERSION, backup: null };
    const told = { ledger: ledger.place, version: LEDGER_VERSION, version_before: from };
    if (ledger.kind === 'sqlite') return { ...told, backup };
    // Their sidecars can no longer write if they are of an earlier version.
    const since = (await ledger.time()) - AT_WORK;
    const machines = (await listMachines(ledger)).filter((m) => m.retired_at === null && m.seen_at > since);
    return { ...told, machines_at_work: machines.map(({ name }) => name) };
  } finally {
    await ledger.close();
  }
}

/**
 * Locks sidecars out during the migration: one of an earlier version could no longer write to its
 * ledger.
 */
function lockOutSidecar(dataDir: string): number {
  const lock = openSync(join(dataDir, 'sidecar.lock'), 'a+', 0o600);
  if (lockFile(lock, 'exclusive')) return lock;
  closeSync(lock);
  throw new LedgerRefusal(
    `A sidecar works on ${dataDir}: stop it first, or start that of this version in its place, which migrates the ledger by itself.`,
  );
}
