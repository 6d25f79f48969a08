import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Material, type Peer, RESULTS, type Words } from './peer.ts';

const DEBIAN = '/usr/lib/postgresql';

/**
 * PostgreSQL on a Unix socket: words by a GIN index of `tsvector` with the last one as a prefix; where nothing is found, by trigrams (`pg_trgm`, GIN), the
 * most similar line first. `shared_buffers` holds everything.
 */
export async function openPostgres({ lines, wordsOf, folder }: Material): Promise<Peer> {
  const { binaries, user } = installation();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const options = { ...(user ?? {}), cwd: folder };
  const data = join(folder, 'data');
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  execFileSync(join(binaries, 'initdb'), initial, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const settings = ['shared_buffers=2GB', 'maintenance_work_mem=1GB', 'work_mem=64MB', 'fsync=off', 'autovacuum=off'];
  const more = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_wal_size=8GB', 'jit=off'];
  const flags = [...settings, ...more].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' });
  const client = await connected(folder);
  await client.query(`
    CREATE EXTENSION pg_trgm;
    CREATE UNLOGGED TABLE line (position integer PRIMARY KEY, words text NOT NULL)`);
  await load(client, lines, wordsOf, folder, user);
  await client.query(`
    CREATE INDEX ON line USING gin (to_tsvector('simple', words));
    CREATE INDEX ON line USING gin (words gin_trgm_ops);
    ANALYZE line`);
  await client.query('VACUUM line');
  await client.query('SET pg_trgm.similarity_threshold = 0.5; SET pg_trgm.word_similarity_threshold = 0.7');
  const size = await client.query<{ bytes: string }>("SELECT pg_total_relation_size('line') AS bytes");
  const rows = async (name: string, text: string, value: string) =>
    (await client.query<{ position: number }>({ name, text, values: [value] })).rows.map(({ position }) => position);
  const byWords = (query: string) =>
    rows(
      'words',
      `SELECT position FROM line WHERE to_tsvector('simple', words) @@ to_tsquery('simple', $1)
       ORDER BY length(words), position LIMIT ${RESULTS}`,
      query,
    );
  const complete = async ({ words, open }: Words) => {
    if (words.length === 0) return [];
    const found = await byWords(`${words.join(' & ')}${open ? ':*' : ''}`);
    if (found.length > 0) return found;
    return rows(
      'typed',
      `SELECT position FROM line WHERE $1 <% words ORDER BY word_similarity($1, words) DESC, length(words) LIMIT ${RESULTS}`,
      words.join(' '),
    );
  };
  const match = async ({ words }: Words) => {
    if (words.length === 0) return [];
    const found = await byWords(words.join(' & '));
    if (found.length > 0) return found;
    return rows(
      'whole',
      `SELECT position FROM line WHERE words % $1 ORDER BY similarity(words, $1) DESC, position LIMIT ${RESULTS}`,
      words.join(' '),
    );
  };
  return {
    complete,
    match,
    diskBytes: Number(size.rows[0].bytes),
    processes: () => [server.pid!, ...childrenOf(server.pid!)],
    close: async () => {
      await client.end();
      server.kill('SIGINT');
      await new Promise((resolve) => server.once('exit', resolve));
    },
  };
}

/** Copies the lines from a file, as a bulk load does. */
async function load(
  client: pg.Client,
  lines: readonly string[],
  wordsOf: (line: string) => string,
  folder: string,
  user: { uid: number; gid: number } | null,
): Promise<void> {
  const parts = join(folder, 'parts');
  mkdirSync(parts);
  for (let start = 0; start < lines.length; start += 100_000) {
    const file = join(parts, `${start}.tsv`);
    const some = lines.slice(start, start + 100_000);
    writeFileSync(file, some.map((line, i) => `${start + i}\t${wordsOf(line)}\n`).join(''), { mode: 0o644 });
    if (user !== null) chownSync(file, user.uid, user.gid);
    await client.query(`COPY line FROM '${file}'`);
  }
}

async function connected(folder: string): Promise<pg.Client> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 100) throw error;
      await setTimeout(100);
    }
  }
}

/** Where PostgreSQL's programs are, and the user that they run as: never root. */
function installation(): { binaries: string; user: { uid: number; gid: number } | null } {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.LETTERBOX_TEST_POSTGRES, ...versions.map((version) => join(DEBIAN, version, 'bin'))];
  const binaries = folders.find((folder) => folder !== undefined && existsSync(join(folder, 'initdb')));
  if (binaries === undefined) throw new Error('PostgreSQL is not installed');
  if (process.getuid?.() !== 0) return { binaries, user: null };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { binaries, user: { uid: id('-u'), gid: id('-g') } };
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}
