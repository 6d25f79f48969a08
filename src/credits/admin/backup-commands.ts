import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { lockFile } from '../../admission/counters/shared-memory.ts';
import { LedgerRefusal } from '../../ledger/accounts.ts';
import { backUp, backupFault, putBack } from '../../ledger/database/backup.ts';
import { openLedger } from '../../ledger/ledger.ts';
import type { CreditSettings } from '../settings.ts';
import { noServerRuns } from '../sidecar/book.ts';
import type { AdminContext } from './context.ts';

/** Backup and restore of a SQLite ledger. PostgreSQL brings tools of its own for both. */
export function addBackupCommands(
  program: Command,
  { withLedger }: AdminContext,
  settingsOf: () => CreditSettings,
): void {
  program
    .command('backup <file>')
    .description('copy the ledger to a new file while the service runs (SQLite; with PostgreSQL use pg_dump)')
    .action((file: string) =>
      withLedger(async ({ kind, place }, output) => {
        if (kind === 'postgres')
          throw new LedgerRefusal(
            `The ledger is in PostgreSQL at ${place}: back it up with pg_dump --format=custom, and restore it with pg_restore.`,
          );
        const copy = resolve(file);
        backUp(place, copy);
        output.thing({ ledger: place, backup: copy });
      }),
    );
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
      const fault = backupFault(copy);
      if (fault !== null) throw new LedgerRefusal(fault);
      restore(settings, copy);
      // A ledger of an older program is brought up to date now, and one of a newer program is told so.
      await (await openLedger(settings.place)).close();
      await withLedger(async ({ place }, output) => output.thing({ ledger: place, restored_from: copy }));
    });
}

function restore({ dataDir, place, counters }: CreditSettings, copy: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = openSync(join(dataDir, 'sidecar.lock'), 'a', 0o600);
  try {
    if (!lockFile(lock, 'exclusive') || (existsSync(counters) && !noServerRuns(counters)))
      throw new LedgerRefusal(`A service or its sidecar works on ${dataDir}: stop it first.`);
    const aside = `.before-restore-${new Date().toISOString().replaceAll(':', '')}`;
    // Keys and leases unknown to the restored ledger would stay valid in the counter file, so it is rebuilt from the ledger.
    if (existsSync(counters)) renameSync(counters, `${counters}${aside}`);
    putBack(copy, place.file, aside);
  } finally {
    closeSync(lock);
  }
}
