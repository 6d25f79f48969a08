import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL server of its own, for the tests of one file. */
export interface Postgres {
  /** Makes an empty database and returns its URL. */
  database(): Promise<string>;
  /** Stops the server as a power cut would, and starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The folder with `initdb` and `postgres`: `LETTERBOX_TEST_POSTGRES`, or where Debian puts it. Null where there is none. */
export function postgresBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.LETTERBOX_TEST_POSTGRES, ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'initdb'))) ?? null;
}

/** The user that PostgreSQL runs as: it refuses to be root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Starts a server in a temporary folder. */
export async function startPostgres(): Promise<Postgres> {
  const { folder, port, options } = await setUp();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server: ReturnType<typeof spawn> | null = null;
  const postgres: Postgres = {
    database: () => newDatabase(url),
    async start() {
      server = launch(folder, port, options);
      await untilUp(url);
    },
    async kill() {
      const stopped = new Promise((resolve) => server?.once('exit', resolve));
      // Immediate shutdown: no checkpoint, connections are cut, and the next start recovers from the log.
      server?.kill('SIGQUIT');
      await stopped;
    },
    async stop() {
      await postgres.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

/**
 * The server that all tests of a run share, started by the first that asks for it: it makes empty databases. Whoever ends the run stops it by
 * `stopSharedPostgres`.
 */
export async function sharedPostgres(): Promise<Pick<Postgres, 'database'>> {
  const state = join(tmpdir(), 'postgres.json');
  try {
    closeSync(openSync(`${state}.lock`, 'wx'));
    const { folder, port, options } = await setUp();
    const { pid } = launch(folder, port, { ...options, detached: true });
    writeFileSync(`${state}.new`, JSON.stringify({ pid, port }));
    renameSync(`${state}.new`, state);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    while (!existsSync(state)) await setTimeout(50);
  }
  const { port } = JSON.parse(readFileSync(state, 'utf8')) as { port: number };
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await untilUp(url);
  return { database: () => newDatabase(url) };
}

/** Stops the server that tests shared, if they started one. */
export function stopSharedPostgres(): void {
  const state = join(tmpdir(), 'postgres.json');
  if (!existsSync(state)) return;
  const { pid } = JSON.parse(readFileSync(state, 'utf8')) as { pid: number };
  process.kill(pid, 'SIGQUIT');
}

type Options = { readonly uid?: number; readonly gid?: number; readonly detached?: boolean };

/** Makes an empty server in a folder. */
async function setUp(): Promise<{ folder: string; port: number; options: Options }> {
  const binaries = requireBinaries();
  const user = unprivileged();
  const options = user ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-postgres-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  const data = join(folder, 'data');
  execFileSync(join(binaries, 'initdb'), ['-D', data, ...settings], { ...options, cwd: folder, stdio: 'ignore' });
  return { folder, port: await freePort(), options };
}

function launch(folder: string, port: number, options: Options) {
  const settings = ['-k', folder, '-h', '127.0.0.1', '-p', String(port), '-c', 'fsync=off', '-N', '200'];
  const program = join(requireBinaries(), 'postgres');
  const server = spawn(program, ['-D', join(folder, 'data'), ...settings], {
    ...options,
    cwd: folder,
    stdio: 'ignore',
  });
  if (options.detached) server.unref();
  return server;
}

function requireBinaries(): string {
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error('PostgreSQL is not installed');
  return binaries;
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query(text);
  await client.end();
}

async function untilUp(url: (database: string) => string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query(url('postgres'), 'select 1');
    } catch (error) {
      if (attempt === 100) throw error;
      await setTimeout(100);
    }
  }
}

async function newDatabase(url: (database: string) => string): Promise<string> {
  const name = `letterbox_${randomBytes(6).toString('hex')}`;
  await query(url('postgres'), `create database ${name}`);
  return url(name);
}
