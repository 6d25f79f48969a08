import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopSharedPostgres } from '../billing/ledger/shared-postgres.ts';

/** A file system in memory, and how much of it and of memory must be free for a run to use it, bytes. A run takes up to 2 GiB. */
const MEMORY = '/dev/shm';
const LEAST_FREE = 6 * 2 ** 30;

/** Where a run's folder goes: in memory where there is room, as a commit waits there for no disk and takes 0.04 ms rather than 4. */
function place(): string {
  if (!existsSync(MEMORY) || process.availableMemory() < LEAST_FREE) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < LEAST_FREE ? tmpdir() : MEMORY;
}

/**
 * Gives a run of the tests a temporary folder of its own, which goes with the run and all that tests left in it: releases and indexes that
 * several files use are made there once (shared-releases.ts), and so is the PostgreSQL server that they share. Throws where the programs are not compiled.
 */
export function setup(): () => Promise<void> {
  if (!existsSync(fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))))
    throw new Error('dist/ is missing: run `npm run build` first, or `npm test`');
  const folder = mkdtempSync(join(place(), 'letterbox-run-'));
  // PostgreSQL runs as another user, in a folder below.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return async () => {
    stopSharedPostgres();
    // A server that is ending may write a last file. To remove thousands takes seconds, in which the
    // runner is to hear that its processes have ended: else it says that they do not.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
