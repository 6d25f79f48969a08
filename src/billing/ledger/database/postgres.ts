import { CompiledQuery, type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** PostgreSQL's type number of 64-bit integers, which `pg` returns as text by default. */
const INT8 = 20;

/**
 * How long, in ms, the ledger waits for PostgreSQL. The server enforces `statement`, `lock` and
 * `idle`, so the locks of a machine that stops in the middle of a transaction are released;
 * `connect` and `answer` are enforced here, for a server that has gone silent.
 */
const TIMEOUTS = {
  /** For the server to accept a connection, and for a free connection of the pool. */
  connect: 5_000,
  /** For the server to finish a statement. */
  statement: 5_000,
  /** For a row that another transaction holds. */
  lock: 1_000,
  /** For the next statement of an open transaction. */
  idle: 10_000,
  /** For an answer; after that the connection is given up. */
  answer: 6_000,
} as const;

/** When each end asks whether the other is still there, and when it gives up, in seconds. */
const KEEPALIVE = { idle: 5, interval: 5, count: 3 } as const;

/**
 * A PostgreSQL database by its URL: the dialect for Kysely, and its name without user and password.
 * A database opened for reading refuses writes; for a migration, statements may take as long as
 * they need. Throws an Error if the text is not a URL.
 */
export function postgresDialect(
  url: string,
  use: 'read' | 'change' | 'migrate' = 'change',
): { readonly dialect: Dialect; readonly place: string } {
  let place: string;
  try {
    const { hostname, port, pathname } = new URL(url);
    place = `${hostname}${port && `:${port}`}${pathname}`;
  } catch {
    throw new Error('LETTERBOX_DATABASE_URL is not a URL, expected postgres://user:password@host:port/database');
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: TIMEOUTS.connect,
    ...(use === 'migrate' ? {} : { query_timeout: TIMEOUTS.answer, statement_timeout: TIMEOUTS.statement }),
    lock_timeout: TIMEOUTS.lock,
    idle_in_transaction_session_timeout: TIMEOUTS.idle,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE.idle * 1000,
    types: {
      getTypeParser: ((type: number, format: 'text') =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
    },
  });
  // An idle connection that breaks: the next query opens another one.
  pool.on('error', () => {});
  const dialect = new PostgresDialect({
    pool: dropBrokenConnections(pool),
    async onCreateConnection(connection) {
      const { idle, interval, count } = KEEPALIVE;
      const settings = { tcp_keepalives_idle: idle, tcp_keepalives_interval: interval, tcp_keepalives_count: count };
      const readOnly = use === 'read' ? { default_transaction_read_only: 'on' } : {};
      const calls = Object.entries({ ...settings, ...readOnly }).map(
        ([name, value]) => `set_config('${name}', '${value}', false)`,
      );
      await connection.executeQuery(CompiledQuery.raw(`select ${calls.join(', ')}`));
    },
  });
  return { dialect, place };
}

/**
 * The pool as Kysely uses it. A connection that breaks while it is checked out with no query in
 * progress emits an `error` event, which would end the process; and one that did not answer in time
 * is still busy, so it must not go to the next user.
 */
function dropBrokenConnections(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client);
      if (known !== undefined) return known;
      const made = watched(client);
      wrapped.set(client, made);
      return made;
    },
    end: () => pool.end(),
  };
}

function watched(client: pg.PoolClient): PostgresPoolClient {
  let broken: Error | null = null;
  client.on('error', (error) => {
    broken ??= error;
  });
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (broken !== null) throw broken;
    try {
      return await client.query(text, values);
    } catch (error) {
      // What the server refuses is a DatabaseError; anything else is a fault of the connection.
      if (!(error instanceof pg.DatabaseError)) broken ??= error as Error;
      throw error;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(broken ?? undefined),
  };
}
