import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { lockFile } from '../../../service/admission/counters/shared-memory.ts';
import { LedgerRefusal } from '../../ledger/accounts.ts';
import { backUp, backupFault, putBack } from '../../ledger/database/backup.ts';
import { openLedger, stateAt } from '../../ledger/ledger.ts';
import { LEDGER_VERSION } from '../../ledger/migrations/version.ts';
import type { CreditSettings } from '../settings.ts';
import { noServerRuns } from '../sidecar/book.ts';
import type { AdminContext } from './context.ts';

/** Backup and restore of a SQLite ledger. PostgreSQL has its own tools for both. */
export function addBackupCommands(program: Command, { output }: AdminContext, settingsOf: () => CreditSettings): void {
  program
    .command('backup <file>')
    .description('copy the ledger to a new file while the service runs (SQLite; with PostgreSQL use pg_dump)')
    .action((file: string) => {
      // Whatever its version, so that a backup can be made before a newer program migrates it.
      const { databaseUrl, file: ledger } = settingsOf().place;
      if (databaseUrl !== null)
        throw new LedgerRefusal(
          'The ledger is in PostgreSQL: back it up with pg_dump --format=custom, and restore it with pg_restore.',
        );
      if (!existsSync(ledger)) throw new LedgerRefusal(`There is no ledger at ${ledger}.`);
      const copy = resolve(file);
      backUp(ledger, copy);
      output().thing({ ledger, backup: copy });
    });
  program
    .command('restore <file>')
    .description('put a backup in the place of the ledger; the service and its sidecar must be stopped (SQLite)')
    .action(async (file: string) => {
      const settings = settingsOf();
      if (settings.place.databaseUrl !== null)
        throw new LedgerRefusal(
          'The ledger is in PostgreSQL: stop all services, restore it with pg_restore, and remove the file counters from each data folder.',
        );
      const copy = resolve(file);
      const fault = backupFault(copy) ?? (await newerFault(copy));
      if (fault !== null) throw new LedgerRefusal(fault);
      restore(settings, copy);
      // A backup of an older version is migrated now.
      await (await openLedger(settings.place, 'migrate')).close();
      output().thing({ ledger: settings.place.file, restored_from: copy });
    });
}

/** A sentence if a backup was written by a newer program; else null. */
async function newerFault(copy: string): Promise<string | null> {
  const { state, version } = await stateAt({ file: copy, databaseUrl: null });
  if (state === 'current' || state === 'older') return null;
  return `${copy} has version ${version}, and this program knows versions up to ${LEDGER_VERSION}: restore it with the program that wrote it.`;
}

function restore({ dataDir, place, counters }: CreditSettings, copy: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = openSync(join(dataDir, 'sidecar.lock'), 'a+', 0o600);
  try {
    if (!lockFile(lock, 'exclusive') || (existsSync(counters) && !noServerRuns(counters)))
      throw new LedgerRefusal(`A service or its sidecar works on ${dataDir}: stop it first.`);
    const aside = `.before-restore-${new Date().toISOString().replaceAll(':', '')}`;
    // Keys and leases that the restored ledger does not know would stay valid in the counter file,
    // so it is rebuilt from the ledger.
    if (existsSync(counters)) renameSync(counters, `${counters}${aside}`);
    putBack(copy, place.file, aside);
  } finally {
    closeSync(lock);
  }
}
