import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  initializePostgres,
  launchOnPort,
  makePostgres,
  newDatabase,
  type Postgres,
} from '../../bench/postgres-server.ts';
import { madeOnce } from '../shared-releases.ts';

/** The data of an empty server, made once in a run of the tests, to be copied. */
export function emptyPostgres(): string {
  const folder = madeOnce('postgres', (out) => {
    // PostgreSQL runs as another user.
    chmodSync(dirname(out), 0o711);
    mkdirSync(out);
    initializePostgres(out);
  });
  return join(folder, 'data');
}

/**
 * The server that all tests of a run share, started by the first that asks for it: it makes empty databases. Whoever ends the run stops it by
 * `stopSharedPostgres`.
 */
export async function sharedPostgres(): Promise<Pick<Postgres, 'database'>> {
  const state = join(tmpdir(), 'postgres.json');
  try {
    closeSync(openSync(`${state}.lock`, 'wx'));
    const made = await makePostgres(emptyPostgres());
    const { pid } = launchOnPort(made, true);
    writeFileSync(`${state}.new`, JSON.stringify({ pid, port: made.port }));
    renameSync(`${state}.new`, state);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    while (!existsSync(state)) await setTimeout(50);
  }
  const { port } = JSON.parse(readFileSync(state, 'utf8')) as { port: number };
  return { database: () => newDatabase(port) };
}

/** Stops the server that tests shared, if they started one. */
export function stopSharedPostgres(): void {
  const state = join(tmpdir(), 'postgres.json');
  if (!existsSync(state)) return;
  const { pid } = JSON.parse(readFileSync(state, 'utf8')) as { pid: number };
  process.kill(pid, 'SIGQUIT');
}
