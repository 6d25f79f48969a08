import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CreditSettings } from './settings.ts';

/** What the counter file and a SQLite ledger need to begin with, bytes. */
const FIRST_BYTES = 6 * 1024 * 1024;

/** Whether the sidecar can work in a data folder, which is made if there is none: null, or why not, as a sentence. */
export function dataFolderFault({ dataDir, counters }: CreditSettings): string | null {
  try {
    if (!(statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() ?? true))
      return `The data folder ${dataDir} is not a folder; give another with --data-dir.`;
    // Before the folder is made: of a read-only disk mkdir says no more than that something is not there.
    accessSync(nearestFolder(resolve(dataDir)), constants.W_OK);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(counters)) tryToWrite(join(dataDir, `.${process.pid}.new`));
    return null;
  } catch (error) {
    return `The data folder cannot be used: ${error instanceof Error ? error.message : error}`;
  }
}

/** A folder, or the first above it that is there. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

function tryToWrite(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(FIRST_BYTES), { mode: 0o600, flush: true });
  } finally {
    rmSync(path, { force: true });
  }
}
