import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL server of its own. */
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
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error('PostgreSQL is not installed');
  const user = unprivileged();
  const options = user ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-postgres-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const arguments_ = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  execFileSync(join(binaries, 'initdb'), arguments_, { ...options, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server: ReturnType<typeof spawn> | null = null;
  let databases = 0;

  async function query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: url('postgres') });
    client.on('error', () => {});
    await client.connect();
    await client.query(text);
    await client.end();
  }

  const postgres: Postgres = {
    async database() {
      const name = `letterbox_${++databases}`;
      await query(`create database ${name}`);
      return url(name);
    },
    async start() {
      const settings = ['-k', folder, '-h', '127.0.0.1', '-p', String(port), '-c', 'fsync=off'];
      server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], {
        ...options,
        cwd: folder,
        stdio: 'ignore',
      });
      for (let attempt = 0; ; attempt++) {
        try {
          return await query('select 1');
        } catch (error) {
          if (attempt === 100) throw error;
          await setTimeout(100);
        }
      }
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
