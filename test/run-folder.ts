import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopSharedPostgres } from './ledger/shared-postgres.ts';

/**
 * Gives a run of the tests a temporary folder of its own, which goes with the run and all that tests left in it: releases and indexes that
 * several files use are made there once (shared-releases.ts), and so is the PostgreSQL server that they share. Throws where the programs are not compiled.
 */
export function setup(): () => Promise<void> {
  if (!existsSync(fileURLToPath(new URL('../dist/src/main.js', import.meta.url))))
    throw new Error('dist/ is missing: run `npm run build` first, or `npm test`');
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-run-'));
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
