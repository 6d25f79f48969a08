import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A private PostgreSQL server, on a free port of the loopback address. */
export interface Postgres {
  readonly port: number;
  /** Makes an empty database and returns its URL. */
  database(): Promise<string>;
  /** Stops the server as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Stops it, and removes its data. */
  stop(): Promise<void>;
}

/** A server's folder, which holds its data, and the port it is to listen on. */
export interface PostgresFolder {
  readonly folder: string;
  readonly port: number;
}

/**
 * The folder with `initdb` and `postgres`: `LETTERBOX_TEST_POSTGRES`, or where Debian puts it. Null
 * if there is none, or if the variable is empty.
 */
export function postgresBinaries(): string | null {
  if (process.env.LETTERBOX_TEST_POSTGRES === '') return null;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.LETTERBOX_TEST_POSTGRES, ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'initdb'))) ?? null;
}

/** Gives a file or a folder to the user that PostgreSQL runs as. */
export function giveToPostgres(path: string): void {
  const user = postgresUser();
  if (user !== null) chownSync(path, user.uid, user.gid);
}

/**
 * Puts the data of an empty server into `data` of an existing folder, without syncing it to disk.
 * Throws if PostgreSQL is not installed.
 */
export function initializePostgres(folder: string): void {
  giveToPostgres(folder);
  const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  execFileSync(program('initdb'), ['-D', join(folder, 'data'), ...settings], {
    ...(postgresUser() ?? {}),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * Launches the server of such a folder with these settings (`name=value`), its socket in the
 * folder. If `detached`, it outlives this process.
 */
export function launchPostgres(folder: string, settings: readonly string[], detached = false): ChildProcess {
  const all = [`unix_socket_directories=${folder}`, 'fsync=off', ...settings].flatMap((setting) => ['-c', setting]);
  const server = spawn(program('postgres'), ['-D', join(folder, 'data'), ...all], {
    ...(postgresUser() ?? {}),
    cwd: folder,
    stdio: 'ignore',
    detached,
  });
  if (detached) server.unref();
  return server;
}

/** Connects to a server that may still be starting: tries for ten seconds. */
export async function connectPostgres(config: pg.ClientConfig): Promise<pg.Client> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(config);
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 100) throw error;
      await setTimeout(100);
    }
  }
}

/**
 * Makes a server in a temporary folder, from a copy of `empty`, the data of an empty server, if it
 * is given.
 */
export async function makePostgres(empty: string | null = null): Promise<PostgresFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-postgres-'));
  if (empty === null) initializePostgres(folder);
  else {
    giveToPostgres(folder);
    execFileSync('cp', ['-a', empty, join(folder, 'data')]);
  }
  return { folder, port: await freePort() };
}

/** Launches such a server for `connections` connections; many tests may share it. */
export function launchOnPort({ folder, port }: PostgresFolder, detached = false, connections = 200): ChildProcess {
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `max_connections=${connections}`];
  return launchPostgres(folder, settings, detached);
}

/** Makes a database on the server at a port, empty or a copy of another one, and returns its URL. */
export async function newDatabase(
  port: number,
  template = 'template1',
  name = `letterbox_${randomBytes(6).toString('hex')}`,
): Promise<string> {
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const client = await connectPostgres({ connectionString: url('postgres') });
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return url(name);
}

/**
 * Starts a server in a temporary folder, as `makePostgres` makes it, for `connections` connections.
 */
export async function startPostgres(empty: string | null = null, connections = 200): Promise<Postgres> {
  const made = await makePostgres(empty);
  let server = launchOnPort(made, false, connections);
  return {
    port: made.port,
    database: () => newDatabase(made.port),
    async start() {
      server = launchOnPort(made, false, connections);
      const client = await connectPostgres({ host: '127.0.0.1', port: made.port, user: 'postgres' });
      await client.end();
    },
    kill: () => cutOff(server),
    async stop() {
      await cutOff(server);
      rmSync(made.folder, { recursive: true, force: true });
    },
  };
}

/** Immediate shutdown: no checkpoint, connections are cut, and the next start recovers from the log. */
async function cutOff(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGQUIT');
  await ended;
}

function program(name: 'initdb' | 'postgres'): string {
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error('PostgreSQL is not installed');
  return join(binaries, name);
}

/**
 * The user that PostgreSQL is to run as if this process runs as root, which PostgreSQL refuses;
 * null for any other user.
 */
function postgresUser(): { readonly uid: number; readonly gid: number } | null {
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
