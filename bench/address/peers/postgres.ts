import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import {
  connectPostgres,
  giveToPostgres,
  initializePostgres,
  launchPostgres,
} from '../../equipment/postgres-server.ts';
import { type Material, type Peer, type PeerQuery, RESULTS } from './peer.ts';

/**
 * PostgreSQL on a Unix socket: words by a GIN index of `tsvector`, the last one as a prefix; if
 * nothing is found, by trigrams (`pg_trgm`, GIN), the most similar line first. `shared_buffers`
 * holds everything.
 */
export async function openPostgres({ lines, wordsOf, folder }: Material): Promise<Peer> {
  initializePostgres(folder);
  const memory = ['shared_buffers=2GB', 'maintenance_work_mem=1GB', 'work_mem=64MB', 'max_wal_size=8GB'];
  const server = launchPostgres(folder, [...memory, 'listen_addresses=', 'autovacuum=off', 'jit=off']);
  const client = await connectPostgres({ host: folder, user: 'postgres', database: 'postgres' });
  await client.query(`
    CREATE EXTENSION pg_trgm;
    CREATE UNLOGGED TABLE line (position integer PRIMARY KEY, words text NOT NULL)`);
  await load(client, lines, wordsOf, folder);
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
  const complete = async ({ words, open }: PeerQuery) => {
    if (words.length === 0) return [];
    const found = await byWords(`${words.join(' & ')}${open ? ':*' : ''}`);
    if (found.length > 0) return found;
    return rows(
      'typed',
      `SELECT position FROM line WHERE $1 <% words ORDER BY word_similarity($1, words) DESC, length(words) LIMIT ${RESULTS}`,
      words.join(' '),
    );
  };
  const match = async ({ words }: PeerQuery) => {
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

/** Copies the lines from a file, as in a bulk load. */
async function load(
  client: pg.Client,
  lines: readonly string[],
  wordsOf: (line: string) => string,
  folder: string,
): Promise<void> {
  const parts = join(folder, 'parts');
  mkdirSync(parts);
  for (let start = 0; start < lines.length; start += 100_000) {
    const file = join(parts, `${start}.tsv`);
    const some = lines.slice(start, start + 100_000);
    writeFileSync(file, some.map((line, i) => `${start + i}\t${wordsOf(line)}\n`).join(''), { mode: 0o644 });
    giveToPostgres(file);
    await client.query(`COPY line FROM '${file}'`);
  }
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}
