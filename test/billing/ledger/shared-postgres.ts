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
} from '../../../bench/equipment/postgres-server.ts';
import { openLedger } from '../../../src/billing/ledger/ledger.ts';
import { madeOnce } from '../../support/shared-releases.ts';

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

/** The database that `newLedger` copies. */
const LEDGER = 'empty_ledger';

/** Makes the empty ledger on the server at a port that `newLedger` copies: a copy takes a third of the time of the migrations. */
export async function prepareLedgers(port: number): Promise<void> {
  const ledger = await openLedger({ file: '', databaseUrl: await newDatabase(port, 'template1', LEDGER) });
  await ledger.close();
}

/** Makes a database with an empty ledger in it, and returns its URL. */
export function newLedger(port: number): Promise<string> {
  return newDatabase(port, LEDGER);
}

/**
 * The port of the server that all tests of a run share, started by the first that asks for it: it is prepared for `newLedger`. Whoever ends the run
 * stops it by `stopSharedPostgres`.
 */
export async function sharedPostgres(): Promise<number> {
  const state = join(tmpdir(), 'postgres.json');
  try {
    closeSync(openSync(`${state}.lock`, 'wx'));
    const made = await makePostgres(emptyPostgres());
    const { pid } = launchOnPort(made, true);
    await prepareLedgers(made.port);
    writeFileSync(`${state}.new`, JSON.stringify({ pid, port: made.port }));
    renameSync(`${state}.new`, state);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    while (!existsSync(state)) await setTimeout(50);
  }
  const { port } = JSON.parse(readFileSync(state, 'utf8')) as { port: number };
  return port;
}

/** Stops the server that tests shared, if they started one. */
export function stopSharedPostgres(): void {
  const state = join(tmpdir(), 'postgres.json');
  if (!existsSync(state)) return;
  const { pid } = JSON.parse(readFileSync(state, 'utf8')) as { pid: number };
  process.kill(pid, 'SIGQUIT');
}
